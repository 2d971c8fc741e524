import { mentionsOf, namesIn, textsShown } from '../update/content';
import type { Update } from '../update/update';
import { MOST_FOUND, type Found } from './findings';
import { placeOf, type Place } from './places';
import { WordList } from './words';

type ShownPart = Place & { text: string };

/** What is found in the texts of a message, its own one first: what is in others has no place. */
export const inTexts = (texts: string[], findIn: (text: string) => ShownPart[]) =>
	texts.flatMap((text, index): Array<Omit<Found, 'rule'>> => {
		const found = findIn(text);
		return index === 0 ? found : found.map((part) => ({ text: part.text }));
	});

/** Finds the words of a list in the texts of a message. */
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

/** The people that messages name, each once: a name is the same name in capitals. */
export function mentionedIn(parts: Update[]): Set<string> {
	const all = parts.flatMap((part) => [
		...mentionsOf(part),
		...textsShown(part).own.slice(1).flatMap(namesIn),
	]);
	return new Set(all.map((name) => name.toLowerCase()));
}
