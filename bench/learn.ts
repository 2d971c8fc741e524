/**
 * `npm run tool -- learn FILE…`: how well Looks Like Spam learns from labelled messages, beside naive Bayes on words.
 * A line of a file is `spam` or `ham`, a tab, and the text.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { learn, type JudgedText, type Learned } from '../nodes/BotMessaging/moderation/learned';
import { MOST_ROWS } from '../nodes/BotMessaging/moderation/spamRows';
import {
	draw,
	atItsCut,
	halves,
	naiveBayes,
	rankedAt,
	type Scored,
	scoresOf,
	TRICKS,
	tricked,
} from './labelled';
import { program } from '../scripts/lib/program';
import { table } from '../scripts/lib/table';

const SIZES = [20, 50, 100, 200, 1000];
const DRAWS = 10;
const FOOLED = { rows: 200, draws: 6 };
const IN_COLUMNS = [
	'Rows',
	'Recall at 1 % false alarms',
	'F1',
	'Naive Bayes on words',
	'Found at its own cut',
	'False alarms at its own cut',
];

function rowsOf(file: string): JudgedText[] {
	const rows = new Map<string, JudgedText>();
	for (const line of readFileSync(file, 'utf8').split(/\r?\n/)) {
		const [, label, text] = /^(spam|ham)\t(.*)$/.exec(line) ?? [];
		if (text?.trim()) rows.set(text, { text, isSpam: label === 'spam' });
	}
	return [...rows.values()];
}

/** The mean of all draws for one number of rows; a dash if none of them was enough to learn from. */
async function measured(
	rows: JudgedText[],
	size: number,
	milliseconds: number[],
): Promise<string[]> {
	const own: Scored[][] = [];
	const bayes: Scored[][] = [];
	for (let seed = 1; seed <= DRAWS; seed++) {
		const [lessons, test] = draw(rows, size, seed);
		bayes.push(scoresOf(test, naiveBayes(lessons)));
		let learned: Learned | undefined;
		milliseconds.push(await cost(async () => (learned = await learn(lessons))));
		if (learned) own.push(scoresOf(test, (text) => learned!.scoreOf(text)));
	}
	const mean = (all: Scored[][], of: (scored: Scored[]) => number) =>
		all.length === 0 ? '–' : (all.reduce((sum, one) => sum + of(one), 0) / all.length).toFixed(3);
	return [
		String(size),
		mean(own, (scored) => rankedAt(scored).recall),
		mean(own, (scored) => rankedAt(scored).f1),
		mean(bayes, (scored) => rankedAt(scored).recall),
		mean(own, (scored) => atItsCut(scored).recall),
		mean(own, (scored) => atItsCut(scored).alarms),
	];
}

/** Milliseconds of processor time that the work of this process took. */
async function cost(work: () => unknown): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

/** What the most rows cost, made from those of a file by adding numbers, and what a message costs then. */
async function mostRows(rows: JudgedText[]): Promise<string> {
	const all = Array.from({ length: MOST_ROWS }, (_none, place) => {
		const { text, isSpam } = rows[place % rows.length]!;
		return { text: place < rows.length ? text : `${text} ${place}`, isSpam };
	});
	let longest = 0;
	let before = process.cpuUsage();
	const watch = setInterval(() => {
		const { user, system } = process.cpuUsage(before);
		longest = Math.max(longest, (user + system) / 1000);
		before = process.cpuUsage();
	}, 1);
	let learned: Learned | undefined;
	const learning = await cost(async () => (learned = await learn(all)));
	clearInterval(watch);
	const judging = await cost(() => rows.forEach(({ text }) => learned?.scoreOf(text)));
	return [
		`${MOST_ROWS} rows are learned in ${(learning / 1000).toFixed(1)} s`,
		`${longest.toFixed(0)} ms at most without time for other work`,
		`a message is judged in ${(judging / rows.length).toFixed(2)} ms`,
	].join(', ');
}

/** What is found after somebody tried to fool it. */
async function fooled(rows: JudgedText[]): Promise<string> {
	const lines: string[][] = [];
	for (const trick of TRICKS) {
		const sum = { recall: 0, alarms: 0 };
		for (let seed = 1; seed <= FOOLED.draws; seed++) {
			const [lessons, test] = halves(rows, FOOLED.rows, seed);
			const learned = await learn(trick.rows?.(lessons) ?? lessons);
			const scored = scoresOf(tricked(trick, lessons, test), (text) => learned!.scoreOf(text));
			const { recall, alarms } = atItsCut(scored);
			sum.recall += recall / FOOLED.draws;
			sum.alarms += alarms / FOOLED.draws;
		}
		lines.push([trick.what, sum.recall.toFixed(2), `${(sum.alarms * 100).toFixed(1)} %`]);
	}
	return table(['What was tried', 'Spam that is found', 'Normal messages that are found'], lines);
}

program(async () => {
	const files = process.argv.slice(2);
	if (files.length === 0) throw new Error('Name a file: npm run tool -- learn FILE…');
	for (const file of files) {
		const rows = rowsOf(file);
		const spam = rows.filter(({ isSpam }) => isSpam).length;
		console.log(`\n${basename(file)}: ${rows.length} different texts, ${spam} of them spam\n`);
		const lines: string[][] = [];
		for (const size of SIZES.filter((one) => one <= rows.length * 0.8)) {
			const milliseconds: number[] = [];
			const line = await measured(rows, size, milliseconds);
			// The first draws are slower, as the code is new to the machine.
			const usual = milliseconds.sort((one, other) => one - other)[DRAWS >> 1]!;
			lines.push([...line, `${usual.toFixed(0)} ms`]);
		}
		console.log(table([...IN_COLUMNS, 'Learned in'], lines));
		console.log(`\n${await mostRows(rows)} (processor time)\n`);
		console.log(await fooled(rows));
	}
});
