import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import type { Field } from '../engine/define';
import { inlineKeyboardOf, keyboardOfJson, replyKeyboardOf } from './keyboardEncode';
import { rowList, rowTitle } from './rows';

/** A row of a keyboard as it looks: `Approve | Decline`. The other group of a Reply Keyboard has no buttons. */
const BUTTONS_OF_ROW = `={{ (({ buttons }) => buttons
	? (buttons.button ?? []).map(({ text }) => String(text ?? "").replace(/^=/, "")).filter(Boolean).join(" | ")
	: "Settings")($collection.item.value) }}`;

/** Rows of buttons, each button with these fields. */
const rowsOf = (values: INodeProperties[]): INodePropertyCollection => ({
	displayName: 'Row',
	name: 'rows',
	values: [
		{
			displayName: 'Buttons',
			name: 'buttons',
			type: 'fixedCollection',
			typeOptions: rowList('Add Button', rowTitle('text')),
			default: {},
			placeholder: 'Add Button',
			description: 'The buttons of this row, from left to right',
			options: [
				{
					displayName: 'Button',
					name: 'button',
					values,
				},
			],
		},
	],
});

const LABEL: INodeProperties = {
	displayName: 'Label',
	name: 'text',
	type: 'string',
	default: '',
	required: true,
	description: 'What the button says',
};

export const inlineKeyboard: Field = {
	displayName: 'Buttons',
	name: 'inlineKeyboard',
	type: 'fixedCollection',
	typeOptions: rowList('Add Row', BUTTONS_OF_ROW),
	default: {},
	placeholder: 'Add Row',
	description: 'Buttons below the message, in rows',
	options: [
		rowsOf([
			{ ...LABEL, placeholder: 'e.g. Undo' },
			{
				displayName: 'On Press',
				name: 'onPress',
				type: 'options',
				options: [
					{
						name: 'Open a Link',
						value: 'url',
						description: 'Open a URL on the person’s device',
					},
					{
						name: 'Start the Game',
						value: 'game',
						description: 'Only as the first button of a game message',
					},
					{
						name: 'Start Your Workflow',
						value: 'callback',
						description: 'Send the Callback Data of the button to a trigger',
					},
				],
				default: 'callback',
				description: 'What to do when the button is pressed',
			},
			{
				displayName: 'Callback Data',
				name: 'callbackData',
				type: 'string',
				default: '',
				required: true,
				placeholder: 'e.g. undo:42',
				displayOptions: { show: { onPress: ['callback'] } },
				description:
					'The data that your workflow gets when the button is pressed, up to 64 bytes. The triggers output it as callbackData.',
			},
			{
				displayName: 'Link',
				name: 'url',
				type: 'string',
				default: '',
				required: true,
				placeholder: 'e.g. https://example.com',
				displayOptions: { show: { onPress: ['url'] } },
				description: 'The URL that the button opens',
			},
		]),
	],
	wire: { key: 'reply_markup', encode: inlineKeyboardOf },
};

/** The API takes an edit without buttons for one that removes them (reference 5.2). */
export const editedKeyboard: Field = {
	...inlineKeyboard,
	description:
		'Buttons below the message, in rows. Without this field, the message has no buttons.',
};

export const replyKeyboard: Field = {
	displayName: 'Reply Keyboard',
	name: 'replyKeyboard',
	type: 'fixedCollection',
	typeOptions: rowList('Add Row', BUTTONS_OF_ROW),
	default: {},
	placeholder: 'Add Row or Settings',
	description:
		'Buttons that replace the keyboard on the person’s device. Each press sends a message.',
	options: [
		rowsOf([
			{ ...LABEL, placeholder: 'e.g. Menu' },
			{
				displayName: 'Sends',
				name: 'request',
				type: 'options',
				options: [
					{
						name: 'Button Text',
						value: 'text',
						description: 'Send the text of the button as a message',
					},
					{
						name: 'Location',
						value: 'location',
						description: 'Ask the person to share their location',
					},
					{
						name: 'Phone Number',
						value: 'contact',
						description: 'Ask the person to share it',
					},
				],
				default: 'text',
				description: 'What the bot gets when the button is pressed',
			},
		]),
		{
			displayName: 'Settings',
			name: 'settings',
			values: [
				{
					displayName: 'Fit Height to Buttons',
					name: 'resizeKeyboard',
					type: 'boolean',
					default: true,
					description: 'Whether to make the keyboard only as high as its buttons need',
				},
				{
					displayName: 'Hide After One Press',
					name: 'oneTimeKeyboard',
					type: 'boolean',
					default: false,
					description: 'Whether to hide the keyboard as soon as a button is pressed',
				},
				{
					displayName: 'Placeholder',
					name: 'inputFieldPlaceholder',
					type: 'string',
					default: '',
					placeholder: 'e.g. Choose a dish',
					description:
						'The text in the empty input field while the keyboard is shown, up to 64 characters',
				},
			],
		},
	],
	wire: { key: 'reply_markup', encode: replyKeyboardOf },
};

export const removeKeyboard: Field = {
	displayName: 'Remove Keyboard',
	name: 'removeKeyboard',
	type: 'boolean',
	default: true,
	description: 'Whether to remove the Reply Keyboard of an earlier message',
	wire: {
		key: 'reply_markup',
		encode: (value) => (value ? { remove_keyboard: true } : undefined),
	},
};

export const forceReply: Field = {
	displayName: 'Ask for a Reply',
	name: 'forceReply',
	type: 'boolean',
	default: true,
	description: 'Whether the person’s next message starts as a reply to this one',
	wire: { key: 'reply_markup', encode: (value) => (value ? { force_reply: true } : undefined) },
};

/** Inline keyboards only, or any keyboard object the server knows: it is passed on as it is. */
export const replyMarkup: Field = {
	displayName: 'Keyboard (JSON)',
	name: 'replyMarkup',
	type: 'json',
	// The editor shows no placeholder here, and marks an empty text as wrong.
	default: '[]',
	description:
		'The buttons as JSON, for example from an expression, instead of Buttons: a list of rows, each a list of buttons, or a complete keyboard object. An empty list has no effect.',
	hint: 'For example [[{"text": "Yes", "callback_data": "yes"}]]',
	wire: { encode: keyboardOfJson },
};

/** All keyboards that a new message can have. An edit, and a game, take the first two only. */
export const keyboards: Field[] = [
	inlineKeyboard,
	replyMarkup,
	replyKeyboard,
	removeKeyboard,
	forceReply,
];
