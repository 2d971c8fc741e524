import type { IDataObject } from 'n8n-workflow';

import { until } from '../../scripts/lib/until';
import { items, useBot } from '../support/bot';
import { useClock } from '../support/clock';
import { freeUrl, startOddServer } from '../support/odd';
import { PATIENCE_MS } from '../support/patience';
import { byId } from '../support/locators';

const { emulator, run } = useBot();
const clock = useClock();

const SEND: IDataObject = { chatId: byId('-1001'), text: 'Hello' };
const GET: IDataObject = { chatId: byId('-1001'), userId: byId('1003') };

const BAN: IDataObject = { chatId: byId('-1001'), userId: byId('1004') };
const DELETE: IDataObject = { chatId: byId('-1001'), messageIds: '1' };
const EDIT: IDataObject = { chatId: byId('-1001'), messageId: '4', text: 'Edited' };
const DICE: IDataObject = { chatId: byId('-1001') };

/** Requests by HTTP status; `lost` if the caller got no answer. */
const statuses = async () =>
	(await emulator.calls()).map(({ status, fault }) =>
		fault && !['error', 'delay'].includes(fault) ? 'lost' : status,
	);

/** New messages in the demo group. */
async function arrived() {
	const { messages } = (await emulator.state()) as {
		messages: Array<{ chat_id: number; message_id: number; text?: string }>;
	};
	return messages.filter(({ chat_id, message_id }) => chat_id === -1001 && message_id > 5);
}

describe('a request that was refused for the rate was not carried out and is sent again:', () => {
	test.each([
		['MESSAGE_TOO_MUCH', { status: 400, description: 'MESSAGE_TOO_MUCH' }],
		['429', { status: 429, description: 'Too Many Requests' }],
		['429 with a wait', { status: 429, parameters: { retry_after: 0 } }],
	])('%s', async (_what, answer) => {
		await emulator.fault({ kind: 'error', ...answer });
		const { json, error } = await run('sendMessage', SEND);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(1);
		expect(await statuses()).toEqual([answer.status, 200]);
		expect(await arrived()).toHaveLength(1);
	});

	test('after the time that the server asks for', async () => {
		await emulator.fault({ kind: 'error', status: 429, parameters: { retry_after: 1 } });
		await run('sendMessage', { ...SEND, traffic: { longestWait: 5 } });
		const [first, second] = await emulator.calls();
		expect(second.started_at - first.started_at).toBeGreaterThanOrEqual(1000);
		// Up to half as much again, so that several processes do not come back together.
		expect(second.started_at - first.started_at).toBeLessThan(1600);
	});

	test('but not if the server asks for a longer wait than the user allows', async () => {
		await emulator.fault({ kind: 'error', status: 429, parameters: { retry_after: 6 } });
		const { quietGroup } = emulator.defaults.chats;
		const { error } = await run('sendMessage', {
			...SEND,
			chatId: byId(quietGroup),
			traffic: { longestWait: 5 },
		});
		expect(error).toMatchObject({
			httpCode: '429',
			description: expect.stringContaining('a longer wait than Max Wait (5 s)'),
		});
		expect(await statuses()).toEqual([429]);
	});
});

describe('a server error', () => {
	test.each([
		['banChatMember', BAN],
		['deleteMessages', DELETE],
		['getChatMember', GET],
		['editMessageText', EDIT],
	])('of %s is tried again, because that does nothing twice', async (operation, parameters) => {
		await emulator.fault({ kind: 'error', status: 500, times: 2 });
		const { error } = await run(operation, parameters);
		expect(error).toBeUndefined();
		expect(await statuses()).toEqual([500, 500, 200]);
	});

	test.each([
		[{ retries: 2 }, 3],
		[{ retries: 0 }, 1],
		[{}, 6],
	])('is tried again as often as the user allows: %j', async (traffic, requests) => {
		await emulator.fault({ kind: 'error', status: 500, times: 99 });
		const { error } = await run('banChatMember', {
			...BAN,
			traffic: { longestWait: 0.02, ...traffic },
		});
		expect(error).toMatchObject({ httpCode: '500' });
		expect(await statuses()).toHaveLength(requests);
	});

	test.each([
		['sendMessage', SEND],
		['sendDice', DICE],
	])(
		'of %s is not tried again, because the message may have been sent',
		async (operation, parameters) => {
			await emulator.fault({ kind: 'error', status: 500 });
			const { error } = await run(operation, parameters);
			expect(error).toMatchObject({
				httpCode: '500',
				description: expect.stringContaining('The message may have arrived'),
			});
			expect(await statuses()).toEqual([500]);
		},
	);
});

