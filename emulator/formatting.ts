import { badRequest } from './refusal';

const PARSE_MODES = ['MarkdownV2', 'Markdown', 'HTML'] as const;

export type ParseMode = (typeof PARSE_MODES)[number];

/** A parse mode as it is documented, given in any case. Throws 400 for another. */
export function parseModeOf(given: unknown): ParseMode | undefined {
	if (given === undefined) return undefined;
	const wanted = String(given).toLowerCase();
	const mode = PARSE_MODES.find((known) => known.toLowerCase() === wanted);
	if (!mode) throw badRequest('unsupported parse_mode');
	return mode;
}

const TAGS = new Set(
	'b strong i em u ins s strike del safew-spoiler safew-emoji code pre blockquote'.split(' '),
);

/** These are tags only with something in them that says what they are for. */
const NEEDED: Record<string, RegExp> = {
	a: /\shref\s*=\s*(?:"[^"]+"|'[^']+'|[^\s"'>]+)/i,
	span: /\sclass\s*=\s*["']?safew-spoiler\b/i,
};

const TAG = /<(\/?)([a-z][a-z0-9-]*)((?:[\s/][^<>]*)?)>/gi;

const CHARACTERS: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

const broken = (reason: string) => badRequest(`can't parse entities: ${reason}`);

/** What stands between tags. A bracket that belongs to no tag has to be written as `&lt;`. */
function shownBetweenTags(text: string): string {
	if (text.includes('<')) throw broken('unsupported start tag');
	return text.replace(/&(?:lt|gt|amp);/g, (name) => CHARACTERS[name]);
}

/** The tags that are open at some place of an HTML text. */
class OpenTags {
	private readonly tags: Array<{ tag: string; isText: boolean }> = [];

	/** Whether a tag is text: the service does not know it, or it lacks what it is for. */
	add(tag: string, attributes: string): boolean {
		const needed = NEEDED[tag];
		if (!TAGS.has(tag) && !needed) return true;
		const isText = needed !== undefined && !needed.test(attributes);
		this.tags.push({ tag, isText });
		return isText;
	}

	/** Whether an end tag is text, as its start tag was. Throws 400 where it ends nothing. */
	end(tag: string): boolean {
		if (!TAGS.has(tag) && !NEEDED[tag]) return true;
		let last = this.tags.pop();
		while (last?.isText && last.tag !== tag) last = this.tags.pop();
		if (last?.tag !== tag) throw broken(`unmatched end tag "${tag}"`);
		return last.isText;
	}

	/** Throws 400 where a tag has no end. */
	checkEnded(): void {
		const last = this.tags.filter(({ isText }) => !isText).at(-1);
		if (last) throw broken(`can't find end tag "${last.tag}"`);
	}
}

function shownOfHtml(text: string): string {
	const open = new OpenTags();
	let shown = '';
	let end = 0;
	for (const { 0: whole, 1: slash, 2: name, 3: attributes, index } of text.matchAll(TAG)) {
		const tag = name.toLowerCase();
		const isText = slash ? open.end(tag) : open.add(tag, attributes);
		shown += shownBetweenTags(text.slice(end, index)) + (isText ? whole : '');
		end = index + whole.length;
	}
	shown += shownBetweenTags(text.slice(end));
	open.checkEnded();
	return shown;
}

const ESCAPED = /\\([*_~|[\]()`>\\])/g;

/** An escape, a block, code, a link or an emoji, three stars or more, the beginning of a quote, marks. */
const MARKDOWN =
	/\\([*_~|[\]()`>\\])|```(?:\w+\n)?([\s\S]*?)(?:```|(?![\s\S]))|`((?:\\[\s\S]|[^`\\])*)`?|!?\[([^\]]{0,4096})\]\([^)\s]*\)|(\*{3,})|^(?:\*\*)?>|\*\*?|__?|~|\|\|/gm;

/** Markdown is never wrong: marks that stay open end with the text, and three stars are just that. */
function shownOfMarkdown(text: string): string {
	return text.replace(
		MARKDOWN,
		(_mark, escaped?: string, block?: string, code?: string, label?: string, stars?: string) => {
			if (label !== undefined) return shownOfMarkdown(label);
			return (block ?? code)?.replace(ESCAPED, '$1') ?? escaped ?? stars ?? '';
		},
	);
}

/**
 * A text as its readers see it, without what only formats it. Throws 400 for HTML whose tags do not
 * match up. Follows the section on formatting in the service's documentation.
 */
export function shown(text: string, mode: ParseMode | undefined): string {
	if (mode === undefined) return text;
	return mode === 'HTML' ? shownOfHtml(text) : shownOfMarkdown(text);
}

export const MOST_TEXT = 4096;
const MOST_CAPTION = 1024;

/** A text with more marks than this is not read to the end, for the sake of the time it takes. */
const MOST_MARKED = 16 * MOST_TEXT;

const isTooLong = (text: string, mode: ParseMode | undefined, most: number) =>
	text.length > MOST_MARKED || shown(text, mode).length > most;

/** Throws 400 for a text that is empty, too long or wrongly formatted; the marks do not count. */
export function checkText(text: string, mode: ParseMode | undefined): void {
	if (isTooLong(text, mode, MOST_TEXT)) throw badRequest('message is too long');
	if (shown(text, mode).trim() === '') throw badRequest('message text is empty');
}

/** Throws 400 for a caption that is too long or wrongly formatted; the marks do not count. */
export function checkCaption(caption: string | undefined, mode: ParseMode | undefined): void {
	if (caption !== undefined && isTooLong(caption, mode, MOST_CAPTION)) {
		throw badRequest('message caption is too long');
	}
}
