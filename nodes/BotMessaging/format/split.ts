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

/** For each place of a part, whether it is inside a block of code. */
function placesInCode(spans: Span[], from: number, length: number): Uint8Array {
	const isInCode = new Uint8Array(length + 1);
	for (const { name, start, end } of spans) {
		if (name === 'pre') isInCode.fill(1, Math.max(start + 1 - from, 0), Math.max(end - from, 0));
	}
	return isInCode;
}

/** Where to end a part of at most `most` UTF-16 units of a longer text. */
function cutOf(rest: string, isInCode: Uint8Array, most: number): number {
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

/**
 * Splits a text into parts that each fit into a message. Cuts at paragraphs if possible, else at
 * lines, sentences or words, and never inside a character. Styles are closed at the end of a part
 * and reopened in the next. Lengths are UTF-16 units.
 */
export function split({ text, spans }: Rich, first: number, most: number): Rich[] {
	const parts: Rich[] = [];
	const waiting = [...spans].sort((a, b) => a.start - b.start).reverse();
	let open: Span[] = [];
	let limit = first;
	let end = text.length;
	let at = 0;

	/** The spans between two places. `from` is never less than in the call before, so each is seen once. */
	const between = (from: number, to: number): Span[] => {
		while (waiting.length > 0 && waiting.at(-1)!.start < to) open.push(waiting.pop()!);
		open = open.filter(({ end }) => end > from);
		return open;
	};
	/** Trims white space at both ends; in code, the first line keeps its indentation. */
	const trimmed = (from: number, to: number): [from: number, to: number] => {
		const given = text.slice(from, to);
		const begin = from + /^[ \t\n]*/.exec(given)![0].lastIndexOf('\n') + 1;
		const isCode = between(begin, begin + 1).some(
			({ name, start }) => name === 'pre' && start <= begin,
		);
		if (isCode) return [begin, to];
		const rest = text.slice(begin, to);
		const end = to - (rest.length - rest.trimEnd().length);
		return [Math.min(end, to - rest.trimStart().length), end];
	};
	const add = (from: number, to: number) => {
		const [begin, end] = trimmed(from, to);
		const part = slice({ text, spans: between(begin, end) }, begin, end);
		if (part.text.trim() !== '') parts.push(part);
	};

	[at, end] = trimmed(at, end);
	while (end - at > limit) {
		const isInCode = placesInCode(between(at, at + limit), at, limit);
		const cut = at + cutOf(text.slice(at, end), isInCode, limit);
		add(at, cut);
		[at, end] = trimmed(cut, end);
		limit = most;
	}
	add(at, end);
	return parts;
}
