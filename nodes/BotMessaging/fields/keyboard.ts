import { UserError } from '../api/errors';
import type { Encode, Field } from '../engine/define';
import { json, text as filledIn } from './encode';

interface BuiltKeyboard {
	rows?: Array<{ buttons?: { button?: Array<{ text?: unknown; callbackData?: unknown }> } }>;
}

/** The rows of the form as the API's keyboard object (API reference, "Inline keyboard"). */
const keyboardOfRows: Encode = (value, label) => {
	const rows = (value as BuiltKeyboard).rows ?? [];
	return {
		inline_keyboard: rows.map(({ buttons }, row) =>
			(buttons?.button ?? []).map(({ text, callbackData }, column) => {
				const button = `${label}, row ${row + 1}, button ${column + 1}`;
				return {
					text: filledIn(text, `${button}: Text`),
					callback_data: filledIn(callbackData, `${button}: Callback Data`),
				};
			}),
		),
	};
};

/** What the API wants as text in a button, and what data often has as a number. */
const TEXTS = new Set(['text', 'callback_data', 'url']);

/** Keyboard data without what has no value, and with numbers in the texts of buttons as text. */
function tidy(data: unknown, key = ''): unknown {
	if (typeof data === 'number' && TEXTS.has(key)) return String(data);
	if (typeof data !== 'object' || data === null) return data;
	if (Array.isArray(data)) return data.filter((entry) => entry != null).map((entry) => tidy(entry));
	const entries = Object.entries(data).filter(([, value]) => value != null);
	return Object.fromEntries(entries.map(([name, value]) => [name, tidy(value, name)]));
}

/** A whole keyboard object, or only its rows: data can then come straight out of an expression. */
const keyboardOfJson: Encode = (value, label) => {
	const markup = tidy(json(value, label));
	if (Array.isArray(markup)) {
		// No rows, as the field begins: as good as not added.
		if (markup.length === 0) return undefined;
		if (markup.every(Array.isArray)) return { inline_keyboard: markup };
	} else if (typeof markup === 'object' && markup !== null) {
		return markup;
	}
	throw new UserError(
		`${label} must be a keyboard object or a list of rows`,
		'For example [[{"text": "Yes", "callback_data": "yes"}]]: a list of rows, each a list of buttons.',
	);
};

export const inlineKeyboard: Field = {
	displayName: 'Inline Keyboard',
	name: 'inlineKeyboard',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Row', sortable: true },
	default: {},
	placeholder: 'Add Row',
	description: 'Buttons below the message',
	options: [
		{
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
							values: [
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
									displayName: 'Callback Data',
									name: 'callbackData',
									type: 'string',
									default: '',
									required: true,
									placeholder: 'e.g. undo:42',
									description:
										'What your workflow gets when somebody presses the button. The triggers give it as callbackData.',
								},
							],
						},
					],
				},
			],
		},
	],
	wire: { key: 'reply_markup', encode: keyboardOfRows },
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
