/** Whose formats the wire uses: tags for spoilers and emoji, and links to people, differ. */
export type Formats = 'safew' | 'telegram';

/** What the service can show (reference 7). */
export type StyleName =
	| 'bold'
	| 'italic'
	| 'underline'
	| 'strike'
	| 'spoiler'
	| 'code'
	| 'pre'
	| 'link'
	| 'emoji'
	| 'quote';

/** A stretch of a text in one style; from and to are UTF-16 units, as the service counts. */
export interface Span {
	start: number;
	end: number;
	name: StyleName;
	/**
	 * The address of a link, the language of a block of code, the id of an emoji, `expandable` of a quote.
	 * Links within the messenger begin with `safew:` here, whatever the service calls them.
	 */
	value?: string;
}

/** A text as its readers see it. Spans may overlap in any way; none is empty. */
export interface Rich {
	text: string;
	spans: Span[];
}

/** Outermost first: if two styles cover the same text, the upper one encloses the other. */
const TAGS: Record<StyleName, string> = {
	quote: 'blockquote',
	link: 'a',
	spoiler: 'safew-spoiler',
	bold: 'b',
	italic: 'i',
	underline: 'u',
	strike: 's',
	emoji: 'safew-emoji',
	code: 'code',
	pre: 'pre',
};

const RANKS = Object.keys(TAGS);

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes a text, so that nothing in it is markup. */
export const escapeHtml = (text: string) => text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);

/** The service names no escape for a quotation mark, but every address can do without it. */
const attribute = (value: string) => escapeHtml(value.replace(/"/g, '%22').replace(/\s/g, '%20'));

/** The tags around a span in a service's HTML. */
function tagsOf({ name, value }: Span, formats: Formats): [start: string, end: string] {
	const isTelegram = formats === 'telegram';
	const tag = isTelegram ? TAGS[name].replace('safew-', 'tg-') : TAGS[name];
	const around = (attributes: string): [string, string] => [`<${tag}${attributes}>`, `</${tag}>`];
	if (value === undefined) return around('');
	switch (name) {
		case 'quote':
			return around(isTelegram ? ` ${value}` : '');
		case 'pre': {
			const language = ` class="language-${attribute(value)}"`;
			return isTelegram ? [`<pre><code${language}>`, '</code></pre>'] : around(language);
		}
		case 'link': {
			const address = isTelegram ? value.replace(/^safew:(?=\/\/)/i, 'tg:') : value;
			return around(` href="${attribute(address)}"`);
		}
		default:
			return around(` emoji-id="${attribute(value)}"`);
	}
}

const rank = ({ name }: Span) => RANKS.indexOf(name);

/** Longer spans come first. */
const inOrder = (a: Span, b: Span) => a.start - b.start || b.end - a.end || rank(a) - rank(b);

/** A text in a service's HTML. If spans overlap, the tags of the inner one are closed and reopened. */
export function toHtml({ text, spans }: Rich, formats: Formats = 'safew'): string {
	/** The next one last. */
	const waiting = [...spans].sort(inOrder).reverse();
	const open: Span[] = [];
	let html = '';
	let at = 0;
	while (waiting.length + open.length > 0) {
		const next = waiting.at(-1)?.start ?? Infinity;
		const place = open.reduce((first, { end }) => Math.min(first, end), next);
		html += escapeHtml(text.slice(at, place));
		at = place;
		const outermost = open.findIndex(({ end }) => end <= place);
		const closed = outermost < 0 ? [] : open.splice(outermost);
		for (const span of [...closed].reverse()) html += tagsOf(span, formats)[1];
		const begun = closed.filter(({ end }) => end > place);
		while (waiting.at(-1)?.start === place) begun.push(waiting.pop()!);
		for (const span of begun) {
			html += tagsOf(span, formats)[0];
			open.push(span);
		}
	}
	return html + escapeHtml(text.slice(at));
}

/** An address as people write it: without scheme and trailing slash. */
const bare = (address: string) => address.replace(/^https?:\/\/|\/$/g, '').toLowerCase();

/** A text without formatting, with the addresses of links in brackets if it stays short enough. */
export function withAddresses({ text, spans }: Rich, most: number): string {
	const links = spans.filter(
		({ name, value }) => name === 'link' && /^(?!(?:tg|safew):)./.test(value ?? ''),
	);
	let longer = text;
	for (const { start, end, value = '' } of links.sort((a, b) => b.end - a.end)) {
		if (bare(text.slice(start, end)) === bare(value)) continue;
		longer = `${longer.slice(0, end)} (${value})${longer.slice(end)}`;
	}
	return longer.length <= most ? longer : text;
}

/** A part of a text with the spans that reach into it. */
export function slice({ text, spans }: Rich, from: number, to: number): Rich {
	const inside = spans.filter(({ start, end }) => start < to && end > from);
	return {
		text: text.slice(from, to),
		spans: inside.map((span) => ({
			...span,
			start: Math.max(span.start, from) - from,
			end: Math.min(span.end, to) - from,
		})),
	};
}

/** Builds a text from start to end. */
export class RichWriter {
	private readonly parts: string[] = [];

	private readonly spans: Span[] = [];

	length = 0;

	write(text: string): void {
		this.parts.push(text);
		this.length += text.length;
	}

	/** Applies a style to everything written since `start`. */
	mark(name: StyleName, start: number, value?: string): void {
		this.markBetween(name, start, this.length, value);
	}

	markBetween(name: StyleName, start: number, end: number, value?: string): void {
		if (start >= end) return;
		this.spans.push(value === undefined ? { start, end, name } : { start, end, name, value });
	}

	done(): Rich {
		return { text: this.parts.join(''), spans: this.spans };
	}
}
