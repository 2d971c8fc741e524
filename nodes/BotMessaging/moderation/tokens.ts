/** Scripts without blanks between words: each of their signs counts as a word. */
export const UNSPACED =
	// Thai and Lao, Burmese, Khmer, Japanese, Chinese.
	'\\u0E00-\\u0EFF\\u1000-\\u109F\\u1780-\\u17FF\\u3040-\\u30FF\\u3400-\\u9FFF\\u{20000}-\\u{3FFFF}';

const IS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');

const SIMPLE_TOKEN = /(?<![@$!|])[@$!|]*[a-z0-9][a-z0-9@$!|]*/g;
const TOKEN = /(?<![@$!|])[@$!|]*[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}@$!|]*/gu;

const LETTER = `[[\\p{L}\\p{M}\\p{N}]--[${UNSPACED}]]`;
const SIGN = `[[\\p{L}\\p{M}\\p{N}@$!\\|]--[${UNSPACED}]]`;
/** The same if a text has signs that count as a word each. */
const TOKEN_OR_SIGN = new RegExp(`[${UNSPACED}]|(?<![@$!\\|])[@$!\\|]*${LETTER}${SIGN}*`, 'gv');

const tokenIn = (text: string) => {
	if (/^[\x00-\x7F]*$/.test(text)) return SIMPLE_TOKEN;
	return IS_UNSPACED.test(text) ? TOKEN_OR_SIGN : TOKEN;
};

/** The words of a plain text, with the signs in and around them that may mean a letter. */
export const tokensOf = (text: string): string[] => text.match(tokenIn(text)) ?? [];

/** Whether a sign counts as a word. */
export const isUnspaced = (sign: string): boolean => IS_UNSPACED.test(sign);

/** What ends a sentence or a part of one: the words of a phrase are on one side of it. */
const SENTENCE_END =
	/[.,:;!?\u2026\u3001\u3002\u061F\u060C\u061B\u0964\u0965\u06D4\u0589\u104A\u104B]|\n\s*\n/;

const KATAKANA_ROW = /^[\u30A1-\u30FA\u30FC-\u30FF]{2}$/;
/** Entries in these scripts that are so short that they may be a part of many words. */
const SHORT =
	/^(?:\p{Script=Han}|[\u3041-\u309F]{1,3}|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{1,5})$/u;

/** Each part that is segmented brings its whole text with it: parts of this length stay cheap. */
const PART = new RegExp(`[${UNSPACED}]{1,200}`, 'gu');

/** Where the words of scripts without blanks begin and end, as a dictionary knows them. */
function bordersIn(text: string): Set<number> {
	const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
	const borders = new Set<number>();
	for (const { 0: part, index: start } of text.matchAll(PART)) {
		for (const { index } of segmenter.segment(part)) borders.add(start + index);
		borders.add(start + part.length);
	}
	return borders;
}

/** The places of the words in a plain text, for the few times when it matters what is around them. */
export class Places {
	private readonly places: Array<{ start: number; end: number }>;
	private borders?: Set<number>;

	constructor(private readonly text: string) {
		this.places = [...text.matchAll(tokenIn(text))].map(({ 0: token, index }) => ({
			start: index,
			end: index + token.length,
		}));
	}

	/** Whether some tokens in a row may be one entry: not parts of longer words, and in one sentence. */
	areWhole(first: number, count: number): boolean {
		const [token, ...others] = this.places.slice(first, first + count);
		if (!token) return false;
		const { start } = token;
		let { end } = token;
		for (const other of others) {
			if (this.isParted(end, other.start)) return false;
			({ end } = other);
		}
		return !isUnspaced(this.text.slice(start, start + 2)) || this.isWord(start, end);
	}

	private isParted(end: number, start: number): boolean {
		const [before, after] = [this.text.charAt(end - 1), this.text.charAt(start)];
		// The signs that a token may end with belong to what is between.
		const trailing = /[@$!|]*$/.exec(this.text.slice(Math.max(0, end - 9), end))![0];
		const between = trailing + this.text.slice(end, start);
		if (between === '.' && isUnspaced(before) && isUnspaced(after)) return false;
		return SENTENCE_END.test(between);
	}

	/** A dictionary knows the words of scripts without blanks; words from abroad are a row of katakana. */
	private isWord(start: number, end: number): boolean {
		const isInRow = (at: number) => KATAKANA_ROW.test(this.text.slice(at - 1, at + 1));
		if (isInRow(start) || isInRow(end)) return false;
		if (!SHORT.test(this.text.slice(start, end))) return true;
		this.borders ??= bordersIn(this.text);
		return this.borders.has(start) && this.borders.has(end);
	}
}

const SPELLED_LETTER = `(?<!${LETTER})${SIGN}(?!${LETTER})`;
/** Letters one by one, all with the same between them. */
const SPELLED = new RegExp(
	`${SPELLED_LETTER}(([ .*_\\/~·\\-])\\2?)${SPELLED_LETTER}(?:\\1${SPELLED_LETTER})+`,
	'gv',
);
/** Words with a stroke in the middle. */
const HYPHENATED = new RegExp(`(?<!${SIGN})${SIGN}+(?:[\\-_*~·]${SIGN}+)+`, 'gv');

/** Words that a text has in pieces: `c a s i n o`, `ca-sino`. */
export function joinedOf(text: string): string[] {
	const isSpelled = /[ .*_/~·-].[ .*_/~·-]/s.test(text);
	const spelled = (isSpelled ? [...text.matchAll(SPELLED)] : []).flatMap(
		({ 0: letters, 1: between = '' }) => {
			const word = letters.split(between);
			// The letter before or behind may be a word of its own: `a c a s i n o`.
			return [word, word.slice(1), word.slice(0, -1)]
				.filter(({ length }) => length > 2)
				.map((signs) => signs.join(''));
		},
	);
	const hyphenated = /[-_*~·]/.test(text) ? (text.match(HYPHENATED) ?? []) : [];
	return [...spelled, ...hyphenated.map((word) => word.replace(/[-_*~·]/g, ''))];
}
