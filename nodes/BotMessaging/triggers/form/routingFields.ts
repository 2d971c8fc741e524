import type { ExpressionString, INodeProperties } from 'n8n-workflow';

import { contentKinds } from '../../update/kinds';
import { rowList, rowTitle } from '../../fields/rows';

/** Of each kind its name, for the expression below. */
const NAMES = JSON.stringify(
	Object.fromEntries(contentKinds.map(({ name, value }) => [value, name])),
);

/**
 * The outputs that n8n draws, named by what goes there. n8n evaluates this text by itself, so it uses
 * nothing outside of it; it holds no two closing braces in a row, which would end it.
 */
export const outputsByForm: ExpressionString = `={{ ((form) => {
	const namesOf = (rows, nameOf) => (Array.isArray(rows) ? rows : []).map(nameOf);
	const names = form.outputs === "kinds" ? namesOf(form.outputKinds, (kind) => (${NAMES})[kind] ?? kind)
		: form.outputs === "commands" ? namesOf(form.outputCommands?.command, (row, index) => row.command || "Command " + (index + 1))
		: form.outputs === "buttons" ? namesOf(form.outputButtons?.button, (row, index) => row.name || row.data || "Button " + (index + 1))
		: undefined;
	const outputs = names ? [...names, "Other"].map((displayName) => ({ type: "main", displayName })) : ["main"];
	return form.rules?.logOnly ? [...outputs, { type: "main", displayName: "Would Have" }] : outputs;
})($parameter) }}`;

export const outputs: INodeProperties = {
	displayName: 'Outputs',
	name: 'outputs',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'One', value: 'one', description: 'Send all updates to the same output' },
		{
			name: 'One per Button',
			value: 'buttons',
			description: 'Send each button press to the output for its data',
		},
		{
			name: 'One per Command',
			value: 'commands',
			description: 'Send each command, such as /ban and /help, to its own output',
		},
		{
			name: 'One per Kind',
			value: 'kinds',
			description: 'Send text, photos, button presses and so on to their own outputs',
		},
	],
	default: 'one',
	description:
		'How updates are split across outputs. Updates that match no output go to the last one, Other.',
};

export const outputKinds: INodeProperties = {
	displayName: 'Kinds',
	name: 'outputKinds',
	type: 'multiOptions',
	noDataExpression: true,
	options: contentKinds,
	default: ['text', 'command', 'photo'],
	displayOptions: { show: { outputs: ['kinds'] } },
	description:
		'The kinds with their own output. Trigger On must include them: for example, choose Button Press there for button presses.',
};

const commandFields: INodeProperties[] = [
	{
		displayName: 'Command',
		name: 'command',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. /ban',
		description: 'The command, with or without the slash',
	},
	{
		displayName: 'Arguments',
		name: 'arguments',
		type: 'string',
		default: '',
		placeholder: 'e.g. {user} {duration?} {reason…}',
		description:
			'What follows the command, each in braces. {user} is a person: named, or the writer of the message that is replied to. {duration} is a time such as 2h, {number} a whole number. Other names are a word, or with … the rest of the message. ? makes one optional. The item has them in given. If a message does not fit, the workflow does not start.',
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		placeholder: 'e.g. Remove a member',
		description: 'The description of the command in the bot’s menu',
	},
	{
		displayName: 'Available In',
		name: 'where',
		type: 'options',
		options: [
			{ name: 'Everywhere', value: 'everywhere' },
			{ name: 'Groups', value: 'groups' },
			{ name: 'Groups, Administrators Only', value: 'administrators' },
			{ name: 'Private Chats', value: 'private' },
		],
		default: 'everywhere',
		description: 'Where the command works. From other chats it goes to the output Other.',
	},
	{
		displayName: 'Right',
		name: 'right',
		type: 'options',
		options: [
			{ name: 'Any', value: '' },
			{ name: 'Change Info', value: 'can_change_info' },
			{ name: 'Delete Messages', value: 'can_delete_messages' },
			{ name: 'Invite Users', value: 'can_invite_users' },
			{ name: 'Pin Messages', value: 'can_pin_messages' },
			{ name: 'Promote Members', value: 'can_promote_members' },
			{ name: 'Restrict Members', value: 'can_restrict_members' },
		],
		default: '',
		displayOptions: { show: { where: ['administrators'] } },
		description:
			'The right that the administrator needs. The owner has all rights. Anonymous administrators can only use commands with Any.',
	},
];

export const outputCommands: INodeProperties = {
	displayName: 'Commands',
	name: 'outputCommands',
	type: 'fixedCollection',
	typeOptions: rowList('Add Command', rowTitle('command', 'where')),
	default: {},
	placeholder: 'Add Command',
	displayOptions: { show: { outputs: ['commands'] } },
	description: 'The commands with their own output',
	options: [
		{
			displayName: 'Command',
			name: 'command',
			values: commandFields,
		},
	],
};

export const usageAnswer: INodeProperties = {
	displayName: 'Answer Wrong Arguments',
	name: 'usageAnswer',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'In Private', value: 'private', description: 'Only if the person has started the bot' },
		{ name: 'In the Chat', value: 'chat' },
		{ name: 'No', value: 'none' },
	],
	default: 'chat',
	displayOptions: { show: { outputs: ['commands'] } },
	description: 'Whether the bot says how to use a command if a message does not fit its Arguments',
};

export const usageText: INodeProperties = {
	displayName: 'Word for Usage',
	name: 'usageText',
	type: 'string',
	default: 'Usage:',
	displayOptions: { show: { outputs: ['commands'], usageAnswer: ['chat', 'private'] } },
	description: 'What the answer begins with, in the language of the chat',
};

export const showInMenu: INodeProperties = {
	displayName: 'Show in Bot Menu',
	name: 'showInMenu',
	type: 'boolean',
	default: false,
	displayOptions: { show: { outputs: ['commands'] } },
	description:
		'Whether to show these commands in the bot’s menu while the workflow is published. Other commands in the menu stay. A command of the same name is replaced and comes back afterwards.',
};

export const outputButtons: INodeProperties = {
	displayName: 'Buttons',
	name: 'outputButtons',
	type: 'fixedCollection',
	typeOptions: rowList('Add Button', rowTitle('name', 'data')),
	default: {},
	placeholder: 'Add Button',
	displayOptions: { show: { outputs: ['buttons'] } },
	description: 'The buttons with their own output',
	options: [
		{
			displayName: 'Button',
			name: 'button',
			values: [
				{
					displayName: 'Data Begins With',
					name: 'data',
					type: 'string',
					default: '',
					required: true,
					placeholder: 'e.g. ban:',
					description:
						'The start of the button’s Callback Data. If several match, the first one counts.',
				},
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Ban',
					description: 'The name of the output. Leave empty to use the data.',
				},
			],
		},
	],
};

/** What the choice of outputs asks for. */
export const routingFields = [
	outputKinds,
	outputCommands,
	usageAnswer,
	usageText,
	showInMenu,
	outputButtons,
];
