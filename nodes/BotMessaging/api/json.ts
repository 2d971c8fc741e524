/** The end of the string that begins at this quote; the end of the text if it is not closed. */
function endOfString(text: string, quote: number): number {
	for (let end = text.indexOf('"', quote + 1); end >= 0; end = text.indexOf('"', end + 1)) {
		let slashes = 0;
		while (text[end - 1 - slashes] === '\\') slashes++;
		if (slashes % 2 === 0) return end;
	}
	return text.length;
}

/** Integers that may be beyond 2^53; shorter ones cannot. */
const LONG_INTEGER = /(?<!\d)-?\d{16,}/g;

/**
 * The long integers of a JSON text outside of strings. It goes from quote to quote: a
 * regular expression over all tokens would hold n8n up for seconds in a long answer.
 */
function* longIntegers(text: string): Generator<{ digits: string; begin: number; end: number }> {
	let quote = text.indexOf('"');
	let stringEnd = -1;
	for (const { 0: digits, index: begin } of text.matchAll(LONG_INTEGER)) {
		while (quote >= 0 && quote < begin) {
			stringEnd = endOfString(text, quote);
			quote = text.indexOf('"', stringEnd + 1);
		}
		if (begin >= stringEnd) yield { digits, begin, end: begin + digits.length };
	}
}

/** Like parseJson, but returns undefined for invalid JSON. */
export function tryJson(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}

/**
 * Reads JSON without rounding ids: an integer beyond 2^53 becomes a string of its digits.
 * Throws a SyntaxError for text that is not JSON.
 */
export function parseJson(text: string): unknown {
	const pieces: string[] = [];
	let copied = 0;
	for (const { digits, begin, end } of longIntegers(text)) {
		if (Number.isSafeInteger(Number(digits))) continue;
		// Part of a number with a fraction or an exponent, which JSON.parse may round.
		if (/[.eE+]/.test(text.charAt(begin - 1) + text.charAt(end))) continue;
		pieces.push(text.slice(copied, begin), `"${digits}"`);
		copied = end;
	}
	return JSON.parse(copied === 0 ? text : pieces.join('') + text.slice(copied));
}
