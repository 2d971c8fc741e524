/** A page in the index of the site. */
export interface Entry {
	/** From the folder of the site. */
	url: string;
	title: string;
	/** All headings of the page, one after the other. */
	headings: string;
	text: string;
}

const MOST = 12;

/** Without differences that nobody means: case, accents, wide and narrow signs. */
const plain = (text: string) => text.normalize('NFKD').toLowerCase();

/** What to look for, without the signs around each word. */
function wordsOf(query: string): string[] {
	const words = query
		.split(/\s+/)
		.map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
	return words.filter(Boolean);
}

/** How well a page that has a word fits it: the word counts most in the title, and more in a heading than in the text. */
function worth(
	word: string,
	{ name, headings, all }: { name: string; headings: string; all: string },
): number {
	const shown = (name.includes(word) ? 20 : 0) + (headings.includes(word) ? 10 : 0);
	return shown + Math.min(all.split(word).length - 1, 10);
}

/** Makes the search of the site. It returns the pages that have each word of a query, the best first. */
export function searchOf(entries: Entry[]): (query: string) => Entry[] {
	const pages = entries.map((entry) => ({
		entry,
		parts: {
			name: plain(entry.title),
			headings: plain(entry.headings),
			all: plain(`${entry.title} ${entry.text}`),
		},
	}));
	return (query) => {
		const words = wordsOf(plain(query));
		if (words.length === 0) return [];
		return pages
			.filter(({ parts }) => words.every((word) => parts.all.includes(word)))
			.map(({ entry, parts }) => ({
				entry,
				score: words.reduce((sum, word) => sum + worth(word, parts), 0),
			}))
			.sort((a, b) => b.score - a.score)
			.slice(0, MOST)
			.map(({ entry }) => entry);
	};
}
