import type { Rich, Span } from '../rich';
import { blocksOf } from './parse';
import { Renderer } from './render';

const TAG = '(think|thinking|reasoning)';
const BLOCK = '^[\\t >]*(`{3,}|~{3,})[^]*?(?:^[\\t >]*\\1|(?![^]))';
const CODE = '(?<!`)(`+)(?!`)[^`\\n]+\\2';
const THOUGHTS = `(?:(^[\\t ]*)|)<${TAG}>(?:[^]*?</\\4>\\s*|([^]*))`;

/** What a model thinks, and code, because that can be about such tags. */
const CODE_OR_THOUGHTS = new RegExp(`${BLOCK}|${CODE}|${THOUGHTS}`, 'gim');

/** Some servers leave out the first tag. */
const BEGUN_BEFORE = new RegExp(`(?<![^])(?:(?!<${TAG}>)[^])*?^</${TAG}>[\\t ]*$\\s*`, 'im');

/** Leaves out what a model thinks; without an end, all of the text if it begins a line. */
export const withoutThoughts = (text: string): string =>
	text
		.replace(BEGUN_BEFORE, '')
		.replace(CODE_OR_THOUGHTS, (found, _block, _code, start, tag, rest) =>
			tag === undefined || (start === undefined && rest !== undefined) ? found : '',
		);

/**
 * Parses Markdown as language models write it: CommonMark with tables, tasks and strikethrough. It never
 * fails: what is not a mark stays as it is. Nothing is lost: what the service cannot display is
 * written as text.
 *
 * The result is sent as HTML (reference 7). HTML needs escapes only for `& < >`. The service's Markdown
 * has characters that cannot be escaped, and unclosed marks run to the end. `entities` would need
 * no escapes at all, but the reference does not have them, and captions may not take them.
 *
 * It is read by hand, because a text of a model or a stranger must not hold up n8n. micromark with GFM and
 * CJK support, which was tried in November 2026, is not linear: on a busy machine, 16 kB of `* * * ` took it
 * 80 s, 16 kB of pictures in pictures 15 s, 64 kB of `>` 46 s. markdown-it is linear, but needs 920 lines of
 * our own for what models write beyond CommonMark, and 125 of 3,000 random texts came out differently.
 */
export function fromLanguageModel(given: string): Rich {
	const text = withoutThoughts(given);
	const { blocks, definitions } = blocksOf(text);
	const renderer = new Renderer(text.length, definitions, new Set(definitions));
	const rich = renderer.render(blocks);
	const { used } = renderer.references;
	// Only now is it known which definitions no link uses.
	if (used.size === definitions.length) return tidy(rich);
	return tidy(new Renderer(text.length, definitions, used).render(blocks));
}

const byStart = (a: Span, b: Span) => a.start - b.start;

/** Merges overlapping spans of one style: bold inside bold is bold once. */
function merged(spans: Span[]): Span[] {
	const result: Span[] = [];
	for (const span of [...spans].sort(byStart)) {
		const last = result.at(-1);
		if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
		else result.push({ ...span });
	}
	return result;
}

/** Cuts places out of spans. Both are sorted, and neither has overlaps. */
function without(spans: Span[], places: Span[]): Span[] {
	if (places.length === 0) return spans;
	const result: Span[] = [];
	let first = 0;
	for (const span of spans) {
		let { start } = span;
		while ((places[first]?.end ?? Infinity) <= start) first++;
		let at = first;
		for (let place = places[at]; place && place.start < span.end; place = places[++at]) {
			if (place.start > start) result.push({ ...span, start, end: place.start });
			start = Math.max(start, place.end);
		}
		if (start < span.end) result.push({ ...span, start });
	}
	return result;
}

/** The outer one of nested links, as in the text of a picture. */
function outermost(links: Span[]): Span[] {
	const result: Span[] = [];
	// The parser adds the outer link last; the sort is stable.
	for (const link of links.reverse().sort((a, b) => byStart(a, b) || b.end - a.end)) {
		if (link.start >= (result.at(-1)?.end ?? 0)) result.push(link);
	}
	return result;
}

/**
 * Makes spans that every server of the family shows: no style twice, nothing in code, and no code
 * in a link. The documentation says "Styles nest", but other servers drop or refuse these.
 */
function tidy({ text, spans }: Rich): Rich {
	const named = (...names: string[]) => spans.filter(({ name }) => names.includes(name));
	const links = outermost(named('link'));
	const code = without(named('code').sort(byStart), links);
	const blocks = named('pre', 'quote');
	const styles = (['bold', 'italic', 'strike'] as const).flatMap((name) =>
		without(merged(named(name)), code),
	);
	return { text, spans: [...blocks, ...links, ...styles, ...code] };
}
