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
			values: [
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
			],
		},
	],
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
export const routingFields = [outputKinds, outputCommands, showInMenu, outputButtons];
