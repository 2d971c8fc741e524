import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';

import { Mask } from '../../../scripts/check/mask';
import { askHidden, askYes } from '../../../scripts/check/terminal';
import { until } from '../../../scripts/lib/until';
import { checked } from '../../support/check';
import { useEmulator } from '../../support/emulator';
import { programOf } from '../../support/program';

const emulator = useEmulator();
const { chats, users } = emulator.defaults;
const folder = mkdtempSync(path.join(tmpdir(), 'bot-messaging-check-'));
const WITHIN_MS = 60_000;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The check as a program, without a terminal. */
function start(args: string[], environment: Record<string, string> = {}) {
	const program = programOf(path.resolve(__dirname, '../../../scripts/check.ts'));
	const all = ['--service', emulator.url, '--chat', String(chats.demoGroup), ...args];
	const child = spawn(process.execPath, [...program, ...all], {
		env: { ...process.env, BOT_TOKEN: emulator.token, ...environment },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let printed = '';
	child.stdout.on('data', (chunk) => (printed += chunk));
	child.stderr.on('data', (chunk) => (printed += chunk));
	const ended = once(child, 'close').then(([code]) => ({ code: code as number, printed }));
	return { child, ended, args: child.spawnargs.join(' ') };
}

const visible = async () =>
	(await emulator.state()).messages.filter(
		({ chat_id, deleted }) => chat_id === chats.demoGroup && !deleted,
	);

/** What must not be in a report. */
const secrets = () => [
	...[emulator.token, ...emulator.token.split(':'), String(emulator.defaults.botId)],
	...['Olga', 'Milan', 'Mia', 'Noah', 'Demo Group', 'demo_group', 'Demo Bot', 'demo_bot'],
	...[...Object.values(users), chats.demoGroup].map(String),
];

const leaks = (text: string) =>
	secrets().filter((secret) => new RegExp(`(?<!\\w)${secret}(?!\\w)`).test(text));

test('as a program it writes a report and a dialect without token, names and numbers', async () => {
	const [report, dialect] = [path.join(folder, 'report.md'), path.join(folder, 'dialect.json')];
	await emulator.settings({ dialect: { copyResult: 'object', chatNotFound: '400' } });
	const before = await visible();
	const run = start([
		'--yes',
		'--no-large',
		'--member',
		String(users.mia),
		'--report',
		report,
		'--dialect-file',
		dialect,
	]);
	const { code, printed } = await run.ended;
	expect({ code, printed }).toMatchObject({ code: 0 });
	expect(run.args).not.toContain(emulator.token);
	expect(printed).toContain('| copyMessage answers with a list | differs: object |');
	expect(leaks(printed)).toEqual([]);
	expect(readFileSync(report, 'utf8').trim()).toBe(printed.trim());
	expect(JSON.parse(readFileSync(dialect, 'utf8'))).toMatchObject({
		copyResult: 'object',
		chatNotFound: '400',
		tokenPath: 'both',
	});
	expect(await visible()).toEqual(before);
});

test('what a refusal quotes of names and numbers is masked', async () => {
	const description = `Bad Request: Mia (@mia_1) is not in Demo Group ${chats.demoGroup}, ${emulator.token}`;
	await emulator.fault({ kind: 'error', method: 'sendPhoto', status: 400, description, times: 5 });
	const { text } = await checked(emulator);
	expect(text).toContain('is not in');
	expect(leaks(text)).toEqual([]);
});

test('without a terminal and without --yes it does nothing', async () => {
	const { code, printed } = await start([]).ended;
	expect(code).toBe(1);
	expect(printed).toContain('Add --yes');
	expect(await emulator.calls()).toEqual([]);
});

test.each([
	['a token that is none', { BOT_TOKEN: '123:wrong' }, 'does not accept the token: 401'],
	['no token', { BOT_TOKEN: '' }, 'BOT_TOKEN'],
])('says what is wrong: %s', async (_what, environment, says) => {
	const { code, printed } = await start(['--yes'], environment).ended;
	expect({ code, printed }).toEqual({ code: 1, printed: expect.stringContaining(says) });
	expect(printed).not.toContain('    at ');
	expect(leaks(printed)).toEqual([]);
});

test('a chat of two people is no place for it', async () => {
	await expect(checked(emulator, { chat: String(chats.privateMia) })).rejects.toThrow('no group');
	expect((await emulator.calls('sendMessage')).length).toBe(0);
});

test('a server without getChat is checked only if the user vouches for the chat', async () => {
	await emulator.settings({ missingMethods: ['getChat'] });
	await expect(checked(emulator)).rejects.toThrow('Add --unread');
	const before = await visible();
	const { row, left } = await checked(emulator, { chat: String(chats.demoGroup), isUnread: true });
	expect(row('getChat')).toMatchObject({ verdict: 'differs', says: 'missing' });
	expect(row('11b').verdict).toBe('not tested');
	expect(row('9').verdict).toBe('holds');
	expect(left).toEqual([]);
	expect(await visible()).toEqual(before);
});

const ODD: Record<string, object> = {
	getMe: { id: 7 },
	getChat: { id: -5, type: 'group' },
	getWebhookInfo: { url: '' },
};

test.each([null, true, [], {}, 'done'])(
	'a server that answers everything else with %j does not confuse it',
	async (anything) => {
		const server = createServer(({ url = '' }, response) => {
			const result = ODD[url.split('/').at(-1)!] ?? anything;
			response.end(JSON.stringify({ ok: true, result }));
		});
		await once(server.listen(0, '127.0.0.1'), 'listening');
		const { port } = server.address() as AddressInfo;
		const odd = { service: `http://127.0.0.1:${port}`, chat: '-5', isLarge: false };
		const { row, stopped, left } = await checked(emulator, odd);
		expect({ stopped, left }).toEqual({ stopped: undefined, left: [] });
		expect(row('sendMessage')).toMatchObject({ verdict: 'differs' });
		expect(row('getMe')).toMatchObject({ verdict: 'differs' });
		expect(row('30').verdict).toBe('not tested');
		server.close();
	},
);

test('Ctrl-C clears up before it ends', async () => {
	const before = await visible();
	await emulator.settings({ latencyMs: 20 });
	const { child, ended } = start(['--yes', '--no-large']);
	const isAmid = async () => (await visible()).length > before.length + 5;
	await until('some messages are there', isAmid, WITHIN_MS);
	child.kill('SIGINT');
	const { code, printed } = await ended;
	expect({ code, printed }).toEqual({ code: 1, printed: '' });
	expect(await visible()).toEqual(before);
	expect((await emulator.calls('setWebhook')).length).toBe(0);
});

test('amid a changed title the title comes back, and the notices of it go', async () => {
	const before = await visible();
	await emulator.fault({ kind: 'cut_after', method: 'setChatTitle', skip: 1 });
	const { left, stopped } = await checked(emulator);
	expect(stopped).toContain('could not be reached');
	expect(left).toEqual([]);
	expect((await emulator.state()).chats[0].title).toBe('Demo Group');
	expect(await visible()).toEqual(before);
});

describe('a limit', () => {
	const limit = async (rateLimitStyle: string) =>
		await emulator.settings({ sendRatePerSecond: 1, rateLimitStyle });

	test('without a time to wait ends it at once, and it says which', async () => {
		await limit('message_too_much');
		const { row, stopped, waited, left } = await checked(emulator);
		expect(stopped).toContain('MESSAGE_TOO_MUCH');
		expect(row('4')).toMatchObject({ verdict: 'holds' });
		expect(row('9')).toMatchObject({ verdict: 'not tested', how: stopped });
		expect({ waited, left }).toEqual({ waited: [], left: [] });
	});

	test('with a short time to wait is waited for once', async () => {
		await emulator.fault({
			kind: 'error',
			method: 'sendMessage',
			status: 429,
			description: 'Too Many Requests: retry after 3',
			parameters: { retry_after: 3 },
			skip: 2,
			times: 1,
		});
		const { row, stopped, waited } = await checked(emulator, { isLarge: false });
		expect(stopped).toBeUndefined();
		expect(row('4')).toMatchObject({ verdict: 'differs', how: '429' });
		expect(waited).toEqual([3000]);
	});

	test('with a long one ends it', async () => {
		const told = { status: 429, parameters: { retry_after: 300 } };
		await emulator.fault({ kind: 'error', method: 'sendDice', ...told, description: 'Later' });
		const { stopped, waited } = await checked(emulator);
		expect(stopped).toContain('429');
		expect(waited).toEqual([]);
	});
});

describe('it asks', () => {
	test('before each step that others see, and does none that is not agreed to', async () => {
		const before = await emulator.control('get', 'snapshot');
		const asked: string[] = [];
		const { row } = await checked(emulator, {
			agrees: async (does) => asked.push(does) < 0,
		});
		expect(asked.length).toBe(8);
		expect(await emulator.control('get', 'snapshot')).toEqual(before);
		expect(row('9').how).toBe('you did not agree to this step');
		expect(row('3a').verdict).toBe('holds');
	});

	test('before a webhook is touched: one that is there is left alone', async () => {
		const url = `${emulator.url}/mine`;
		await emulator.api('setWebhook', { url });
		const { row } = await checked(emulator, { isLarge: false });
		expect(row('12a')).toMatchObject({ verdict: 'not tested', how: /left alone/ });
		expect((await emulator.api('getWebhookInfo')).body.result.url).toBe(url);
	});

	test('and what waits for the bot stays', async () => {
		await emulator.act('message', { user_id: users.noah, chat_id: chats.demoGroup, text: 'Hello' });
		const { row } = await checked(emulator, { isLarge: false });
		expect(row('12b').how).toContain('updates wait');
		expect((await emulator.api('getUpdates')).body.result).toHaveLength(1);
	});
});

test('what a person writes meanwhile stays, also amid the notices of the server', async () => {
	const text = 'Between the notices';
	const { left } = await checked(emulator, {
		agrees: async (does) => {
			if (does.includes('title')) await emulator.settings({ latencyMs: 5 });
			await emulator.act('message', { user_id: users.noah, chat_id: chats.demoGroup, text });
			return true;
		},
	});
	expect(left).toEqual([]);
	const stayed = (await visible()).filter((message) => message.text === text);
	expect(stayed).toHaveLength(8);
});

test('a token is asked without showing it', async () => {
	const [input, output] = [new PassThrough(), new PassThrough()];
	let shown = '';
	output.on('data', (chunk) => (shown += chunk));
	const asked = askHidden('Token: ', { input, output });
	input.write('123:secret\n');
	expect(await asked).toBe('123:secret');
	expect(shown).toBe('Token: \n');
});

test.each([
	['y', true],
	['YES', true],
	['', false],
	['no', false],
])('%j to a question is %s', async (answer, agreed) => {
	const [input, output] = [new PassThrough(), new PassThrough()];
	const asked = askYes('Go', { input, output });
	input.write(`${answer}\n`);
	expect(await asked).toBe(agreed);
});

test('a quote is one short line', () => {
	const mask = new Mask('1:a');
	mask.learn({ user: { id: 12, first_name: 'Ada (x)' }, chat: { title: 'The $& group' } });
	expect(mask.quote('Ada (x) left | The $& group\nas 12 <b> 123456')).toBe('"… left … as … b …"');
	expect(mask.quote('x'.repeat(500)).length).toBeLessThan(110);
});
