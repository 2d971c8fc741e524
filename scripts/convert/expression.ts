/** n8n marks a text that holds code by its first character. */
export const isExpression = (value: unknown): value is `=${string}` =>
	typeof value === 'string' && value.startsWith('=');

const CODE = /(\{\{[\s\S]*?\}\})/;

const same = (part: string) => part;

/** A text with its code, `{{ ... }}` of an expression, and the words around it turned into others. */
export function mapParts(
	value: string,
	{
		code = same,
		words = same,
	}: { code?: (part: string) => string; words?: (part: string) => string },
): string {
	if (!isExpression(value)) return words(value);
	// Every other part is code, because the pattern has one group.
	const parts = value.slice(1).split(CODE);
	return `=${parts.map((part, index) => (index % 2 ? code(part) : words(part))).join('')}`;
}

/** The code of a value that is nothing but code: for `={{ a.b }}` it is `a.b`. */
export function codeOf(value: string): string | undefined {
	const [before, code, ...after] = value.slice(1).split(CODE);
	const isAlone = before.trim() === '' && after.join('').trim() === '';
	return isAlone && code !== undefined ? code.slice(2, -2).trim() : undefined;
}

/** A text without its mark, where it is an expression without any code. */
export const constantOf = (value: unknown): unknown =>
	isExpression(value) && !CODE.test(value) ? value.slice(1) : value;
