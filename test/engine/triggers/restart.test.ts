import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

import type { ChildLine, ChildTask } from '../../support/pollingChild';
import { usePolling } from '../../support/pollingTests';
import { programOf } from '../../../scripts/lib/bundledProgram';

const { emulator, token, say, pending, soon, pause } = usePolling();
const { chats } = emulator.defaults;
const SCRIPT = path.join(__dirname, '../../support/pollingChild.ts');

const children: ChildProcess[] = [];

afterEach(async () => {
	await Promise.all(children.splice(0).map(kill));
});

async function kill(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	child.kill('SIGKILL');
	await once(child, 'exit');
}

/** Starts the polling trigger in a separate process; `lines` grows with each execution. */
function spawnTrigger(afterInterruption: string, staticData: object = {}, taken: string[] = []) {
	const task: ChildTask = {
		credential: { baseUrl: emulator.url, botToken: token() },
		parameters: { options: { afterInterruption } },
		staticData: staticData as ChildTask['staticData'],
		taken,
	};
	const child = spawn(process.execPath, [...programOf(SCRIPT), JSON.stringify(task)], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	children.push(child);
	const lines: Array<Required<Pick<ChildLine, 'text' | 'key'>>> = [];
	let saved: object = {};
	createInterface(child.stdout).on('line', (line) => {
		const { text, key = '', saved: now } = JSON.parse(line) as ChildLine;
		if (text !== undefined) lines.push({ text, key });
		saved = now ?? saved;
	});
	const texts = () => lines.map(({ text }) => text).sort();
	return { child, lines, texts, saved: () => saved };
}

/** One update's execution still runs while those of another chat end; then n8n is killed. */
async function killInTheMiddle(afterInterruption: string) {
	const before = spawnTrigger(afterInterruption);
	await say('a');
	await say('hang');
	await say('waits for it');
	for (const text of ['b', 'c', 'd']) await say(text, chats.privateMia);
	await soon('all that can have started', () => before.lines.length === 5);
	expect(before.texts()).toEqual(['a', 'b', 'c', 'd', 'hang']);
	await soon('what ended first is confirmed', async () => (await pending()) === 5);
	await kill(before.child);
	const after = spawnTrigger(afterInterruption, before.saved());
	return { before, after };
}

const keyOf = (lines: Array<{ text: string; key: string }>, wanted: string) =>
	lines.find(({ text }) => text === wanted)?.key;

test('Run Again: after a kill, the cut-off execution runs again, and those that had ended do not', async () => {
	const { before, after } = await killInTheMiddle('again');
	await soon('the cut-off one has begun', () => after.texts().includes('hang'));
	await pause(300);
	// Of the finished ones, only the last may repeat: n8n saves an end together with the next execution.
	const last = before.lines.at(-1)!.text;
	expect(after.texts().filter((text) => text !== 'hang' && text !== last)).toEqual([]);
	expect(keyOf(after.lines, 'hang')).not.toBe(keyOf(before.lines, 'hang'));
});

test('Do Not Retry: after a kill, the cut-off execution keeps its key, which n8n starts only once', async () => {
	const { before, after } = await killInTheMiddle('leave');
	await soon('it has come again', () => after.texts().includes('hang'));
	expect(keyOf(after.lines, 'hang')).toBe(keyOf(before.lines, 'hang'));
});

test('after a kill, no message is lost from a flooded chat that the server has partly forgotten', async () => {
	const before = spawnTrigger('leave');
	await say('hang');
	const waiting = Array.from({ length: 105 }, (_none, message) => `waits ${message}`);
	for (const text of waiting) await say(text);
	await say('another chat', chats.privateMia);
	await soon('the other chat has its turn', () => before.texts().includes('another chat'));
	expect(before.texts()).toEqual(['another chat', 'hang']);
	await kill(before.child);
	// The server has forgotten 100 of 107, and n8n has the last one.
	expect(await pending()).toBe(7);

	const taken = before.lines.map(({ key }) => key);
	const after = spawnTrigger('leave', before.saved(), taken);
	await soon('all have come', async () => after.lines.length >= 107 && (await pending()) === 0);
	const again = after.lines.filter(({ key }) => taken.includes(key)).map(({ text }) => text);
	expect(again.sort()).toEqual(['another chat', 'hang']);
	const rest = after.lines.filter(({ key }) => !taken.includes(key)).map(({ text }) => text);
	expect(rest).toEqual(waiting);
	await soon(
		'nothing is written down any more',
		() => !JSON.stringify(after.saved()).includes('waits'),
	);
});
