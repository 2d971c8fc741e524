import type { IBinaryData, INodeProperties } from 'n8n-workflow';

import { UserError } from '../api/errors';
import { BinaryField } from '../engine/binary';
import type { Field, ItemContext, Property, Values } from '../engine/define';
import { isBlank } from '../engine/reading';
import { wireText } from '../formatting';
import { choice, optionalText } from './encode';
import { FORMATS, wireFormat } from './format';
import { binaryField, binaryName, fileId } from './media';
import { oneOf } from './oneOf';

/** At most so many media in one group (API reference, "Limits"). */
const MOST_MEDIA = 10;

function atMostTen<T>(entries: T[]): T[] {
	if (entries.length <= MOST_MEDIA) return entries;
	throw new UserError(
		`Media has ${entries.length} entries, but one group takes ${MOST_MEDIA} at most`,
		'Split them over several items: each item sends a group of its own.',
	);
}

/**
 * An entry's own caption, or the group's on the first entry that has none. A caption goes out with
 * the parse mode that stands beside it.
 */
function captionOf(own: Values, index: number, { values }: ItemContext): Values {
	const isOwn = index > 0 || !isBlank(own.caption);
	const { caption, parseMode } = isOwn ? own : (values.additionalFields as Values);
	if (isBlank(caption)) return {};
	const text = optionalText(caption, isOwn ? `Media ${index + 1}: Caption` : 'Caption');
	const mode = wireFormat(parseMode);
	return { caption: wireText(text, parseMode), ...(mode && { parse_mode: mode }) };
}

const entryMedia = (own: Values, label: string) =>
	choice({
		binary: () => binaryField(own.binaryPropertyName, `${label}: Input Binary Field`),
		fileId: () => fileId(own.media, `${label}: File ID`),
	});

const entryKind = choice({ photo: () => 'photo', video: () => 'video' });

function mediaOfList(context: ItemContext): unknown {
	const { entry = [] } = (context.values.media ?? {}) as { entry?: Values[] };
	if (entry.length === 0) {
		throw new UserError('Media is empty', 'Add one photo or video at least.');
	}
	return atMostTen(entry).map((own, index) => {
		const label = `Media ${index + 1}`;
		return {
			type: entryKind(own.type, `${label}: Type`, context),
			media: entryMedia(own, label)(own.source, `${label}: Source`, context),
			...captionOf(own, index, context),
		};
	});
}

function kindOf(name: string, { mimeType }: IBinaryData): 'photo' | 'video' {
	const type = isBlank(mimeType) ? 'no MIME type' : String(mimeType).toLowerCase();
	if (type.startsWith('image/')) return 'photo';
	if (type.startsWith('video/')) return 'video';
	throw new UserError(
		`The binary field "${name}" is neither a photo nor a video (${type})`,
		'Remove that field before this node, or set Media Source to Define Below and list what to send.',
	);
}

function mediaOfItem(context: ItemContext): unknown {
	const files = Object.entries(context.item.binary ?? {});
	if (files.length === 0) {
		throw new UserError(
			'Media Source is set to All Binary Fields of the Item, but the input item has no file',
			'Put a node before this one that loads the files, and check that the nodes in between keep them: the Binary tab of this node’s input shows what is there.',
		);
	}
	return atMostTen(files).map(([name, file], index) => ({
		type: kindOf(name, file),
		media: new BinaryField(name, 'Media'),
		...captionOf({}, index, context),
	}));
}

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
	...binaryName,
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
	displayName: 'Format',
	name: 'parseMode',
	type: 'options',
	options: FORMATS,
	default: '',
	description: 'How formatting in the caption is written',
};

const media: Property = {
	displayName: 'Media',
	name: 'media',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Media', sortable: true },
	default: {},
	placeholder: 'Add Media',
	description: 'The photos and videos of the group, in order: up to ten',
	options: [
		{
			displayName: 'Entry',
			name: 'entry',
			values: [entryType, entrySource, entryBinary, entryFileId, entryCaption, entryParseMode],
		},
	],
};

export const mediaFields: Field[] = oneOf(
	{
		displayName: 'Media Source',
		name: 'mediaSource',
		default: 'list',
		description: 'Where the photos and videos come from',
		key: 'media',
	},
	{
		allBinary: {
			name: 'All Binary Fields of the Item',
			description: 'Every photo and video that the input item carries',
			encode: mediaOfItem,
		},
		list: {
			name: 'Define Below',
			description: 'List the photos and videos',
			reads: [media],
			encode: mediaOfList,
		},
	},
);
