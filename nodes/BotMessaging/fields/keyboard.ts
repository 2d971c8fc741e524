import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import type { Field } from '../engine/define';
import {
	choices,
	oneOf,
	property,
	rowList,
	rowTitle,
	toggle,
	type Alternative,
	listOfRows,
} from './formField';
import { inlineKeyboardOf, keyboardOfJson, replyKeyboardOf } from './keyboardEncode';

/** A row of a keyboard as it looks: `Approve | Decline`. The other group of a Reply Keyboard has no buttons. */
const BUTTONS_OF_ROW = `={{ (({ buttons }) => buttons
	? (buttons.button ?? []).map(({ text }) => String(text ?? "").replace(/^=/, "")).filter(Boolean).join(" | ")
	: "Settings")($collection.item.value) }}`;

/** Rows of buttons, each button with a label and these fields. */
const rowsOf = (example: string, fields: INodeProperties[]): INodePropertyCollection => ({
	displayName: 'Row',
	name: 'rows',
	values: [
		property('buttons', 'The buttons of this row, from left to right', {
			displayName: 'Buttons of This Row',
			...listOfRows('button', rowTitle('text'), [
				property('text', 'What the button says', {
					displayName: 'Label',
					required: true,
					placeholder: `e.g. ${example}`,
				}),
				...fields,
			]),
		}),
	],
});

const ROWS = {
	type: 'fixedCollection',
	typeOptions: rowList('Add Row', BUTTONS_OF_ROW),
	default: {},
	placeholder: 'Add Row',
} as const;

const inlineKeyboard: Field = {
	...ROWS,
	displayName: 'Buttons',
	name: 'inlineKeyboard',
	description: 'Buttons below the message, in rows',
	options: [
		rowsOf('Undo', [
			property(
				'onPress',
				'What to do when the button is pressed',
				choices('callback', {
					url: ['Open a Link', 'Open a URL on the person’s device'],
					callback: [
						'Start a Workflow',
						'Send the Callback Data to a published workflow with Button Press in Trigger On',
					],
					game: ['Start the Game', 'Only as the first button of a game message'],
				}),
			),
			property(
				'callbackData',
				'The data that your workflow gets when the button is pressed, up to 64 bytes. The triggers output it as callbackData.',
				{
					required: true,
					placeholder: 'e.g. undo:42',
					displayOptions: { show: { onPress: ['callback'] } },
				},
			),
			property('url', 'The URL that the button opens', {
				displayName: 'Link',
				required: true,
				placeholder: 'e.g. https://example.com',
				displayOptions: { show: { onPress: ['url'] } },
			}),
		]),
	],
	wire: { key: 'reply_markup', encode: inlineKeyboardOf },
};

const replyKeyboard: Field = {
	...ROWS,
	displayName: 'Reply Keyboard',
	name: 'replyKeyboard',
	placeholder: 'Add Row or Settings',
	description:
		'Buttons that replace the keyboard on the person’s device. Each press sends a message.',
	options: [
		rowsOf('Menu', [
			property('request', 'What the bot gets when the button is pressed', {
				displayName: 'Sends',
				...choices('text', {
					text: ['Button Text', 'Send the text of the button as a message'],
					location: ['Location', 'Ask the person to share their location'],
					contact: ['Phone Number', 'Ask the person to share it'],
				}),
			}),
		]),
		{
			displayName: 'Settings',
			name: 'settings',
			values: [
				property(
					'resizeKeyboard',
					'Whether to make the keyboard only as high as its buttons need',
					{ displayName: 'Fit Height to Buttons', ...toggle, default: true },
				),
				property('oneTimeKeyboard', 'Whether to hide the keyboard as soon as a button is pressed', {
					displayName: 'Hide After One Press',
					...toggle,
				}),
				property(
					'inputFieldPlaceholder',
					'The text in the empty input field while the keyboard is shown, up to 64 characters',
					{ displayName: 'Placeholder', placeholder: 'e.g. Choose a dish' },
				),
			],
		},
	],
	wire: { key: 'reply_markup', encode: replyKeyboardOf },
};

/** Inline keyboards only, or any keyboard object; it is passed on unchanged. */
const keyboardJson: Field = {
	displayName: 'Keyboard (JSON)',
	name: 'replyMarkupJson',
	type: 'json',
	// The editor shows no placeholder here, and marks an empty text as wrong.
	default: '[]',
	description:
		'The buttons as JSON, for example from an expression: a list of rows, each a list of buttons, or a complete keyboard object. An empty list is the same as None.',
	hint: 'For example [[{"text": "Yes", "callback_data": "yes"}]]',
	wire: { key: 'reply_markup', encode: keyboardOfJson },
};

/** The keyboards for edits, copies and games. The values are those of n8n's Telegram node. */
const BUTTONS: Record<string, Alternative> = {
	inlineKeyboard: {
		name: 'Inline Keyboard',
		description: 'Buttons below the message',
		shows: [inlineKeyboard],
	},
	json: {
		name: 'JSON',
		description: 'Buttons as data, for example from an expression',
		shows: [keyboardJson],
	},
	none: { name: 'None' },
};

const REPLY_MARKUP = { displayName: 'Reply Markup', name: 'replyMarkup', key: 'reply_markup' };

const buttonsWith = (hint?: string) => {
	const description = 'Buttons below the message';
	return oneOf({ ...REPLY_MARKUP, default: 'none', description, ...(hint && { hint }) }, BUTTONS);
};

export const buttons = buttonsWith();

/** For an edit, the API removes the buttons if none are given (reference 5.2). */
export const editedButtons = buttonsWith(
	'None removes the buttons of the message. To keep them, add them here again.',
);

export const gameButtons = buttonsWith(
	'With None, the message has a button that starts the game. Otherwise, the first button must start it.',
);

/** The keyboards for a new message (reference 6.4). */
export const keyboards = oneOf(
	{ ...REPLY_MARKUP, default: 'none', description: 'Buttons below the message, or a keyboard' },
	{
		forceReply: {
			name: 'Force Reply',
			description: 'Make the person’s next message start as a reply to this one',
			encode: () => ({ force_reply: true }),
		},
		...BUTTONS,
		replyKeyboard: {
			name: 'Reply Keyboard',
			description: 'Buttons in place of the keyboard on the person’s device',
			shows: [replyKeyboard],
		},
		replyKeyboardRemove: {
			name: 'Reply Keyboard Remove',
			description: 'Remove the Reply Keyboard of an earlier message',
			encode: () => ({ remove_keyboard: true }),
		},
	},
);
