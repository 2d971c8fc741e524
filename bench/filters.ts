import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { buildSync } from 'esbuild';

import type { Call } from '../nodes/BotMessaging/api/client';
import type * as registries from '../nodes/BotMessaging/memory/registry';
import type { Rules } from '../nodes/BotMessaging/moderation/rules';
import type * as judging from '../nodes/BotMessaging/dispatch/routing';
import { ROOT } from '../scripts/lib/paths';
import type * as contexts from '../nodes/BotMessaging/update/context';
import type { Update } from '../nodes/BotMessaging/update/update';
import { median, round } from './lib';
import type { Row } from './rows';

const RUNS = 5;
const MESSAGES = 5000;
const WORDS = 1000;
const MANY_WORDS = 20_000;
const GOAL_MS = 0.1;

const LETTERS = 'bcdfghklmnprstvwz';
const VOWELS = 'aeiou';

/** A made-up word, always the same for a number. */
function wordOf(number: number): string {
	let word = '';
	for (let rest = number * 7919 + 17; word.length < 8; rest = Math.floor(rest / 3) + number) {
		word += LETTERS.charAt(rest % LETTERS.length) + VOWELS.charAt(rest % VOWELS.length);
	}
	return word;
}

/** A message of about 200 characters. One in five has a spelling that needs a closer look. */
function messageOf(number: number): Update {
	const words = Array.from({ length: 22 }, (_none, index) => wordOf(WORDS + number * 22 + index));
	if (number % 5 === 0) words.push('c4sin0', 'vіаgrа', 'Ünïcode', 'example.com', '@mia');
	return {
		update_id: number,
		message: {
			message_id: number,
			date: 1_700_000_000 + number,
			chat: { id: -1001, type: 'supergroup' },
			from: { id: number % 100, is_bot: false, first_name: 'Somebody' },
			text: words.join(' '),
		},
	};
}

/** A list of domains. Messages of the bench contain one of them. */
const domains = (kind: string) =>
	Array.from({ length: WORDS }, (_none, index) => `${kind}${index}.example.net`).join() +
	(kind === 'allowed' ? ',example.com' : '');

/**
 * Bundled as in the package. The bench's own loader names each function when it is created, which takes
 * longer than the rules do.
 */
function asUsersHaveThem(): typeof registries & typeof contexts & typeof judging {
	const contents = ['memory/registry', 'dispatch/routing', 'update/context']
		.map((file) => `export * from './nodes/BotMessaging/${file}';`)
		.join('\n');
	mkdirSync(join(ROOT, '.data'), { recursive: true });
	const folder = mkdtempSync(join(ROOT, '.data/judge-'));
	const outfile = join(folder, 'judge.js');
	buildSync({
		stdin: { contents, resolveDir: ROOT },
		outfile,
		bundle: true,
		packages: 'external',
		platform: 'node',
		target: 'es2022',
		logLevel: 'warning',
	});
	try {
		return createRequire(outfile)(outfile) as ReturnType<typeof asUsersHaveThem>;
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** Entries of a list, the same each time. */
const listOf = (length: number, entryOf: (index: number) => string) =>
	Array.from({ length }, (_none, index) => entryOf(index)).join('\n');

/** A list of words. One in five messages contains one of them. */
const wordsOf = (length: number) => `casino\n${listOf(length - 1, (index) => `${wordOf(index)}q`)}`;

const patternsOf = (length: number) => listOf(length, (index) => `${wordOf(index).slice(0, 6)}\\d`);

const ALL = {
	words: wordsOf(WORDS),
	linksExcept: domains('allowed'),
	linksTo: domains('forbidden'),
	inviteLinksExcept: 't.me/+AbCdEf123',
	patterns: patternsOf(20),
	locked: ['sticker', 'viaBot', 'senderChat', 'buttonLink'],
	fileTypes: listOf(WORDS, (index) => `e${index}`),
	largerThanMb: 20,
	scripts: ['Latin'],
	moreCapitalsThan: 70,
	moreEmojiThan: 5,
	moreLinesThan: 20,
	slowSeconds: 1,
	newcomerMessages: 2,
	raidJoins: 100,
	forwarded: true,
	moreMentionsThan: 5,
	longerThan: 1000,
	floodMessages: 50,
	sameTextChats: 2,
};

/** Processor time in milliseconds, so that other programs on the machine do not count. */
async function timeOf(work: () => Promise<void>): Promise<number> {
	const begun = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(begun);
	return (user + system) / 1000;
}

/** What the first message costs a trigger with some rules, and each further one. */
async function costOf(rules: Rules): Promise<{ first: number; each: number }> {
	const { Bot, Context, compileJudge } = asUsersHaveThem();
	const server = { call: (async () => []) as Call, warn: () => {} };
	const subscription = new Bot('bench').subscriptions.get('bench');
	let judge!: judging.Judge;
	const first = await timeOf(async () => {
		judge = compileJudge({}, {}, rules);
		await judge([new Context(messageOf(-1))], { subscription, server });
	});
	const times: number[] = [];
	for (let run = 0; run <= RUNS; run++) {
		const messages = Array.from({ length: MESSAGES }, (_none, index) =>
			messageOf(run * MESSAGES + index),
		);
		const ms = await timeOf(async () => {
			for (const message of messages) {
				await judge([new Context(message)], { subscription, server });
			}
		});
		times.push(ms / MESSAGES);
	}
	// The first run warms up.
	return { first, each: median(times.slice(1)) };
}

const rowOf = (work: string, ms: number, goal: number): Row => ({
	work,
	ours: `${round(ms, 3)} ms`,
	goal: `under ${goal} ms`,
	reached: ms < goal,
});

/** What rules and their lists cost a trigger per message. */
export async function filtering(): Promise<Row[]> {
	const all = await costOf(ALL);
	const patterns = await costOf({ patterns: patternsOf(WORDS) });
	const words = await costOf({ words: wordsOf(MANY_WORDS) });
	const message = 'a message of 240 characters';
	return [
		rowOf(`judging ${message} by all rules, with lists of ${WORDS} entries`, all.each, GOAL_MS),
		rowOf(`judging ${message} by ${WORDS} patterns`, patterns.each, GOAL_MS),
		rowOf(`judging ${message} by ${MANY_WORDS} words`, words.each, 0.2),
		rowOf(`loading ${MANY_WORDS} words`, words.first, 500),
	];
}
