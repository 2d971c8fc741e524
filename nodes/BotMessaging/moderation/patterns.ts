import { Bounded } from '../api/basics';
import { BOUNDS } from '../api/bounds';
import { UserError } from '../api/errors';
import {
	addPattern,
	anywhere,
	isInWord,
	isLineEnd,
	Readers,
	type PatternStep,
} from './patternSteps';
import type { Place } from './findings';

/** A normalized character, and the part of the text that it came from. */
interface Sign {
	sign: string;
	offset: number;
	end: number;
}

const UNSEEN = /\p{Cf}/u;
const SEEN = /\P{Cf}/gu;

/** Characters that combine with the letter before: accents, and parts of a Korean syllable. */
const IS_ADDED = /[\p{M}\u1161-\u1175\u11A8-\u11C2]/u;

const isComposed = (text: string) => text === text.normalize();

/** The visible characters of a text, composed: some keyboards write `ế` as an e with two accents. */
function signsOf(text: string): Sign[] {
	const seen = [...text.matchAll(SEEN)].map(({ 0: sign, index: offset }) => ({
		sign,
		offset,
		end: offset + sign.length,
	}));
	if (isComposed(text)) return seen;
	const letters: Sign[] = [];
	for (const { sign, offset, end } of seen) {
		const letter = letters.at(-1);
		if (letter && IS_ADDED.test(sign)) Object.assign(letter, { sign: letter.sign + sign, end });
		else letters.push({ sign, offset, end });
	}
	return letters.flatMap((letter) =>
		[...letter.sign.normalize()].map((sign) => ({ ...letter, sign })),
	);
}

/** As `signsOf`, but faster and without places. */
const spelled = (text: string): string[] =>
	!UNSEEN.test(text) && isComposed(text) ? [...text] : signsOf(text).map(({ sign }) => sign);

/** The most steps of all patterns in a list. */
const MOST_STEPS = 10_000;

const NONE: number[] = [];

const linesOf = (list: string): string[] =>
	list
		.split(/[\r\n]+/)
		.map((line) => line.trim())
		.filter(Boolean);

interface Lead {
	next: number[];
	found: number[];
}

const NOWHERE: Lead = { next: NONE, found: NONE };

function placeAfter(before?: string): string {
	if (before === undefined) return '^';
	return isLineEnd(before) ? '|' : isInWord(before) ? 'w' : ' ';
}

/** A list of regular expressions, all searched for in one pass: a search blocks n8n. */
export class Patterns {
	private readonly steps: PatternStep[] = [];
	private readonly starts: number[];
	/** The steps that may begin at a character, by the character before; then by the one after. */
	private readonly begins = new Bounded<string, { next: number[]; further: Map<string, Lead> }>(
		BOUNDS.patternSigns,
	);
	private readonly isPlaced: boolean;
	private readonly madeIn: Float64Array;
	private round = 0;

	/** `list`: a pattern for each line, in any case; or one pattern with its flags. Throws UserError. */
	constructor(list: string | { pattern: string }, label = 'Forbidden Patterns') {
		const readers = new Readers();
		const isList = typeof list === 'string';
		this.starts = (isList ? linesOf(list) : [list.pattern]).map((pattern, number) =>
			addPattern(pattern, number, this.steps, readers, label, isList),
		);
		this.madeIn = new Float64Array(this.steps.length);
		this.isPlaced = this.steps.some((step) => 'holds' in step && step.holds !== anywhere);
		if (this.steps.length <= MOST_STEPS) return;
		throw new UserError(`${label} is too long`, 'Remove patterns, or write them shorter.');
	}

	/** The first match of each pattern, as long as possible. */
	findIn(text: string): Array<Place & { text: string }> {
		const found = this.spansIn(spelled(text));
		if (found.size === 0) return [];
		const places = signsOf(text);
		return [...found.values()].flatMap(({ from, to }) => {
			const [first, last] = [places[from], places[to - 1]];
			if (!first || !last) return [];
			const { offset } = first;
			return { text: text.slice(offset, last.end), offset, length: last.end - offset };
		});
	}

	/** Whether a pattern matches a whole text, with each character as it is. */
	covers(text: string): boolean {
		const signs = [...text];
		const spans = [...this.spansIn(signs).values()];
		return spans.some(({ from, to }) => from === 0 && to === signs.length);
	}

	/** Whether a text matches any pattern, even with an empty match. */
	fits(text: string): boolean {
		const signs = spelled(text);
		const isFoundBefore = (at: number) =>
			this.leadOf(this.starts, signs[at - 1], signs[at]).found.length > 0;
		return this.spansIn(signs).size > 0 || [...signs.keys(), signs.length].some(isFoundBefore);
	}

	/** The first match of each pattern among the characters, as long as possible. */
	private spansIn(signs: string[]): Map<number, { from: number; to: number }> {
		const found = new Map<number, { from: number; to: number }>();
		const note = (pattern: number, from: number, to: number) => {
			if (from <= (found.get(pattern)?.from ?? from)) found.set(pattern, { from, to });
		};
		/** The next steps, and where the match of each began. Earlier ones come first. */
		let steps: number[] = [];
		let begins: number[] = [];
		/** What begins with the previous two characters. */
		let begun = NOWHERE;
		for (let at = 0; at <= signs.length; at++) {
			const [before, sign] = [signs[at - 1], signs[at]];
			if (steps.length > 0 || begun.next.length > 0) {
				const next: number[] = [];
				const from: number[] = [];
				this.round++;
				// The hot loop: no iterator.
				for (let index = 0; index < steps.length; index++) {
					const begin = begins[index] ?? at;
					const ends = this.make(steps[index] ?? 0, before, sign, next);
					for (const end of ends) note(end, begin, at);
					while (from.length < next.length) from.push(begin);
				}
				next.push(...begun.next);
				while (from.length < next.length) from.push(at - 1);
				[steps, begins] = [next, from];
			}
			begun = this.begunBy(before, sign, signs[at + 1]);
			for (const end of begun.found) note(end, at, at + 1);
		}
		return found;
	}

	/**
	 * Makes a step, and those that follow without another character, each only once per round. Adds the steps
	 * after the character to `next`, and returns the patterns that matched.
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

	/** The steps that may begin at a character, given its neighbors. */
	private begunBy(before?: string, sign = '', after = ''): Lead {
		const key = this.isPlaced ? placeAfter(before) + sign : sign;
		let known = this.begins.get(key);
		if (!known) {
			const { next } = this.leadOf(this.starts, before, sign);
			known = { next, further: new Bounded(BOUNDS.patternSignsFurther) };
			this.begins.set(key, known);
		}
		if (known.next.length === 0) return NOWHERE;
		const { next, further } = known;
		let lead = further.get(after);
		if (!lead) {
			lead = this.leadOf(next, sign, after);
			further.set(after, lead);
		}
		return lead;
	}

	private leadOf(steps: number[], before: string | undefined, sign?: string): Lead {
		const next: number[] = [];
		this.round++;
		const found = steps.flatMap((step) => this.make(step, before, sign || undefined, next));
		return { next, found };
	}
}
