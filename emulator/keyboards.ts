import { badRequest } from './refusal';

/** A button of an inline keyboard, before it is checked. */
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

function isInlineButton(button: unknown): boolean {
	if (!isObject(button) || !isText(button.text)) return false;
	const { callback_data: data, url, callback_game: game } = button as Button;
	if (typeof data === 'string') return data !== '' && Buffer.byteLength(data) <= MOST_DATA_BYTES;
	return typeof url === 'string' || isObject(game);
}

const isCustomButton = (button: unknown) =>
	isText(button) || (isObject(button) && isText(button.text));

const isRows = (rows: unknown, isButton: (button: unknown) => boolean) =>
	Array.isArray(rows) && rows.every((row) => Array.isArray(row) && row.every(isButton));

/** A custom keyboard, its removal, or the wish for a reply. */
function isCustom(markup: Record<string, unknown>): boolean {
	const { keyboard, remove_keyboard, force_reply, input_field_placeholder: hint } = markup;
	if (hint !== undefined && !isText(hint, MOST_PLACEHOLDER)) return false;
	return remove_keyboard === true || force_reply === true || isRows(keyboard, isCustomButton);
}

function checkInline(rows: unknown): void {
	if (!isRows(rows, isInlineButton)) throw badRequest("can't parse inline keyboard button");
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
