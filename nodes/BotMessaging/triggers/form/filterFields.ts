import type { INodeProperties } from 'n8n-workflow';

import { mediaTypes } from '../../update/kinds';

/** Workflows from before there was a list have a text here, which is read like the second way. */
const chats = (description: string): INodeProperties => ({
	displayName: 'Chats',
	name: 'chatIds',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a chat',
			typeOptions: { searchListMethod: 'searchChats', searchable: true },
		},
		{
			displayName: 'Several',
			name: 'several',
			type: 'string',
			placeholder: 'e.g. -1001234567890, @my_group',
			hint: 'IDs or usernames, separated by commas',
		},
	],
	description,
});

export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Conditions that an update must meet to start the workflow',
	options: [
		{
			displayName: 'Callback Data',
			name: 'callbackData',
			type: 'string',
			default: '',
			placeholder: 'e.g. undo, ban:',
			description:
				'Only presses of buttons whose data starts with one of these, separated by commas. Other updates are not filtered.',
		},
		{
			displayName: 'Chat Type',
			name: 'chatTypes',
			type: 'multiOptions',
			options: [
				{ name: 'Channels', value: 'channel' },
				{ name: 'Groups', value: 'group' },
				{
					name: 'Private Chats',
					value: 'private',
					description: 'Chats between one person and the bot',
				},
			],
			default: [],
			description: 'Only updates from chats of these types',
		},
		chats('Only updates from this chat, or from several'),
		{
			displayName: 'Commands',
			name: 'commands',
			type: 'string',
			default: '',
			placeholder: 'e.g. /ban, /mute',
			description:
				'Only messages that start with one of these commands, separated by commas. With a bot’s name (/ban@my_bot), only commands for that bot.',
		},
		{
			displayName: 'Ignore Bots',
			name: 'ignoreBots',
			type: 'boolean',
			default: true,
			description: 'Whether to ignore updates caused by other bots',
		},
		{
			displayName: 'Joined Within (Days)',
			name: 'joinedWithinDays',
			type: 'number',
			typeOptions: { minValue: 0.001 },
			default: 7,
			description:
				'Only updates from people who joined the chat recently. The trigger must have seen them join: it does not know members who joined before it was published or before the last restart of n8n.',
		},
		{
			displayName: 'Media',
			name: 'mediaTypes',
			type: 'multiOptions',
			options: mediaTypes,
			default: [],
			description: 'Only messages with these types of media',
		},
		{
			displayName: 'Only New Members',
			name: 'onlyNewMembers',
			type: 'boolean',
			default: true,
			description: 'Whether to start only when someone joins a chat',
		},
		{
			displayName: 'Text Contains',
			name: 'textContains',
			type: 'string',
			default: '',
			placeholder: 'e.g. free money',
			description: 'Only messages that contain this text, in upper or lower case',
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
		{
			displayName: 'Written By',
			name: 'writtenBy',
			type: 'options',
			options: [
				{
					name: 'Chat Administrators',
					value: 'administrators',
					description: 'Only messages and button presses of administrators',
				},
				{
					name: 'Everyone but Administrators',
					value: 'others',
					description: 'No messages or button presses of administrators',
				},
			],
			default: 'others',
			description:
				'Who wrote the message or pressed the button. The list of administrators is refreshed every five minutes. If the server does not return it, no update from that chat starts the workflow. Messages in the name of the group or its channel count as messages of administrators.',
		},
	],
};

export const exclude: INodeProperties = {
	displayName: 'Exclude',
	name: 'exclude',
	type: 'collection',
	placeholder: 'Add Exclusion',
	default: {},
	description: 'Updates that do not start the workflow: one match is enough',
	options: [
		chats('Nothing from this chat, or from several'),
		{
			displayName: 'Commands',
			name: 'commands',
			type: 'string',
			default: '',
			placeholder: 'e.g. /start, /help',
			description: 'No messages that begin with one of these commands',
		},
		{
			displayName: 'Media',
			name: 'mediaTypes',
			type: 'multiOptions',
			options: mediaTypes,
			default: [],
			description: 'No messages with these types of media',
		},
		{
			displayName: 'Text Contains',
			name: 'textContains',
			type: 'string',
			default: '',
			placeholder: 'e.g. good morning',
			description: 'No messages that contain this text, in upper or lower case',
		},
		{
			displayName: 'Text Matches',
			name: 'textMatches',
			type: 'string',
			default: '',
			placeholder: 'e.g. /^thanks/i',
			description: 'No messages that this regular expression matches',
		},
		{
			displayName: 'Users',
			name: 'userIds',
			type: 'string',
			default: '',
			placeholder: 'e.g. 123456789, @mia',
			description: 'Nothing from these people, by number or @username, separated by commas',
		},
	],
};
