import { slice, trim, type Rich } from './rich';
import { signsOf } from './signs';

/** A better place to cut is not used if it would leave less than this share of a part. */
const LEAST_SHARE = 1 / 4;

/** Places to cut at, from best to worst, each after the text it finds. */
const PLACES: Array<{ pattern: RegExp; inCode: boolean }> = [
	{ pattern: /\n\s*\n/g, inCode: false },
	{ pattern: /\n/g, inCode: false },
	{ pattern: /[.!?…]["'”’)\]]*\s|[。！？]["'”’）」]*/g, inCode: false },
	{ pattern: /\n/g, inCode: true },
	{ pattern: /\s/g, inCode: true },
];

/** The last sign that can be kept whole, so that no emoji and no letter with its accents is cut. */
function signEnd(text: string, most: number): number {
	let end = 0;
	// A little more, as the sign at the limit may continue after it.
	for (const { index, segment } of signsOf(text.slice(0, most + 64))) {
		if (index + segment.length > most) break;
		end = index + segment.length;
	}
	if (end > 0) return end;
	const last = text.charCodeAt(most - 1);
	return last >= 0xd800 && last < 0xdc00 ? most - 1 : most;
}

/** Where to end a part of at most this many UTF-16 units. */
function cutOf({ text, spans }: Rich, most: number): number {
	const blocks = spans.filter(({ name }) => name === 'pre');
	const isInCode = (place: number) => blocks.some(({ start, end }) => place > start && place < end);
	const window = text.slice(0, most + 1);
	for (const least of [most * LEAST_SHARE, 0]) {
		for (const { pattern, inCode } of PLACES) {
			const ends = [...window.matchAll(pattern)]
				.map(({ 0: found, index }) => index + found.trimEnd().length)
				.filter((end) => end > least && end <= most && (inCode || !isInCode(end)));
			if (ends.length > 0) return ends.at(-1)!;
		}
	}
	return signEnd(text, most);
}

/** Without the blank lines at its beginning; in code, the spaces of the first line stay. */
function withoutBreaks(rich: Rich): Rich {
	const [breaks] = /^(?:[ \t]*\n)*/.exec(rich.text)!;
	const rest = slice(rich, breaks.length, rich.text.length);
	const isCode = rest.spans.some(({ name, start }) => name === 'pre' && start === 0);
	return isCode ? rest : trim(rest);
}

/**
 * A text in parts, each as long as a message may be: cut at paragraphs where that is possible, else at
 * lines, sentences, words, and never within one sign. Styles end with a part and begin again with the
 * next. Lengths are UTF-16 units.
 */
export function split(rich: Rich, first: number, most: number): Rich[] {
	const parts: Rich[] = [];
	let rest = withoutBreaks(rich);
	let limit = first;
	while (rest.text.length > limit) {
		const cut = cutOf(rest, limit);
		const part = withoutBreaks(slice(rest, 0, cut));
		if (part.text.trim() !== '') parts.push(part);
		rest = withoutBreaks(slice(rest, cut, rest.text.length));
		limit = most;
	}
	if (rest.text.trim() !== '') parts.push(rest);
	return parts;
}
