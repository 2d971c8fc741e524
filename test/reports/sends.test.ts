import type { RequestListener } from 'node:http';

import { inMemory } from '../support/binary';
import { items, useBot } from '../support/bot';
import { useClock } from '../support/clock';
import { byId } from '../support/locators';
import { startOddServer } from '../support/odd';

const { emulator, run } = useBot();
const GROUP = emulator.defaults.chats.demoGroup;
const CHAT = { chatId: byId(GROUP) };
const PNG = [{ json: {}, binary: { data: inMemory('a', 'a.png', 'image/png') } }];
const onError = { node: { onError: 'continueRegularOutput' } } as const;

const textsSent = async () =>
	(await emulator.calls('sendMessage')).map(({ params }) => params.text as string);

describe('F8 openclaw #152121: a message that arrived, but whose answer did not', () => {
	const CUT: Array<[string, RequestListener]> = [
		[
			'is cut off in its middle',
			(_request, response) =>
				void response
					.writeHead(200, { 'content-length': 200 })
					.write('{"ok":true,"result":{"message', () => response.destroy()),
		],
		['is half an object', (_request, response) => void response.end('{"ok":true,"resu')],
		['is none: the connection is reset', (request) => void request.socket.resetAndDestroy()],
	];

	test.each(CUT)('which %s: it may have arrived, and is never sent twice', async (_how, answer) => {
		const server = await startOddServer((request, response) =>
			request.resume().on('end', () => answer(request, response)),
		);
		try {
			const { json } = await run(
				'sendMessage',
				{ ...CHAT, text: 'Hi', traffic: { retries: 5, longestWait: 0.02 } },
				{ credential: { baseUrl: server.url }, ...onError },
			);
			expect(server.asked).toHaveLength(1);
			expect(json).toMatchObject([{ mayHaveArrived: true, errorReason: 'mayHaveArrived' }]);
		} finally {
			await server.close();
		}
	});
});

describe('with the clock', () => {
	useClock();

	/** A server that accepts 20 messages per chat and minute. */
	async function strictServer() {
		const taken: number[] = [];
		const texts: string[] = [];
		let refused = 0;
		const server = await startOddServer((request, response) => {
			let body = '';
			request.on('data', (chunk) => (body += chunk));
			request.on('end', () => {
				const now = Date.now();
				const lately = taken.filter((at) => at > now - 60_000);
				if (lately.length >= 20) {
					refused++;
					const retry_after = Math.ceil((lately[0] + 60_001 - now) / 1000);
					response.statusCode = 429;
					response.end(JSON.stringify({ ok: false, error_code: 429, parameters: { retry_after } }));
					return;
				}
				taken.push(now);
				texts.push(JSON.parse(body).text);
				response.end('{"ok":true,"result":{"message_id":1}}');
			});
		});
		return { ...server, texts, refusals: () => refused };
	}

	test('G7 python-telegram-bot #3772: no message is lost of 60 to a group that takes 20 a minute', async () => {
		const server = await strictServer();
		try {
			const { json, error } = await run(
				'sendMessage',
				{ ...CHAT, text: '={{ $json.text }}', traffic: { longestWait: 120 } },
				{
					credential: { baseUrl: server.url },
					items: items(...Array.from({ length: 60 }, (_none, at) => ({ text: `${at}` }))),
				},
			);
			expect(error).toBeUndefined();
			expect(json).toHaveLength(60);
			expect(server.texts).toEqual(Array.from({ length: 60 }, (_none, at) => `${at}`));
			expect(server.refusals()).toBeLessThan(10);
		} finally {
			await server.close();
		}
	});

	test('N6 agno #7360: after a server asks for a wait of 300 s, nothing more is sent to the chat', async () => {
		await emulator.fault({
			...{ kind: 'error', status: 429, method: 'sendMessage', times: 99 },
			parameters: { retry_after: 300 },
		});
		const input = items(...Array.from({ length: 30 }, (_none, at) => ({ at })));
		const form = { ...CHAT, text: 'Hi', traffic: {} };
		const { json } = await run('sendMessage', form, { items: input, ...onError });
		expect(await emulator.calls('sendMessage')).toHaveLength(1);
		expect(json).toHaveLength(30);
		expect(json[0]).toMatchObject({ errorReason: 'tooFast' });
		const { error } = await run('sendMessage', form);
		expect(error?.description).toMatch(/wait/);
	});
});

describe('N7 openclaw #81764: a link that is sent as plain text', () => {
	test.each([
		['HTML', 'See <a href="https://example.com/a">the rules</a>'],
		['languageModel', 'See [the rules](https://example.com/a)'],
	])('in %s keeps its address', async (parseMode, text) => {
		const description = "Bad Request: can't parse entities";
		await emulator.fault({ kind: 'error', status: 400, method: 'sendMessage', description });
		const additionalFields = { parseMode, ifFormatRefused: 'plain' };
		const { error } = await run('sendMessage', { ...CHAT, text, additionalFields });
		expect(error).toBeUndefined();
		expect((await textsSent())[1]).toContain('the rules');
		expect((await textsSent())[1]).toContain('https://example.com/a');
	});
});

describe('N41 librefang #2754: a long text that is split', () => {
	const split = { parseMode: 'HTML', longText: 'split' };

	test('in code: the tag is closed in each part and reopened in the next', async () => {
		const text = `<code>${'word '.repeat(1600)}</code>`;
		const { error } = await run('sendMessage', { ...CHAT, text, additionalFields: split });
		expect(error).toBeUndefined();
		const parts = await textsSent();
		expect(parts.length).toBeGreaterThan(1);
		for (const part of parts) expect(part).toMatch(/^<code>[^<]+<\/code>$/);
	});

	test('at an emoji: it is not cut in half', async () => {
		const text = `${'x'.repeat(4095)}😀${'y'.repeat(100)}`;
		await run('sendMessage', { ...CHAT, text, additionalFields: { longText: 'split' } });
		const parts = await textsSent();
		expect(parts.join('')).toBe(text);
		for (const part of parts) expect(() => encodeURIComponent(part)).not.toThrow();
	});
});

describe('N43 openclaw #98786: a caption with broken HTML', () => {
	const broken = '<b>Price < 5';

	test.each([
		['sendPhoto', { source: 'binary', binaryPropertyName: 'data' }, 'caption'],
		['sendMediaGroup', { mediaSource: 'allBinary' }, 'media'],
	])('is sent as plain text, with the file: %s', async (operation, more, field) => {
		const additionalFields = { caption: broken, parseMode: 'HTML', ifFormatRefused: 'plain' };
		const { error } = await run(operation, { ...CHAT, ...more, additionalFields }, { items: PNG });
		expect(error).toBeUndefined();
		const calls = await emulator.calls();
		expect(calls.map(({ status }) => status)).toEqual([400, 200]);
		expect(String(calls[1].params[field])).toContain('Price < 5');
		expect(String(calls[1].params[field])).not.toContain('HTML');
	});

	test('is split if it has 1,525 characters, and the rest follows as a message', async () => {
		const caption = 'word '.repeat(305).trim();
		const additionalFields = { caption, longText: 'split' };
		const given = { ...CHAT, source: 'binary', binaryPropertyName: 'data', additionalFields };
		const { error } = await run('sendPhoto', given, { items: PNG });
		expect(error).toBeUndefined();
		const [{ params }] = await emulator.calls('sendPhoto');
		const whole = [params.caption, ...(await textsSent())].join(' ');
		expect(whole.split(/\s+/)).toEqual(caption.split(' '));
	});
});
