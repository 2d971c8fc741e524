/** Where the string that begins at this quote has its other quote; the end of a text without one. */
function endOfString(text: string, quote: number): number {
	for (let end = text.indexOf('"', quote + 1); end >= 0; end = text.indexOf('"', end + 1)) {
		let slashes = 0;
		while (text[end - 1 - slashes] === '\\') slashes++;
		if (slashes % 2 === 0) return end;
	}
	return text.length;
}

/**
 * Tells of ever later places of a JSON text whether they are in a string. It goes from quote to
 * quote: a regular expression over all tokens would hold n8n up for seconds in a long answer.
 */
function stringsOf(text: string): (place: number) => boolean {
	let quote = text.indexOf('"');
	let end = -1;
	return (place) => {
		while (quote >= 0 && quote < place) {
			end = endOfString(text, quote);
			quote = text.indexOf('"', end + 1);
		}
		return place < end;
	};
}

/** Integers that may be beyond 2^53; shorter ones cannot. */
const LONG_INTEGER = /(?<!\d)-?\d{16,}/g;

/** As parseJson, but gives back nothing for text that is not JSON. */
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
	const isInString = stringsOf(text);
	let copied = 0;
	for (const { 0: digits, index } of text.matchAll(LONG_INTEGER)) {
		if (isInString(index) || Number.isSafeInteger(Number(digits))) continue;
		const end = index + digits.length;
		// Part of a longer number, with a fraction or an exponent, which JSON rounds as it should.
		if (/[.eE+]/.test(text.charAt(index - 1) + text.charAt(end))) continue;
		pieces.push(text.slice(copied, index), `"${digits}"`);
		copied = end;
	}
	return JSON.parse(copied === 0 ? text : pieces.join('') + text.slice(copied));
}
