import type { INodeProperties } from 'n8n-workflow';

import { mediaTypes } from '../../update/kinds';

export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'What starts the workflow has to pass all of these',
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
			displayName: 'Chat Type',
			name: 'chatTypes',
			type: 'multiOptions',
			options: [
				{ name: 'Channels', value: 'channel' },
				{ name: 'Groups', value: 'group' },
				{
					name: 'Private Chats',
					value: 'private',
					description: 'What people write to the bot itself',
				},
			],
			default: [],
			description: 'Only what happens in chats of these types',
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
			displayName: 'Joined Less Than (Days Ago)',
			name: 'joinedWithinDays',
			type: 'number',
			typeOptions: { minValue: 0.001 },
			default: 7,
			description:
				'Only what people do who joined the chat a short time ago. The trigger has to have seen them join: it knows of nobody who joined before it was published, and forgets everybody when n8n is restarted.',
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
		{
			displayName: 'Written By',
			name: 'writtenBy',
			type: 'options',
			options: [
				{
					name: 'Administrators of the Chat',
					value: 'administrators',
					description: 'Only messages and button presses of administrators',
				},
				{
					name: 'Everybody Else',
					value: 'others',
					description: 'Nothing that an administrator writes or presses',
				},
			],
			default: 'others',
			description:
				'Who wrote the message or pressed the button. The list of administrators is refreshed every five minutes; while the server does not give it, nothing of that chat starts the workflow. Messages in the name of the group or of its channel come from administrators.',
		},
	],
};

export const exclude: INodeProperties = {
	displayName: 'Exclude',
	name: 'exclude',
	type: 'collection',
	placeholder: 'Add Exclusion',
	default: {},
	description: 'What any of these fits does not start the workflow',
	options: [
		{
			displayName: 'Chats',
			name: 'chatIds',
			type: 'string',
			default: '',
			placeholder: 'e.g. -1001234567890, @my_group',
			description: 'Nothing from these chats, by number or @username, separated by commas',
		},
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
			description: 'No messages with such media',
		},
		{
			displayName: 'Text Contains',
			name: 'textContains',
			type: 'string',
			default: '',
			placeholder: 'e.g. good morning',
			description: 'No messages with these words, in capitals or not',
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
