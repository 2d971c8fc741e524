/**
 * Reads JSON without rounding ids: an integer beyond 2^53 becomes a string of its digits.
 * Throws a SyntaxError for text that is not JSON.
 */
export function parseJson(text: string): unknown {
	if (!/\d{16}/.test(text)) return JSON.parse(text);
	const quoted = text.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (token) =>
		token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`,
	);
	return JSON.parse(quoted);
}
