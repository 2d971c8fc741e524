import { decodeEntity } from './entities';

/** An address may hold brackets nested this deep. */
const DEEPEST = 32;

/** A backslash before one of these is not shown (CommonMark, "Backslash escapes"). */
export const ESCAPABLE = /[!-/:-@[-`{-~]/;

const isWhite = (sign: string | undefined) => sign !== undefined && /[ \t\n]/.test(sign);

function afterWhite(text: string, from: number): number {
	let at = from;
	while (isWhite(text[at])) at++;
	return at;
}

/** Where a plain address ends: at white space, or a bracket that it did not open. */
function addressEnd(text: string, from: number): number {
	let depth = 0;
	let at = from;
	for (; at < text.length && !/[\0- \x7f]/.test(text[at]); at++) {
		if (text[at] === '\\' && ESCAPABLE.test(text[at + 1] ?? '')) at++;
		else if (text[at] === '(') depth++;
		else if (text[at] === ')' && depth-- === 0) return at;
		if (depth > DEEPEST) return -1;
	}
	return depth > 0 ? -1 : at;
}

const BRACKETED = /<(?:[^<>\\\n]|\\.)*>/y;

const TITLE = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\)/y;

/** An address without its escapes. */
export const unescaped = (address: string) =>
	address.replace(
		/\\([!-/:-@[-`{-~])|&#?\w{1,32};/g,
		(found, sign?: string) => sign ?? decodeEntity(found) ?? found,
	);

/**
 * What follows the text of a link in round brackets: the address, and where the brackets end.
 * `undefined` if that is not a link. A title is skipped, because the service shows none.
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

/** Whether the service makes a link of an address (service methods, section 4). */
export const isAllowed = (url: string) => /^(?:https?|safew):\S/i.test(url);
