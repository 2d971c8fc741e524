import type { INodeProperties } from 'n8n-workflow';

import type { MostOf } from '../../../../../reference';
import type { Property } from '../../../engine/define';
import { FORMATS } from '../../../fields/format';
import { binaryName, fileName, fileUrl } from '../../../fields/media';
import { numberedTitle, rowList } from '../../../fields/formField';
import { entryCaption } from './captions';

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
export const media: Property = {
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
