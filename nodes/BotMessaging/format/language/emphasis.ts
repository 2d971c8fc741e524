import type { StyleName } from '../rich';

/** A run of equal marks. */
export interface Run {
	/** Index of the piece of text that holds its marks. */
	piece: number;
	sign: string;
	/** How many marks there were, and how many are not used yet. */
	length: number;
	left: number;
	opens: boolean;
	closes: boolean;
}

/** A style, from the end of one piece of text to the start of another. */
export interface Styled {
	from: number;
	to: number;
	name: StyleName;
	value?: string;
}

const isSpace = (sign: string) => sign === '' || /\s/u.test(sign);
const isPunctuation = (sign: string) => /[\p{P}\p{S}]/u.test(sign);

/** Scripts without spaces between words or after a prefix: their marks are between two letters. */
const isUnspaced = (sign: string) =>
	/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Arabic}\p{scx=Hebrew}\p{scx=Devanagari}]/u.test(
		sign,
	);

/**
 * What a run of marks may do between two characters (CommonMark, "Emphasis and strong emphasis"). Two
 * differences: a single star between numbers or next to a slash is a star; and a letter of a script
 * without spaces counts as a space, or bold text that ends with a bracket would not end there.
 */
export function flanks(
	sign: string,
	length: number,
	before: string,
	after: string,
): { opens: boolean; closes: boolean } {
	const isFree = (inner: string, outer: string) =>
		!isSpace(inner) &&
		(!isPunctuation(inner) || isSpace(outer) || isPunctuation(outer) || isUnspaced(outer));
	const left = isFree(after, before);
	const right = isFree(before, after);
	if (sign === '_') {
		return {
			opens: left && (!right || isPunctuation(before)),
			closes: right && (!left || isPunctuation(after)),
		};
	}
	if (sign !== '*') return { opens: left, closes: right };
	const isTimes = length === 1 && /\d/.test(before) && /\d/.test(after);
	return {
		opens: left && !isTimes && before !== '/',
		closes: right && !isTimes && after !== '/',
	};
}

const fits = (opener: Run, closer: Run) =>
	opener.sign === closer.sign &&
	opener.opens &&
	((!opener.closes && !closer.opens) ||
		(opener.length + closer.length) % 3 !== 0 ||
		(opener.length % 3 === 0 && closer.length % 3 === 0));

/** Turns marks of two runs into a style. */
function join(opener: Run, closer: Run, pieces: string[]): Styled {
	const isStrong = opener.left >= 2 && closer.left >= 2;
	for (const run of [opener, closer]) {
		run.left = run.sign === '~' ? 0 : run.left - (isStrong ? 2 : 1);
		pieces[run.piece] = run.sign.repeat(run.left);
	}
	const name = opener.sign === '~' ? 'strike' : isStrong ? 'bold' : 'italic';
	return { from: opener.piece, to: closer.piece, name };
}

/**
 * Matches the runs of a text in one pass: adds their styles, and takes their marks out of the pieces. For each
 * kind of closer, it remembers up to which piece there is no opener (CommonMark, "process emphasis").
 */
export function matchRuns(runs: Run[], pieces: string[], styles: Styled[]): void {
	const openers: Run[] = [];
	const floors = new Map<string, number>();
	for (const closer of runs) {
		const kind = `${closer.sign}${closer.opens}${closer.length % 3}`;
		const floor = floors.get(kind) ?? -1;
		while (closer.closes && closer.left > 0) {
			let last = openers.length - 1;
			while (last >= 0 && openers[last]!.piece > floor && !fits(openers[last]!, closer)) last--;
			const opener = openers[last];
			if (!opener || opener.piece <= floor) {
				floors.set(kind, openers.at(-1)?.piece ?? -1);
				break;
			}
			styles.push(join(opener, closer, pieces));
			openers.length = opener.left > 0 ? last + 1 : last;
		}
		if (closer.opens && closer.left > 0) openers.push(closer);
	}
}
