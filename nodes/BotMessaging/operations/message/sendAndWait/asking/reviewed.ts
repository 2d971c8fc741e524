import type { Body } from '../../../../api/multipart';
import { escapeHtml, shownText, toHtml } from '../../../../formatting';
import { visible } from '../../../../formatting/visible';

/** What n8n makes of an object in the middle of a text. */
const OBJECT = '[object Object]';

/** A plain name stays as it is; any other could look like a name and its value. */
const nameOf = (name: string) => (/^[\p{L}\p{N}_-]+$/u.test(name) ? name : JSON.stringify(name));

const valueOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** A line for each name and its value; whatever is in them, no line is more than one. */
const inLines = (data: object) =>
	Object.entries(data)
		.map(([name, value]) => visible(`${nameOf(name)}: ${valueOf(value)}`))
		.join('\n');

/**
 * A body whose text shows what an AI agent wants to give a tool, as people read it. n8n's own words for
 * a review name it by an expression of which n8n itself makes `[object Object]`. What the agent gives
 * is not trusted: it cannot hide or format itself.
 *
 * @param reviewed what the agent gives; absent if the question is no review
 */
export function withReviewed(body: Body, reviewed?: object): Body {
	const text = String(body.text);
	if (!reviewed || !text.includes(OBJECT)) return body;
	const lines = inLines(reviewed);
	if (!body.parse_mode) return { ...body, text: text.replaceAll(OBJECT, () => lines) };
	const shown = body.parse_mode === 'HTML' ? undefined : shownText(text, body.parse_mode);
	const html = (shown ? toHtml(shown) : text).replaceAll(OBJECT, () => escapeHtml(lines));
	return { ...body, text: html, parse_mode: 'HTML' };
}
