import { setTimeout as pause } from 'node:timers/promises';

import type { Delivery } from '../../emulator/wire/webhooks';
import { useEmulator } from '../support/emulator';
import { accepted, until } from './answers';
import { startReceiver, statuses, type Receiver } from './receiver';

const emulator = useEmulator({ webhookRetryBaseMs: 40, webhookMaxAttempts: 4 });
const { botId, users, chats } = emulator.defaults;

let receiver: Receiver;

beforeEach(async () => {
	receiver = await startReceiver();
});

afterEach(async () => {
	await emulator.api('deleteWebhook');
	await receiver.close();
});

const write = async (...texts: string[]) => {
	for (const text of texts) {
		await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text });
	}
};

const setWebhook = async (params: object = {}) =>
	accepted(await emulator.api('setWebhook', { url: `${receiver.url}/hook`, ...params }));

const info = async () => accepted(await emulator.api('getWebhookInfo'));
const deliveries = async (): Promise<Delivery[]> => await emulator.control('get', 'deliveries');
const loggedAre = async (count: number) => {
	await until(async () => (await deliveries()).length >= count);
	return await deliveries();
};

const textOf = ({ update }: Receiver['pushes'][number]) => update.message.text;

describe('a push', () => {
	test('is delivered and logged if the answer is 2xx', async () => {
		receiver.answer = statuses(204);
		await setWebhook();
		await write('Hello');
		expect(await loggedAre(1)).toEqual([
			{
				bot_id: botId,
				update_id: expect.any(Number),
				url: `${receiver.url}/hook`,
				attempt: 1,
				status: 204,
				delivered: true,
				started_at: expect.any(Number),
				duration_ms: expect.any(Number),
			},
		]);
		expect(await info()).not.toHaveProperty('last_error_message');
	});

	test('is repeated with growing pauses until it is accepted', async () => {
		receiver.answer = statuses(500, 404, 302, 200);
		await setWebhook();
		await write('Hello');
		const log = await loggedAre(4);
		expect(log.map(({ attempt, status, delivered }) => [attempt, status, delivered])).toEqual([
			[1, 500, false],
			[2, 404, false],
			[3, 302, false],
			[4, 200, true],
		]);
		const [first, second, third, fourth] = receiver.pushes.map(({ at }) => at);
		expect(second - first).toBeGreaterThanOrEqual(39);
		expect(third - second).toBeGreaterThanOrEqual(79);
		expect(fourth - third).toBeGreaterThanOrEqual(159);
		expect(new Set(receiver.pushes.map(({ update }) => update.update_id)).size).toBe(1);
		expect(await info()).toMatchObject({
			pending_update_count: 0,
			last_error_date: expect.any(Number),
			last_error_message: 'Wrong response from the webhook: 302',
		});
	});

	test('is finally given up, and the next update follows', async () => {
		receiver.answer = (response, push) => {
			response.statusCode = textOf(push) === 'bad' ? 503 : 200;
			response.end();
		};
		await setWebhook({ max_connections: 1 });
		await write('bad', 'good');
		const log = await loggedAre(5);
		expect(receiver.pushes.map(textOf)).toEqual(['bad', 'bad', 'bad', 'bad', 'good']);
		expect(log[3]).toMatchObject({ attempt: 4, delivered: false, given_up: true });
		expect(log[4]).toMatchObject({ attempt: 1, delivered: true });
		expect((await info()).pending_update_count).toBe(0);
	});

	test('is repeated at least once a minute', async () => {
		const timers = jest.spyOn(global, 'setTimeout');
		await emulator.settings({ webhookRetryBaseMs: 600_000 });
		receiver.answer = statuses(500);
		await setWebhook();
		await write('Hello');
		await loggedAre(1);
		const pauses = timers.mock.calls.map(([, ms]) => ms);
		timers.mockRestore();
		expect(pauses).toContain(60_000);
		expect(pauses).not.toContain(600_000);
	});

	test('counts as pending until it is delivered', async () => {
		await emulator.settings({ webhookRetryBaseMs: 60_000 });
		receiver.answer = statuses(500);
		await setWebhook();
		await write('one', 'two');
		await loggedAre(2);
		expect((await info()).pending_update_count).toBe(2);
	});

	test('follows no redirect', async () => {
		const elsewhere = await startReceiver();
		try {
			receiver.answer = (response) => {
				response.writeHead(307, { location: elsewhere.url });
				response.end();
			};
			await setWebhook();
			await write('Hello');
			const [delivery] = await loggedAre(1);
			expect(delivery).toMatchObject({ status: 307, delivered: false });
			expect(elsewhere.pushes).toEqual([]);
		} finally {
			await elsewhere.close();
		}
	});

	test('ignores a method in the answer', async () => {
		receiver.answer = (response) => {
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ method: 'sendMessage', chat_id: chats.demoGroup, text: 'x' }));
		};
		await setWebhook();
		await write('Hello');
		await loggedAre(1);
		expect(await emulator.calls('sendMessage')).toEqual([]);
		const { messages } = await emulator.state();
		expect(messages.filter(({ text }) => text === 'x')).toEqual([]);
	});

	test('is repeated even if nobody listens at the address', async () => {
		await receiver.close();
		await setWebhook();
		await write('Hello');
		const log = await loggedAre(2);
		expect(log[0]).toMatchObject({ attempt: 1, error: 'ECONNREFUSED', delivered: false });
		expect(log[0]).not.toHaveProperty('status');
		expect((await info()).last_error_message).toBe('ECONNREFUSED');
		receiver = await startReceiver();
	});
});

