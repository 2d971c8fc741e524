import { linksIn } from '../update/linkText';
import type { Context } from '../update/context';
import { namesIn } from '../update/texts';
import { MOST_FOUND, placeOf, type Found, type Place } from './findings';
import { BETWEEN, plain } from './spelling';
import { WordList } from './words';

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
