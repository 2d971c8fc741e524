/** Scripts without blanks between words: each of their signs counts as a word. */
export const UNSPACED =
	// Thai and Lao, Burmese, Khmer, Japanese, Chinese.
	'\\u0E00-\\u0EFF\\u1000-\\u109F\\u1780-\\u17FF\\u3040-\\u30FF\\u3400-\\u9FFF\\u{20000}-\\u{3FFFF}';

const IS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');

/** Whether a sign counts as a word. */
export const isUnspaced = (sign: string): boolean => IS_UNSPACED.test(sign);

/** Each part that is segmented brings its whole text with it: parts of this length stay cheap. */
const PART = new RegExp(`[${UNSPACED}]{1,200}`, 'gu');

const KATAKANA_ROW = /^[\u30A1-\u30FA\u30FC-\u30FF]{2}$/;

const HAN_WORD = /^\p{Script=Han}{2,}$/u;

/** Signs on each side of a word that may be read with it in another way. */
const NEAR = 4;

/** Chinese words of one sign that often come before another word: I, you, he, want, quick, come, go, find. */
const ALONE = /[我你妳您他她它想要快来來去找]/;

/** Where the words of a plain text may begin and end. A dictionary knows those of scripts without blanks. */
export class Borders {
	private readonly segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

	/** The places inside the words of scripts without blanks. */
	private readonly inside = new Set<number>();

	constructor(private readonly text: string) {
		for (const { 0: part, index: start } of text.matchAll(PART)) {
			for (const { index, segment } of this.segmenter.segment(part)) {
				for (let at = 1; at < segment.length; at++) this.inside.add(start + index + at);
			}
		}
	}

	/** Whether no word continues from before a place to behind it. */
	has(at: number): boolean {
		return !this.inside.has(at);
	}

	/**
	 * Whether a part of the text is made of whole words.
	 *
	 * @param letters the part without the signs that may be between its letters
	 */
	isWord(start: number, end: number, letters: string): boolean {
		// A word from abroad is a row of katakana.
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
