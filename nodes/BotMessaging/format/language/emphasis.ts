import type { StyleName } from '../rich';

/** A run of equal marks. It stays until all of its marks are used. */
export interface Run {
	/** Index of the piece of text that holds its marks. */
	piece: number;
	sign: string;
	left: number;
	readonly length: number;
	readonly opens: boolean;
	readonly closes: boolean;
	before?: Run;
	after?: Run;
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

/** The runs of one paragraph that are not matched yet. */
export class Runs {
	last?: Run;

	constructor(private readonly pieces: string[]) {}

	add(run: Run): void {
		run.before = this.last;
		if (this.last) this.last.after = run;
		this.last = run;
	}

	private remove(run: Run): void {
		if (run.before) run.before.after = run.after;
		if (run.after) run.after.before = run.before;
		else this.last = run.before;
	}

	/** Drops all runs after `bottom`, or all. */
	private removeBehind(bottom: Run | undefined): void {
		if (bottom) bottom.after = undefined;
		this.last = bottom;
	}

	/**
	 * Matches openers and closers after `bottom`, or everywhere, in one pass. For each kind of closer, it
	 * remembers below which place there is no opener (CommonMark, "process emphasis").
	 */
	resolve(bottom: Run | undefined, styles: Styled[]): void {
		const floors = new Map<string, number>();
		const ground = bottom?.piece ?? -1;
		let closer = this.first(bottom);
		while (closer) {
			if (!closer.closes) {
				closer = closer.after;
				continue;
			}
			const kind = `${closer.sign}${closer.opens}${closer.length % 3}`;
			const opener = this.openerOf(closer, floors.get(kind) ?? ground);
			if (opener) {
				closer = this.join(opener, closer, styles);
				continue;
			}
			floors.set(kind, closer.before?.piece ?? ground);
			const next: Run | undefined = closer.after;
			if (!closer.opens) this.remove(closer);
			closer = next;
		}
		this.removeBehind(bottom);
	}

	private first(bottom: Run | undefined): Run | undefined {
		if (bottom) return bottom.after;
		let run = this.last;
		while (run?.before) run = run.before;
		return run;
	}

	/** The last opener that fits, behind a piece of text. */
	private openerOf(closer: Run, floor: number): Run | undefined {
		let run = closer.before;
		while (run && run.piece > floor && !fits(run, closer)) run = run.before;
		return run && run.piece > floor ? run : undefined;
	}

	/** Turns two runs into a style. Returns the run to continue with. */
	private join(opener: Run, closer: Run, styles: Styled[]): Run | undefined {
		const isStrong = opener.left >= 2 && closer.left >= 2;
		const name = opener.sign === '~' ? 'strike' : isStrong ? 'bold' : 'italic';
		styles.push({ from: opener.piece, to: closer.piece, name });
		opener.after = closer;
		closer.before = opener;
		for (const run of [opener, closer]) {
			run.left -= isStrong ? 2 : 1;
			if (run.sign === '~') run.left = 0;
			this.pieces[run.piece] = run.sign.repeat(run.left);
			if (run.left === 0) this.remove(run);
		}
		return closer.left > 0 ? closer : closer.after;
	}
}
