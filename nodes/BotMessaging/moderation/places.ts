import { UNSPACED } from './unspaced';

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
/** What is between blanks, and between the marks of writing without blanks. */
const UNPARTED = /[^\s、。，！？；：]+/g;
/** Pieces that one finding has at most, or else it takes longer to be located. */
const OVERLAP = 40;

const isWithin = (sign: string) => /[\p{L}\p{M}\p{N}\p{Cs}]/u.test(sign);

/**
 * Where in a text something was found: the first short part of it in which `isIn` finds it as well. The
 * halves of a text are tried, so that it takes about as long as to search the text twice.
 *
 * @param likely what may be written there, which is tried first
 */
export function placeOf(text: string, isIn: (part: string) => boolean, likely: string): Place {
	const { length } = likely;
	const offset = text.toLowerCase().indexOf(likely.toLowerCase());
	const isPart = isWithin(text.charAt(offset - 1)) || isWithin(text.charAt(offset + length));
	if (offset >= 0 && !isPart && isIn(text.slice(offset, offset + length)))
		return { offset, length };
	const [start, end] = betweenBlanks(text, isIn);
	const place = placeIn(text.slice(start, end), isIn);
	return { ...place, offset: start + place.offset };
}

/** The part without blanks in which something was found; the whole text if it takes several of them. */
function betweenBlanks(
	text: string,
	isIn: (part: string) => boolean,
): [start: number, end: number] {
	const starts: number[] = [];
	const ends: number[] = [];
	for (const { 0: part, index } of text.matchAll(UNPARTED)) {
		starts.push(index);
		ends.push(index + part.length);
	}
	const partsIn = (from: number, to: number): [start: number, end: number] => [
		starts[from] ?? 0,
		ends[to - 1] ?? 0,
	];
	let [from, to] = [0, ends.length];
	while (to - from > 1) {
		const middle = (from + to) >> 1;
		if (isIn(text.slice(...partsIn(from, middle)))) to = middle;
		else from = middle;
	}
	const [start, end] = partsIn(from, to);
	return isIn(text.slice(start, end)) ? [start, end] : [0, text.length];
}

function placeIn(text: string, isIn: (part: string) => boolean): Place {
	const ends = [0, ...[...text.matchAll(PIECE)].map(({ 0: piece, index }) => index + piece.length)];
	const at = (piece: number) => ends[piece] ?? text.length;
	const isBetween = (start: number, end: number) => isIn(text.slice(at(start), at(end)));
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
	return { offset: at(from), length: at(to) - at(from) };
}
