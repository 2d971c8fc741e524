import { METHODS } from '../../reference';
import { isShownLink, shownOfMarkdown, type Entity, type Shown } from './markdown';
import { badRequest } from './refusal';

export type { Entity } from './markdown';

const PARSE_MODES = ['MarkdownV2', 'Markdown', 'HTML'] as const;

export type ParseMode = (typeof PARSE_MODES)[number];

/** A documented parse mode, in any case. Throws 400 for another. */
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

/** These are tags only with an attribute that says what they are for. */
const NEEDED: Record<string, RegExp> = {
	a: /\shref\s*=\s*(?:"[^"]+"|'[^']+'|[^\s"'>]+)/i,
	span: /\sclass\s*=\s*["']?safew-spoiler\b/i,
};

const TAG = /<(\/?)([a-z][a-z0-9-]*)((?:[\s/][^<>]*)?)>/gi;

const CHARACTERS: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

const broken = (reason: string) => badRequest(`can't parse entities: ${reason}`);

/** The text between tags. A bracket that is not part of a tag must be written as `&lt;`. */
function shownBetweenTags(text: string): string {
	if (text.includes('<')) throw broken('unsupported start tag');
	return text.replace(/&(?:lt|gt|amp);/g, (name) => CHARACTERS[name] ?? name);
}

const TYPES: Record<string, string> = {
	b: 'bold',
	strong: 'bold',
	i: 'italic',
	em: 'italic',
	u: 'underline',
	ins: 'underline',
	s: 'strikethrough',
	strike: 'strikethrough',
	del: 'strikethrough',
	span: 'spoiler',
	'safew-spoiler': 'spoiler',
	'safew-emoji': 'custom_emoji',
	code: 'code',
	pre: 'pre',
	blockquote: 'blockquote',
	a: 'text_link',
};

function valueIn(attributes: string, name: string): string | undefined {
	const pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i');
	const match = pattern.exec(attributes);
	const value = match?.[1] ?? match?.[2] ?? match?.[3];
	return value?.replace(/&(?:lt|gt|amp);/g, (sign) => CHARACTERS[sign] ?? sign);
}

/** Details of a tag besides its style. Links to anything but the web and people are only text. */
function detailsOf(tag: string, attributes: string): Partial<Entity> | undefined {
	if (tag === 'a') {
		const url = valueIn(attributes, 'href')!;
		return isShownLink(url) ? { url } : undefined;
	}
	if (tag === 'safew-emoji') return { custom_emoji_id: valueIn(attributes, 'emoji-id') };
	const language = /^language-(.+)/.exec(valueIn(attributes, 'class') ?? '')?.[1];
	return tag === 'pre' && language ? { language } : {};
}

interface OpenTag {
	tag: string;
	attributes: string;
	isText: boolean;
	offset: number;
}

/** The tags that are open at some place of an HTML text. */
class OpenTags {
	private readonly tags: OpenTag[] = [];

	/** Returns whether a tag is text: it is unknown, or lacks its attribute. */
	add(tag: string, attributes: string, offset: number): boolean {
		const needed = NEEDED[tag];
		if (!TAGS.has(tag) && !needed) return true;
		const isText = needed !== undefined && !needed.test(attributes);
		this.tags.push({ tag, attributes, isText, offset });
		return isText;
	}

	/** The tag that an end tag ends; `undefined` if that is text. Throws 400 if it ends nothing. */
	end(tag: string): OpenTag | undefined {
		if (!TAGS.has(tag) && !NEEDED[tag]) return undefined;
		let last = this.tags.pop();
		while (last?.isText && last.tag !== tag) last = this.tags.pop();
		if (last?.tag !== tag) throw broken(`unmatched end tag "${tag}"`);
		return last.isText ? undefined : last;
	}

	/** Throws 400 if a tag is not closed. */
	checkEnded(): void {
		const last = this.tags.filter(({ isText }) => !isText).at(-1);
		if (last) throw broken(`can't find end tag "${last.tag}"`);
	}
}

function shownOfHtml(text: string): Shown {
	const open = new OpenTags();
	const entities: Entity[] = [];
	let shownText = '';
	let end = 0;
	for (const { 0: whole, 1: slash, 2: name = '', 3: attributes = '', index } of text.matchAll(
		TAG,
	)) {
		const tag = name.toLowerCase();
		shownText += shownBetweenTags(text.slice(end, index));
		end = index + whole.length;
		if (!slash) {
			if (open.add(tag, attributes, shownText.length)) shownText += whole;
			continue;
		}
		const begun = open.end(tag);
		if (!begun) {
			shownText += whole;
			continue;
		}
		const { offset } = begun;
		const details = detailsOf(tag, begun.attributes);
		const length = shownText.length - offset;
		const type = TYPES[tag];
		if (type && details && length > 0) entities.push({ type, offset, length, ...details });
	}
	shownText += shownBetweenTags(text.slice(end));
	open.checkEnded();
	return { text: shownText, entities: inOrder(entities) };
}

/** In text order, outer ones first; `pre` around `code` is one block. */
function inOrder(entities: Entity[]): Entity[] {
	const blocks = new Set(
		entities
			.filter(({ type }) => type === 'pre')
			.map(({ offset, length }) => `${offset} ${length}`),
	);
	return entities
		.filter(({ type, offset, length }) => type !== 'code' || !blocks.has(`${offset} ${length}`))
		.reverse()
		.sort((a, b) => a.offset - b.offset || b.length - a.length);
}

/**
 * A text without its markup, and its styles. Throws 400 for HTML with unbalanced tags. Follows the
 * section on formatting in the service's documentation.
 */
export function shownOf(text: string, mode: ParseMode | undefined): Shown {
	if (mode === 'HTML') return shownOfHtml(text);
	if (mode === undefined) return { text, entities: [] };
	const { text: shown, entities } = shownOfMarkdown(text);
	return { text: shown, entities: inOrder(entities) };
}

export const shown = (text: string, mode: ParseMode | undefined) => shownOf(text, mode).text;

export const { most: MOST_TEXT } = METHODS.sendMessage.params.text;
const { most: MOST_CAPTION } = METHODS.sendPhoto.params.caption;

/** Texts with more marks are not read to the end, because that would take too long. */
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
