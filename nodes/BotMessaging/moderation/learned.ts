import { createHash } from 'crypto';
import { sleep } from 'n8n-workflow';

import { comparable, PIECES, piecesOf, wordsWithPieces } from './pieces';

/** A message that a person has judged. */
export interface JudgedText {
	text: string;
	isSpam: boolean;
}

/** The fewest different texts to learn from, in all and of each kind. */
const FEWEST = { rows: 40, spam: 5, good: 20 };

/** Pieces looked at until n8n gets time for its other work: a few milliseconds. */
const STRETCH = 200_000;
/** To find a piece in a text takes longer than to use it. */
const LOOKED_AT = 40;

/** How much a row may weigh. The more, the closer the weights fit the rows. */
const FULL_WEIGHT = 10;
/** The same for what is true of all texts. Less of it keeps the scores of other rows comparable. */
const SHARE = 0.3;
const ROUNDS = 4;

/** Of five parts, each is judged by what was learned from the others, until so many texts are judged. */
const PARTS = 5;
const ENOUGH_JUDGED = 1000;
/** So many deviations above the mean are 0.5 % of what people write, as far as it is spread evenly. */
const DEVIATIONS = 2.6;
/** The most of what people wrote that may be above the cut, of 1. */
const PART_ABOVE = 0.01;

interface Lesson {
	pieces: Uint16Array;
	/** 1 for spam, -1 for what people wrote. */
	side: number;
	/** 1 divided by the length of its vector. */
	scale: number;
}

/** Gives n8n time for its other work. */
class Breather {
	private done = 0;

	/** Calls `work` for each; it returns how many pieces it looked at. A promise for each would take longer. */
	async through<T>(all: Iterable<T>, work: (one: T) => number): Promise<void> {
		for (const one of all) {
			this.done += work(one);
			if (this.done < STRETCH) continue;
			this.done = 0;
			await sleep(0);
		}
	}
}

/** Weights of pieces: logistic regression. The rarer a piece is, the more it counts. */
class Weights {
	private readonly all = new Float64Array(PIECES);
	private base = 0;

	/** @param squares by piece, how much it counts, squared */
	constructor(private readonly squares: Float64Array) {}

	/** Without the base, in a vector of length 1. */
	sum(pieces: Uint16Array): number {
		let sum = 0;
		for (let at = 0; at < pieces.length; at++) sum += this.all[pieces[at]!]!;
		return sum;
	}

	score({ pieces, scale }: Pick<Lesson, 'pieces' | 'scale'>): number {
		return this.sum(pieces) * scale + this.base;
	}

	private add({ pieces, side, scale }: Lesson, much: number): void {
		const step = much * side * scale;
		for (let at = 0; at < pieces.length; at++) {
			this.all[pieces[at]!]! += step * this.squares[pieces[at]!]!;
		}
		this.base += much * side * SHARE;
	}

	/**
	 * Goes through the lessons several times, and gives each the weight that fits best beside the others: dual
	 * coordinate descent. Nothing is left to chance.
	 */
	async learn(lessons: Lesson[], rest: Breather): Promise<void> {
		const weights = lessons.map(() => FULL_WEIGHT / 1000);
		await rest.through(lessons, (lesson) => {
			this.add(lesson, FULL_WEIGHT / 1000);
			return lesson.pieces.length;
		});
		for (let round = 0; round < ROUNDS; round++) {
			await rest.through(lessons.entries(), ([at, lesson]) => {
				const before = weights[at]!;
				const weight = fitting(before, this.score(lesson) * lesson.side);
				this.add(lesson, weight - before);
				weights[at] = weight;
				return 2 * lesson.pieces.length;
			});
		}
	}
}

/** The best weight of a lesson with this weight and this margin, by Newton's method. */
function fitting(before: number, margin: number): number {
	const bend = 1 + SHARE;
	let weight = before;
	for (let turn = 0; turn < 5; turn++) {
		const left = FULL_WEIGHT - weight;
		const slope = Math.log(weight / left) + margin + bend * (weight - before);
		const next = weight - slope / (FULL_WEIGHT / (weight * left) + bend);
		if (next <= 0) weight /= 10;
		else weight = next < FULL_WEIGHT ? next : weight + left * 0.9;
	}
	return weight;
}

/** What was learned from rows: how much a text looks like those that are spam. */
export class Learned {
	/** @param cut the score above which a text is found */
	constructor(
		private readonly weights: Weights,
		private readonly squares: Float64Array,
		private readonly cut: number,
	) {}

