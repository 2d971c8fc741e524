import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { assumption, ASSUMPTION_NAMES, DIALECTS, dialectIn } from '../../emulator/dialects';
import { chooseDialect } from '../../emulator/dialects/choose';
import { useEmulator } from '../support/emulator';
import { startProcess } from './process';

const emulator = useEmulator();
const { chats, token, botId } = emulator.defaults;
const folder = mkdtempSync(path.join(tmpdir(), 'bot-emulator-dialects-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the default is the first choice of each assumption', async () => {
	const { dialect } = await emulator.control('get', 'settings');
	expect(dialect).toEqual(DIALECTS.safew);
	const firsts = ASSUMPTION_NAMES.map((name) => [name, assumption(name).choices[0]]);
	expect(dialect).toEqual(Object.fromEntries(firsts));
});

/** What the check cannot find out: it may touch only what it has made. */
describe('a behaviour that no check can detect:', () => {
	test('an old message can be deleted', async () => {
		const about = { chat_id: chats.demoGroup, message_id: 4 };
		await emulator.control('post', 'clock', { advance_seconds: 49 * 3600 });
		expect((await emulator.api('deleteMessage', about)).body.ok).toBe(false);
		await emulator.settings({ dialect: { oldMessages: 'deleted' } });
		expect((await emulator.api('deleteMessage', about)).body.ok).toBe(true);
	});

	test('a limit is a 429 with a time to wait', async () => {
		const dialect = { limit: '429' };
		await emulator.settings({ sendRatePerSecond: 1, retryAfterSeconds: 7, dialect });
		const send = async () =>
			await emulator.api('sendMessage', { chat_id: chats.demoGroup, text: 'Hello' });
		const answers = await Promise.all(Array.from({ length: 9 }, send));
		const refused = answers.find(({ status }) => status !== 200);
		expect(refused).toMatchObject({ status: 429, body: { parameters: { retry_after: 7 } } });
	});

	test('a paid broadcast is refused', async () => {
		await emulator.settings({ dialect: { paidBroadcast: 'refused' } });
		const paid = { chat_id: chats.demoGroup, text: 'Hello', allow_paid_broadcast: true };
		expect((await emulator.api('sendMessage', paid)).status).toBe(400);
	});
});

test('the settings accept one choice at a time, and refuse choices that the table lacks', async () => {
	await emulator.settings({ dialect: { copyResult: 'object' } });
	await emulator.settings({ dialect: { traceId: 'left out' } });
	const { dialect } = await emulator.control('get', 'settings');
	expect(dialect).toMatchObject({ copyResult: 'object', traceId: 'left out' });
	const wrong = emulator.settings({ dialect: { copyResult: 'two' } });
	await expect(wrong).rejects.toThrow('400');
});

test('the dialect “turned” differs from every assumption', () => {
	for (const name of ASSUMPTION_NAMES) {
		expect(assumption(name).choices).toContain(DIALECTS.turned[name]);
		expect([name, DIALECTS.turned[name]]).not.toEqual([name, DIALECTS.safew[name]]);
	}
});

test('the tests refuse an unknown dialect, as the emulator does', () => {
	expect(() => chooseDialect('klingon')).toThrow('not "klingon"');
});

test.each([
	['[]', 'a dialect is an object'],
	['{"copy": "object"}', 'has no "copy"'],
	['{"copyResult": "two"}', '"copyResult" is list or object, not "two"'],
])('%s is refused as a dialect', (text, says) => {
	expect(() => dialectIn(text)).toThrow(says);
});

describe('the option --dialect', () => {
	const file = path.join(folder, 'server.json');

	test.each([
		['a file', { groupIds: 'positive', chatNotFound: '400' }],
		['a recording', { exchanges: [], dialect: { groupIds: 'positive', chatNotFound: '400' } }],
	])('takes %s, and what it leaves out keeps its default', async (_what, given) => {
		writeFileSync(file, JSON.stringify(given));
		const server = startProcess(['--port', '0', '--dialect', file]);
		try {
			const url = await server.url();
			const [, group] = /Chat ID: +(\d+)/.exec(server.printed())!;
			const read = await fetch(`${url}/bot${token}/getChat?chat_id=${group}`);
			expect(await read.json()).toMatchObject({ ok: true, result: { id: Number(group) } });
			const own = await fetch(`${url}/${token}/getMe`);
			expect(await own.json()).toMatchObject({ result: { id: botId } });
			expect((await fetch(`${url}/bot${token}/getChat?chat_id=-1`)).status).toBe(400);
		} finally {
			await server.end();
		}
	});

	test.each([
		[
			'klingon',
			'is safew, telegram, bale, turned, nulls, empties, zeros or a file.json, not "klingon"',
		],
		[path.join(folder, 'none.json'), 'no such file'],
	])('reports the mistake in %s', async (given, says) => {
		const server = startProcess(['--port', '0', '--dialect', given]);
		expect(await server.ended).toBe(1);
		expect(server.printed()).toContain(says);
	});
});
