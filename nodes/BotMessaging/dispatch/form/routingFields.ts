import type { ExpressionString, INodeProperties } from 'n8n-workflow';

import { contentKinds } from '../../update/update';
import {
	choices,
	collection,
	property,
	toggle,
	rowTitle,
	listOfRows,
} from '../../fields/formField';

const NAMES = JSON.stringify(
	Object.fromEntries(contentKinds.map(({ name, value }) => [value, name])),
);

/**
 * The named outputs that n8n draws. n8n evaluates this text on its own, so it cannot use anything outside. It
 * must not contain two closing braces in a row: they would end the expression.
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

const commandFields: INodeProperties[] = [
	property('command', 'The command, with or without the slash', {
		required: true,
		placeholder: 'e.g. /ban',
	}),
	property(
		'arguments',
		'What follows the command, each in braces: {user} a person, {channel} a channel, {duration} a time, {number} a whole number, other names a word, or with … the rest. ? makes one optional. The item has them in given.',
		{ placeholder: 'e.g. {user} {duration?} {reason…?}' },
	),
	property('description', 'The description of the command in the bot’s menu', {
		placeholder: 'e.g. Remove a member',
	}),
	property('where', 'Where it works. From other chats or people it goes to the output Other.', {
		displayName: 'Available In',
		...choices('everywhere', {
			everywhere: ['Everywhere'],
			groups: ['Groups'],
			administrators: ['Groups, Administrators Only'],
			private: ['Private Chats'],
		}),
	}),
	property(
		'right',
		'The right that the administrator needs. The owner has all rights. Anonymous administrators can only use commands with Any.',
		{
			...choices('', {
				'': ['Any'],
				can_change_info: ['Change Info'],
				can_delete_messages: ['Delete Messages'],
				can_invite_users: ['Invite Users'],
				can_pin_messages: ['Pin Messages'],
				can_promote_members: ['Promote Members'],
				can_restrict_members: ['Restrict Members'],
			}),
			displayOptions: { show: { where: ['administrators'] } },
		},
	),
];

const forCommands = { displayOptions: { show: { outputs: ['commands'] } } };

/** For what the bot says if a command is wrong. */
const forAnswers = {
	displayOptions: { show: { outputs: ['commands'], usageAnswer: ['chat', 'private'] } },
};

export const routingFields: INodeProperties[] = [
	property(
		'outputs',
		'How updates are split across outputs. Updates that match none of them go to the output Other.',
		{
			noDataExpression: true,
			...choices('one', {
				one: ['One', 'Send all updates to the same output'],
				buttons: ['One per Button', 'Send each button press to the output for its data'],
				commands: [
					'One per Command',
					'Send each command, such as /ban and /help, to its own output',
				],
				kinds: ['One per Kind', 'Send text, photos, button presses and so on to their own outputs'],
			}),
		},
	),
	property(
		'outputKinds',
		'The kinds with their own output. Trigger On must include them: for example, choose Button Press there for button presses.',
		{
			displayName: 'Kinds',
			type: 'multiOptions',
			noDataExpression: true,
			options: contentKinds,
			default: ['text', 'command', 'photo'],
			displayOptions: { show: { outputs: ['kinds'] } },
		},
	),
	property('outputCommands', 'The commands with their own output', {
		displayName: 'Commands',
		...listOfRows('command', rowTitle('command', 'where'), commandFields),
		...forCommands,
	}),
	property(
		'usageAnswer',
		'Whether the bot says how to use a command if a message does not fit its Arguments',
		{
			displayName: 'Answer Wrong Arguments',
			noDataExpression: true,
			...choices('chat', {
				private: ['In Private', 'Only if the person has started the bot'],
				chat: ['In the Chat'],
				none: ['No'],
			}),
			...forCommands,
		},
	),
	property('usageText', 'What the answer begins with, in the language of the chat', {
		displayName: 'Word for Usage',
		default: 'Usage:',
		...forAnswers,
	}),
	{
		displayName: 'Answer Texts',
		name: 'usageTexts',
		...collection('Add Text', [
			property('unknown', 'The answer if the command names a person whom the bot does not know', {
				displayName: 'Unknown Person',
				default:
					'I do not know who {name} is. Reply to a message of this person, or use their number.',
			}),
			property('chat', 'The answer if the command replies to what a channel or a group wrote', {
				displayName: 'Channel or Group',
				default: 'A channel or a group wrote this message. The command works only for people.',
			}),
			property('self', 'The answer if the command is about the bot itself', {
				displayName: 'Bot Itself',
				default: 'That is me.',
			}),
			property(
				'whom',
				'The question if the command could be about several people, with a button for each',
				{ displayName: 'Two People', default: 'Whom do you mean?' },
			),
			property(
				'time',
				'The answer if a time cannot be read. {text} is what was written. Members of a group get the usage.',
				{
					displayName: 'Unclear Time',
					default:
						'I cannot read “{text}” as a time. Write it like 30m, 2h or 1d, before the reason.',
				},
			),
			property(
				'named',
				'The answer if it is not clear whether a word names a person. {text} is this word. Members of a group get the usage.',
				{
					displayName: 'Unclear Name',
					default:
						'“{text}” names somebody. Write it without @ or a number, or write a command for each person.',
				},
			),
			property('near', 'The answer if an administrator writes what is almost a command', {
				displayName: 'Similar Command',
				default: 'Did you mean {command}?',
			}),
			property('right', 'The answer if an administrator lacks the right for the command', {
				displayName: 'Missing Right',
				default: 'You need the right to {right} for this.',
			}),
			property('anonymous', 'The answer if it matters which administrator writes anonymously', {
				displayName: 'Anonymous Administrator',
				default: 'I cannot see who you are: write without anonymity.',
			}),
		]),
		...forAnswers,
		description:
			'What the bot says instead of the usage if it knows what is wrong with a command. It fills in what is in braces, such as {name}. Without these fields, it says it in English.',
	},
	property(
		'showInMenu',
		'Whether to show these commands in the bot’s menu while the workflow is published. Other commands in the menu stay. A command of the same name is replaced and comes back afterwards.',
		{ displayName: 'Show in Bot Menu', ...toggle, ...forCommands },
	),
	property('outputButtons', 'The buttons with their own output', {
		displayName: 'Buttons',
		...listOfRows('button', rowTitle('name', 'data'), [
			property(
				'data',
				'The start of the button’s Callback Data. If several match, the first one counts.',
				{ displayName: 'Data Begins With', required: true, placeholder: 'e.g. ban:' },
			),
			property('name', 'The name of the output. Leave empty to use the data.', {
				placeholder: 'e.g. Ban',
			}),
		]),
		displayOptions: { show: { outputs: ['buttons'] } },
	}),
];
