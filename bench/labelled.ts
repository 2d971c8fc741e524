/** How well texts are told apart: random draws of rows, naive Bayes to compare with, and what scores are worth. */
import type { JudgedText } from '../nodes/BotMessaging/moderation/learned';

export interface Scored {
	score: number;
	isSpam: boolean;
}

export const scoresOf = (rows: JudgedText[], score: (text: string) => number): Scored[] =>
	rows.map(({ text, isSpam }) => ({ score: score(text), isSpam }));

/** Numbers from 0 to 1 that are the same for a seed. */
function numbersOf(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

/** Some rows at random to learn from, and all others to test with. */
export function draw(
	rows: JudgedText[],
	size: number,
	seed: number,
): [lessons: JudgedText[], test: JudgedText[]] {
	const next = numbersOf(seed);
	const keyed = rows.map((row) => ({ row, key: next() }));
	const mixed = keyed.sort((one, other) => one.key - other.key).map(({ row }) => row);
	return [mixed.slice(0, size), mixed.slice(size)];
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []);

/** Naive Bayes on words, as most filters have it. */
export function naiveBayes(rows: JudgedText[]): (text: string) => number {
	const counts = { spam: new Map<string, number>(), good: new Map<string, number>() };
	for (const { text, isSpam } of rows) {
		const own = isSpam ? counts.spam : counts.good;
		for (const word of wordsOf(text)) own.set(word, (own.get(word) ?? 0) + 1);
	}
	const known = new Set([...counts.spam.keys(), ...counts.good.keys()]).size;
	const sum = (own: Map<string, number>) =>
		[...own.values()].reduce((all, one) => all + one, known);
	const [spam, good] = [sum(counts.spam), sum(counts.good)];
	return (text) => {
		let score = 0;
		for (const word of wordsOf(text)) {
			score += Math.log(((counts.spam.get(word) ?? 0) + 1) / spam);
			score -= Math.log(((counts.good.get(word) ?? 0) + 1) / good);
		}
		return score;
	};
}

const F1 = (found: number, alarms: number, spam: number) =>
	found === 0 ? 0 : (2 * found) / (found + alarms + spam);

/** What is found above the score that 1 % of what people wrote is above. */
export function rankedAt(scored: Scored[]): { recall: number; f1: number } {
	const good = scored.filter(({ isSpam }) => !isSpam).sort((one, other) => other.score - one.score);
	const spam = scored.filter(({ isSpam }) => isSpam);
	const cut = good[Math.floor(good.length / 100)]?.score ?? -Infinity;
	const found = spam.filter(({ score }) => score > cut).length;
	const alarms = good.filter(({ score }) => score > cut).length;
	return { recall: found / spam.length, f1: F1(found, alarms, spam.length) };
}

/** What is found above the filter's own cut: the part of the spam, and of what people wrote. */
export function atItsCut(scored: Scored[]): { recall: number; alarms: number } {
	const above = (isSpam: boolean) => {
		const some = scored.filter((one) => one.isSpam === isSpam);
		return some.filter(({ score }) => score > 0.5).length / some.length;
	};
	return { recall: above(true), alarms: above(false) };
}

/** What somebody does who wants to fool the filter. */
export interface Trick {
	what: string;
	rows?: (rows: JudgedText[]) => JudgedText[];
	/** Of spam that is tested. */
	text?: (text: string, words: string[], at: number) => string;
}

const turned = (count: number, isSpam: boolean): Trick['rows'] =>
	function turn(rows) {
		let left = count;
		return rows.map((row) => (row.isSpam !== isSpam && left-- > 0 ? { ...row, isSpam } : row));
	};

const padded = (count: number): Trick['text'] =>
	function pad(text, words, at) {
		const more = Array.from({ length: count }, (_none, n) => words[(at * 97 + n) % words.length]);
		return `${text} ${more.join(' ')}`;
	};

export const TRICKS: Trick[] = [
	{ what: 'nothing' },
	{ what: '10 words of normal messages are added to each spam', text: padded(10) },
	{ what: '30 words', text: padded(30) },
	{ what: '100 words', text: padded(100) },
	{ what: '20 normal messages are rows of spam', rows: turned(20, true) },
	{ what: '5 messages of spam are rows of normal messages', rows: turned(5, false) },
	{ what: '20 of them', rows: turned(20, false) },
];

/** Rows to learn from, half of them spam, and the others. */
export function halves(rows: JudgedText[], size: number, seed: number) {
	const [mixed] = draw(rows, rows.length, seed);
	const some = [true, false].flatMap((kind) =>
		mixed.filter(({ isSpam }) => isSpam === kind).slice(0, size / 2),
	);
	const lessons = new Set(some);
	return [some, mixed.filter((row) => !lessons.has(row))] as const;
}

/** The texts to test with, after a trick: spammers write the words of normal rows. */
export function tricked(
	{ text: change }: Trick,
	lessons: readonly JudgedText[],
	test: JudgedText[],
) {
	const words = lessons.flatMap(({ text, isSpam }) => (isSpam ? [] : [...wordsOf(text)]));
	return test.map(({ text, isSpam }, at) => ({
		text: isSpam && change ? change(text, words, at) : text,
		isSpam,
	}));
}
