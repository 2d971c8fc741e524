import type { INodeProperties } from 'n8n-workflow';

import type { MostOf } from '../../../../../reference';
import { UserError } from '../../../api/errors';
import { completed } from '../../../api/fileType';
import type { StoredFile } from '../../../engine/binary';
import type { Field, ItemContext, Values } from '../../../engine/define';
import { isBlank, missing, readChoice } from '../../../engine/reading';
import { choice, optionalText } from '../../../fields/encode';
import {
	choices,
	formOnly,
	property,
	oneOf,
	numberedTitle,
	rowList,
} from '../../../fields/formField';
import { FORMATS, wireFormat } from '../../../fields/format';
import {
	binaryName,
	binaryNames,
	fileName,
	fileUrl,
	fileId,
	nameOf,
	remoteFile,
	storedFile,
	storedFiles,
} from '../../../fields/media';
import { entryCaption, captionsOf } from './captions';

/** Most media in one group (reference 2.4). */
export const MOST_MEDIA: MostOf<'sendMediaGroup', 'media'> = 10;

const shownFor = (...source: string[]) => ({ displayOptions: { show: { source } } });

/** The settings of one photo or video. */
const entry: INodeProperties[] = [
	property(
		'type',
		'The type of the media',
		choices('photo', { photo: ['Photo'], video: ['Video'] }),
	),
	property(
		'source',
		'Where the media comes from',
		choices('binary', {
			binary: ['Binary Field', 'Upload a file of the input item'],
			fileId: ['File ID', 'Send a file that is already on the server'],
			url: ['URL', 'Download a file from a URL and upload it'],
		}),
	),
	{
		...binaryName,
		// With a default, a new entry would send the previous entry's file again.
		default: '',
		// n8n would demand it also if Source is an expression: the node names it if it is empty.
		required: false,
		...shownFor('binary'),
	},
	property('media', 'The file_id of a photo or video that is already on the server', {
		displayName: 'File ID',
		required: true,
		placeholder: 'e.g. AgACAgIAAxkBAAI',
		...shownFor('fileId'),
	}),
	{ ...fileUrl, ...shownFor('url') },
	{
		...fileName,
		...shownFor('binary', 'url'),
		description: 'The name of the uploaded file. Leave empty to keep its own name.',
	},
	entryCaption,
	property('parseMode', 'How to parse the caption', {
		displayName: 'Format',
		type: 'options',
		options: FORMATS,
	}),
];

const media = formOnly('media', 'The photos and videos of the album, in order, up to ten', {
	type: 'fixedCollection',
	typeOptions: {
		...rowList('Add Media', numberedTitle('type', 'binaryPropertyName', 'media', 'fileUrl')),
		maxAllowedFields: MOST_MEDIA,
	},
	default: {},
	placeholder: 'Add Media',
	options: [{ displayName: 'Entry', name: 'entry', values: entry }],
});

/** An entry's own caption, or the group's on the first entry without one, with its parse mode. */
function captionOf(own: Values, index: number, { values, texts }: ItemContext): Values {
	const isOwn = index > 0 || !isBlank(own.caption);
	const { caption, parseMode } = isOwn ? own : (values.additionalFields as Values);
	if (isBlank(caption)) return {};
	const words = optionalText(caption, isOwn ? `Media ${index + 1}: Caption` : 'Caption');
	const mode = wireFormat(parseMode);
	return { caption: texts.onWire(words, parseMode), ...(mode && { parse_mode: mode }) };
}

const KINDS: Array<'photo' | 'video'> = ['photo', 'video'];

function mediaOfList(context: ItemContext): unknown {
	const { entry: given = [] } = (context.values.media ?? {}) as { entry?: Values[] };
	if (given.length === 0) {
		throw new UserError('Media is empty', 'Add at least one photo or video.');
	}
	return given.map((own, index) => {
		const label = `Media ${index + 1}`;
		const type = readChoice(KINDS, own.type, `${label}: Type`);
		const name = () => nameOf(own.fileName, `${label}: File Name`);
		const mediaFrom = choice({
			binary: () =>
				storedFile(own.binaryPropertyName, `${label}: Input Binary Field`, context, name()),
			fileId: () => fileId(own.media, `${label}: File ID`),
			url: () => remoteFile(own.fileUrl, `${label}: URL`, type, context, name()),
		});
		const media = mediaFrom(own.source, `${label}: Source`, context);
		return { type, media, ...captionOf(own, index, context) };
	});
}

const NOT_SENT =
	'Leave out that field: set Media Source to Binary Fields by Name or to Define Below, and name the files to send.';

function kindOf({ name, data: { mimeType, fileName } }: StoredFile): 'photo' | 'video' {
	const said = isBlank(mimeType) ? '' : String(mimeType).toLowerCase();
	const { type = said || 'no MIME type' } = completed(String(fileName ?? name), said);
	if (type.startsWith('image/')) return 'photo';
	if (type.startsWith('video/')) return 'video';
	const problem = `The binary field "${name}" is neither a photo nor a video (${type})`;
	throw new UserError(problem, NOT_SENT, 'badFile');
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
	const files = context.files.names.map((name) => context.files.named(name, 'Media'));
	if (files.length > 0) return mediaOfFiles(files, context);
	throw new UserError(
		'Media Source is set to All Binary Fields of the Item, but the input item has no file',
		'Add a node before this one that loads the files, and check that the nodes in between keep them. The Binary tab of this node’s input shows its files.',
		'badFile',
	);
}

function mediaOfNames(context: ItemContext): unknown {
	const label = binaryNames.displayName;
	const files = storedFiles(context.values.binaryPropertyNames, label, context);
	if (files.length === 0) throw missing(label);
	return mediaOfFiles(files, context);
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
