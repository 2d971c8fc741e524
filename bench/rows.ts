import { execFileSync } from 'node:child_process';

import type { N8nRest } from '../sandbox/lib/rest';
import { ROOT } from '../scripts/lib/paths';
import {
	median,
	numbered,
	numberedBeside,
	round,
	timeOf,
	type BenchServer,
	type Subject,
} from './lib';
import { deletes, sends, type Credentials, type Pair } from './subjects';

/** One line of the results. */
export interface Row {
	work: string;
	ours: string;
	builtIn?: string;
	ratio?: string;
	/** What it must reach. A row without a goal is only a comparison. */
	goal?: string;
	reached?: boolean;
}

export interface Setting {
	rest: N8nRest;
	server: BenchServer;
	credentials: Credentials;
}

const RUNS = 5;
const MESSAGES = 1000;
const ONE_CHAT = '-1001';
const OWN_CHAT = '={{ $json.chatId }}';
/** The same, but evaluated by n8n: the node does not evaluate expressions with parentheses itself. */
const LEFT_TO_N8N = { chat: '={{ ($json.chatId) }}', text: '={{ ($json.text) }}' };

const seconds = (ms: number) => `${round(ms / 1000)} s`;

async function timesOf({ rest }: Setting, subject: Subject, items: number, runs = RUNS) {
	const times: number[] = [];
	for (let run = 0; run < runs; run++) times.push(await timeOf(rest, subject, numbered(items)));
	return times;
}

/** The medians of both, which take turns, so that changes in the machine's speed affect both alike. */
async function inTurn({ rest }: Setting, one: Subject, other: Subject, items: number) {
	const times: Array<[number, number]> = [];
	for (let run = 0; run < RUNS; run++) {
		times.push([
			await timeOf(rest, one, numbered(items)),
			await timeOf(rest, other, numbered(items)),
		]);
	}
	return {
		one: median(times.map(([first]) => first)),
		other: median(times.map(([, last]) => last)),
	};
}

async function compare(setting: Setting, pair: Pair, items: number) {
	const { one, other } = await inTurn(setting, pair.ours, pair.builtIn, items);
	return { ours: one, builtIn: other };
}

/** The time of consecutive requests from a program that does nothing else. */
async function rawTime({ server }: Setting, requests: number): Promise<number> {
	const begun = Date.now();
	for (let request = 0; request < requests; request++) {
		await (
			await fetch(`${server.url}/bot1:bench/sendMessage`, { method: 'POST', body: '{}' })
		).text();
	}
	return Date.now() - begun;
}

export async function sending(delayed: Setting, instant: Setting): Promise<Row[]> {
	const many = await compare(delayed, sends(delayed.credentials, OWN_CHAT), MESSAGES);
	const one = await compare(delayed, sends(delayed.credentials, ONE_CHAT), MESSAGES);
	const raw = await rawTime(delayed, MESSAGES);
	const bare = await compare(instant, sends(instant.credentials, OWN_CHAT), MESSAGES);
	const row = (
		work: string,
		{ ours, builtIn }: typeof many,
		goal?: string,
		reached?: boolean,
	): Row => ({
		work,
		ours: seconds(ours),
		builtIn: seconds(builtIn),
		ratio: `${round(builtIn / ours, 1)} times faster`,
		goal,
		reached,
	});
	return [
		row(
			'1,000 sendMessage to 1,000 chats, 20 ms',
			many,
			'10 times faster',
			many.builtIn / many.ours >= 10,
		),
		row(
			'1,000 sendMessage to one chat, 20 ms',
			one,
			`not slower; within 1.3 of 1,000 bare requests (here ${round(one.ours / raw)} of ${seconds(raw)})`,
			one.ours <= one.builtIn && one.ours / raw <= 1.3,
		),
		row(
			'1,000 sendMessage, latency 0',
			bare,
			'half of the built-in’s time',
			bare.ours / bare.builtIn <= 0.5,
		),
	];
}

/** What it saves that the node evaluates simple expressions itself (engine/body.ts). */
export async function expressions(...settings: Setting[]): Promise<Row[]> {
	const rows: Row[] = [];
	for (const setting of settings) {
		const read = sends(setting.credentials, OWN_CHAT).ours;
		const { chat, text } = LEFT_TO_N8N;
		const left = sends(setting.credentials, chat, text).ours;
		const { one: quick, other: slow } = await inTurn(setting, read, left, MESSAGES);
		rows.push({
			work: `1,000 sendMessage to 1,000 chats, ${setting.server.latencyMs} ms, two simple expressions each`,
			ours: seconds(quick),
			builtIn: `${seconds(slow)} (this package, if n8n evaluates them)`,
			ratio: `${round(slow / quick, 1)} times faster`,
			goal: '1.1 times faster, else the node leaves them to n8n',
			reached: slow / quick >= 1.1,
		});
	}
	return rows;
}

