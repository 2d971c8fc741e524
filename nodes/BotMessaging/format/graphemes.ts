let segmenter: Intl.Segmenter | undefined;

/** Splits a text into what readers see as one character: an emoji, or a letter with its accents. */
export function graphemesOf(text: string): Intl.Segments {
	// Created on first use: it takes 10 ms, a fifth of the package's load time.
	segmenter ??= new Intl.Segmenter();
	return segmenter.segment(text);
}

/** Where to cut within `most` UTF-16 units, without cutting an emoji or a letter with its accents. */
export function signEnd(text: string, most: number): number {
	// A little more, as a character at the limit may continue after it.
	const end = graphemesOf(text.slice(0, most + 64)).containing(most)?.index ?? most;
	if (end > 0) return end;
	const last = text.charCodeAt(most - 1);
	return last >= 0xd800 && last < 0xdc00 ? most - 1 : most;
}

/** The beginning of a text: whole characters, at most this many UTF-16 units. */
export const beginningOf = (text: string, most: number): string =>
	text.slice(0, signEnd(text, most));
