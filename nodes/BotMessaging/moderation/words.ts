import { Literals } from './literals';
import { isWritten, looksOf, plainWays, readingsOf, SEPARATORS, textsFor } from './spelling';
import { isUnspaced, joinedOf, Places, tokensOf } from './tokens';

interface WordEntry {
	name: string;
	/** Each word in plain form, and by its looks. */
	words: Array<[plain: string, looks: string]>;
}

const BETWEEN = new RegExp(`[\\n\\r${SEPARATORS}]+`);

/** The entries of a list of words: separated by commas, semicolons or new lines. */
export const entriesOf = (list: string) =>
	list
		.split(BETWEEN)
		.map((entry) => entry.trim())
		.filter(Boolean);

const NONE: WordEntry[] = [];

const isRead = (word: WordEntry['words'][number], readings: string[] = []): boolean =>
	word.some((spelling) => readings.includes(spelling));

/** An entry with anything but letters, digits and spaces is matched exactly. */
const isLiteral = (entry: string) => /[^\p{L}\p{M}\p{N}\s]/u.test(entry);

/**
 * A list of words to find in texts. Matches whole words, and ignores case, look-alike letters, widths,
 * styles, digits for letters and invisible characters. The time depends on the text, not on the length of the
 * list.
 */
export class WordList {
	private readonly byFirst = new Map<string, WordEntry[]>();
	private readonly literals = new Literals();

	constructor(list: string) {
		for (const name of entriesOf(list)) {
			for (const entry of plainWays(name)) {
				if (isLiteral(entry)) this.literals.add(entry, name);
				else this.add(entry, name);
			}
		}
	}

	/**
	 * The entries in a text, each once, as spelled in the list.
	 *
	 * @param ignoreAccents whether an entry without accents also matches words with accents
	 */
	findIn(text: string, ignoreAccents = false): string[] {
		const texts = plainWays(text).flatMap((way) => textsFor(way, ignoreAccents));
		const found = texts.flatMap((folded) => [
			...this.wordsIn(folded),
			...this.literals.findIn(folded),
		]);
		return [...new Set(found)];
	}

	private add(entry: string, name: string): void {
		const words = tokensOf(entry).map((token): WordEntry['words'][number] => [
			token,
			looksOf(token),
		]);
		for (const first of new Set(words[0] ?? [])) {
			const known = this.byFirst.get(first);
			if (known) known.push({ name, words });
			else this.byFirst.set(first, [{ name, words }]);
		}
	}

	private wordsIn(text: string): string[] {
		const tokens = tokensOf(text);
		const readings = tokens.map(isWritten(text) ? (token) => [token] : readingsOf);
		const found: string[] = [];
		let places: Places | undefined;
		for (const [start, own] of readings.entries()) {
			for (const reading of own) {
				for (const { name, words } of this.byFirst.get(reading) ?? NONE) {
					if (!words.every((word, index) => isRead(word, readings[start + index]))) continue;
					const isPlain = words.length === 1 && !words.some(([word]) => isUnspaced(word));
					if (isPlain || (places ??= new Places(text)).areWhole(start, words.length))
						found.push(name);
				}
			}
		}
		for (const reading of joinedOf(text).flatMap(readingsOf)) {
			const whole = (this.byFirst.get(reading) ?? NONE).filter(({ words }) => words.length === 1);
			found.push(...whole.map(({ name }) => name));
		}
		return found;
	}
}
