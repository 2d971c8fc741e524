import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { startEmulator, useEmulator } from '../../support/emulator';
import { until } from '../../../scripts/lib/until';
import { RunningTrigger } from '../../support/pollingTrigger';

const emulator = useEmulator();
const { chats, users } = emulator.defaults;
const running: RunningTrigger[] = [];

async function start(parameters: object = {}, options: object = {}, token = emulator.token) {
	const trigger = new RunningTrigger(
		{ baseUrl: emulator.url, botToken: token },
		parameters as never,
		options,
	);
	running.push(trigger);
	return await trigger.start();
}

const say = async (text: string) =>
	await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text });

const soon = async (what: string, isSo: () => boolean) =>
	await until(what, async () => isSo(), 10_000);

const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

afterEach(async () => {
	await Promise.all(running.splice(0).map(async (trigger) => await trigger.stop()));
});

test('a token the server does not know fails at activation, with what to do', async () => {
	await expect(start({}, {}, '1:wrong')).rejects.toMatchObject({
		message: 'Unauthorized',
		description: expect.stringContaining('paste the bot token again'),
	});
});

test('a token that is withdrawn later stops the trigger', async () => {
	const trigger = await start();
	await emulator.fault({
		kind: 'error',
		status: 401,
		description: 'Unauthorized',
		method: 'getUpdates',
	});
	await say('wakes the held call');
	await soon('it is told', () => trigger.errors.length === 1);
	expect(trigger.errors[0].message).toBe('Unauthorized');
	await say('later');
	await pause(300);
	expect(trigger.texts).not.toContain('later');
});

test('a broken regular expression fails at activation and names its field', async () => {
	await expect(start({ filters: { textMatches: '(' } })).rejects.toMatchObject({
		message: expect.stringContaining('Text Matches is not a valid regular expression'),
	});
});

test('a webhook in the way is reported once, with its place, and its end is noticed', async () => {
	await emulator.api('setWebhook', { url: 'https://other.example.com/hook?key=secret' });
	const trigger = await start();
	await soon('it is reported', () => trigger.logged.length === 1);
	expect(trigger.logged[0]).toContain('other.example.com/hook');
	expect(trigger.logged[0]).not.toContain('secret');
	await pause(1200);
	expect(trigger.logged).toHaveLength(1);
	await emulator.api('deleteWebhook');
	await say('after it');
	await soon('it goes on', () => trigger.texts.includes('after it'));
	expect(trigger.logged).toHaveLength(2);
	expect(trigger.logged[1]).toContain('Fetching updates');
});

test('a webhook in the way is removed if the user chose so', async () => {
	await emulator.api('setWebhook', { url: 'https://other.example.com/hook' });
	const trigger = await start({ options: { removeWebhook: true } });
	await say('hello');
	await soon('it goes on', () => trigger.texts.includes('hello'));
	expect(trigger.logged).toEqual([
		expect.stringContaining('at other.example.com/hook has been removed'),
		expect.stringContaining('Fetching updates'),
	]);
});

test('another program that polls is named, and when it is gone the trigger goes on', async () => {
	const other = new AbortController();
	const held = fetch(`${emulator.url}/bot${emulator.token}/getUpdates?timeout=30`, {
		signal: other.signal,
	}).catch(() => {});
	await pause(100);
	const trigger = await start();
	await soon('it is reported', () => trigger.logged.length === 1);
	expect(trigger.logged[0]).toContain('Another program fetches the updates');
	const refused = (await emulator.calls('getUpdates')).map(({ started_at }) => started_at);
	const pauses = refused.slice(1).map((at, index) => at - refused[index]);
	expect(pauses.at(-1)).toBeGreaterThan(pauses[0]);
	other.abort();
	await held;
	await say('mine now');
	await soon('it goes on', () => trigger.texts.includes('mine now'));
});

test('answers of 500 are waited out, with one line for each change', async () => {
	await emulator.fault({ kind: 'error', status: 500, method: 'getUpdates', times: 2 });
	const trigger = await start();
	await say('in between');
	await soon('it goes on', () => trigger.texts.includes('in between'));
	expect(trigger.logged.map((line) => /Fetching|No updates/.exec(line)?.[0])).toEqual([
		'No updates',
		'Fetching',
	]);
});

test('a server that goes away and comes back is found again', async () => {
	const reserved = createServer().listen(0, '127.0.0.1');
	await new Promise((resolve) => reserved.once('listening', resolve));
	const { port } = reserved.address() as AddressInfo;
	reserved.close();
	const trigger = new RunningTrigger(
		{ baseUrl: `http://127.0.0.1:${port}`, botToken: emulator.token },
		{},
	);
	running.push(trigger);
	await trigger.start();
	await soon('it is reported', () => trigger.logged.length === 1);
	const later = await startEmulator({ port });
	try {
		await fetch(`${later.url}/_emulator/act/message`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ user_id: users.mia, chat_id: chats.demoGroup, text: 'back' }),
		});
		await soon('it goes on', () => trigger.texts.includes('back'));
		await trigger.stop();
	} finally {
		await later.close();
	}
});
