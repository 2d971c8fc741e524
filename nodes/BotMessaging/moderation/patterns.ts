import { Bounded } from '../api/bounded';
import { UserError } from '../api/errors';
import { addPattern, isInWord, isLineEnd, Readers, type Step } from './patternSteps';
import type { Place } from './places';

/** Steps that the patterns of a list may have together. */
const MOST_STEPS = 10_000;
/** Signs of which it is remembered what begins with them. */
const MOST_SIGNS = 5000;

const NONE: number[] = [];

/**
 * A list of regular expressions, which are looked for all at once. n8n stands still meanwhile, so a text
 * is read once, from its beginning to its end, in all ways at the same time: no text makes that slow.
 */
export class Patterns {
	private readonly steps: Step[] = [];
	private readonly starts: number[];
	/** Where a sign leads from the starts, by what is before it and the sign. */
	private readonly firsts = new Bounded<string, number[]>(MOST_SIGNS);
	/** The last round in which a step was made. */
	private readonly madeIn: Float64Array;
	private round = 0;

	/** @param list one pattern a line. Throws UserError. */
	constructor(list: string) {
		const readers = new Readers();
		const lines = list.split(/[\r\n]+/).filter((line) => line.trim());
		this.starts = lines.map((line, number) => addPattern(line.trim(), number, this.steps, readers));
		this.madeIn = new Float64Array(this.steps.length);
		if (this.steps.length <= MOST_STEPS) return;
		throw new UserError(
			'Forbidden Patterns is too long',
			'Remove patterns, or write them shorter.',
		);
	}

	/** What of a text fits each of the patterns: the first such part, as long as possible. */
	findIn(text: string): Array<Place & { text: string }> {
		// What nobody sees does not part a word.
		const signs = [...text.matchAll(/\P{Cf}/gu)];
		const found = new Map<number, { from: number; to: number }>();
		/** Steps to make next, and where the part that each belongs to begins. Earlier ones come first. */
		let steps: number[] = [];
		let begins: number[] = [];
		for (let at = 0; at <= signs.length; at++) {
			const [before, sign] = [signs[at - 1]?.[0], signs[at]?.[0]];
			const next: number[] = [];
			const from: number[] = [];
			this.round++;
			for (let index = 0; index < steps.length; index++) {
				const begin = begins[index];
				for (const end of this.make(steps[index], before, sign, next)) {
					if (begin <= (found.get(end)?.from ?? begin)) found.set(end, { from: begin, to: at });
				}
				while (from.length < next.length) from.push(begin);
			}
			next.push(...this.firstsOf(before, sign));
			while (from.length < next.length) from.push(at);
			[steps, begins] = [next, from];
		}
		return [...found.values()].map(({ from, to }) => {
			const { index: offset } = signs[from];
			const { 0: last, index } = signs[to - 1];
			const end = index + last.length;
			return { text: text.slice(offset, end), offset, length: end - offset };
		});
	}

	/**
	 * Makes a step, and those that follow from it without another sign, each only once in a round. Adds
	 * those after the sign to `next`, and gives back the patterns that are found.
	 */
	private make(
		number: number,
		before: string | undefined,
		sign: string | undefined,
		next: number[],
	) {
		if (this.madeIn[number] === this.round) return NONE;
		this.madeIn[number] = this.round;
		const step = this.steps[number];
		if ('found' in step) return [step.found];
		if ('reads' in step) {
			if (sign !== undefined && step.reads(sign)) next.push(step.next);
			return NONE;
		}
		let found = NONE;
		if (!step.holds(before, sign)) return found;
		for (const one of step.next) {
			const more = this.make(one, before, sign, next);
			if (more.length > 0) found = found.concat(more);
		}
		return found;
	}

	private firstsOf(before: string | undefined, sign: string | undefined): number[] {
		const place =
			before === undefined ? '^' : isLineEnd(before) ? '|' : isInWord(before) ? 'w' : ' ';
		const key = place + (sign ?? '');
		const known = this.firsts.get(key);
		if (known) return known;
		const firsts: number[] = [];
		this.round++;
		for (const start of this.starts) this.make(start, before, sign, firsts);
		this.firsts.set(key, firsts);
		return firsts;
	}
}
