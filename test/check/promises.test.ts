import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';

import { Mask } from '../../check/mask';
import { askHidden, askYes } from '../../check/terminal';
import { checked, leaksIn, visibleIn } from '../support/check';
import { useEmulator } from '../support/emulator';

const emulator = useEmulator();
const { chats, users } = emulator.defaults;

test('names and numbers that a refusal quotes are masked', async () => {
	const description = `Bad Request: Mia (@mia_1) is not in Demo Group ${chats.demoGroup}, ${emulator.token}`;
	await emulator.fault({ kind: 'error', method: 'sendPhoto', status: 400, description, times: 5 });
	const { text } = await checked(emulator);
	expect(text).toContain('is not in');
	expect(leaksIn(text, emulator)).toEqual([]);
});

test('a chat of two people is refused', async () => {
	await expect(checked(emulator, { chat: String(chats.privateMia) })).rejects.toThrow('no group');
	expect((await emulator.calls('sendMessage')).length).toBe(0);
});

test('a server without getChat is checked only if the user confirms the chat', async () => {
	await emulator.settings({ missingMethods: ['getChat'] });
	await expect(checked(emulator)).rejects.toThrow('Add --unread');
	const before = await visibleIn(emulator);
	const { row, left } = await checked(emulator, { chat: String(chats.demoGroup), isUnread: true });
	expect(row('getChat')).toMatchObject({ verdict: 'differs', says: 'missing' });
	expect(row('11b').verdict).toBe('not tested');
	expect(row('9').verdict).toBe('holds');
	expect(left).toEqual([]);
	expect(await visibleIn(emulator)).toEqual(before);
});

const ODD: Record<string, () => object> = {
	getMe: () => ({ id: 7 }),
	getChat: () => ({ id: -5, type: 'group' }),
	getWebhookInfo: () => ({ url: '' }),
};

const SENDING = [
	...['sendMessage', 'sendDice', 'copyMessage', 'sendPhoto', 'sendDocument', 'sendAudio'],
	...['sendVoice', 'sendVideo'],
];

describe.each([null, true, [], {}, 'done'])(
	'a server that answers everything else with %j does not confuse the check',
	(anything) => {
		let server: Server;
		let answers: Record<string, () => object>;
		beforeEach(async () => {
			answers = { ...ODD };
			server = createServer(({ url = '' }, response) => {
				const result = answers[url.split('/').at(-1)!]?.() ?? anything;
				response.end(JSON.stringify({ ok: true, result }));
			});
			await once(server.listen(0, '127.0.0.1'), 'listening');
		});
		afterEach(() => void server.close());
		const run = async () => {
			const { port } = server.address() as AddressInfo;
			const odd = { service: `http://127.0.0.1:${port}`, chat: '-5', isLarge: false };
			return await checked(emulator, odd);
		};

		test('the check ends if it could not delete its messages', async () => {
			const { row, stopped, left } = await run();
			expect(stopped).toContain('sendMessage does not tell the number of its message');
			expect(left).toEqual([expect.stringContaining('messages that begin with "Check"')]);
			expect(row('sendMessage')).toMatchObject({ verdict: 'differs' });
			expect(row('getMe')).toMatchObject({ verdict: 'differs' });
			expect(row('30').verdict).toBe('not tested');
		});

		test('with numbers of messages, nothing in the answers becomes a finding', async () => {
			let last = 0;
			const numbered = () => ({ message_id: ++last });
			for (const method of SENDING) answers[method] = numbered;
			answers.sendMediaGroup = () => [numbered()];
			const { row, stopped, dialect } = await run();
			expect(stopped).toBeUndefined();
			expect(row('sendMessage').how).toContain('is missing');
			for (const name of ['unchangedEdit', 'longestTitle', 'emptyCommands', 'missingRights']) {
				expect(dialect).not.toHaveProperty(name);
			}
		});
	},
);

test('the title is restored, and its notices are deleted, if the answer to the change is lost', async () => {
	const before = await visibleIn(emulator);
	await emulator.fault({ kind: 'cut_after', method: 'setChatTitle', skip: 1 });
	const { left, stopped } = await checked(emulator);
	expect({ stopped, left }).toEqual({ stopped: undefined, left: [] });
	expect((await emulator.state()).chats[0].title).toBe('Demo Group');
	expect(await visibleIn(emulator)).toEqual(before);
});

describe('a rate limit', () => {
	const limit = async (rateLimitStyle: string) =>
		await emulator.settings({ sendRatePerSecond: 1, rateLimitStyle });

	test('without a time to wait leads to longer and longer waits, and ends the check with its name', async () => {
		await limit('message_too_much');
		const { row, stopped, waited, left } = await checked(emulator);
		expect(stopped).toContain('MESSAGE_TOO_MUCH');
		expect(row('4')).toMatchObject({ verdict: 'holds' });
		expect(row('9')).toMatchObject({ verdict: 'not tested', how: stopped });
		expect(left).toEqual([]);
		expect(waited).toEqual([1000, 2000, 4000, 8000, 16_000]);
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

	test('with a long time to wait ends the check', async () => {
		const told = { status: 429, parameters: { retry_after: 300 } };
		await emulator.fault({ kind: 'error', method: 'sendDice', ...told, description: 'Later' });
		const { stopped, waited } = await checked(emulator);
		expect(stopped).toContain('429');
		expect(waited).toEqual([]);
	});
});

describe('the check asks', () => {
	test('before each step that others see, and skips a step that is not confirmed', async () => {
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

	test('before it touches a webhook, and leaves an existing one alone', async () => {
		const url = `${emulator.url}/mine`;
		await emulator.api('setWebhook', { url });
		const { row } = await checked(emulator, { isLarge: false });
		expect(row('12a')).toMatchObject({ verdict: 'not tested', how: /left alone/ });
		expect((await emulator.api('getWebhookInfo')).body.result.url).toBe(url);
	});

	test('and leaves what waits for the bot, without listing it', async () => {
		await emulator.act('message', { user_id: users.noah, chat_id: chats.demoGroup, text: 'Hello' });
		const { row } = await checked(emulator, { isLarge: false });
		expect(row('12b').how).toContain('updates wait');
		expect(row('getUpdates').how).toContain('updates wait');
		expect(await emulator.calls('getUpdates')).toEqual([]);
		expect((await emulator.api('getUpdates')).body.result).toHaveLength(1);
	});
});

test('messages that people write meanwhile stay, even between notices of the server', async () => {
	const text = 'Between the notices';
	const { left } = await checked(emulator, {
		agrees: async (does) => {
			if (does.includes('title')) await emulator.settings({ latencyMs: 5 });
			await emulator.act('message', { user_id: users.noah, chat_id: chats.demoGroup, text });
			return true;
		},
	});
	expect(left).toEqual([]);
	const stayed = (await visibleIn(emulator)).filter((message) => message.text === text);
	expect(stayed).toHaveLength(8);
});

test('the token is typed without being shown', async () => {
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
])('%j as an answer means %s', async (answer, agreed) => {
	const [input, output] = [new PassThrough(), new PassThrough()];
	const asked = askYes('Go', { input, output });
	input.write(`${answer}\n`);
	expect(await asked).toBe(agreed);
});

test('a quote is shortened to one line', () => {
	const mask = new Mask('1:a');
	mask.learn({ user: { id: 12, first_name: 'Ada (x)' }, chat: { title: 'The $& group' } });
	expect(mask.quote('Ada (x) left | The $& group\nas 12 <b> 123456')).toBe('"… left … as … b …"');
	expect(mask.quote('x'.repeat(500)).length).toBeLessThan(110);
});
