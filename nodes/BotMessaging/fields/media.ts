import type { INodeProperties } from 'n8n-workflow';

import { FieldError } from '../api/errors';
import { BinaryField } from '../operation/binary';
import type { Field, Place, Values } from '../operation/define';
import { choice, isBlank, missing } from './encode';

const binaryField = (value: unknown, label: string): BinaryField => {
	if (isBlank(value)) throw missing(label);
	return new BinaryField(String(value).trim(), label);
};

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
		description: `The file_id of a ${what} that was sent before: every message with media carries it`,
		displayOptions: { show: { source: ['fileId'] } },
		wire: 'formOnly',
	};
	return [source, field, id];
}

function fileId(value: unknown, label: string): string {
	if (isBlank(value)) throw missing(label);
	return String(value).trim();
}

/** At most so many media in one group (API reference, "Limits"). */
const MOST_MEDIA = 10;

function atMostTen<T>(entries: T[]): T[] {
	if (entries.length === 0) {
		throw new FieldError('Media', 'Media is empty', 'Add one photo or video at least.');
	}
	if (entries.length > MOST_MEDIA) {
		throw new FieldError(
			'Media',
			`Media has ${entries.length} entries, but one group takes ${MOST_MEDIA} at most`,
			'Split them over several items: each item sends a group of its own.',
		);
	}
	return entries;
}

/** A caption that stands on the whole group goes on its first entry. */
function captionOf(own: Values, index: number, { values }: Place): Values {
	const group = index === 0 ? (values.additionalFields as Values) : {};
	const caption = own.caption || group.caption;
	const parseMode = own.parseMode || group.parseMode;
	return {
		...(caption ? { caption } : {}),
		...(caption && parseMode ? { parse_mode: parseMode } : {}),
	};
}

function entryMedia(own: Values, label: string, place: Place): unknown {
	const media = choice({
		binary: () => binaryField(own.binaryPropertyName, `${label}: Input Binary Field`),
		fileId: () => fileId(own.media, `${label}: File ID`),
	});
	return media(own.source, `${label}: Source`, place);
}

function listed(place: Place): unknown {
	const { entry = [] } = (place.values.media ?? {}) as { entry?: Values[] };
	return atMostTen(entry).map((own, index) => ({
		type: own.type,
		media: entryMedia(own, `Media ${index + 1}`, place),
		...captionOf(own, index, place),
	}));
}

function typeOf(name: string, mimeType: string): 'photo' | 'video' {
	if (mimeType.startsWith('image/')) return 'photo';
	if (mimeType.startsWith('video/')) return 'video';
	throw new FieldError(
		'Media',
		`The binary field "${name}" is neither a photo nor a video (${mimeType})`,
		'Remove that field before this node, or set Media Source to Define Below and list what to send.',
	);
}

function allBinary(place: Place): unknown {
	return atMostTen(Object.entries(place.item.binary ?? {})).map(([name, file], index) => ({
		type: typeOf(name, file.mimeType),
		media: new BinaryField(name, 'Media'),
		...captionOf({}, index, place),
	}));
}

export const mediaSource: Field = {
	displayName: 'Media Source',
	name: 'mediaSource',
	type: 'options',
	options: [
		{
			name: 'All Binary Fields of the Item',
			value: 'allBinary',
			description: 'Every photo and video that the input item carries',
		},
		{ name: 'Define Below', value: 'list', description: 'List the photos and videos' },
	],
	default: 'list',
	description: 'Where the photos and videos come from',
	wire: {
		key: 'media',
		encode: choice({ allBinary, list: listed }),
	},
};

const entryType: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	options: [
		{ name: 'Photo', value: 'photo' },
		{ name: 'Video', value: 'video' },
	],
	default: 'photo',
	description: 'What kind of media it is',
};

const entrySource: INodeProperties = {
	displayName: 'Source',
	name: 'source',
	type: 'options',
	options: [
		{
			name: 'Binary Field',
			value: 'binary',
			description: 'Upload a file of the input item',
		},
		{
			name: 'File ID',
			value: 'fileId',
			description: 'Send a file again that the server has',
		},
	],
	default: 'binary',
	description: 'Where it comes from',
};

const entryBinary: INodeProperties = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	placeholder: 'e.g. data',
	hint: 'The name of the input field that holds the file',
	displayOptions: { show: { source: ['binary'] } },
};

const entryFileId: INodeProperties = {
	displayName: 'File ID',
	name: 'media',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. AgACAgIAAxkBAAI',
	displayOptions: { show: { source: ['fileId'] } },
	description: 'The file_id of a photo or video that was sent before',
};

const entryCaption: INodeProperties = {
	displayName: 'Caption',
	name: 'caption',
	type: 'string',
	default: '',
	placeholder: 'e.g. Our new office',
	description: 'Text shown with this photo or video',
};

const entryParseMode: INodeProperties = {
	displayName: 'Parse Mode',
	name: 'parseMode',
	type: 'options',
	options: [
		{ name: 'HTML', value: 'HTML' },
		{ name: 'Markdown', value: 'Markdown' },
		{ name: 'Markdown V2', value: 'MarkdownV2' },
		{ name: 'None', value: '' },
	],
	default: '',
	description: 'How formatting in the caption is written',
};

export const media: Field = {
	displayName: 'Media',
	name: 'media',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Media', sortable: true },
	default: {},
	placeholder: 'Add Media',
	description: 'The photos and videos of the group, in order: up to ten',
	displayOptions: { show: { mediaSource: ['list'] } },
	options: [
		{
			displayName: 'Entry',
			name: 'entry',
			values: [entryType, entrySource, entryBinary, entryFileId, entryCaption, entryParseMode],
		},
	],
	wire: 'formOnly',
};
