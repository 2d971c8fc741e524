import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import type { Field } from '../engine/define';
import { inlineKeyboardOf, keyboardOfJson, replyKeyboardOf } from './keyboardEncode';

/** Rows of buttons, each button with these fields. */
const rowsOf = (values: INodeProperties[]): INodePropertyCollection => ({
	displayName: 'Row',
	name: 'rows',
	values: [
		{
			displayName: 'Buttons',
			name: 'buttons',
			type: 'fixedCollection',
			typeOptions: {
				multipleValues: true,
				multipleValueButtonText: 'Add Button',
				sortable: true,
			},
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

export const inlineKeyboard: Field = {
	displayName: 'Inline Keyboard',
	name: 'inlineKeyboard',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Row', sortable: true },
	default: {},
	placeholder: 'Add Row',
	description: 'Buttons below the message',
	options: [
		rowsOf([
			{
				displayName: 'Text',
				name: 'text',
				type: 'string',
				default: '',
				required: true,
				placeholder: 'e.g. Undo',
				description: 'What the button says',
			},
			{
				displayName: 'On Press',
				name: 'onPress',
				type: 'options',
				options: [
					{
						name: 'Open a Link',
						value: 'url',
						description: 'Opens an address on the device of the person',
					},
					{
						name: 'Start the Game',
						value: 'game',
						description: 'Only as the first button of a game message',
					},
					{
						name: 'Start Your Workflow',
						value: 'callback',
						description: 'A trigger gets the Callback Data of the button',
					},
				],
				default: 'callback',
				description: 'What happens when somebody presses the button',
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
					'What your workflow gets when somebody presses the button. The triggers give it as callbackData. Up to 64 letters or digits.',
			},
			{
				displayName: 'Link',
				name: 'url',
				type: 'string',
				default: '',
				required: true,
				placeholder: 'e.g. https://example.com',
				displayOptions: { show: { onPress: ['url'] } },
				description: 'The address that the button opens',
			},
		]),
	],
	wire: { key: 'reply_markup', encode: inlineKeyboardOf },
};

export const replyKeyboard: Field = {
	displayName: 'Reply Keyboard',
	name: 'replyKeyboard',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Row', sortable: true },
	default: {},
	placeholder: 'Add Row or Settings',
	description:
		'Buttons in place of the keyboard on the device of the person. A press sends a message.',
	options: [
		rowsOf([
			{
				displayName: 'Text',
				name: 'text',
				type: 'string',
				default: '',
				required: true,
				placeholder: 'e.g. Menu',
				description: 'What the button says',
			},
			{
				displayName: 'Sends',
				name: 'request',
				type: 'options',
				options: [
					{
						name: 'Its Text',
						value: 'text',
						description: 'The person sends the text of the button',
					},
					{
						name: 'The Phone Number',
						value: 'contact',
						description: 'The person is asked whether to send it',
					},
					{
						name: 'The Place',
						value: 'location',
						description: 'The person is asked whether to send where they are',
					},
				],
				default: 'text',
				description: 'What a press of the button sends to the bot',
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
					description: 'Whether the keyboard is only as high as its buttons need',
				},
				{
					displayName: 'Hide After One Press',
					name: 'oneTimeKeyboard',
					type: 'boolean',
					default: false,
					description: 'Whether the keyboard goes away as soon as a button is pressed',
				},
				{
					displayName: 'Placeholder',
					name: 'inputFieldPlaceholder',
					type: 'string',
					default: '',
					placeholder: 'e.g. Choose a dish',
					description: 'What the empty input field shows meanwhile. Up to 64 characters.',
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
	description: 'Whether to take away the Reply Keyboard that an earlier message has brought',
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
	description: 'Whether the person’s next message begins as a reply to this one',
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
		'The buttons as JSON, for example from an expression, instead of Inline Keyboard: a list of rows, each a list of buttons, or a whole keyboard object. An empty list counts as not added.',
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
