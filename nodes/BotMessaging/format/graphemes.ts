let segmenter: Intl.Segmenter | undefined;

/** The signs of a text as a reader sees them, each emoji and each letter with its accents as one. */
export function graphemesOf(text: string): Intl.Segments {
	// Made when it is first needed: that takes 10 ms, a fifth of the time to load the package.
	segmenter ??= new Intl.Segmenter();
	return segmenter.segment(text);
}

/** The last sign that can be kept whole, so that no emoji and no letter with its accents is cut. Lengths are UTF-16 units. */
export function signEnd(text: string, most: number): number {
	// A little more, as the sign at the limit may continue after it.
	const end = graphemesOf(text.slice(0, most + 64)).containing(most)?.index ?? most;
	if (end > 0) return end;
	const last = text.charCodeAt(most - 1);
	return last >= 0xd800 && last < 0xdc00 ? most - 1 : most;
}

/** The beginning of a text, at most so many UTF-16 units of whole signs. */
export const beginningOf = (text: string, most: number): string =>
	text.slice(0, signEnd(text, most));
