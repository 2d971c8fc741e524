import type { INodeProperties } from 'n8n-workflow';

import { MOST_BELOW_NODE } from '../../engine/form';
import { mediaTypes, updateKinds } from '../../update/update';
import { gatherMessages } from './options';
import { routingFields } from './routingFields';
import { choices, collection, number, property, toggle } from '../../fields/formField';
import { perDay, perDayForAll, rules } from '../../fields/rules';
import { SKIP_OLDER } from '../../moderation/filters';
import { menuFields } from '../../menus/fields';

export const ALL_KINDS = '*';

const namesOfKinds = Object.fromEntries(
	updateKinds.map(({ value, name }) => [String(value), name]),
);

/** The subtitle on the canvas: the kinds that start the workflow, or their number if the list is too long. */
export const chosenKinds = `={{ ((updates, names) => {
	const list = updates.map((kind) => names[kind]).join(", ");
	if (updates.includes("*")) return "All updates";
	return list.length <= ${MOST_BELOW_NODE} ? list : updates.length + " kinds of update";
})($parameter["updates"], ${JSON.stringify(namesOfKinds)}) }}`;

const filterFields: INodeProperties[] = [
	property(
		'addressed',
		'Whether to start only if a message is meant for the bot: in a private chat, as a reply to the bot, with a mention of it, or with its name in a command, such as /ask@my_bot.',
		{ displayName: 'Addressed to the Bot', ...toggle, default: true },
	),
	property(
		'callbackData',
		'Only presses of buttons whose data starts with one of these, separated by commas.',
		{ placeholder: 'e.g. undo, ban:' },
	),
	property('chatTypes', 'Only updates from chats of these types', {
		displayName: 'Chat Type',
		type: 'multiOptions',
		options: choices('', {
			channel: ['Channels'],
			group: ['Groups'],
			private: ['Private Chats', 'Chats between one person and the bot'],
		}).options,
		default: [],
	}),
	// Older workflows have a text here; it is read like the second mode.
	property('chatIds', 'Only updates from this chat, or from several', {
		displayName: 'Chats',
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
	}),
	property(
		'commands',
		'Only messages that start with one of these commands, separated by commas. With a bot’s name (/ban@my_bot), only commands that name that bot.',
		{ placeholder: 'e.g. /ban, /mute' },
	),
	property('ignoreBots', 'Whether to ignore messages and changes of bots, also of this one', {
		...toggle,
		default: true,
	}),
	property(
		'joinedWithinDays',
		'Only updates from people who joined the chat recently. The trigger must have seen them join: it does not know who joined before it was published or n8n was restarted.',
		{ displayName: 'Joined Within (Days)', ...number(7, { minValue: 0.001 }) },
	),
	property(
		'languages',
		'Only people whose app is in one of these languages, as codes separated by commas. Some apps do not say it: these people do not match.',
		{ placeholder: 'e.g. en, de, pt-br' },
	),
	perDayForAll,
	perDay(
		'The maximum number of messages of a person in a chat within 24 hours that start the workflow, for example to limit the costs of an AI model. A restart of n8n resets the count.',
	),
	property('mediaTypes', 'Only messages with these types of media', {
		displayName: 'Media',
		type: 'multiOptions',
		options: mediaTypes,
		default: [],
	}),
	property('onlyNewMembers', 'Whether to start only when someone joins a chat', {
		...toggle,
		default: true,
	}),
	property(
		'skipOlderMinutes',
		'Leaves out what happened longer ago. After an outage, commands of an hour ago are then not carried out. What has no time, such as a button press, is not left out.',
		{ displayName: SKIP_OLDER, ...number(10, { minValue: 1 }) },
	),
	property('textContains', 'Only messages that contain this text, in upper or lower case', {
		placeholder: 'e.g. free money',
	}),
	property(
		'textMatches',
		'Only messages that this regular expression matches. Lookarounds and references to groups are not possible.',
		{ placeholder: 'e.g. /https?:\\/\\//i' },
	),
	property('userIds', 'Only these people, by number or @username, separated by commas', {
		displayName: 'Users',
		placeholder: 'e.g. 123456789, @mia',
	}),
	property(
		'writtenBy',
		'Who wrote the message or pressed the button. If the server does not say who the administrators are, the workflow does not start. Messages in the name of the group or its channel count as messages of administrators.',
		choices('others', {
			administrators: ['Chat Administrators', 'Only messages and button presses of administrators'],
			others: ['Everyone but Administrators', 'No messages or button presses of administrators'],
		}),
	),
];

