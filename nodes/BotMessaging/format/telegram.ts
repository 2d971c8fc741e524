import { fromHtml } from './html';
import { fromMarkdown } from './markdown';
import { escapeHtml, RichWriter, type Formats, type Rich, type StyleName } from './rich';

/** Parses a text written for Telegram into what a server with these formats can show. */
type ReadText = (text: string, formats: Formats) => Rich;

/** Formats of the form for texts written for Telegram; they are sent as HTML. */
export const TELEGRAM_FORMATS: Record<string, ReadText> = {
	telegramMarkdown: fromTelegramMarkdown,
	telegramMarkdownV2: fromTelegramMarkdownV2,
	telegramHtml: (text, formats) => fromTelegramHtml(text, formats) ?? { text, spans: [] },
};

/** A text on the wire as Telegram's own server shows it; undefined if tags do not match up. */
export function fromTelegram(text: string, parseMode: string): Rich | undefined {
	if (/^html$/i.test(parseMode)) return fromTelegramHtml(text, 'telegram');
	const read = /^markdown$/i.test(parseMode) ? fromTelegramMarkdown : fromTelegramMarkdownV2;
	return read(text, 'telegram');
}

const MARKS: Record<string, StyleName> = { _: 'italic', '*': 'bold', '`': 'code', '[': 'link' };

/** An escape, a block of code with its language, or a mark. */
const TOKEN = /\\([_*`[])|```(?:([^\s`]+)(?=\s))?(?:\r\n|\n\r|\r|\n)?|[_*`[]/g;

const LINK = /\]\(([^)]*)(?:\)|$)/y;

/** The address that Telegram opens; `undefined` if it shows only the text. Links to people become ours. */
function addressOf(given: string, formats: Formats): string | undefined {
	const own = formats === 'telegram' ? /^tg:\/\//i : /^tg:\/\/(?=user\?id=\d)/i;
	const address = given.trim().replace(own, 'safew://');
	if (/^(?:https?|safew):\/\/[^\s/]/i.test(address)) return address;
	return /^[^\s/:@]+\.[^\s/:@.]{2,}(?:[:/?#]\S*)?$/.test(address) ? `http://${address}` : undefined;
}

/**
 * Telegram's first Markdown. Marks do not nest, and a backslash escapes only outside of them.
 * Telegram refuses a mark that is not closed; here it is shown as typed.
 */
function fromTelegramMarkdown(text: string, formats: Formats): Rich {
	const writer = new RichWriter();
	const token = new RegExp(TOKEN);
	let at = 0;
	/** Marks known to have no end, so that each is searched for only once. */
	const unclosed = new Set<string>();
	for (let match = token.exec(text); match; match = token.exec(text)) {
		const [mark, escaped, language] = match;
		writer.write(text.slice(at, match.index) + (escaped ?? ''));
		at = token.lastIndex;
		if (escaped !== undefined) continue;
		const isBlock = mark.startsWith('```');
		const end = isBlock ? '```' : mark === '[' ? ']' : mark;
		const close = unclosed.has(end) ? -1 : text.indexOf(end, at);
		if (close < 0) {
			unclosed.add(end);
			writer.write(mark);
			continue;
		}
		const start = writer.length;
		const inner = text.slice(at, close);
		writer.write(inner);
		LINK.lastIndex = close;
		const link = mark === '[' && inner !== '' ? LINK.exec(text) : null;
		const address = mark === '[' ? addressOf(link?.[1] ?? inner, formats) : undefined;
		const name = isBlock ? 'pre' : MARKS[mark];
		if (name && (mark !== '[' || address !== undefined)) {
			writer.mark(name, start, address ?? language);
		}
		at = close + (link?.[0].length ?? end.length);
		token.lastIndex = at;
	}
	writer.write(text.slice(at));
	return writer.done();
}

/** An escape, a block of code, code, the end of a link with its address, or a mark. */
const TOKEN_V2 =
	/\\[\s!-~]|```[\s\S]*?```|`(?:\\[\s\S]|[^`\\])*`|\]\((?:\\[\s\S]|[^)\\]){0,2048}\)|\|\||__|[*_~`|[\]]/g;

const unescaped = (address: string) => address.replace(/\\([\s\S])/g, '$1');

/** An expandable quote ends with `||`, which elsewhere begins a spoiler. */
const EXPANDABLE = /^\*\*>.*(?:\n>.*)*\|\|$/gm;

/** An address as the service's Markdown needs it. */
const inBrackets = (address: string) => address.replace(/\)/g, '%29').replace(/\s/g, '%20');

/**
 * Telegram's second Markdown. It differs from the service's in two ways: a backslash escapes every
 * character, and Telegram refuses a mark that is not closed. Such a mark is shown as typed.
 */
function fromTelegramMarkdownV2(text: string, formats: Formats): Rich {
	const ends = new Set(
		[...text.matchAll(EXPANDABLE)].map(({ 0: { length }, index }) => index + length - 2),
	);
	const pieces: string[] = [];
	/** Positions of marks that are still open. */
	const open = new Map<string, number>();
	const asTyped: number[] = [];
	let at = 0;
	for (const { 0: token, index } of text.matchAll(TOKEN_V2)) {
		const place = pieces.push(text.slice(at, index), token) - 1;
		at = index + token.length;
		if (ends.has(index)) continue;
		if (/^(?:\\|`.)/s.test(token)) {
			pieces[place] = token.replace(/\\([^*_~|[\]()`>\\])/g, '$1');
		} else if (token === '[') {
			asTyped.push(...(open.has('[') ? [open.get('[')!] : []));
			open.set('[', place);
		} else if (token.startsWith(']')) {
			if (!open.delete('[')) asTyped.push(place);
			else
				pieces[place] = `](${inBrackets(addressOf(unescaped(token.slice(2, -1)), formats) ?? '')})`;
		} else if (token === '|') asTyped.push(place);
		else if (!open.delete(token)) open.set(token, place);
	}
	pieces.push(text.slice(at));
	for (const place of [...asTyped, ...open.values()]) {
		pieces[place] = (pieces[place] ?? '').replace(/[^\w\s]/g, '\\$&').replace(/_/g, '\\_');
	}
	return fromMarkdown(pieces.join(''));
}

