/** A page in the index of the site. */
export interface Entry {
	/** From the folder of the site. */
	url: string;
	title: string;
	text: string;
	lang: string;
	/** The same page in the other language. */
	twin?: string;
}

const MOST = 12;

/** Words of a question that say nothing about what is looked for: how, and the end of a question. */
const ASKING = /怎么|怎样|如何|吗|呢/g;

const HAN = /\p{Script=Han}+/gu;

/** Without differences that nobody means: case, accents, wide and narrow signs. */
const plain = (text: string) => text.normalize('NFKD').toLowerCase();

/** Chinese has no spaces between words: each pair of neighbors counts as one, or a sign by itself. */
function pairsOf(run: string): string[] {
	const signs = [...run];
	return signs.length === 1 ? signs : signs.slice(1).map((sign, index) => signs[index] + sign);
}

/** What to look for: all of the words, and as many of the pairs as there are. */
function partsOf(query: string): { words: string[]; pairs: string[] } {
	const words = query.replace(HAN, ' ').split(/\s+/);
	const trimmed = words.map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
	const pairs = [...query.replace(ASKING, ' ').matchAll(HAN)].flatMap(([run]) => pairsOf(run));
	return { words: trimmed.filter(Boolean), pairs: [...new Set(pairs)] };
}

/** How well a page fits a part of the query. That it has the part weighs more than how often. */
function worth(part: string, name: string, all: string): number {
	const times = Math.min(all.split(part).length - 1, 10);
	return (name.includes(part) ? 20 : 0) + (times > 0 ? 10 : 0) + times;
}

/**
 * Makes the search of the site. It returns the pages that fit a query, the best first: those in the reader's
 * language, then those of the other that are not there in the reader's.
 */
export function searchOf(entries: Entry[]): (query: string, lang: string) => Entry[] {
	const pages = entries.map((entry) => ({
		entry,
		name: plain(entry.title),
		all: plain(`${entry.title} ${entry.text}`),
	}));
	return (query, lang) => {
		const { words, pairs } = partsOf(plain(query));
		const parts = [...words, ...pairs];
		if (parts.length === 0) return [];
		const isFor = (entry: Entry) =>
			entry.lang === lang || (lang === 'en' ? pairs.length > 0 : !entry.twin);
		const hits = pages
			.filter(({ entry, all }) => isFor(entry) && words.every((word) => all.includes(word)))
			.map(({ entry, name, all }) => ({
				entry,
				isOwn: Number(entry.lang === lang),
				pairs: pairs.filter((pair) => all.includes(pair)).length,
				score: parts.reduce((sum, part) => sum + worth(part, name, all), 0),
			}));
		// A page with far fewer of the pairs than another has only fragments of the words.
		const enough = Math.max(...hits.map((hit) => hit.pairs)) / 2;
		return hits
			.filter((hit) => pairs.length === 0 || (hit.pairs > 0 && hit.pairs >= enough))
			.sort((a, b) => b.isOwn - a.isOwn || b.score - a.score)
			.slice(0, MOST)
			.map(({ entry }) => entry);
	};
}
