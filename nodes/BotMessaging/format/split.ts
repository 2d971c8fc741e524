import { slice, type Rich, type Span } from './rich';
import { signEnd } from './characters';

/** A better place to cut is not used if it would leave less than this share of a part. */
const LEAST_SHARE = 1 / 4;

/** Places to cut, best first; the cut comes after the match. */
const PLACES: Array<{ pattern: RegExp; inCode: boolean }> = [
	{ pattern: /\n\s*\n/g, inCode: false },
	{ pattern: /\n/g, inCode: false },
	{ pattern: /[.!?…]["'”’)\]]*\s|[。！？]["'”’）」]*/g, inCode: false },
	{ pattern: /\n/g, inCode: true },
	{ pattern: /\s/g, inCode: true },
];

/** For each position of a text, whether it is inside a block of code. */
function placesInCode(spans: Span[], from: number, length: number): boolean[] {
	const changes = new Int32Array(length + 2);
	const change = (place: number, by: number) => {
		const at = Math.min(Math.max(place, 0), length + 1);
		changes[at] = (changes[at] ?? 0) + by;
	};
	for (const { name, start, end } of spans) {
		if (name !== 'pre') continue;
		change(start - from + 1, 1);
		change(end - from, -1);
	}
	let depth = 0;
	return Array.from(changes, (by) => (depth += by) > 0);
}

/**
 * Where to end a part of at most `most` UTF-16 units.
 *
 * @param rest the text from the beginning of this part; longer than one part
 */
function cutOf(rest: string, isInCode: boolean[], most: number): number {
	const window = rest.slice(0, most + 1);
	for (const least of [most * LEAST_SHARE, 0]) {
		for (const { pattern, inCode } of PLACES) {
			let best = 0;
			for (const { 0: found, index } of window.matchAll(pattern)) {
				const end = index + found.trimEnd().length;
				if (end > least && end <= most && (inCode || !isInCode[end])) best = end;
			}
			if (best > 0) return best;
		}
	}
	return signEnd(rest, most);
}

/** Finds the spans of consecutive parts without going through all spans each time. */
class OpenSpans {
	private readonly waiting: Span[];

	private next = 0;

	private open: Span[] = [];

	constructor(spans: Span[]) {
		this.waiting = [...spans].sort((a, b) => a.start - b.start);
	}

	/** @param from never less than in the call before */
	between(from: number, to: number): Span[] {
		const { waiting } = this;
		for (let span = waiting[this.next]; span && span.start < to; span = waiting[++this.next]) {
			this.open.push(span);
		}
		this.open = this.open.filter(({ end }) => end > from);
		return this.open;
	}
}

/**
 * Splits a text into parts that each fit into a message. Cuts at paragraphs if possible, else at
 * lines, sentences or words, and never inside a character. Styles are closed at the end of a part
 * and reopened in the next. Lengths are UTF-16 units.
 */
export function split({ text, spans }: Rich, first: number, most: number): Rich[] {
	const open = new OpenSpans(spans);
	const parts: Rich[] = [];
	let limit = first;
	let end = text.length;
	let at = 0;

	/** Trims white space at both ends; in code, the first line keeps its indentation. */
	const trimmed = (from: number, to: number): [from: number, to: number] => {
		const given = text.slice(from, to);
		const begin = from + /^[ \t\n]*/.exec(given)![0].lastIndexOf('\n') + 1;
		const isCode = open
			.between(begin, begin + 1)
			.some((span) => span.name === 'pre' && span.start <= begin);
		if (isCode) return [begin, to];
		const rest = text.slice(begin, to);
		const end = to - (rest.length - rest.trimEnd().length);
		return [Math.min(end, to - rest.trimStart().length), end];
	};
	const add = (from: number, to: number) => {
		const [begin, end] = trimmed(from, to);
		const part = slice({ text, spans: open.between(begin, end) }, begin, end);
		if (part.text.trim() !== '') parts.push(part);
	};

	[at, end] = trimmed(at, end);
	while (end - at > limit) {
		const isInCode = placesInCode(open.between(at, at + limit), at, limit);
		const cut = at + cutOf(text.slice(at, end), isInCode, limit);
		add(at, cut);
		[at, end] = trimmed(cut, end);
		limit = most;
	}
	add(at, end);
	return parts;
}
