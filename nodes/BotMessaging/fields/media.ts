import { BinaryField } from '../engine/binary';
import type { Field } from '../engine/define';
import { choice, text } from './encode';

/** The item's file in the binary field of this name. */
export const binaryField = (name: unknown, label: string) =>
	new BinaryField(text(name, label).trim(), label);

/** A file that the server has. */
export const fileId = (value: unknown, label: string) => text(value, label).trim();

/**
 * The two ways to give a media file: upload it from a binary field, or name one that the server
 * has. `key` is the API's parameter, `what` the file in words.
 */
export function fileFields(key: 'video' | 'audio' | 'voice', what: string): Field[] {
	const source: Field = {
		displayName: 'Source',
		name: 'source',
		type: 'options',
		options: [
			{ name: 'Binary Field', value: 'binary', description: 'Upload a file of the input item' },
			{ name: 'File ID', value: 'fileId', description: 'Send a file again that the server has' },
		],
		default: 'binary',
		description: `Where the ${what} comes from`,
		wire: {
			key,
			encode: choice({
				binary: ({ values }) => binaryField(values.binaryPropertyName, 'Input Binary Field'),
				fileId: ({ values }) => fileId(values[key], 'File ID'),
			}),
		},
	};
	const field: Field = {
		displayName: 'Input Binary Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		placeholder: 'e.g. data',
		hint: 'The name of the input field that holds the file',
		displayOptions: { show: { source: ['binary'] } },
		wire: 'formOnly',
	};
	const id: Field = {
		displayName: 'File ID',
		name: key,
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. BAACAgIAAxkBAAI',
		description: `The file_id of the ${what}, as the message with which it was sent before carries it`,
		displayOptions: { show: { source: ['fileId'] } },
		wire: 'formOnly',
	};
	return [source, field, id];
}
