import { putLast } from '../recent';
import { isDisguised, looksOf, plain, readingsOf, tokensOf } from './spelling';

/** An entry of a list: one word, or several in a row. */
interface Entry {
	/** As the user wrote it. */
	name: string;
	/** Each word as it is, and by its looks. */
	words: Array<[plain: string, looks: string]>;
}

/** The entries of a list of words: separated by commas, semicolons or new lines. */
const entriesOf = (list: string) =>
	list
		.split(/[,;\n\r，；、]+/)
		.map((entry) => entry.trim())
		.filter(Boolean);

function entryOf(name: string): Entry {
	const tokens = tokensOf(plain(name));
	return { name, words: tokens.map((token) => [token, looksOf(token)]) };
}

const NONE: Entry[] = [];

/** Whether one of the readings of a token is this word. */
const isRead = (word: Entry['words'][number], readings: string[] = []): boolean =>
	word.some((spelling) => readings.includes(spelling));

/**
 * A list of words to look for in texts. Whole words only; capitals, accents, look-alike letters, other
 * widths, digits for letters and unseen signs make no difference. The time depends on the text, not
 * on the length of the list.
 */
class WordList {
	/** The entries by their first word. */
	private readonly byFirst = new Map<string, Entry[]>();

	constructor(list: string) {
		for (const entry of entriesOf(list).map(entryOf)) {
			for (const first of new Set(entry.words[0] ?? [])) {
				this.byFirst.set(first, [...(this.byFirst.get(first) ?? []), entry]);
			}
		}
	}

	/** The entries that a text contains, each once, as the list spells them. */
	findIn(text: string): string[] {
		const folded = plain(text);
		const disguised = isDisguised(folded);
		const readings = tokensOf(folded).map((token) => readingsOf(token, disguised));
		const found = new Set<string>();
		for (let start = 0; start < readings.length; start++) {
			for (const reading of readings[start]) {
				for (const { name, words } of this.byFirst.get(reading) ?? NONE) {
					if (words.every((word, index) => isRead(word, readings[start + index]))) found.add(name);
				}
			}
		}
		return [...found];
	}
}

/** A webhook reads its form at each push: the lists read last are kept, by their text. */
const MOST_LISTS = 20;

const lists = new Map<string, WordList>();

/** @param list its entries, separated by commas or new lines */
export function wordListOf(list: string): WordList {
	const words = lists.get(list) ?? new WordList(list);
	putLast(lists, list, words, MOST_LISTS);
	return words;
}
