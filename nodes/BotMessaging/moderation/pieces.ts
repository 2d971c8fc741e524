import { looksOf, plain, readingsOf, withoutAccents } from './spelling';
import { isUnspaced, joinedOf, tokensOf, UNSPACED } from './tokens';

/** How many different pieces are told apart. */
export const PIECES = 65_536;

/** In UTF-16 units: as much as a message of the API can have. A longer text is judged by its beginning. */
export const LONGEST_TEXT = 4096;

/** In signs. */
const LONGEST_PIECE = 5;

/** The letters 🇦 to 🇿, of which flags are made. */
const FLAG_LETTERS = /[\u{1F1E6}-\u{1F1FF}]/gu;

const letterOf = (sign: string) => String.fromCharCode(0x61 + sign.codePointAt(0)! - 0x1f1e6);

const inLooks = (text: string) =>
	text.replace(/[\u0080-\u{10FFFF}]+/gu, (signs) => looksOf(signs).slice(1)).replace(/\d/g, '0');

/**
 * A text as it is compared: in one spelling and one kind of letters, with each digit as 0. Words that are
 * split up, or have digits for letters, are added as what they may mean.
 */
export function comparable(text: string): string {
	const letters = text.slice(0, LONGEST_TEXT).replace(FLAG_LETTERS, letterOf);
	const bare = withoutAccents(plain(letters));
	const hidden = /[@$!|\d]/.test(bare) ? tokensOf(bare).filter((one) => /\p{L}/u.test(one)) : [];
	const meant = hidden.filter((one) => /[@$!|\d]/.test(one)).flatMap(readingsOf);
	return [bare, ...joinedOf(bare), ...meant].map(inLooks).join(' ').replace(/\s+/g, ' ').trim();
}

/** Words, and single signs of scripts without spaces. */
const WORD = new RegExp(`[${UNSPACED}]|[[\\p{L}\\p{M}\\p{N}]--[${UNSPACED}]]+`, 'gv');

const FIRST = 0x811c9dc5;
/** What is no part of the text itself starts with another number. */
const OF_WORDS = 0x2f0b4c47;
const OF_TRAITS = 0x5bd1e995;

const step = (hash: number, code: number) => Math.imul(hash ^ code, 0x01000193);

/** FNV spreads badly in its low bits. */
const place = (hash: number) => Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 16;

function numberOf(text: string, from: number): number {
	let hash = from;
	for (let at = 0; at < text.length; at++) hash = step(hash, text.charCodeAt(at));
	return place(hash);
}

/** What a text has besides its words: how long it is, and how many digits, capitals and emoji it has. */
function traitsOf(text: string): string[] {
	const shown = text.slice(0, LONGEST_TEXT);
	const count = (sign: RegExp) => shown.match(sign)?.length ?? 0;
	const rough = (number: number) => Math.round(Math.log2(1 + number) * 1.5);
	return [
		`length ${rough(shown.length)}`,
		`digits ${rough(count(/\p{Nd}/gu))}`,
		`capitals ${Math.floor((8 * count(/\p{Lu}/gu)) / (1 + shown.length))}`,
		`emoji ${Math.min(5, count(/\p{Extended_Pictographic}/gu))}`,
		...(/:\/\/|www\.|\bt\.me\b|\.com\b/i.test(shown) ? ['link'] : []),
		...(/(?:^|\s)@\w{4}/.test(shown) ? ['name'] : []),
		...(/\p{Sc}/u.test(shown) ? ['money'] : []),
	];
}

/** Numbers below `PIECES`, each once. */
class Distinct {
	private readonly has = new Uint8Array(PIECES);
	private readonly all: number[] = [];

	add(piece: number): void {
		if (this.has[piece] === 1) return;
		this.has[piece] = 1;
		this.all.push(piece);
	}

	get numbers(): Uint16Array {
		return new Uint16Array(this.all);
	}
}

/** Adds the pieces of a comparable text: 2 to 5 signs in a row, and words. */
function addPieces(shown: string, pieces: Distinct): void {
	const text = ` ${shown} `;
	for (let from = 0; from < text.length; from++) {
		let hash = FIRST;
		const end = Math.min(text.length, from + LONGEST_PIECE);
		for (let at = from; at < end; at++) {
			hash = step(hash, text.charCodeAt(at));
			if (at > from) pieces.add(place(hash));
		}
	}
	for (const word of shown.match(WORD) ?? []) pieces.add(numberOf(word, OF_WORDS));
}

/** The different pieces of a text and its traits. */
export function piecesOf(text: string, shown = comparable(text)): Uint16Array {
	const pieces = new Distinct();
	addPieces(shown, pieces);
	for (const trait of traitsOf(text)) pieces.add(numberOf(trait, OF_TRAITS));
	return pieces.numbers;
}

/** The words of a text as they are written, each with its pieces. */
export function* wordsWithPieces(text: string): Generator<[word: string, pieces: Uint16Array]> {
	const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
	const words = new Set<string>();
	for (const [part] of text.slice(0, LONGEST_TEXT).matchAll(/\S+/g)) {
		if (!isUnspaced(part)) words.add(part);
		else for (const { segment } of segmenter.segment(part)) words.add(segment);
	}
	for (const word of words) {
		if (/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(word)) {
			const pieces = new Distinct();
			addPieces(comparable(word), pieces);
			yield [word, pieces.numbers];
		}
	}
}
