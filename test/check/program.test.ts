import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import project from '../../package.json';
import { until } from '../../scripts/lib/until';
import { leaksIn, seen, visibleIn } from '../support/check';
import { useEmulator } from '../support/emulator';
import { BAD_GATEWAY, startLyingServer } from '../support/lyingServer';
import { programOf } from '../../scripts/lib/bundledProgram';

const emulator = useEmulator();
const { chats, users } = emulator.defaults;
const folder = mkdtempSync(path.join(tmpdir(), 'bot-messaging-check-'));
const WITHIN_MS = 60_000;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The check as a program, without a terminal. */
function start(args: string[], environment: Record<string, string> = {}, service = emulator.url) {
	const program = programOf(path.resolve(__dirname, '../../check/main.ts'));
	const all = ['--service', service, '--chat', String(chats.demoGroup), ...args];
	const child = spawn(process.execPath, [...program, ...all], {
		env: { ...process.env, BOT_TOKEN: emulator.token, ...environment },
		stdio: ['ignore', 'pipe', 'pipe'],
		cwd: folder,
	});
	let printed = '';
	child.stdout.on('data', (chunk) => (printed += chunk));
	child.stderr.on('data', (chunk) => (printed += chunk));
	const ended = once(child, 'close').then(([code]) => ({ code: code as number, printed }));
	return { child, ended, args: child.spawnargs.join(' ') };
}

test('the program writes a report and a recording without a token, names or numbers', async () => {
	const [report, recording] = ['report.md', 'recording.json'].map((file) =>
		path.join(folder, file),
	);
	await emulator.settings({ dialect: { copyResult: 'object', chatNotFound: '400' } });
	const before = await visibleIn(emulator);
	const run = start([
		'--yes',
		'--no-large',
		'--member',
		String(users.mia),
		'--report',
		report,
		'--recording',
		recording,
	]);
	const { code, printed } = await run.ended;
	expect({ code, printed }).toMatchObject({ code: 0 });
	expect(run.args).not.toContain(emulator.token);
	expect(printed).toContain('| copyMessage answers with a list | differs: object |');
	expect(leaksIn(printed, emulator)).toEqual([]);
	const said = `${recording} has all requests and answers, without names, numbers and texts.`;
	expect(printed).toContain(said);
	const shown = readFileSync(report, 'utf8').trim();
	// On a busy computer it also says how far it is.
	const progress = /^.*\. Request \d+, about .* left\.\n/gm;
	expect(printed.replace(said, '').replace(progress, '').trim()).toBe(shown);
	const [title, first, table, about, list] = shown.split('\n\n');
	expect([title, first, about]).toEqual([
		'# What the server does',
		'## What differs',
		'## This check',
	]);
	expect(table).toContain('| 9 | copyMessage answers with a list | object |');
	expect(list).toBe(
		[
			`- Version: ${project.version}`,
			`- Date: ${new Date().toISOString().slice(0, 10)} ${/\d\d:\d\d UTC/.exec(list)![0]}`,
			`- Server: ${emulator.url}`,
			'- Options: --member --no-large --yes',
		].join('\n'),
	);
	const found = { copyResult: 'object', chatNotFound: '400', tokenPath: 'both' };
	expect(JSON.parse(readFileSync(recording, 'utf8'))).toMatchObject({ dialect: found });
	const { code: replayed, printed: differences } = await start(['--replay', recording]).ended;
	expect({ replayed, differences }).toMatchObject({ replayed: 0 });
	expect(differences).toMatch(/Differences .*: 0\.\n/);
	expect(await visibleIn(emulator)).toEqual(before);
});

test('without a terminal and without --yes it does nothing', async () => {
	const { code, printed } = await start([]).ended;
	expect(code).toBe(1);
	expect(printed).toContain('Add --yes');
	expect(await emulator.calls()).toEqual([]);
});