const filters = property(
	'filters',
	'Conditions that an update must meet to start the workflow. Addressed to the Bot, Commands, Media, Text Contains and Text Matches leave out only messages, Callback Data only presses.',
	collection('Add Filter', filterFields),
);

/** A field of Filters, worded as an exclusion. */
const excluding = (name: string, description: string, placeholder?: string): INodeProperties => ({
	...filterFields.find((field) => field.name === name)!,
	description,
	...(placeholder && { placeholder }),
});

const exclude = property(
	'exclude',
	'Updates that do not start the workflow: one match is enough',
	collection('Add Exclusion', [
		excluding('chatIds', 'Nothing from this chat, or from several'),
		excluding(
			'commands',
			'No messages that begin with one of these commands',
			'e.g. /start, /help',
		),
		excluding('mediaTypes', 'No messages with these types of media'),
		excluding(
			'textContains',
			'No messages that contain this text, in upper or lower case',
			'e.g. good morning',
		),
		excluding('textMatches', 'No messages that this regular expression matches', 'e.g. /^thanks/i'),
		excluding('userIds', 'Nothing from these people, by number or @username, separated by commas'),
	]),
);

const forPresses = { updates: ['callback_query', ALL_KINDS] };

const forFiles = { displayOptions: { show: { downloadFiles: [true] } } };

export const updateFields: INodeProperties[] = [
	property('updates', 'What starts the workflow', {
		displayName: 'Trigger On',
		type: 'multiOptions',
		options: [
			{ name: 'All', value: ALL_KINDS, description: 'All kinds of update in this list' },
			...updateKinds,
		],
		default: ['message'],
		required: true,
	}),
	filters,
	exclude,
	rules,
	...routingFields,
	gatherMessages,
	...menuFields,
	property(
		'answerPresses',
		'Whether to confirm each button press that starts the workflow immediately, so that the button stops loading. Leave this off if the workflow answers with Callback > Answer.',
		{ displayName: 'Answer Button Presses', ...toggle, displayOptions: { show: forPresses } },
	),
	property(
		'pressNotice',
		'The notification for the person who pressed the button, up to 200 characters. Leave empty to show nothing.',
		{
			displayName: 'Notice',
			placeholder: 'e.g. Got it',
			displayOptions: { show: { ...forPresses, answerPresses: [true] } },
		},
	),
	property('output', 'The format of the output items', {
		displayName: 'Item Format',
		...choices('simplified', {
			raw: ['Raw', 'The update as the server sent it'],
			simplified: [
				'Simplified',
				'The same flat fields for every kind, such as chatId, userId and text',
			],
		}),
	}),
	property('downloadFiles', 'Whether to download the media of a message as binary data', toggle),
	property(
		'downloadAnswered',
		'Whether to download the media of the message that was answered as well, as binary data in the field answered',
		{ displayName: 'Also of the Answered Message', ...toggle, ...forFiles },
	),
	property(
		'largestFileMb',
		'The maximum size of a file. Larger files are skipped, with the reason in downloadNote.',
		{ displayName: 'Max File Size (MB)', ...number(20, { minValue: 1 }), ...forFiles },
	),
	property(
		'pendingUpdates',
		'What to do with the updates that wait on the server when the workflow is published. They are kept if another workflow of this n8n gets the bot’s updates already, or if this one, with Drop, ran in the last ten minutes.',
		choices('keep', {
			drop: ['Drop', 'Start with the updates that arrive from now on'],
			keep: ['Keep', 'Start with the waiting updates'],
		}),
	),
];
