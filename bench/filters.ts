import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { buildSync } from 'esbuild';

import type { Call } from '../nodes/BotMessaging/api/client';
import type * as bots from '../nodes/BotMessaging/bots/bot';
import type * as judging from '../nodes/BotMessaging/triggers/judge';
import { ROOT } from '../scripts/lib/paths';
import type { Update } from '../nodes/BotMessaging/update/update';
import { median, round } from './lib';
import type { Row } from './rows';

const RUNS = 5;
const MESSAGES = 5000;
const WORDS = 1000;
const GOAL_MS = 0.1;

const LETTERS = 'bcdfghklmnprstvwz';
const VOWELS = 'aeiou';

/** A made-up word; the same for the same number. */
function wordOf(number: number): string {
	let word = '';
	for (let rest = number * 7919 + 17; word.length < 8; rest = Math.floor(rest / 3) + number) {
		word += LETTERS[rest % LETTERS.length] + VOWELS[rest % VOWELS.length];
	}
	return word;
}

/** A message of about 200 characters, one in five with a spelling that has to be looked at closely. */
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

/** A list of domains, among them one that messages of the bench have. */
const domains = (kind: string) =>
	Array.from({ length: WORDS }, (_none, index) => `${kind}${index}.example.net`).join() +
	(kind === 'allowed' ? ',example.com' : '');

/**
 * Bundled as in the package. What runs the bench gives each function a name when it is made, and that
 * takes longer than the rules do.
 */
function asUsersHaveThem(): typeof bots & typeof judging {
	const contents = ['bots/bot', 'triggers/judge']
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
		return createRequire(outfile)(outfile) as typeof bots & typeof judging;
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/**
 * What one message costs a trigger with all rules and lists of 1,000 entries. In time of the processor,
 * so that other programs on the machine do not count.
 */
export async function filtering(): Promise<Row[]> {
	const rules = {
		words: Array.from({ length: WORDS }, (_none, index) => wordOf(index)).join(', '),
		linksExcept: domains('allowed'),
		linksTo: domains('forbidden'),
		inviteLinksExcept: 't.me/+AbCdEf123',
		patterns: Array.from(
			{ length: WORDS },
			(_none, index) => `${wordOf(index).slice(0, 6)}\\d`,
		).join('\n'),
		locked: ['sticker', 'viaBot', 'senderChat', 'buttonLink'],
		fileTypes: Array.from({ length: WORDS }, (_none, index) => `e${index}`).join(),
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
	const { Bot, compileJudge } = asUsersHaveThem();
	const judge = compileJudge({}, {}, rules);
	const server = { call: (async () => []) as Call, warn: () => {} };
	const subscription = new Bot('bench').subscriptions.get('bench');
	const times: number[] = [];
	for (let run = 0; run <= RUNS; run++) {
		const messages = Array.from({ length: MESSAGES }, (_none, index) =>
			messageOf(run * MESSAGES + index),
		);
		const begun = process.cpuUsage();
		for (const message of messages) await judge([message], { subscription, server });
		const { user, system } = process.cpuUsage(begun);
		times.push((user + system) / 1000 / MESSAGES);
	}
	// The first one warms up.
	const ms = median(times.slice(1));
	return [
		{
			work: `judging a message of 240 characters by all rules, with lists of ${WORDS} entries`,
			ours: `${round(ms, 3)} ms`,
			goal: `under ${GOAL_MS} ms`,
			reached: ms < GOAL_MS,
		},
	];
}