test.each([
	[
		'a token that is none',
		{ BOT_TOKEN: '123:wrong' },
		'does not accept the token (With Bot Prefix: 401 "Unauthorized"; Without Prefix: 401',
	],
	['no token', { BOT_TOKEN: '' }, 'BOT_TOKEN'],
])('an error says what is wrong: %s', async (_what, environment, says) => {
	const { code, printed } = await start(['--yes'], environment).ended;
	expect({ code, printed }).toEqual({ code: 1, printed: expect.stringContaining(says) });
	expect(printed).not.toContain('    at ');
	expect(leaksIn(printed, emulator)).toEqual([]);
});

test('Ctrl-C cleans up before the end', async () => {
	const before = await visibleIn(emulator);
	await emulator.settings({ latencyMs: 20 });
	const { child, ended } = start(['--yes', '--no-large']);
	const isAmid = async () => (await visibleIn(emulator)).length > before.length + 5;
	await until('some messages are there', isAmid, WITHIN_MS);
	child.kill('SIGINT');
	const { code, printed } = await ended;
	expect(code).toBe(1);
	expect(printed).toContain('It stopped early: you have ended it.');
	expect(printed).toContain('Nothing of the check is left in the group.');
	expect(await visibleIn(emulator)).toEqual(before);
	expect((await emulator.calls('setWebhook')).length).toBe(0);
});

test('Ctrl-C during a promotion that is answered with 502 takes the rights away again', async () => {
	const before = await seen(emulator);
	let isUnderWay = false;
	let isAnswered = () => {};
	const held = new Promise<void>((resolve) => (isAnswered = resolve));
	const server = await startLyingServer(
		() => emulator.url,
		async ({ method, params }, pass) => {
			const passed = await pass();
			if (method !== 'promoteChatMember' || params.can_delete_messages !== true) return passed;
			isUnderWay = true;
			await held;
			return BAD_GATEWAY;
		},
	);
	const member = String(users.mia);
	const args = ['--yes', '--no-large', '--member', member];
	const { child, ended } = start(args, {}, server.url);
	await until('it is under way', async () => isUnderWay, WITHIN_MS);
	const isMade = (await emulator.state()).members.some(
		({ user_id, promoted_by }) => user_id === users.mia && promoted_by !== undefined,
	);
	expect(isMade).toBe(true);
	child.kill('SIGINT');
	setTimeout(isAnswered, 300);
	const { code, printed } = await ended;
	expect(code).toBe(1);
	expect(printed).toContain('Clearing up first.');
	expect(printed).toContain('Nothing of the check is left in the group.');
	expect(await seen(emulator)).toEqual(before);
	await server.close();
});

test('a second Ctrl-C ends the program at once, and says what remains', async () => {
	let isMade = false;
	const server = await startLyingServer(
		() => emulator.url,
		async ({ method }, pass) => {
			if (isMade) return await new Promise(() => {});
			const passed = await pass();
			isMade = method === 'promoteChatMember';
			return passed;
		},
	);
	const args = ['--yes', '--no-large', '--member', String(users.mia)];
	const { child, ended } = start(args, {}, server.url);
	await until('it is made', async () => isMade, WITHIN_MS);
	let printed = '';
	child.stderr.on('data', (chunk) => (printed += chunk));
	child.kill('SIGINT');
	await until('it clears up', async () => printed.includes('Ctrl-C once more'), WITHIN_MS);
	child.kill('SIGINT');
	const done = await ended;
	expect(done.code).toBe(1);
	expect(done.printed).toMatch(/Still there[^]*member is an administrator[^]*\d+ messages/i);
	await server.close();
});