describe('a connection that breaks off:', () => {
	test.each([
		['before the server acted', 'cut', 0],
		['after the server acted', 'cut_after', 1],
		['by an answer that cannot be read', 'malformed', 1],
	])('%s: a send is not repeated, and says so', async (_when, kind, sent) => {
		await emulator.fault({ kind });
		const { json } = await run('sendMessage', SEND, { node: { onError: 'continueRegularOutput' } });
		expect(json).toMatchObject([{ mayHaveArrived: true }]);
		expect(await statuses()).toHaveLength(1);
		expect(await arrived()).toHaveLength(sent);
	});

	test('the error of a send says that it may have arrived', async () => {
		await emulator.fault({ kind: 'cut_after' });
		const { error } = await run('sendMessage', SEND);
		expect(error?.message).toBe('The connection was interrupted');
		expect(error?.description).toContain('Check the chat before you run the node again');
		expect(error?.description).toContain('(ECONNRESET)');
	});

	test.each([
		['banChatMember', BAN],
		['deleteMessages', DELETE],
		['getChatMember', GET],
	])('%s is repeated', async (operation, parameters) => {
		await emulator.fault([{ kind: 'cut' }, { kind: 'cut_after' }]);
		const { error } = await run(operation, parameters);
		expect(error).toBeUndefined();
		expect(await statuses()).toEqual(['lost', 'lost', 200]);
	});
});

test('a send that reached no server is repeated until there is one', async () => {
	const url = await freeUrl();
	const { running, late } = await clock.standing(async () => {
		const running = run('sendMessage', SEND, { credential: { baseUrl: url } });
		await until('the first attempt has failed', async () => clock.waits > 0, PATIENCE_MS);
		const late = await startOddServer(
			(_request, response) => response.end('{"ok":true,"result":{"message_id":1}}'),
			{ port: Number(new URL(url).port) },
		);
		return { running, late };
	});
	try {
		expect((await running).json).toEqual([{ message_id: 1 }]);
		expect(late.asked).toHaveLength(1);
	} finally {
		await late.close();
	}
});

test('a send that never reached a server says that nothing was sent', async () => {
	const credential = { baseUrl: await freeUrl() };
	const { error } = await run('sendMessage', SEND, { credential });
	expect(error?.message).toBe('The server cannot be reached');
	expect(error?.description).toContain('Nothing was sent. (ECONNREFUSED)');
	const { json } = await run('sendMessage', SEND, {
		credential,
		node: { onError: 'continueRegularOutput' },
	});
	expect(json).toMatchObject([{ errorCode: 'refused', mayHaveArrived: false }]);
});

test.each(['', 'api.example.com', 'ftp://127.0.0.1'])(
	'the address %j is refused at once, with the field that holds it',
	async (baseUrl) => {
		const { error } = await clock.standing(
			async () => await run('getMe', { traffic: {} }, { credential: { baseUrl } }),
		);
		expect(error?.message).toBe('Base URL in the credential is not a valid URL');
		expect(error?.description).toContain('https://api.example.com');
	},
);

test('many sends through a server that refuses some of them each arrive once', async () => {
	await emulator.settings({ sendRatePerSecond: 40 });
	const texts = Array.from({ length: 60 }, (_none, index) => `message ${index}`);
	const { json, error } = await run(
		'sendMessage',
		{ ...SEND, text: '={{ $json.text }}', traffic: { longestWait: 1 } },
		{ items: items(...texts.map((text) => ({ text }))) },
	);
	expect(error).toBeUndefined();
	expect(json.map(({ text }) => text)).toEqual(texts);
	expect((await arrived()).map(({ text }) => text)).toEqual(texts);
});
