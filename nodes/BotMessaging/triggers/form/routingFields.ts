import type { ExpressionString, INodeProperties } from 'n8n-workflow';

import { contentKinds } from '../../update/kinds';

/** Of each kind its name, for the expression below. */
const NAMES = JSON.stringify(
	Object.fromEntries(contentKinds.map(({ name, value }) => [value, name])),
);

/**
 * The outputs that n8n draws, named by what goes there. n8n evaluates this text by itself, so it stands
 * on its own; it holds no two closing braces in a row, which would end it.
 */
export const outputsByForm: ExpressionString = `={{ ((form) => {
	const namesOf = (rows, nameOf) => (Array.isArray(rows) ? rows : []).map(nameOf);
	const names = form.outputs === "kinds" ? namesOf(form.outputKinds, (kind) => (${NAMES})[kind] ?? kind)
		: form.outputs === "commands" ? namesOf(form.outputCommands?.command, (row, index) => row.command || "Command " + (index + 1))
		: form.outputs === "buttons" ? namesOf(form.outputButtons?.button, (row, index) => row.name || row.data || "Button " + (index + 1))
		: undefined;
	return names ? [...names, "Other"].map((displayName) => ({ type: "main", displayName })) : ["main"];
})($parameter) }}`;

export const outputs: INodeProperties = {
	displayName: 'Outputs',
	name: 'outputs',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'One', value: 'one', description: 'Everything leaves by the same output' },
		{
			name: 'One per Button',
			value: 'buttons',
			description: 'Presses of a button have an output for what its data begins with',
		},
		{
			name: 'One per Command',
			value: 'commands',
			description: 'Each command has an output of its own, such as /ban and /help',
		},
		{
			name: 'One per Kind',
			value: 'kinds',
			description: 'Text, photos, button presses and so on have an output of their own',
		},
	],
	default: 'one',
	description:
		'Which ways lead on from here. What fits none of them leaves by the last one, Other.',
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
		'What gets an output of its own. Trigger On has to bring it: a button press, for example, comes with Button Press.',
};

export const outputCommands: INodeProperties = {
	displayName: 'Commands',
	name: 'outputCommands',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Command', sortable: true },
	default: {},
	placeholder: 'Add Command',
	displayOptions: { show: { outputs: ['commands'] } },
	description: 'The commands that get an output of their own',
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
					description: 'With or without its slash',
				},
				{
					displayName: 'Description',
					name: 'description',
					type: 'string',
					default: '',
					placeholder: 'e.g. Remove a member',
					description: 'What the command does, in the words of the bot’s menu',
				},
				{
					displayName: 'Where',
					name: 'where',
					type: 'options',
					options: [
						{ name: 'Everywhere', value: 'everywhere' },
						{ name: 'Groups', value: 'groups' },
						{ name: 'Groups, Only for Administrators', value: 'administrators' },
						{ name: 'Private Chats', value: 'private' },
					],
					default: 'everywhere',
					description: 'Where the command works. From elsewhere it leaves by the output Other.',
				},
			],
		},
	],
};

export const showInMenu: INodeProperties = {
	displayName: 'Show in the Bot’s Menu',
	name: 'showInMenu',
	type: 'boolean',
	default: false,
	displayOptions: { show: { outputs: ['commands'] } },
	description:
		'Whether apps offer these commands while the workflow is published. Commands that were in the menu before stay, and come back where one of the same name was replaced.',
};

export const outputButtons: INodeProperties = {
	displayName: 'Buttons',
	name: 'outputButtons',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Button', sortable: true },
	default: {},
	placeholder: 'Add Button',
	displayOptions: { show: { outputs: ['buttons'] } },
	description: 'The buttons that get an output of their own',
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
						'The beginning of the button’s Callback Data. If several fit, the first of them counts.',
				},
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Ban',
					description: 'What the output is called, its data if not given',
				},
			],
		},
	],
};

/** What the choice of outputs asks for. */
export const routingFields = [outputKinds, outputCommands, showInMenu, outputButtons];