test('Ctrl-C while it looks for notices of a new title: those are deleted all the same', async () => {
	const before = await seen(emulator);
	let titles = 0;
	let interrupt: (() => void) | undefined;
	let isTold = () => {};
	const told = new Promise<void>((resolve) => (isTold = resolve));
	const server = await startLyingServer(
		() => emulator.url,
		async ({ method, params }, pass) => {
			if (method === 'setChatTitle') titles++;
			if (titles > 0 && params.reply_parameters && interrupt) {
				interrupt();
				interrupt = undefined;
				await told;
			}
			return await pass();
		},
	);
	const { child, ended } = start(['--yes', '--no-large'], {}, server.url);
	interrupt = () => child.kill('SIGINT');
	child.stderr.on('data', (chunk) => String(chunk).includes('Clearing up first') && isTold());
	const { code, printed } = await ended;
	await server.close();
	expect(code).toBe(1);
	expect(printed).toContain('Nothing of the check is left in the group.');
	expect(await seen(emulator)).toEqual(before);
});

test('Ctrl-C while a link is made: it is revoked', async () => {
	const before = await seen(emulator);
	let interrupt = () => {};
	let isTold = () => {};
	const told = new Promise<void>((resolve) => (isTold = resolve));
	const server = await startLyingServer(
		() => emulator.url,
		async ({ method }, pass) => {
			if (method !== 'createChatInviteLink') return await pass();
			interrupt();
			await told;
			return await pass();
		},
	);
	const { child, ended } = start(['--yes', '--no-large'], {}, server.url);
	interrupt = () => child.kill('SIGINT');
	child.stderr.on('data', (chunk) => String(chunk).includes('Clearing up first') && isTold());
	const { code, printed } = await ended;
	await server.close();
	expect({ code, printed }).toMatchObject({ code: 1 });
	expect(printed).toContain('Nothing of the check is left in the group.');
	expect((await emulator.calls('createChatInviteLink')).length).toBe(1);
	expect(await seen(emulator)).toEqual(before);
});

test('Ctrl-C during a pin: nothing false is said of it, and what follows is not begun', async () => {
	const before = await seen(emulator);
	let pins = 0;
	let interrupt = () => {};
	let isTold = () => {};
	const told = new Promise<void>((resolve) => (isTold = resolve));
	const server = await startLyingServer(
		() => emulator.url,
		async ({ method }, pass) => {
			if (method === 'pinChatMessage' && ++pins === 3) {
				interrupt();
				await told;
			}
			return await pass();
		},
	);
	const { child, ended } = start(['--yes', '--no-large'], {}, server.url);
	interrupt = () => child.kill('SIGINT');
	child.stderr.on('data', (chunk) => String(chunk).includes('Clearing up first') && isTold());
	const { code, printed } = await ended;
	await server.close();
	expect({ code, pins, printed }).toMatchObject({ code: 1, pins: 3 });
	expect(printed).toContain('Nothing, as far as it was tested.');
	expect(printed).toContain('Nothing of the check is left in the group.');
	expect(await emulator.calls('setChatTitle')).toEqual([]);
	expect(await seen(emulator)).toEqual(before);
});

test.each([
	['during the deletion', 0, /Still there[^]*\d\d messages of the bot\./],
	['after the deletion', 1, /\d\d messages of the bot, unless the server has deleted them/],
])('Ctrl-C twice %s at the end: it says what remains', async (_when, answered, says) => {
	let [deletions, isClearing] = [0, false];
	const server = await startLyingServer(
		() => emulator.url,
		async ({ params }, pass) => {
			const passed = await pass();
			isClearing ||= deletions > 0 || (answered === 0 && params.message_ids?.length > 2);
			if (params.message_ids?.length > 2) deletions++;
			return isClearing ? await new Promise(() => {}) : passed;
		},
	);
	const { child, ended } = start(['--yes', '--no-large'], {}, server.url);
	let printed = '';
	child.stderr.on('data', (chunk) => (printed += chunk));
	await until('it clears up', async () => isClearing, WITHIN_MS);
	child.kill('SIGINT');
	await until('it says so', async () => printed.includes('Ctrl-C once more'), WITHIN_MS);
	child.kill('SIGINT');
	const done = await ended;
	await server.close();
	expect(done.code).toBe(1);
	expect(done.printed).toMatch(says);
});
