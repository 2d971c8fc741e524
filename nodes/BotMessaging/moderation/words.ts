import { isWritten, looksOf, plainWays, readingsOf, SEPARATORS, textsFor } from './spelling';
import { Borders, isUnspaced, joinedOf, tokensOf, wholeIn } from './tokens';

/** A plain text with one kind of blank, quote and dash. */
const unified = (text: string) =>
	text
		.replace(/\s+/g, ' ')
		.replace(/[‘’ʼ´`׳]/g, "'")
		.replace(/[“”„«»״]/g, '"')
		.replace(/[‐‑‒–—−]/g, '-');

const IN_WORD = /[\p{L}\p{M}\p{N}]/u;
const LATIN = /[\p{Script=Latin}\p{N}]/u;

/** The characters on both sides of a place. */
function signsAt(text: string, place: number): [before: string, after: string] {
	const [before = ''] = /.$/su.exec(text.slice(Math.max(0, place - 2), place)) ?? [];
	const [after = ''] = text.slice(place, place + 2);
	return [before, after];
}

/** Tells the places in a text that a word spans: nothing begins or ends there. */
function withinWords(text: string): (place: number) => boolean {
	let borders: Borders | undefined;
	return (place) => {
		const [before, after] = signsAt(text, place);
		if (!IN_WORD.test(before) || !IN_WORD.test(after)) return false;
		if (!isUnspaced(before)) return LATIN.test(before) === LATIN.test(after);
		borders ??= new Borders(text);
		return !borders.has(place);
	};
}

/** Entries that are matched exactly, with their punctuation: `18+`, `@spammer`, `t.me`. */
class Literals {
	/** The user's spelling of each entry, by its normalized text. */
	private readonly names = new Map<string, string[]>();

	/** The lengths of entries, by their first UTF-16 unit. */
	private readonly lengths = new Map<string, number[]>();

	/** @param entry as a plain text */
	add(entry: string, name: string): void {
		const text = unified(entry);
		const first = text.charAt(0);
		this.names.set(text, [...(this.names.get(text) ?? []), name]);
		const lengths = new Set(this.lengths.get(first)).add(text.length);
		const ascending = [...lengths].sort((one, other) => one - other);
		this.lengths.set(first, ascending);
	}

	/** The names of the entries in a plain text; one may occur twice. */
	findIn(plain: string): string[] {
		if (this.names.size === 0) return [];
		const text = unified(plain);
		const isWithin = withinWords(text);
		const found: string[] = [];
		for (let start = 0; start < text.length; start++) {
			const lengths = this.lengths.get(text.charAt(start));
			if (!lengths || isWithin(start)) continue;
			const isName = text[start] === '@';
			// In an email address, the @ does not begin a name.
			if (isName && /[\p{Script=Latin}\p{N}_.]/u.test(signsAt(text, start)[0])) continue;
			for (const length of lengths) {
				const end = start + length;
				const names = this.names.get(text.slice(start, end));
				if (names && !isWithin(end) && !(isName && text[end] === '_')) found.push(...names);
			}
		}
		return found;
	}
}

interface WordEntry {
	name: string;
	/** Each word in plain form, and by its looks. */
	words: Array<[plain: string, looks: string]>;
}

/** Entries are separated by commas, semicolons or new lines. */
const BETWEEN = new RegExp(`[\\n\\r${SEPARATORS}]+`);

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
		for (const part of list.split(BETWEEN)) {
			const name = part.trim();
			if (!name) continue;
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
		const areWhole = wholeIn(text);
		for (const [start, own] of readings.entries()) {
			for (const reading of own) {
				for (const { name, words } of this.byFirst.get(reading) ?? NONE) {
					if (!words.every((word, index) => isRead(word, readings[start + index]))) continue;
					const isPlain = words.length === 1 && !words.some(([word]) => isUnspaced(word));
					if (isPlain || areWhole(start, words.length)) found.push(name);
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