describe('several pushes', () => {
	/** Answers only when it is asked to. */
	const holding = () => {
		const open: Array<() => void> = [];
		receiver.answer = (response) => open.push(() => response.end());
		return { open, releaseAll: () => open.splice(0).forEach((release) => release()) };
	};

	test('run in parallel only up to the limit of the bot', async () => {
		const { open, releaseAll } = holding();
		await setWebhook({ max_connections: 3 });
		await write('1', '2', '3', '4', '5');
		await receiver.got(3);
		await pause(50);
		expect(open).toHaveLength(3);
		releaseAll();
		await receiver.got(5);
		expect(receiver.pushes.map(textOf).sort()).toEqual(['1', '2', '3', '4', '5']);
		releaseAll();
	});

	test('go to the new webhook if it is replaced meanwhile', async () => {
		holding();
		await setWebhook();
		await write('one', 'two');
		await receiver.got(2);
		const other = await startReceiver();
		try {
			await setWebhook({ url: `${other.url}/new`, max_connections: 1 });
			expect((await other.got(2)).map(textOf)).toEqual(['one', 'two']);
			await until(async () => (await info()).pending_update_count === 0);
		} finally {
			await other.close();
		}
	});

	test('are left to getUpdates if the webhook is removed meanwhile', async () => {
		holding();
		await setWebhook();
		await write('one');
		await receiver.got(1);
		accepted(await emulator.api('deleteWebhook'));
		expect(accepted(await emulator.api('getUpdates'))).toMatchObject([
			{ message: { text: 'one' } },
		]);
	});

	test('end with a reset', async () => {
		receiver.answer = statuses(500);
		await setWebhook();
		await write('one');
		await loggedAre(1);
		await emulator.control('post', 'reset', {});
		const { length } = receiver.pushes;
		await pause(150);
		expect(receiver.pushes).toHaveLength(length);
		expect(await deliveries()).toEqual([]);
	});

	test('of different bots do not wait for each other', async () => {
		await emulator.control('post', 'seed', {
			bots: [{ id: 77, token: '77:other' }],
			members: [{ chat_id: chats.demoGroup, user_id: 77, status: 'member' }],
		});
		const other = await startReceiver();
		try {
			holding();
			await setWebhook({ max_connections: 1 });
			const body = new URLSearchParams({ url: other.url });
			await fetch(`${emulator.url}/bot77:other/setWebhook`, { method: 'POST', body });
			await write('one', 'two');
			expect((await other.got(2)).map(textOf).sort()).toEqual(['one', 'two']);
			expect(receiver.pushes).toHaveLength(1);
		} finally {
			await other.close();
		}
	});
});
