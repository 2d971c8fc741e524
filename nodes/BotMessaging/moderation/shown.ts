import type { Context } from '../update/context';
import { linksIn } from '../update/linkText';
import { namesIn } from '../update/texts';
import { MOST_FOUND, placeOf, type Found, type Place } from './findings';
import { BETWEEN, plain } from './spelling';
import { WordList } from './words';

/** The target of a link as servers are asked for it; undefined if no server would understand it. */
function targetOf(link: string): URL | undefined {
	const address =
		/^[a-z][a-z0-9+.-]*:/i.test(link) && link.includes('://') ? link : `https://${link}`;
	return URL.canParse(address) ? new URL(address) : undefined;
}

const hostOf = ({ hostname }: URL) => hostname.toLowerCase().replace(/\.$/, '');

const withoutWww = (host: string) => host.replace(/^www\./, '');

/** A path as people compare it; undecodable parts stay. */
function pathOf({ pathname }: URL): string {
	const path = pathname.replace(/%[\da-f]{2}(?:%[\da-f]{2})*/gi, (coded) => {
		try {
			return decodeURIComponent(coded);
		} catch {
			return coded;
		}
	});
	return path.toLowerCase();
}

/** What may follow an allowed path: a longer path, or text without a space after an address. */
const PATH_END =
	/^(?:$|[/,;:!*'")\]}]|[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF])/;

/**
 * A list of websites: `example.com` includes its subdomains, as do `*.example.com` and `.example.com`;
 * `t.me/mygroup` is only this path of this host.
 */
export class LinkList {
	private readonly domains = new Set<string>();
	/** By host. */
	private readonly paths = new Map<string, string[]>();

	constructor(list: string) {
		for (const entry of list.split(BETWEEN).filter(Boolean)) this.add(entry);
	}

	has(link: string): boolean {
		const target = targetOf(link);
		if (!target) return false;
		const host = withoutWww(hostOf(target));
		const labels = host.split('.');
		if (labels.some((_label, at) => this.domains.has(labels.slice(at).join('.')))) return true;
		const path = pathOf(target);
		const isBelow = (own: string) => path.startsWith(own) && PATH_END.test(path.slice(own.length));
		return this.paths.get(host)?.some(isBelow) ?? false;
	}

	private add(entry: string): void {
		const target = targetOf(entry.replace(/^(?:[a-z]+:\/\/)?[*.]+/i, '').replace(/\/\*?$/, ''));
		if (!target) return;
		const host = withoutWww(hostOf(target));
		const path = pathOf(target);
		if (path === '/') this.domains.add(host);
		else if (this.paths.has(host)) this.paths.get(host)!.push(path);
		else this.paths.set(host, [path]);
	}
}

const MESSENGERS = /^(?:discord\.gg|chat\.whatsapp\.com|signal\.group)$/;

/** Whether a link invites people to a chat. `t.me/+` can also precede a phone number. */
export function isInvitation(link: string): boolean {
	if (/^(?:safew|tg):\/\/join\b/i.test(link)) return true;
	const target = targetOf(link);
	if (!target) return false;
	const path = pathOf(target);
	if (MESSENGERS.test(hostOf(target))) return path.length > 1;
	return /^\/(?:\+(?!\d+(?:$|\/))|joinchat\/|invite\/)[\w-]/.test(path);
}

type ShownPart = Place & { text: string };

/** Findings in the texts of a message, its own first: findings in others have no place. */
export const inTexts = (texts: string[], findIn: (text: string) => ShownPart[]) =>
	texts.flatMap((text, index): Array<Omit<Found, 'rule'>> => {
		const found = findIn(text);
		return index === 0 ? found : found.map((part) => ({ text: part.text }));
	});

export function wordsIn(texts: string[], list: WordList, ignoreAccents?: boolean) {
	const words = new Set<string>();
	const found = inTexts(texts, (text) =>
		list.findIn(text, ignoreAccents).flatMap((word) => {
			words.add(word);
			return words.size > MOST_FOUND ? [] : [locate(word, text, ignoreAccents)];
		}),
	);
	return words.size === 0 ? undefined : { words: [...words], found: found.slice(0, MOST_FOUND) };
}

function locate(word: string, text: string, ignoreAccents?: boolean): ShownPart {
	const one = new WordList(word);
	const place = placeOf(text, (part) => one.findIn(part, ignoreAccents).length > 0, word);
	return { text: text.slice(place.offset, place.offset + place.length), ...place };
}

/** A link of a message with its place in the text; a button's link has none. */
export function placed(link: string, update: Context): Partial<Place> & { text: string } {
	const { text = '', texts } = update;
	const mark = texts.markedLinks.find((marked) => marked.link === link);
	if (mark) return { text: link, offset: mark.offset, length: mark.length };
	const isIn = (part: string) => linksIn(part).includes(link);
	return { text: link, ...(isIn(text) && placeOf(text, isIn, link)) };
}

/** The people that messages mention, each once, ignoring case. */
export function mentionedIn(parts: Context[]): Set<string> {
	const all = parts.flatMap(({ texts }) => [
		...texts.mentions,
		...texts.shown.own.slice(1).flatMap(namesIn),
	]);
	return new Set(all.map((name) => name.toLowerCase()));
}

/** Whether a message was written in the name of a channel or another group, not by a person. */
function isByChat({ message, chat }: Context): boolean {
	const { sender_chat: sender, is_automatic_forward: isOwn } = message;
	const { id } = Object(sender) as { id?: unknown };
	return id !== undefined && String(id) !== String(chat.id) && isOwn !== true;
}

/** The `lockableKinds` among the given ones that a message has. */
export function kindsAmong(update: Context, kinds: string[]): string[] {
	const all = [
		update.contentType,
		update.answeredElsewhere?.contentType ?? '',
		update.message.via_bot ? 'viaBot' : '',
		isByChat(update) ? 'senderChat' : '',
		update.texts.buttonLinks.length > 0 ? 'buttonLink' : '',
	];
	return [...new Set(all)].filter((kind) => kinds.includes(kind));
}

/** A list of file types: `exe`, `.apk`, `*.tar.gz`. */
export class FileTypes {
	private readonly endings: Set<string>;

	constructor(list: string) {
		const entries = plain(list).split(BETWEEN);
		this.endings = new Set(entries.map((type) => type.replace(/^[*.]+/, '')));
	}

	fileIn(update: Context): string | undefined {
		return [update, update.answeredElsewhere]
			.map((shown) => shown?.media?.fileName)
			.find((name) => name !== undefined && this.has(name));
	}

	private has(fileName: string): boolean {
		// Systems ignore spaces and dots at the end of a file name.
		const [, ...parts] = plain(fileName)
			.replace(/[\s.]+$/, '')
			.split('.');
		return parts.some((_part, index) => this.endings.has(parts.slice(index).join('.')));
	}
}
