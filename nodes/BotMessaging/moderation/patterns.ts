import { Bounded } from '../api/bounded';
import { UserError } from '../api/errors';
import { addPattern, isInWord, isLineEnd, Readers, type Step } from './patternSteps';
import type { Place } from './places';

/** Steps that the patterns of a list may have together. */
const MOST_STEPS = 10_000;
/** Signs of which it is remembered what begins with them. */
const MOST_SIGNS = 5000;

const NONE: number[] = [];
const SEEN = /\P{Cf}/gu;

/**
 * A list of regular expressions, which are looked for all at once. n8n stands still meanwhile, so a text
 * is read once, from its beginning to its end, in all ways at the same time: no text makes that slow.
 */
export class Patterns {
	private readonly steps: Step[] = [];
	private readonly starts: number[];
	/** Where signs lead from the starts, by what is before them and the signs. */
	private readonly begins = new Bounded<string, number[]>(MOST_SIGNS);
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
		const signs = text.match(SEEN) ?? [];
		const found = new Map<number, { from: number; to: number }>();
		/** Steps to make next, and where the part that each belongs to begins. Earlier ones come first. */
		let steps: number[] = [];
		let begins: number[] = [];
		for (let at = 0; at <= signs.length; at++) {
			const [before, sign] = [signs[at - 1], signs[at]];
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
			for (const first of this.beginsOf(before, sign, signs[at + 1])) next.push(first);
			while (from.length < next.length) from.push(at);
			[steps, begins] = [next, from];
		}
		if (found.size === 0) return [];
		const places = [...text.matchAll(SEEN)];
		return [...found.values()].map(({ from, to }) => {
			const { index: offset } = places[from];
			const { 0: last, index } = places[to - 1];
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

	/** Where a sign leads from the starts, if the one after it leads further. */
	private beginsOf(before?: string, sign?: string, after?: string): number[] {
		const place =
			before === undefined ? '^' : isLineEnd(before) ? '|' : isInWord(before) ? 'w' : ' ';
		const key = place + (sign ?? '');
		return this.remembered(`${key}${after ?? ''}`, () => {
			const firsts = this.remembered(key, () => this.nextOf(this.starts, before, sign).next);
			return firsts.filter((step) => {
				const { next, found } = this.nextOf([step], sign, after);
				return next.length + found.length > 0;
			});
		});
	}

	private nextOf(steps: number[], before?: string, sign?: string) {
		const next: number[] = [];
		this.round++;
		const found = steps.flatMap((step) => this.make(step, before, sign, next));
		return { next, found };
	}

	private remembered(key: string, find: () => number[]): number[] {
		const known = this.begins.get(key) ?? find();
		if (!this.begins.has(key)) this.begins.set(key, known);
		return known;
	}
}