/** The character of a code, escaped so that it cannot begin a tag or end an attribute. */
const signOf = (code: number) => (code === 34 ? '&quot;' : escapeHtml(String.fromCodePoint(code)));

/** Telegram's HTML; `undefined` if tags do not match up, which Telegram refuses. */
function fromTelegramHtml(text: string, formats: Formats): Rich | undefined {
	const isItsOwn = formats === 'telegram';
	const html = text
		.replace(/&#(?:x([0-9a-f]{1,5})|(\d{1,6}));?/gi, (_found, hex?: string, decimal?: string) =>
			signOf(hex ? parseInt(hex, 16) : Number(decimal)),
		)
		.replace(/<(\/?)tg-spoiler>/gi, '<$1safew-spoiler>')
		.replace(/(<span\s+class\s*=\s*["']?)tg-spoiler/gi, '$1safew-spoiler')
		// The ids of Telegram's emoji mean nothing elsewhere; the emoji inside the tag is shown.
		.replace(/<(\/?)tg-emoji\b([^<>]*)>/gi, isItsOwn ? '<$1safew-emoji$2>' : '')
		.replace(/<pre>\s*<code (class="language-[^"<>]+")>/gi, '<pre $1><code>')
		.replace(
			/(<a\s[^<>]*?href\s*=\s*["']?)tg:\/\/(user\?id=\d)?/gi,
			(found, start: string, person = '') =>
				isItsOwn || person ? `${start}safew://${String(person)}` : found,
		);
	return fromHtml(html);
}