const DELETIONS = 10_000;
/** The built-in node sends one request a message, so its time grows evenly and fewer messages are enough. */
const BUILT_IN_DELETIONS = 500;

export async function deletions(delayed: Setting): Promise<Row[]> {
	const pair = deletes(delayed.credentials);
	await delayed.server.stats();
	const times = await timesOf(delayed, pair.ours, DELETIONS);
	const requests = (await delayed.server.stats()).requests / RUNS;
	const ours = median(times);
	const few = median(await timesOf(delayed, pair.builtIn, BUILT_IN_DELETIONS));
	const builtIn = (few / BUILT_IN_DELETIONS) * DELETIONS;
	return [
		{
			work: 'delete 10,000 messages, 20 ms',
			ours: `${seconds(ours)}, ${requests} requests`,
			builtIn: `${seconds(builtIn)} (from ${BUILT_IN_DELETIONS})`,
			ratio: `${round(builtIn / ours, 1)} times faster`,
			goal: 'at most 100 requests, 50 times faster',
			reached: requests <= 100 && builtIn / ours >= 50,
		},
	];
}

const FREE_CHATS = 600;
const REFUSED_ITEMS = 30;

/** How long other chats take with and without a chat that is always rejected. */
export async function refusals(delayed: Setting): Promise<Row[]> {
	const { rest, server, credentials } = delayed;
	const subject: Subject = {
		...sends(credentials, OWN_CHAT).ours,
		onError: 'continueRegularOutput',
	};
	const alone: number[] = [];
	const beside: number[] = [];
	const whole: number[] = [];
	await server.stats();
	for (let run = 0; run < RUNS; run++) {
		await timeOf(rest, subject, numbered(FREE_CHATS));
		alone.push((await server.stats()).sendingMs);
		whole.push(await timeOf(rest, subject, numberedBeside(FREE_CHATS, REFUSED_ITEMS)));
		beside.push((await server.stats()).sendingMs);
	}
	const ratio = median(beside) / median(alone);
	return [
		{
			work: `${FREE_CHATS} free chats beside ${REFUSED_ITEMS} items for one that is always refused, 20 ms`,
			ours: `${seconds(median(beside))}; ${seconds(median(whole))} until the refused one is given up`,
			ratio: `${round(ratio)} of ${seconds(median(alone))} without it`,
			goal: 'within 1.3',
			reached: ratio <= 1.3,
		},
	];
}

/** Whether ten times the items take ten times as long. */
export async function scaling(instant: Setting): Promise<Row[]> {
	const { ours } = sends(instant.credentials, OWN_CHAT);
	const small = median(await timesOf(instant, ours, 10_000)) / 10_000;
	const large = median(await timesOf(instant, ours, 100_000, 1)) / 100_000;
	return [
		{
			work: '10,000 items, and 100,000 in one run, latency 0',
			ours: `${round(small, 3)} and ${round(large, 3)} ms an item`,
			ratio: String(round(large / small)),
			goal: 'within 1.2',
			reached: large / small <= 1.2,
		},
	];
}

const LOAD = `
const started = process.hrtime.bigint();
const { nodes, credentials } = require('./package.json').n8n;
for (const file of [...nodes, ...credentials]) require('./' + file);
console.log(Number(process.hrtime.bigint() - started) / 1e6);
`;

/** n8n has already loaded its own packages when it loads a community package. */
const LOAD_IN_N8N = `require('n8n-workflow'); require('luxon'); ${LOAD}`;

export async function loading(): Promise<Row[]> {
	const load = () =>
		Number(execFileSync(process.execPath, ['-e', LOAD_IN_N8N], { cwd: ROOT, encoding: 'utf8' }));
	const ms = median(Array.from({ length: RUNS }, load));
	const packed = JSON.parse(
		execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: ROOT, encoding: 'utf8' }),
	) as Array<{ size: number }>;
	const kilobytes = packed.reduce((sum, { size }) => sum + size, 0) / 1000;
	return [
		{
			work: 'loading the package',
			ours: `${round(ms, 1)} ms`,
			goal: 'under 50 ms',
			reached: ms < 50,
		},
		{
			work: 'packed size',
			ours: `${round(kilobytes, 1)} kB`,
			goal: 'under 200 kB',
			reached: kilobytes < 200,
		},
	];
}
