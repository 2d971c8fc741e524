import { UNSPACED } from './tokens';

/** A place in a text, in UTF-16 units, as the API counts them in its entities. */
export interface Place {
	offset: number;
	length: number;
}

/** What is not cut: a word; each other sign is by itself. */
const PIECE = new RegExp(
	`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}\\p{Cf}])+|[\\s\\S]`,
	'gu',
);
/** Pieces that one finding has at most, or else it takes longer to be located. */
const OVERLAP = 40;

/**
 * Where in a text something was found: the first short part of it in which `isIn` finds it as well. The
 * halves of a text are tried, so that it takes about as long as to search the text twice.
 */
export function placeOf(text: string, isIn: (part: string) => boolean): Place {
	const ends = [0, ...[...text.matchAll(PIECE)].map(({ 0: piece, index }) => index + piece.length)];
	const isBetween = (start: number, end: number) => isIn(text.slice(ends[start], ends[end]));
	let [from, to] = [0, ends.length - 1];
	while (to - from > 4 * OVERLAP) {
		const middle = (from + to) >> 1;
		if (isBetween(from, middle + OVERLAP)) to = middle + OVERLAP;
		else if (isBetween(middle - OVERLAP, to)) from = middle - OVERLAP;
		else break;
	}
	for (let low = from + 1; low < to;) {
		const middle = (low + to) >> 1;
		if (isBetween(from, middle)) to = middle;
		else low = middle + 1;
	}
	for (let high = to - 1; from < high;) {
		const middle = (from + high + 1) >> 1;
		if (isBetween(middle, to)) from = middle;
		else high = middle - 1;
	}
	return { offset: ends[from], length: ends[to] - ends[from] };
}
