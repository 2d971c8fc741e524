import { Bounded } from '../api/bounded';
import { UserError } from '../api/errors';
import { addPattern, anywhere, isInWord, isLineEnd, Readers, type Step } from './patternSteps';
import type { Place } from './places';

/** Steps that the patterns of a list may have together. */
const MOST_STEPS = 10_000;
/** Signs of which it is remembered what begins with them, and those after one of them. */
const MOST_SIGNS = 2000;
const MOST_FURTHER = 100;

const NONE: number[] = [];
const SEEN = /\P{Cf}/gu;
const UNSEEN = /\p{Cf}/u;

/** The kind of place that is behind a sign. */
function placeAfter(before?: string): string {
	if (before === undefined) return '^';
	return isLineEnd(before) ? '|' : isInWord(before) ? 'w' : ' ';
}

/**
 * A list of regular expressions. The search blocks n8n, so it must be quick for every text: it reads the
 * text once, from beginning to end, for all expressions at the same time.
 */
export class Patterns {
	private readonly steps: Step[] = [];
	private readonly starts: number[];
	/** Where a sign leads from the starts, by what is before it and the sign; and by the one after it. */
	private readonly begins = new Bounded<string, { next: number[]; further: Map<string, number[]> }>(
		MOST_SIGNS,
	);
	/** Whether it matters what is before a sign. */
	private readonly isPlaced: boolean;
	/** The last round in which a step was made. */
	private readonly madeIn: Float64Array;
	private round = 0;

	/** @param list one pattern a line. Throws UserError. */
	constructor(list: string, label = 'Forbidden Patterns') {
		const readers = new Readers();
		const lines = list.split(/[\r\n]+/).filter((line) => line.trim());
		this.starts = lines.map((line, number) =>
			addPattern(line.trim(), number, this.steps, readers, label),
		);
		this.madeIn = new Float64Array(this.steps.length);
		this.isPlaced = this.steps.some((step) => 'holds' in step && step.holds !== anywhere);
		if (this.steps.length <= MOST_STEPS) return;
		throw new UserError(`${label} is too long`, 'Remove patterns, or write them shorter.');
	}

	/** What of a text fits each of the patterns: the first such part, as long as possible. */
	findIn(text: string): Array<Place & { text: string }> {
		// What nobody sees does not part a word.
		const signs = UNSEEN.test(text) ? (text.match(SEEN) ?? []) : [...text];
		const found = new Map<number, { from: number; to: number }>();
		/** Steps to make next, and where the part that each belongs to begins. Earlier ones come first. */
		let steps: number[] = [];
		let begins: number[] = [];
		for (let at = 0; at <= signs.length; at++) {
			const [before, sign] = [signs[at - 1], signs[at]];
			const first = this.beginsOf(before, sign, signs[at + 1]);
			if (steps.length === 0 && first.length === 0) continue;
			const next: number[] = [];
			const from: number[] = [];
			this.round++;
			for (const [index, step] of steps.entries()) {
				const begin = begins[index] ?? at;
				for (const end of this.make(step, before, sign, next)) {
					if (begin <= (found.get(end)?.from ?? begin)) found.set(end, { from: begin, to: at });
				}
				while (from.length < next.length) from.push(begin);
			}
			next.push(...first);
			while (from.length < next.length) from.push(at);
			[steps, begins] = [next, from];
		}
		if (found.size === 0) return [];
		const places = [...text.matchAll(SEEN)];
		return [...found.values()].flatMap(({ from, to }) => {
			const [first, last] = [places[from], places[to - 1]];
			if (!first || !last) return [];
			const { index: offset } = first;
			const end = last.index + last[0].length;
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
		const step = this.steps[number];
		if (!step || this.madeIn[number] === this.round) return NONE;
		this.madeIn[number] = this.round;
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
	private beginsOf(before?: string, sign = '', after = ''): number[] {
		const key = this.isPlaced ? placeAfter(before) + sign : sign;
		let known = this.begins.get(key);
		if (!known) {
			const { next } = this.nextOf(this.starts, before, sign);
			known = { next, further: new Bounded(MOST_FURTHER) };
			this.begins.set(key, known);
		}
		if (known.next.length === 0) return NONE;
		const { next, further } = known;
		const lead = further.get(after);
		if (lead) return lead;
		const leading = next.filter((step) => {
			const one = this.nextOf([step], sign, after);
			return one.next.length + one.found.length > 0;
		});
		further.set(after, leading);
		return leading;
	}

	private nextOf(steps: number[], before: string | undefined, sign: string) {
		const next: number[] = [];
		this.round++;
		const found = steps.flatMap((step) => this.make(step, before, sign || undefined, next));
		return { next, found };
	}
}
