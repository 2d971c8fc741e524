/** n8n marks an expression with a leading `=`. */
export const isExpression = (value: unknown): value is `=${string}` =>
	typeof value === 'string' && value.startsWith('=');

const CODE = /(\{\{[\s\S]*?\}\})/;

/** The words and the code of an expression, alternating, because the pattern has one group. */
function partsOf(value: string): string[] {
	// Text after the last `}}` has no code. Otherwise, each opening would be searched to the end.
	const end = value.lastIndexOf('}}') + 2;
	if (end < 2) return [value.slice(1)];
	const parts = value.slice(1, end).split(CODE);
	parts.push(`${parts.pop() ?? ''}${value.slice(end)}`);
	return parts;
}

const same = (part: string) => part;

/** Maps the code (`{{ ... }}`) of an expression, and the words around it. */
export function mapParts(
	value: string,
	{ code = same, words = same }: Partial<Record<'code' | 'words', typeof same>>,
): string {
	if (!isExpression(value)) return words(value);
	return `=${partsOf(value)
		.map((part, index) => (index % 2 ? code(part) : words(part)))
		.join('')}`;
}

/** The code of a value that is nothing but code: for `={{ a.b }}` it is `a.b`. */
export function codeOf(value: string): string | undefined {
	const [before = '', code, ...after] = partsOf(value);
	const isAlone = before.trim() === '' && after.join('').trim() === '';
	return isAlone && code !== undefined ? code.slice(2, -2).trim() : undefined;
}

/** A text without the leading `=`, if it is an expression without code. */
export const constantOf = (value: unknown): unknown =>
	isExpression(value) && partsOf(value).length === 1 ? value.slice(1) : value;

/** `}}` in a string would end the expression. */
const quoted = (words: string) => JSON.stringify(words).replaceAll('}}', '}\\u007d');

/** Whether a fixed text looks like an expression to our node, which refuses it, as in `Hi {{ $json.name }}`. */
export function isRefused(text: string): boolean {
	if (isExpression(text)) return false;
	const closed = text.split('}}').slice(0, -1);
	return closed.some((part) => {
		const start = part.indexOf('{{');
		return start >= 0 && /\$[a-z(]/i.test(part.slice(start));
	});
}

/** An expression whose value is exactly the text, with its braces. */
export const asWritten = (text: string) => `={{ ${quoted(text).replaceAll('{{', '{\\u007b')} }}`;

/** A value as code of an expression; the expressions in it as their code. */
export function inCode(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(inCode).join(', ')}]`;
	if (typeof value === 'object' && value !== null) {
		const fields = Object.entries(value).map(
			([name, one]) => `${/^\w+$/.test(name) ? name : quoted(name)}: ${inCode(one)}`,
		);
		return `{ ${fields.join(', ')} }`;
	}
	if (typeof value !== 'string') return JSON.stringify(value) ?? 'undefined';
	if (!isExpression(value)) return quoted(value);
	const alone = codeOf(value);
	if (alone !== undefined) return `(${alone})`;
	const parts = partsOf(value).map((part, index) =>
		index % 2 ? `(${part.slice(2, -2).trim()})` : quoted(part),
	);
	return `[${parts.filter((part) => part !== '""').join(', ')}].join('')`;
}
