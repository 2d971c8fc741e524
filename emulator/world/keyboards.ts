import { badRequest } from './refusal';

/** A button of an inline keyboard, before any check. */
export interface Button {
	text?: unknown;
	callback_data?: unknown;
	url?: unknown;
	callback_game?: unknown;
}

const MOST_DATA_BYTES = 64;
const MOST_PLACEHOLDER = 64;

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown, most = Infinity) =>
	typeof value === 'string' && value !== '' && value.length <= most;

/** Actions of an inline button: each has exactly one. */
const ACTIONS: Record<string, (value: unknown) => boolean> = {
	callback_data: (data) => isText(data) && Buffer.byteLength(data as string) <= MOST_DATA_BYTES,
	url: (url) => isText(url),
	callback_game: isObject,
};

function isInlineButton(button: unknown): boolean {
	if (!isObject(button) || !isText(button.text)) return false;
	const actions = Object.entries(ACTIONS).filter(([name]) => button[name] !== undefined);
	return actions.length === 1 && actions.every(([name, isRight]) => isRight(button[name]));
}

const isSwitch = (value: unknown) => value === undefined || typeof value === 'boolean';

/** A custom button has at most one action besides its text. */
function isCustomButton(button: unknown): boolean {
	if (!isObject(button)) return isText(button);
	const { text, request_contact: contact, request_location: location } = button;
	if (!isText(text) || !isSwitch(contact) || !isSwitch(location)) return false;
	return !(contact === true && location === true);
}

const isRows = (rows: unknown, isButton: (button: unknown) => boolean) =>
	Array.isArray(rows) && rows.every((row) => Array.isArray(row) && row.every(isButton));

const SWITCHES = ['resize_keyboard', 'one_time_keyboard', 'is_persistent', 'selective'];

/** A custom keyboard, its removal, or the wish for a reply. */
function isCustom(markup: Record<string, unknown>): boolean {
	const { keyboard, remove_keyboard, force_reply, input_field_placeholder: hint } = markup;
	if (hint !== undefined && !isText(hint, MOST_PLACEHOLDER)) return false;
	if (!SWITCHES.every((name) => isSwitch(markup[name]))) return false;
	return remove_keyboard === true || force_reply === true || isRows(keyboard, isCustomButton);
}

/** The button of a game is first (reference 5.7). */
function checkInline(rows: unknown): void {
	if (!isRows(rows, isInlineButton)) throw badRequest("can't parse inline keyboard button");
	const [, ...others] = (rows as Button[][]).flat();
	if (others.some(({ callback_game: game }) => game !== undefined)) {
		throw badRequest('the button of a game must be the first one');
	}
}

/** Throws 400 for a `reply_markup` that is neither an inline keyboard nor a custom one. */
export function checkMarkup(markup: unknown): void {
	if (markup === undefined) return;
	const { inline_keyboard: rows } = markup as { inline_keyboard?: unknown };
	if (rows !== undefined) return checkInline(rows);
	if (isCustom(markup as Record<string, unknown>)) return;
	throw badRequest("can't parse reply keyboard markup JSON object");
}

/** The same for an edit, which takes inline keyboards only. */
export function checkInlineMarkup(markup: unknown): void {
	checkMarkup(markup);
	if (markup !== undefined && !Object.hasOwn(markup as object, 'inline_keyboard')) {
		throw badRequest('inline keyboard expected');
	}
}
