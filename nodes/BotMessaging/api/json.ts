const isHuge = (token: string) => /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));

/**
 * Reads JSON without rounding ids: an integer beyond 2^53 becomes a string of its digits.
 * Throws a SyntaxError for text that is not JSON.
 */
export function parseJson(text: string): unknown {
	if (!/\d{16}/.test(text)) return JSON.parse(text);
	const wholeTokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
	return JSON.parse(text.replace(wholeTokens, (token) => (isHuge(token) ? `"${token}"` : token)));
}
