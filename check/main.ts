/**
 * `npm run check -- --service https://api.safew.bot --chat -100123` tests a server against the assumptions
 * about it. docs/compatibility.md says what it needs. The token comes from BOT_TOKEN or a prompt.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { recordingText } from './recording';
import { replay } from './replay';
import { leftText, reportText } from './report';
import { Check } from './run';
import { askHidden, askYes, type Terminal } from './terminal';
import { clearingUp, program } from '../scripts/lib/program';

const USAGE = `--service <url> --chat <id> [--yes] [--member <id>] [--picture <url>]
  [--no-large] [--unread] [--report file.md] [--recording file.json]
  or --replay file.json
The token of the bot comes from BOT_TOKEN. Without BOT_TOKEN, you are asked for it.`;

const TERMINAL: Terminal = { input: process.stdin, output: process.stderr };

/** With the name of their argument, such as `report`. */
const OPTIONS = {
	service: { type: 'string' },
	chat: { type: 'string' },
	member: { type: 'string' },
	picture: { type: 'string' },
	report: { type: 'string' },
	recording: { type: 'string' },
	replay: { type: 'string' },
	'no-large': { type: 'boolean' },
	unread: { type: 'boolean' },
	yes: { type: 'boolean' },
} as const;

/** A group id begins with a minus, so without this it would have to be written as `--chat=-100123`. */
const joined = (args: string[]): string[] =>
	args.flatMap((arg, at) => {
		if (arg === '--chat' && args[at + 1] !== undefined) return `--chat=${args[at + 1]}`;
		return args[at - 1] === '--chat' ? [] : arg;
	});

function argumentsGiven() {
	try {
		return parseArgs({ args: joined(process.argv.slice(2)), options: OPTIONS }).values;
	} catch (obstacle) {
		throw new Error(`${(obstacle as Error).message}\nThe options are ${USAGE}`);
	}
}

/** The address without a trailing slash. Throws if it is invalid or has a password. */
function serviceOf(given: string): string {
	const url = URL.canParse(given) ? new URL(given) : undefined;
	if (!url || !/^https?:$/.test(url.protocol)) {
		throw new Error('--service takes an address such as https://api.safew.bot');
	}
	if (url.username || url.password || url.search || url.hash) {
		throw new Error('--service takes an address without a password, a question mark or a hash');
	}
	return url.href.replace(/\/+$/, '');
}

/** The token. It is never an argument, because other programs on the computer could read it. */
async function tokenOf(): Promise<string> {
	const token = process.env.BOT_TOKEN?.trim();
	// Child processes need not know it.
	delete process.env.BOT_TOKEN;
	if (token) return token;
	if (!process.stdin.isTTY) throw new Error('Put the token of the bot into BOT_TOKEN.');
	return await askHidden('Token of the bot (it is not shown): ', TERMINAL);
}

function checkFiles(...files: Array<string | undefined>): void {
	for (const file of files) {
		if (file !== undefined && existsSync(file)) {
			throw new Error(`${file} is there already. Name another file.`);
		}
	}
}

async function main(): Promise<void> {
	const given = argumentsGiven();
	const { service, chat, member, picture, report, yes = false, replay: replayed, ...more } = given;
	const { recording = `check-${fileTime()}.json`, ...switches } = more;
	const { 'no-large': isSmall = false, unread = false } = switches;
	if (replayed !== undefined) {
		console.log(await replay(readFileSync(replayed, 'utf8')));
		return;
	}
	if (!service || !chat) throw new Error(`Name the server and a group: ${USAGE}`);
	if (!yes && !process.stdin.isTTY) {
		throw new Error(
			'Before each step that others can see it asks, and here is nobody to answer. Add --yes to agree to all steps.',
		);
	}
	checkFiles(report, recording);
	const check = new Check({
		service: serviceOf(service),
		token: await tokenOf(),
		chat,
		memberId: member,
		picture,
		isLarge: !isSmall,
		isUnread: unread,
		given: optionsOf({ member, picture, ...switches, yes }),
		agrees: async (does) => yes || (await askYes(does, TERMINAL)),
		pause: async (ms) => await sleep(ms),
		tell: (line) => console.error(line),
	});
	let isEnded = false;
	await clearingUp(
		async () => {
			await check.run().finally(() => (isEnded = true));
		},
		async () => {
			if (isEnded) process.once('SIGINT', () => announceEnd(check));
			else {
				check.stop('you have ended it');
				announceEnd(check);
			}
			await check.clear();
			const done = check.report();
			const text = reportText(done);
			console.log(text);
			if (done.stopped !== undefined || done.left.length > 0) process.exitCode = 1;
			if (report) writeFileSync(report, text);
			if (!done.isStarted) return;
			writeFileSync(recording, recordingText(check.recording()));
			console.error(`${recording} has all requests and answers, without names, numbers and texts.`);
		},
	);
}

/** Such as 2026-11-28-14-05-09-123: two checks may begin in one second. */
const fileTime = () => new Date().toISOString().slice(0, 23).replace(/[T:.]/g, '-');

/** Options without their values: a report has no names and ids. */
const optionsOf = (given: Record<string, unknown>): string[] =>
	Object.entries(given).flatMap(([name, value]) => (value ? [`--${name}`] : []));

/** Announces the end after Ctrl-C. Another Ctrl-C ends it at once, and lists what is still there. */
function announceEnd(check: Check): void {
	console.error('Clearing up first. Ctrl-C once more ends that too, and leaves what is there.');
	process.once('SIGINT', () => {
		console.error(leftText(check.pending()).join('\n'));
		process.exit(1);
	});
}

program(main);
