import { isObject } from '../api/basics';
import { UserError } from '../api/errors';
import type { Encode, Values } from '../engine/define';
import { isBlank } from '../engine/reading';
import { checkMost, choice, json, text as filledIn, withinLength } from './encode';

/** Reference 2.4 and 6.4. */
const MOST_DATA_BYTES = 64;
const MOST_PLACEHOLDER_CHARACTERS = 64;

/** The rows of a form in n8n's shape. */
interface Rows {
	rows?: Array<{ buttons?: { button?: Values[] } }>;
}

/** The name of a button in messages: `Buttons, row 2, button 1`. */
const placeOf = (label: string, row: number, column: number) =>
	`${label}, row ${row + 1}, button ${column + 1}`;

function callbackData(value: unknown, label: string): string {
	const data = filledIn(value, label);
	const advice =
		'Put a short ID into the button, and store the rest under that ID, for example in a data table. Letters with accents and emoji count as several bytes.';
	checkMost(label, Buffer.byteLength(data), MOST_DATA_BYTES, advice, 'bytes');
	return data;
}

const placeholder = (value: unknown, label: string) =>
	withinLength(filledIn(value, label), MOST_PLACEHOLDER_CHARACTERS, label);

/** The rows of a form with encoded buttons; undefined if there are no rows. */
function rowsOf<T>(
	{ rows = [] }: Rows,
	label: string,
	buttonOf: (button: Values, place: string, isFirst: boolean) => T,
): T[][] | undefined {
	if (rows.length === 0) return undefined;
	return rows.map(({ buttons }, row) => {
		const all = buttons?.button ?? [];
		if (all.length === 0) {
			throw new UserError(
				`${label}, row ${row + 1} has no button`,
				'Add a button to this row, or remove the row.',
			);
		}
		return all.map((button, column) =>
			buttonOf(button, placeOf(label, row, column), row === 0 && column === 0),
		);
	});
}

/** The API accepts a game button only as the first one (reference 5.7). */
function gameButton(place: string, isFirst: boolean): object {
	if (isFirst) return { callback_game: {} };
	throw new UserError(
		`${place}: a button that starts a game must be the first one of the keyboard`,
		'Move this button to the first place of the first row.',
	);
}

/** The rows of the form as an inline keyboard (reference 6.4). */
export const inlineKeyboardOf: Encode = (value, label, context) => {
	const rows = rowsOf(value as Rows, label, (button, place, isFirst) => {
		const action = choice({
			callback: () => ({
				callback_data: callbackData(button.callbackData, `${place}: Callback Data`),
			}),
			game: () => gameButton(place, isFirst),
			url: () => ({ url: filledIn(button.url, `${place}: Link`).trim() }),
		});
		return {
			text: filledIn(button.text, `${place}: Label`),
			// Older workflows have no choice here.
			...(action(button.onPress ?? 'callback', `${place}: On Press`, context) as object),
		};
	});
	return rows && { inline_keyboard: rows };
};

const REQUESTS = {
	contact: () => ({ request_contact: true }),
	location: () => ({ request_location: true }),
	text: () => ({}),
};

function settingsOf({ settings = [] }: { settings?: Values[] }, label: string): Values {
	if (settings.length > 1) {
		throw new UserError(`${label} has Settings twice`, 'Remove one of the two Settings.');
	}
	const { resizeKeyboard, oneTimeKeyboard, inputFieldPlaceholder: hint } = settings[0] ?? {};
	return {
		...(resizeKeyboard !== undefined && { resize_keyboard: resizeKeyboard }),
		...(oneTimeKeyboard !== undefined && { one_time_keyboard: oneTimeKeyboard }),
		...(!isBlank(hint) && { input_field_placeholder: placeholder(hint, `${label}: Placeholder`) }),
	};
}

/** The rows of the form as a keyboard in place of the person's own (reference 6.4). */
export const replyKeyboardOf: Encode = (value, label, context) => {
	const settings = settingsOf(value as { settings?: Values[] }, label);
	const rows = rowsOf(value as Rows, label, (button, place) => ({
		text: filledIn(button.text, `${place}: Label`),
		...(choice(REQUESTS)(button.request ?? 'text', `${place}: Sends`, context) as object),
	}));
	if (rows) return { keyboard: rows, ...settings };
	if (Object.keys(settings).length === 0) return undefined;
	throw new UserError(`${label} has settings, but no button`, 'Add a row with a button to it.');
};

/** Button fields that the API needs as text, but data often has as numbers. */
const TEXTS = new Set(['text', 'callback_data', 'url']);

/** Keyboard data without empty values, and with the numbers in button texts as text. */
function tidy(data: unknown, key = ''): unknown {
	if (typeof data === 'number' && TEXTS.has(key)) return String(data);
	if (typeof data !== 'object' || data === null) return data;
	if (Array.isArray(data)) return data.filter((entry) => entry != null).map((entry) => tidy(entry));
	const entries = Object.entries(data).filter(([, value]) => value != null);
	return Object.fromEntries(entries.map(([name, value]) => [name, tidy(value, name)]));
}

/** Checks a button from JSON. A button of a reply keyboard may be only its text. */
function checkButton(button: unknown, place: string, isInline: boolean): void {
	if (!isInline && typeof button === 'string' && !isBlank(button)) return;
	if (!isObject(button)) {
		throw new UserError(`${place} must be an object`, 'For example {"text": "Menu"}.');
	}
	filledIn(button.text, `${place}: text`);
	const { callback_data: data } = button;
	if (isInline && data !== undefined) callbackData(data, `${place}: callback_data`);
}

function checkRows(rows: unknown, label: string, isInline: boolean): void {
	if (!Array.isArray(rows)) return;
	rows.forEach((row: unknown, index) => {
		if (!Array.isArray(row)) return;
		row.forEach((button, column) => checkButton(button, placeOf(label, index, column), isInline));
	});
}

/** Checks what the documentation defines; leaves the rest to the server. */
function checked(markup: Record<string, unknown>, label: string): object {
	const { inline_keyboard: inline, keyboard, input_field_placeholder: hint } = markup;
	checkRows(inline, label, true);
	checkRows(keyboard, label, false);
	if (hint !== undefined) placeholder(hint, `${label}: input_field_placeholder`);
	return markup;
}

/** A whole keyboard object, or only its rows, so that an expression can give either. */
export const keyboardOfJson: Encode = (value, label) => {
	if (value === undefined || value === null) return undefined;
	const markup = tidy(json(value, label));
	if (Array.isArray(markup)) {
		// No rows, as in a new field: counts as not added.
		if (markup.length === 0) return undefined;
		if (markup.every(Array.isArray)) return checked({ inline_keyboard: markup }, label);
	} else if (isObject(markup)) {
		return checked(markup, label);
	}
	throw new UserError(
		`${label} must be a keyboard object or a list of rows`,
		'For example [[{"text": "Yes", "callback_data": "yes"}]]: a list of rows, each a list of buttons.',
	);
};
