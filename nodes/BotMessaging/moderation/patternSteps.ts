import { Bounded } from '../api/basics';
import { BOUNDS } from '../api/bounds';
import { UserError } from '../api/errors';

/** The most characters of a pattern, and the most steps with repetitions expanded. */
const LONGEST = 1000;
const MOST_STEPS = 1000;

/** Whether a step is possible between two characters; undefined before the first and after the last one. */
type Between = (before?: string, after?: string) => boolean;

/** A step reads a character, checks a boundary between two, or reports a match of pattern number n. */
export type PatternStep =
	| { reads: (sign: string) => boolean; next: number }
	| { holds: Between; next: number[] }
	| { found: number };

/** Adds the steps that lead to another one; returns where they begin. */
type Build = (next: number) => number;

/** A regular expression with or without slashes around it. */
function partsOf(pattern: string): { source: string; flags: string } {
	const [, source = pattern, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(pattern) ?? [];
	return { source, flags: flags.replace(/[gy]/g, '') };
}

const IN_WORD = '\\p{L}\\p{M}\\p{N}_';
const IS_IN_WORD = new RegExp(`[${IN_WORD}]`, 'u');
export const isInWord = (sign?: string) => sign !== undefined && IS_IN_WORD.test(sign);
export const isLineEnd = (sign: string) => /[\n\r\u2028\u2029]/.test(sign);

export const anywhere: Between = () => true;
const isBorder: Between = (before, after) => isInWord(before) !== isInWord(after);

function betweenOf(part: string, flags: string): Between | undefined {
	const isEnd = (sign?: string) => sign === undefined || (flags.includes('m') && isLineEnd(sign));
	if (part === '^') return (before) => isEnd(before);
	if (part === '$') return (_before, after) => isEnd(after);
	if (part === '\\b') return isBorder;
	return part === '\\B' ? (before, after) => !isBorder(before, after) : undefined;
}

/** A bracket, `|`, a quantifier, or a part that reads one character. */
const PART =
	/\(\?(?::|<[^=!>]+>|.)|[*+?]\??|\{\d+(?:,\d*)?\}\??|\\(?:p\{[^}]*\}|u\{[^}]*\}|ud[89ab]..\\ud[c-f]..|u....|x..|c.|.)|\[(?:\\.|[^\]\\])*\]|./gisu;

/** The minimum and maximum of a quantifier. */
function timesOf(part = ''): [least: number, most: number] | undefined {
	if (/^[*+?]/.test(part)) return [part[0] === '+' ? 1 : 0, part[0] === '?' ? 1 : Infinity];
	const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(part) ?? [];
	if (least === undefined) return undefined;
	return [Number(least), most ? Number(most) : comma ? Infinity : Number(least)];
}

/** Whether a character matches a part of a pattern; each part once, because many patterns share it. */
export class Readers {
	private readonly known = new Map<string, (sign: string) => boolean>();

	get(part: string, flags: string): (sign: string) => boolean {
		const reads = this.known.get(flags + part) ?? this.make(part, flags);
		this.known.set(flags + part, reads);
		return reads;
	}

	private make(part: string, flags: string) {
		const source = part.replace(/\\./gs, (sign) => {
			if (sign === '\\w') return part === sign ? `[${IN_WORD}]` : IN_WORD;
			return part === '\\W' ? `[^${IN_WORD}]` : sign;
		});
		const expression = new RegExp(`^${source}$`, flags);
		const read = new Bounded<string, boolean>(BOUNDS.patternSteps);
		// Many steps in a row ask about the same character.
		let [last, isRead] = ['', false];
		return (sign: string) => {
			if (sign === last) return isRead;
			const known = read.get(sign);
			if (known === undefined) read.set(sign, expression.test(sign));
			[last, isRead] = [sign, known ?? read.get(sign)!];
			return isRead;
		};
	}
}

const SHORTER = 'Write it shorter, or split it into several lines.';
const NOT_HERE =
	'Lookarounds, named flags and references to groups are not possible here. Write the pattern without them.';

/**
 * Adds a pattern's steps to those of others; returns where it begins. \w and \b cover the letters of all
 * languages. Throws UserError for a pattern that is invalid or could be slow.
 *
 * @param label of its form field
 * @param ignoreCase ignores case even without the flag i
 */
export function addPattern(
	pattern: string,
	number: number,
	steps: PatternStep[],
	readers: Readers,
	label: string,
	ignoreCase: boolean,
) {
	const refused = (why: string, hint: string) =>
		new UserError(`${label}: ${[...pattern].slice(0, 80).join('')} ${why}`, hint);
	const { source: written, flags } = partsOf(pattern);
	const source = written.replace(/\p{Cf}/gu, '').normalize();
	try {
		new RegExp(source, `${flags.replace('u', '')}u`);
	} catch (error) {
		const { message } = error as Error;
		throw refused('is not a valid regular expression', `${message}. Check brackets, backslashes.`);
	}
	if (source.length > LONGEST) throw refused('is too long', SHORTER);
	const parts = source.match(PART) ?? [];
	const readFlags = `${ignoreCase || flags.includes('i') ? 'i' : ''}${flags.includes('s') ? 's' : ''}u`;
	let made = 0;
	const make = (step: PatternStep): number => {
		if (made++ > MOST_STEPS) throw refused('repeats too much', SHORTER);
		return steps.push(step) - 1;
	};

	const alternatives = (): Build => {
		const first = sequence();
		const ways = [first];
		while (parts[0] === '|') {
			parts.shift();
			ways.push(sequence());
		}
		if (ways.length === 1) return first;
		return (next) => make({ holds: anywhere, next: ways.map((way) => way(next)) });
	};
	const sequence = (): Build => {
		const builds: Build[] = [];
		while (parts.length > 0 && parts[0] !== '|' && parts[0] !== ')') builds.push(repeated());
		if (builds.length === 0) return (next) => make({ holds: anywhere, next: [next] });
		return (next) => builds.reduceRight((to, build) => build(to), next);
	};
	const repeated = (): Build => {
		const build = one(parts.shift()!);
		const times = timesOf(parts[0]);
		if (!times) return build;
		parts.shift();
		const [least, most] = times;
		return (next) => {
			let to = next;
			if (most === Infinity) {
				const loop = { holds: anywhere, next: [next] };
				to = make(loop);
				loop.next.unshift(build(to));
			}
			for (let count = least; count < most && most < Infinity; count++) {
				to = make({ holds: anywhere, next: [build(to), next] });
			}
			for (let count = 0; count < least; count++) {
				to = build(to);
			}
			return to;
		};
	};
	const one = (part: string): Build => {
		if (part === '(' || part === '(?:' || /^\(\?<./.test(part)) {
			const inner = alternatives();
			parts.shift();
			return inner;
		}
		if (/^\(\?|^\\[1-9k]/.test(part))
			throw refused(`has ${part}, which can take too long`, NOT_HERE);
		const holds = betweenOf(part, flags);
		if (holds) return (next) => make({ holds, next: [next] });
		const reads = readers.get(part, readFlags);
		return (next) => make({ reads, next });
	};
	return alternatives()(make({ found: number }));
}
