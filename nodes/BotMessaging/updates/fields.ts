import type { INodeProperties } from 'n8n-workflow';

import { mediaTypes, updateKinds } from './kinds';

export const ALL_KINDS = '*';

/** A trigger's words on the canvas: the kinds that it starts on. */
export const chosenKinds =
	'={{ $parameter["updates"].includes("*") ? "all updates" : $parameter["updates"].length > 2 ? $parameter["updates"].length + " kinds of update" : $parameter["updates"].join(", ") }}';

export const triggerOn: INodeProperties = {
	displayName: 'Trigger On',
	name: 'updates',
	type: 'multiOptions',
	options: [
		{ name: 'All', value: ALL_KINDS, description: 'Every kind of update in this list' },
		...updateKinds,
	],
	default: ['message'],
	required: true,
	description: 'What starts the workflow',
};

export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'Callback Data',
			name: 'callbackData',
			type: 'string',
			default: '',
			placeholder: 'e.g. undo, ban:',
			description:
				'Only presses of buttons whose data begins with one of these, separated by commas. Other updates are not held back.',
		},
		{
			displayName: 'Chats',
			name: 'chatIds',
			type: 'string',
			default: '',
			placeholder: 'e.g. -1001234567890, @my_group',
			description: 'Only these chats, by number or @username, separated by commas',
		},
		{
			displayName: 'Commands',
			name: 'commands',
			type: 'string',
			default: '',
			placeholder: 'e.g. /ban, /mute',
			description:
				'Only messages that begin with one of these commands. With a bot’s name (/ban@my_bot), only commands for that bot.',
		},
		{
			displayName: 'Ignore Bots',
			name: 'ignoreBots',
			type: 'boolean',
			default: true,
			description: 'Whether to leave out what other bots do',
		},
		{
			displayName: 'Media',
			name: 'mediaTypes',
			type: 'multiOptions',
			options: mediaTypes,
			default: [],
			description: 'Only messages with such media',
		},
		{
			displayName: 'Only New Members',
			name: 'onlyNewMembers',
			type: 'boolean',
			default: true,
			description: 'Whether to start only when somebody joins a chat',
		},
		{
			displayName: 'Text Contains',
			name: 'textContains',
			type: 'string',
			default: '',
			placeholder: 'e.g. free money',
			description: 'Only messages with these words, in capitals or not',
		},
		{
			displayName: 'Text Matches',
			name: 'textMatches',
			type: 'string',
			default: '',
			placeholder: 'e.g. /https?:\\/\\//i',
			description: 'Only messages that this regular expression matches',
		},
		{
			displayName: 'Users',
			name: 'userIds',
			type: 'string',
			default: '',
			placeholder: 'e.g. 123456789, @mia',
			description: 'Only these people, by number or @username, separated by commas',
		},
	],
};

/** Filters that take several values: separated by commas, or an expression's list. */
export const LISTS = new Set(['callbackData', 'chatIds', 'commands', 'userIds']);

export const output: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'Raw',
			value: 'raw',
			description: 'The update as the server sent it',
		},
		{
			name: 'Simplified',
			value: 'simplified',
			description: 'The same flat fields for every kind, such as chatId, userId and text',
		},
	],
	default: 'simplified',
	description: 'What the items look like',
};

export const pendingUpdates: INodeProperties = {
	displayName: 'Pending Updates',
	name: 'pendingUpdates',
	type: 'options',
	options: [
		{ name: 'Drop', value: 'drop', description: 'Begin with what arrives from now on' },
		{ name: 'Keep', value: 'keep', description: 'Begin with what has waited' },
	],
	default: 'keep',
	description: 'What to do with updates that wait on the server when the workflow is published',
};

export const downloadFiles: INodeProperties = {
	displayName: 'Download Files',
	name: 'downloadFiles',
	type: 'boolean',
	default: false,
	description: 'Whether to fetch the media of a message as binary data',
};

export const largestFile: INodeProperties = {
	displayName: 'Largest File (MB)',
	name: 'largestFileMb',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 20,
	displayOptions: { show: { downloadFiles: [true] } },
	description: 'Larger files are not fetched. The item then says so under downloadNote.',
};

export const gatherAlbums: INodeProperties = {
	displayName: 'Gather Albums',
	name: 'gatherAlbums',
	type: 'boolean',
	default: false,
	description: 'Whether the photos and videos of one album start one execution together',
};

/** The form that both triggers have, before their options. */
export const updateFields = [
	triggerOn,
	filters,
	output,
	downloadFiles,
	largestFile,
	pendingUpdates,
];
