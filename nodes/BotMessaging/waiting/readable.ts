/** What n8n makes of an object in the middle of a text. */
const OBJECT = '[object Object]';

function shown(value: unknown): string {
	if (typeof value !== 'object' || value === null) return String(value);
	if (Array.isArray(value)) return value.map(shown).join(', ');
	const entries = Object.entries(value).map(([name, inner]) => `${name}: ${shown(inner)}`);
	return entries.join('; ');
}

/** A line for each name and its value. */
const inLines = (data: object) =>
	Object.entries(data)
		.map(([name, value]) => `${name}: ${shown(value)}`)
		.join('\n');

/**
 * A text in which what an AI agent wants to give a tool stands as people read it. n8n's own words for
 * a review name it by an expression of which n8n itself makes `[object Object]`.
 *
 * @param reviewed what the agent gives; the text stays as it is where that is no object
 */
export function readable(text: string, reviewed: unknown): string {
	if (typeof reviewed !== 'object' || reviewed === null) return text;
	return text.replaceAll(OBJECT, () => inLines(reviewed));
}
