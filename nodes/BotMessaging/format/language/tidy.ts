import type { Rich, Span } from '../rich';

const byStart = (a: Span, b: Span) => a.start - b.start;

/** As few spans of one style as possible: bold text in bold text is bold once. */
function merged(spans: Span[]): Span[] {
	const result: Span[] = [];
	for (const span of [...spans].sort(byStart)) {
		const last = result.at(-1);
		if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
		else result.push({ ...span });
	}
	return result;
}

/** What is left of spans without some places. Both are in order, and neither overlap themselves. */
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

/** Of nested links, as in a picture's text, the outer one. */
function outermost(links: Span[]): Span[] {
	const result: Span[] = [];
	// The outer one is found last.
	for (const link of links.reverse().sort((a, b) => byStart(a, b) || b.end - a.end)) {
		if (link.start >= (result.at(-1)?.end ?? 0)) result.push(link);
	}
	return result;
}

/**
 * A text whose spans every server of the family shows: no style twice, nothing in code, and no code
 * in a link. "Styles nest", says the documentation, but others of the family drop or refuse these.
 */
export function tidy({ text, spans }: Rich): Rich {
	const named = (...names: string[]) => spans.filter(({ name }) => names.includes(name));
	const links = outermost(named('link'));
	const code = without(named('code').sort(byStart), links);
	const blocks = named('pre', 'quote');
	const styles = (['bold', 'italic', 'strike'] as const).flatMap((name) =>
		without(merged(named(name)), code),
	);
	return { text, spans: [...blocks, ...links, ...styles, ...code] };
}
