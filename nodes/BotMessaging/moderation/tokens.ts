import { Borders, isUnspaced, UNSPACED } from './unspaced';

const SIMPLE_TOKEN = /(?<![@$!|])[@$!|]*[a-z0-9][a-z0-9@$!|]*/g;
const TOKEN = /(?<![@$!|])[@$!|]*[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}@$!|]*/gu;

const LETTER = `[[\\p{L}\\p{M}\\p{N}]--[${UNSPACED}]]`;
const SIGN = `[[\\p{L}\\p{M}\\p{N}@$!\\|]--[${UNSPACED}]]`;
/** The same if a text has signs that count as a word each. */
const TOKEN_OR_SIGN = new RegExp(`[${UNSPACED}]|(?<![@$!\\|])[@$!\\|]*${LETTER}${SIGN}*`, 'gv');

const tokenIn = (text: string) => {
	if (/^\p{ASCII}*$/u.test(text)) return SIMPLE_TOKEN;
	return isUnspaced(text) ? TOKEN_OR_SIGN : TOKEN;
};

/** The words of a plain text, with the signs in and around them that may mean a letter. */
export const tokensOf = (text: string): string[] => text.match(tokenIn(text)) ?? [];

/** What ends a sentence or a part of one: the words of a phrase are on one side of it. */
const SENTENCE_END =
	/[.,:;!?\u2026\u3001\u3002\u061F\u060C\u061B\u0964\u0965\u06D4\u0589\u104A\u104B]|\n\s*\n/;

/** The places of the words in a plain text, for the few times when it matters what is around them. */
export class Places {
	private readonly places: Array<{ start: number; end: number }>;
	private borders?: Borders;

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
		let letters = this.text.slice(start, end);
		for (const other of others) {
			if (this.isParted(end, other.start)) return false;
			({ end } = other);
			letters += this.text.slice(other.start, end);
		}
		if (!isUnspaced(letters)) return true;
		this.borders ??= new Borders(this.text);
		return this.borders.isWord(start, end, letters);
	}

	private isParted(end: number, start: number): boolean {
		const [before, after] = [this.text.charAt(end - 1), this.text.charAt(start)];
		// The signs that a token may end with belong to what is between.
		const trailing = /[@$!|]*$/.exec(this.text.slice(Math.max(0, end - 9), end))![0];
		const between = trailing + this.text.slice(end, start);
		if (between === '.' && isUnspaced(before) && isUnspaced(after)) return false;
		return SENTENCE_END.test(between);
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
