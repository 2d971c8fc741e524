import { BinaryField } from '../engine/binary';
import type { Field, Property } from '../engine/define';
import { text } from './encode';
import { inlineKeyboard, replyMarkup } from './keyboard';
import { caption, parseMode, replyToMessageId } from './message';
import { oneOf } from './oneOf';
import { captionEntities, delivery } from './sending';

/** The item's file in the binary field of this name. */
export const binaryField = (name: unknown, label: string) =>
	new BinaryField(text(name, label).trim(), label);

/** A file that the server has. */
export const fileId = (value: unknown, label: string) => text(value, label).trim();

export const binaryName: Property = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	placeholder: 'e.g. data',
	hint: 'The name of the input field that holds the file',
};

/**
 * The two ways to give a media file: upload it from a binary field, or name one that the server
 * has. `key` is the API's parameter, `what` the file in words.
 */
export const fileFields = (key: string, what: string): Field[] =>
	oneOf(
		{
			displayName: 'Source',
			name: 'source',
			default: 'binary',
			description: `Where the ${what} comes from`,
			key,
		},
		{
			binary: {
				name: 'Binary Field',
				description: 'Upload a file of the input item',
				reads: [binaryName],
				encode: ({ values }) => binaryField(values.binaryPropertyName, 'Input Binary Field'),
			},
			fileId: {
				name: 'File ID',
				description: 'Send a file again that the server has',
				reads: [
					{
						displayName: 'File ID',
						name: key,
						type: 'string',
						default: '',
						required: true,
						placeholder: 'e.g. BAACAgIAAxkBAAI',
						description: `The file_id of the ${what}, as the message with which it was sent before carries it`,
					},
				],
				encode: ({ values }) => fileId(values[key], 'File ID'),
			},
		},
	);

/** What can be added to a file of any kind. */
export const fileExtras: Field[] = [
	caption,
	parseMode,
	captionEntities,
	...delivery,
	replyToMessageId,
	inlineKeyboard,
	replyMarkup,
];
