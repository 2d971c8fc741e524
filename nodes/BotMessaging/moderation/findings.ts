import { UNSPACED } from './tokens';

/** The most findings of one rule in one message for which the item has places. */
export const MOST_FOUND = 10;

/** A place in a text, in UTF-16 units, as the API counts them in its entities. */
export interface Place {
	offset: number;
	length: number;
}

/** Something in a message that breaks a rule. It has no place if it is not in the message's own text. */
export interface Found extends Partial<Place> {
	/** Its name in `brokenRules`. */
	rule: string;
	/** The words, the link, the file name, or the kind. */
	text: string;
}

/** What the rules of a trigger have found out about an update, for the item. */
export interface Findings {
	/** The broken rules, by the names of `RULES`. */
	brokenRules?: string[];
	found?: Found[];
	/** Forbidden words in the message, as spelled in the list. */
	words?: string[];
	flood?: {
		/** Messages of this person within the rule's time, including this one. */
		count: number;
		/** The ones that no item has listed yet. */
		messageIds: unknown[];
		/** Whether this message starts the flood. */
		isFirst: boolean;
	};
	raid?: {
		/** People who joined within the rule's time. */
		count: number;
		/** The ones that no item has listed yet. */
		userIds: unknown[];
		/** Whether this join starts the raid. */
		isFirst: boolean;
	};
	sameText?: {
		/** How many chats have received this text. */
		chats: number;
		/** The messages that no item has listed yet. */
		messages: Array<{ chatId: unknown; messageId: unknown }>;
	};
	/** How long this person has to wait. */
	slowMode?: { secondsLeft: number };
	daily?: { secondsLeft: number };
}

/** The findings of all parts of an album, merged. */
export function together(all: Findings[]): Findings {
	const of = <K extends keyof Findings>(name: K) =>
		all.map((findings) => findings[name]).filter((value) => value !== undefined);
	const [flood, sameText] = [of('flood').at(-1), of('sameText').at(-1)];
	const whole: Findings = {
		brokenRules: [...new Set(of('brokenRules').flat())],
		found: of('found').flat(),
		words: [...new Set(of('words').flat())],
		raid: of('raid')[0],
		slowMode: of('slowMode')[0],
		daily: of('daily')[0],
		flood: flood && {
			...flood,
			messageIds: of('flood').flatMap(({ messageIds }) => messageIds),
			isFirst: of('flood').some(({ isFirst }) => isFirst),
		},
		sameText: sameText && {
			...sameText,
			messages: of('sameText').flatMap(({ messages }) => messages),
		},
	};
	const isSomething = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value);
	return Object.fromEntries(Object.entries(whole).filter(([, value]) => isSomething(value)));
}

/** Never split: a word, or a single other character. */
const PIECE = new RegExp(
	`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}\\p{Cf}])+|[\\s\\S]`,
	'gu',
);
/** Text between spaces, and between the punctuation of scripts without spaces. */
const UNPARTED = /[^\s、。，！？；：]+/g;
/** The most pieces of one finding; a longer one takes more time to locate. */
const OVERLAP = 40;

const isOfWord = (sign: string) => /[\p{L}\p{M}\p{N}\p{Cs}]/u.test(sign);

/**
 * The place of a finding: the first short part of the text in which `isIn` finds it, too. Halves the text
 * each time, so it takes about as long as two searches.
 *
 * @param likely a likely spelling, which is tried first
 */
export function placeOf(text: string, isIn: (part: string) => boolean, likely: string): Place {
	const { length } = likely;
	const offset = text.toLowerCase().indexOf(likely.toLowerCase());
	const isPart = isOfWord(text.charAt(offset - 1)) || isOfWord(text.charAt(offset + length));
	if (offset >= 0 && !isPart && isIn(text.slice(offset, offset + length)))
		return { offset, length };
	const [start, end] = betweenBlanks(text, isIn);
	const place = placeIn(text.slice(start, end), isIn);
	return { ...place, offset: start + place.offset };
}

/** The part between spaces that contains the finding; the whole text if it spans several. */
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
