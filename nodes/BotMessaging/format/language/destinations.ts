import { decodeEntity } from './entities';

/** How deep brackets may nest in an address. */
const DEEPEST = 32;

/** A backslash before one of these is not shown (CommonMark, "Backslash escapes"). */
export const ESCAPABLE = /[!-/:-@[-`{-~]/;

const BACKSLASH = 92;
const OPENING = 40;
const CLOSING = 41;

const isWhite = (code: number) => code === 32 || code === 9 || code === 10;

function afterWhite(text: string, from: number): number {
	let at = from;
	while (isWhite(text.charCodeAt(at))) at++;
	return at;
}

/** Where a plain address ends: at white space, or at a bracket that it did not open. */
function addressEnd(text: string, from: number): number {
	let depth = 0;
	let at = from;
	for (; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code <= 32 || code === 127) break;
		if (code === BACKSLASH && ESCAPABLE.test(text.charAt(at + 1))) at++;
		else if (code === OPENING) depth++;
		else if (code === CLOSING && depth-- === 0) return at;
		if (depth > DEEPEST) return -1;
	}
	return depth > 0 ? -1 : at;
}

const BRACKETED = /<(?:[^<>\\\n]|\\.)*>/y;

const TITLE = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\)/y;

/** Removes the escapes from an address. */
export const unescaped = (address: string) =>
	address.replace(
		/\\([!-/:-@[-`{-~])|&#?\w{1,32};/g,
		(found, sign?: string) => sign ?? decodeEntity(found) ?? found,
	);

/**
 * Reads the round brackets after the text of a link: the address, and where the brackets end.
 * `undefined` if it is not a link. Skips a title, because the service shows none.
 */
export function destinationAt(
	text: string,
	from: number,
): { url: string; end: number } | undefined {
	if (text[from] !== '(') return undefined;
	let at = afterWhite(text, from + 1);
	BRACKETED.lastIndex = at;
	const bracketed = text[at] === '<' ? BRACKETED.exec(text)?.[0] : undefined;
	if (text[at] === '<' && !bracketed) return undefined;
	const end = bracketed ? at + bracketed.length : addressEnd(text, at);
	if (end < 0) return undefined;
	const url = bracketed ? bracketed.slice(1, -1) : text.slice(at, end);
	at = afterWhite(text, end);
	if (at > end) {
		TITLE.lastIndex = at;
		at = afterWhite(text, at + (TITLE.exec(text)?.[0].length ?? 0));
	}
	return text[at] === ')' ? { url: unescaped(url), end: at + 1 } : undefined;
}

/** No server takes a longer address, and each part of a split text would repeat it. */
const LONGEST = 2048;

/** Whether the service makes a link of an address (reference 7). */
export const isAllowed = (url: string) =>
	url.length <= LONGEST && /^(?:https?|safew):\S/i.test(url);

/** The service's own form of an address: models know Telegram's links to people. */
export const asOwn = (url: string) => url.replace(/^tg:\/\/(?=user\?id=\d)/i, 'safew://');

/** The words of a text, for comparison. */
const wordsOf = (text: string) =>
	(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((word) => ` ${word} `).join('');

const digitsOf = (text: string) => text.replace(/\D+/g, '');

const isTelephone = (url: string) => /^tel:[\s\d+().-]+$/i.test(url);

/** An address for people to read. The content of a data URL is left out. */
export const asText = (url: string) =>
	url.replace(/^(?:mailto|tel):/i, '').replace(/^(data:[^,]*),[\s\S]*$/i, '$1');

/** Whether a text already says an address, even in a different form. */
export function says(text: string, url: string): boolean {
	const address = asText(url);
	if (wordsOf(text).includes(wordsOf(address))) return true;
	// The spaces in a phone number may differ.
	return isTelephone(url) && digitsOf(text).includes(digitsOf(address));
}
