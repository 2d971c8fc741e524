/** Scripts without spaces between words: each of their characters counts as a word. */
export const UNSPACED =
	// Thai and Lao, Burmese, Khmer, Japanese, Chinese.
	'\\u0E00-\\u0EFF\\u1000-\\u109F\\u1780-\\u17FF\\u3040-\\u30FF\\u3400-\\u9FFF\\u{20000}-\\u{3FFFF}';

const IS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');

export const isUnspaced = (sign: string): boolean => IS_UNSPACED.test(sign);

/** Each segmented part drags its whole text along: parts of this length stay cheap. */
const PART = new RegExp(`[${UNSPACED}]{1,200}`, 'gu');

const KATAKANA_ROW = /^[\u30A1-\u30FA\u30FC-\u30FF]{2}$/;

const HAN_WORD = /^\p{Script=Han}{2,}$/u;

/** How many characters on each side of a word can change how it is read. */
const NEAR = 4;

/** Single characters that often precede another word: I, you, he, want, quick, come, go, find. */
const ALONE = /[我你妳您他她它想要快来來去找]/;

/** Where the words of a plain text may begin and end. Scripts without spaces need a dictionary. */
export class Borders {
	private readonly segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

	private readonly inside = new Set<number>();

	constructor(private readonly text: string) {
		for (const { 0: part, index: start } of text.matchAll(PART)) {
			for (const { index, segment } of this.segmenter.segment(part)) {
				for (let at = 1; at < segment.length; at++) this.inside.add(start + index + at);
			}
		}
	}

	/** Whether no word spans this place. */
	has(at: number): boolean {
		return !this.inside.has(at);
	}

	/** Whether a part consists of whole words. `letters`: the part without what may separate its letters. */
	isWord(start: number, end: number, letters: string): boolean {
		// Foreign words are a row of katakana.
		if (this.isInRow(start) || this.isInRow(end) || !this.has(end)) return false;
		if (this.has(start)) return end - start !== letters.length || !this.isAmbiguous(start, end);
		// The dictionary takes `想约炮` for `想约` and `炮`, as it does not know the new word.
		const follows = this.has(start - 1) && ALONE.test(this.text.charAt(start - 1));
		return follows && this.countIn(letters) > 1;
	}

	private isInRow(at: number): boolean {
		return KATAKANA_ROW.test(this.text.slice(at - 1, at + 1));
	}

	private countIn(part: string): number {
		return [...this.segmenter.segment(part)].length;
	}

	/** Whether a Chinese word may just as well be parts of two others: `做爱` in `做爱心早餐`. */
	private isAmbiguous(start: number, end: number): boolean {
		const word = this.text.slice(start, end);
		if (!HAN_WORD.test(word) || this.countIn(word) > 1) return false;
		const from = Math.max(0, start - NEAR);
		const near = this.text.slice(from, end + NEAR);
		const count = this.countIn(near);
		for (let cut = start - from + 1; cut < end - from; cut++) {
			if (this.countIn(near.slice(0, cut)) + this.countIn(near.slice(cut)) <= count) return true;
		}
		return false;
	}
}

const SIMPLE_TOKEN = /(?<![@$!|])[@$!|]*[a-z0-9][a-z0-9@$!|]*/g;
const TOKEN = /(?<![@$!|])[@$!|]*[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}@$!|]*/gu;

const LETTER = `[[\\p{L}\\p{M}\\p{N}]--[${UNSPACED}]]`;
const SIGN = `[[\\p{L}\\p{M}\\p{N}@$!\\|]--[${UNSPACED}]]`;
/** The same for a text with characters that count as words. */
const TOKEN_OR_SIGN = new RegExp(`[${UNSPACED}]|(?<![@$!\\|])[@$!\\|]*${LETTER}${SIGN}*`, 'gv');

const tokenIn = (text: string) => {
	if (/^\p{ASCII}*$/u.test(text)) return SIMPLE_TOKEN;
	return isUnspaced(text) ? TOKEN_OR_SIGN : TOKEN;
};

/** The words of a plain text, with symbols in and around them that may stand for letters. */
export const tokensOf = (text: string): string[] => text.match(tokenIn(text)) ?? [];

/** The end of a sentence or clause: a phrase does not cross it. */
const SENTENCE_END =
	/[.,:;!?\u2026\u3001\u3002\u061F\u060C\u061B\u0964\u0965\u06D4\u0589\u104A\u104B]|\n\s*\n/;

/** Whether the end of a sentence is between two tokens. */
function isParted(text: string, end: number, start: number): boolean {
	// Symbols at the end of a token belong to the gap.
	const trailing = /[@$!|]*$/.exec(text.slice(Math.max(0, end - 9), end))![0];
	const between = trailing + text.slice(end, start);
	const isWithinWord = isUnspaced(text.charAt(end - 1)) && isUnspaced(text.charAt(start));
	return SENTENCE_END.test(between) && !(between === '.' && isWithinWord);
}

/** Tells whether some tokens of a plain text in a row may be one entry: whole words in one sentence. */
export function wholeIn(text: string): (first: number, count: number) => boolean {
	let tokens: RegExpExecArray[] | undefined;
	let borders: Borders | undefined;
	return (first, count) => {
		tokens ??= [...text.matchAll(tokenIn(text))];
		const [token, ...others] = tokens.slice(first, first + count);
		if (!token) return false;
		let end = token.index + token[0].length;
		let letters = token[0];
		for (const { 0: other, index } of others) {
			if (isParted(text, end, index)) return false;
			end = index + other.length;
			letters += other;
		}
		if (!isUnspaced(letters)) return true;
		borders ??= new Borders(text);
		return borders.isWord(token.index, end, letters);
	};
}

const SPELLED_LETTER = `(?<!${LETTER})${SIGN}(?!${LETTER})`;
/** Single letters, all with the same separator. */
const SPELLED = new RegExp(
	`${SPELLED_LETTER}(([ .*_\\/~·\\-])\\2?)${SPELLED_LETTER}(?:\\1${SPELLED_LETTER})+`,
	'gv',
);
const HYPHENATED = new RegExp(`(?<!${SIGN})${SIGN}+(?:[\\-_*~·]${SIGN}+)+`, 'gv');

/** Words that are split up in a text: `c a s i n o`, `ca-sino`. */
export function joinedOf(text: string): string[] {
	const isSpelled = /[ .*_/~·-].[ .*_/~·-]/s.test(text);
	const spelled = (isSpelled ? [...text.matchAll(SPELLED)] : []).flatMap(
		({ 0: letters, 1: between = '' }) => {
			const word = letters.split(between);
			// The first or last letter may be a word of its own: `a c a s i n o`.
			return [word, word.slice(1), word.slice(0, -1)]
				.filter(({ length }) => length > 2)
				.map((signs) => signs.join(''));
		},
	);
	const hyphenated = /[-_*~·]/.test(text) ? (text.match(HYPHENATED) ?? []) : [];
	return [...spelled, ...hyphenated.map((word) => word.replace(/[-_*~·]/g, ''))];
}