	/** From 0 to 1. A text above 0.5 looks like spam: at most 1 % of what people write. */
	scoreOf(text: string): number {
		const shown = comparable(text);
		if (shown === '') return 0;
		const pieces = piecesOf(text, shown);
		const score = this.weights.score({ pieces, scale: scaleOf(pieces, this.squares) });
		return 1 / (1 + Math.exp(this.cut - score));
	}

	/** The words that speak most for spam, the strongest first. */
	signsIn(text: string, most: number): string[] {
		return [...wordsWithPieces(text)]
			.map(([word, pieces]) => ({ word, sum: this.weights.sum(pieces) }))
			.filter(({ sum }) => sum > 0)
			.sort((one, other) => other.sum - one.sum)
			.slice(0, most)
			.map(({ word }) => word);
	}
}

function scaleOf(pieces: Uint16Array, squares: Float64Array): number {
	let sum = 0;
	for (let at = 0; at < pieces.length; at++) sum += squares[pieces[at]!]!;
	return 1 / Math.sqrt(sum || 1);
}

/** The score that at most 1 % of what people wrote is above, from the scores of some of it. */
function cutOf(scores: number[]): number {
	const sorted = [...scores].sort((one, other) => other - one);
	const mean = sorted.reduce((sum, score) => sum + score, 0) / sorted.length;
	const spread = sorted.reduce((sum, score) => sum + (score - mean) ** 2, 0) / sorted.length;
	const allowed = sorted[Math.ceil(sorted.length * PART_ABOVE)]!;
	return Math.max(mean + DEVIATIONS * Math.sqrt(spread), allowed);
}

/** A text with its comparable form, and what its rows say: more than 0 if most of them say spam. */
interface Judged {
	text: string;
	shown: string;
	sum: number;
}

/** Each different text once, in an order that does not depend on that of the rows. */
async function judgedTexts(rows: JudgedText[], rest: Breather): Promise<Judged[]> {
	const texts = new Map<string, Judged>();
	await rest.through(rows, ({ text, isSpam }) => {
		const shown = comparable(text);
		const key = createHash('sha256').update(shown).digest('hex');
		const { text: other = text, sum = 0 } = texts.get(key) ?? {};
		texts.set(key, { text: other < text ? other : text, shown, sum: sum + (isSpam ? 1 : -1) });
		return LOOKED_AT * shown.length;
	});
	return [...texts]
		.filter(([, { sum }]) => sum !== 0)
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([, judged]) => judged);
}

/**
 * Learns from rows, in any order. The same rows give the same scores in each process. Undefined if there are
 * too few. Lets n8n do its other work meanwhile.
 */
export async function learn(rows: JudgedText[]): Promise<Learned | undefined> {
	const rest = new Breather();
	const texts = await judgedTexts(rows, rest);
	const good = texts.filter(({ sum }) => sum < 0).length;
	const isEnough = good >= FEWEST.good && texts.length - good >= FEWEST.spam;
	if (!isEnough || texts.length < FEWEST.rows) return undefined;

	const unknown = Math.log((texts.length + 1) / 0.5);
	const lessons: Lesson[] = [];
	const squares = new Float64Array(PIECES);
	await rest.through(texts, ({ text, shown, sum }) => {
		const pieces = piecesOf(text, shown);
		for (const piece of pieces) squares[piece]!++;
		lessons.push({ pieces, side: Math.sign(sum), scale: 1 });
		return LOOKED_AT * pieces.length;
	});
	for (let piece = 0; piece < PIECES; piece++) {
		const count = squares[piece]!;
		// A piece that no row has counts for the length of a text alone.
		squares[piece] = count === 0 ? unknown : Math.log((lessons.length + 1) / (count + 0.5));
	}
	await rest.through(lessons, (lesson) => {
		lesson.scale = scaleOf(lesson.pieces, squares);
		return lesson.pieces.length;
	});

	const learned = async (some: Lesson[]) => {
		const weights = new Weights(squares);
		await weights.learn(some, rest);
		return weights;
	};
	// Each part has its share of spam.
	const inTurn = [...lessons].sort((one, other) => one.side - other.side);
	const scores: number[] = [];
	let judged = 0;
	for (let part = 0; part < PARTS && judged < ENOUGH_JUDGED; part++) {
		const kept = new Set(inTurn.filter((_lesson, at) => at % PARTS === part));
		const weights = await learned(lessons.filter((lesson) => !kept.has(lesson)));
		for (const lesson of kept) if (lesson.side < 0) scores.push(weights.score(lesson));
		judged += kept.size;
	}
	return new Learned(await learned(lessons), squares, cutOf(scores));
}
