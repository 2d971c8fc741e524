import type { INodeProperties } from 'n8n-workflow';

import type { MostOf } from '../../../../../reference';
import { UserError } from '../../../api/errors';
import { completed } from '../../../api/fileType';
import type { StoredFile } from '../../../engine/binary';
import type { Property, Field, ItemContext, Values } from '../../../engine/define';
import { isBlank, missing } from '../../../engine/reading';
import { choice, optionalText } from '../../../fields/encode';
import { FORMATS, wireFormat } from '../../../fields/format';
import {
	binaryName,
	fileName,
	fileUrl,
	fileId,
	nameOf,
	remoteFile,
	storedFile,
} from '../../../fields/media';
import { oneOf, numberedTitle, rowList } from '../../../fields/formField';
import { entryCaption, captionsOf } from './captions';

/** Most media in one group (reference 2.4). */
export const MOST_MEDIA: MostOf<'sendMediaGroup', 'media'> = 10;

const entryType: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	options: [
		{ name: 'Photo', value: 'photo' },
		{ name: 'Video', value: 'video' },
	],
	default: 'photo',
	description: 'The type of the media',
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
			description: 'Send a file that is already on the server',
		},
		{
			name: 'URL',
			value: 'url',
			description: 'Download a file from a URL and upload it',
		},
	],
	default: 'binary',
	description: 'Where the media comes from',
};

const entryBinary: INodeProperties = {
	...binaryName,
	// With a default, a new entry would send the previous entry's file again.
	default: '',
	// n8n would demand it also if Source is an expression: the node names it if it is empty.
	required: false,
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
	description: 'The file_id of a photo or video that is already on the server',
};

const entryUrl: INodeProperties = {
	...fileUrl,
	displayOptions: { show: { source: ['url'] } },
};

const entryFileName: INodeProperties = {
	...fileName,
	displayOptions: { show: { source: ['binary', 'url'] } },
	description: 'The name of the uploaded file. Leave empty to keep its own name.',
};

const entryParseMode: INodeProperties = {
	displayName: 'Format',
	name: 'parseMode',
	type: 'options',
	options: FORMATS,
	default: '',
	description: 'How to parse the caption',
};

/** The photos and videos of an album, each with its own settings. */
const media: Property = {
	displayName: 'Media',
	name: 'media',
	type: 'fixedCollection',
	typeOptions: {
		...rowList('Add Media', numberedTitle('type', 'binaryPropertyName', 'media', 'fileUrl')),
		maxAllowedFields: MOST_MEDIA,
	},
	default: {},
	placeholder: 'Add Media',
	description: 'The photos and videos of the album, in order, up to ten',
	options: [
		{
			displayName: 'Entry',
			name: 'entry',
			values: [
				entryType,
				entrySource,
				entryBinary,
				entryFileId,
				entryUrl,
				entryFileName,
				entryCaption,
				entryParseMode,
			],
		},
	],
};

/**
 * An entry's own caption, or the group's caption on the first entry without one. The parse mode is
 * sent with each caption.
 */
function captionOf(own: Values, index: number, { values, texts }: ItemContext): Values {
	const isOwn = index > 0 || !isBlank(own.caption);
	const { caption, parseMode } = isOwn ? own : (values.additionalFields as Values);
	if (isBlank(caption)) return {};
	const words = optionalText(caption, isOwn ? `Media ${index + 1}: Caption` : 'Caption');
	const mode = wireFormat(parseMode);
	return { caption: texts.onWire(words, parseMode), ...(mode && { parse_mode: mode }) };
}

const entryMedia = (own: Values, label: string, kind: 'photo' | 'video', context: ItemContext) => {
	const name = () => nameOf(own.fileName, `${label}: File Name`);
	return choice({
		binary: () =>
			storedFile(own.binaryPropertyName, `${label}: Input Binary Field`, context, name()),
		fileId: () => fileId(own.media, `${label}: File ID`),
		url: () => remoteFile(own.fileUrl, `${label}: URL`, kind, context, name()),
	});
};

const entryKind = choice({ photo: () => 'photo', video: () => 'video' });

function mediaOfList(context: ItemContext): unknown {
	const { entry = [] } = (context.values.media ?? {}) as { entry?: Values[] };
	if (entry.length === 0) {
		throw new UserError('Media is empty', 'Add at least one photo or video.');
	}
	return entry.map((own, index) => {
		const label = `Media ${index + 1}`;
		const type = entryKind(own.type, `${label}: Type`, context) as 'photo' | 'video';
		return {
			type,
			media: entryMedia(own, label, type, context)(own.source, `${label}: Source`, context),
			...captionOf(own, index, context),
		};
	});
}

const NOT_SENT =
	'Leave out that field: set Media Source to Binary Fields by Name or to Define Below, and name the files to send.';

function kindOf({ name, data: { mimeType, fileName } }: StoredFile): 'photo' | 'video' {
	const said = isBlank(mimeType) ? '' : String(mimeType).toLowerCase();
	const { type = said || 'no MIME type' } = completed(String(fileName ?? name), said);
	if (type.startsWith('image/')) return 'photo';
	if (type.startsWith('video/')) return 'video';
	throw new UserError(
		`The binary field "${name}" is neither a photo nor a video (${type})`,
		NOT_SENT,
		'badFile',
	);
}

/** Media entries for these files, with their captions. */
function mediaOfFiles(files: StoredFile[], context: ItemContext): unknown {
	const captions = captionsOf(files, context);
	const { parseMode } = context.values.additionalFields as Values;
	return files.map((media, index) => {
		const own = { caption: captions.get(index), parseMode };
		return { type: kindOf(media), media, ...captionOf(own, index, context) };
	});
}

function mediaOfItem(context: ItemContext): unknown {
	const { files } = context;
	const { names } = files;
	if (names.length > 0) {
		return mediaOfFiles(
			names.map((name) => files.named(name, 'Media')),
			context,
		);
	}
	throw new UserError(
		'Media Source is set to All Binary Fields of the Item, but the input item has no file',
		'Add a node before this one that loads the files, and check that the nodes in between keep them. The Binary tab of this node’s input shows its files.',
		'badFile',
	);
}

const binaryNames: Property = {
	...binaryName,
	displayName: 'Input Binary Fields',
	name: 'binaryPropertyNames',
	placeholder: 'e.g. photo1, photo2',
	hint: 'The names of the input fields that hold the files, in order, separated by commas. An expression can also return a list of names or files.',
};

function mediaOfNames(context: ItemContext): unknown {
	const given = context.values.binaryPropertyNames;
	const label = binaryNames.displayName;
	const list: unknown[] = typeof given === 'string' ? given.split(',') : [given].flat();
	const wanted = list.filter((one) => !isBlank(one));
	if (wanted.length === 0) throw missing(label);
	return mediaOfFiles(
		wanted.map((one) => storedFile(one, label, context)),
		context,
	);
}

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
			description: 'Every photo and video of the input item',
			encode: mediaOfItem,
		},
		binaryFields: {
			name: 'Binary Fields by Name',
			description: 'The photos and videos of the input item in the fields that you name',
			reads: [binaryNames],
			encode: mediaOfNames,
		},
		list: {
			name: 'Define Below',
			description: 'Define the photos and videos one by one',
			reads: [media],
			encode: mediaOfList,
		},
	},
);
