import { items, useBot } from '../support/bot';
import { evaluationsDuring } from '../support/evaluations';
import { startCrowd, startByHand, type Asked, type Crowd } from '../support/byHand';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

const SEND = { chatId: byId('={{ $json.chat }}'), text: '={{ $json.text }}' };

const texts = (count: number) => Array.from({ length: count }, (_none, index) => `${index}`);

const CHATS = [-1001, -1002, -1003, 1001, 1003];

/** Runs with a server that answers when as many requests are there as may be at once. */
async function withCrowd<T>(limit: number, total: number, use: (crowd: Crowd) => Promise<T>) {
	const crowd = await startCrowd(limit, total);
	try {
		return await use(crowd);
	} finally {
		await crowd.close();
	}
}

test('messages to one chat arrive in the order of the items, one at a time', async () => {
	await withCrowd(1, 20, async (crowd) => {
		await run('sendMessage', SEND, {
			credential: { baseUrl: crowd.url },
			items: items(...texts(20).map((text) => ({ chat: -1001, text }))),
		});
		expect(crowd.asked.map(({ text }) => text)).toEqual(texts(20));
		expect(crowd.most).toBe(1);
	});
});

test('different chats run in parallel, each in its own order', async () => {
	await withCrowd(CHATS.length, 20, async (crowd) => {
		await run('sendMessage', SEND, {
			credential: { baseUrl: crowd.url },
			items: items(...texts(4).flatMap((text) => CHATS.map((chat) => ({ chat, text })))),
		});
		expect(crowd.most).toBe(CHATS.length);
		// They are answered together, so each round has one message of each chat.
		const rounds = crowd.asked.map(({ text }) => text);
		expect(rounds).toEqual(texts(4).flatMap((text) => CHATS.map(() => text)));
	});
});

test('a slow chat does not hold the others up', async () => {
	const answered: unknown[] = [];
	let slow: Asked | undefined;
	const finish = (asked: Asked) => {
		answered.push(asked.params.text);
		asked.answer();
	};
	const server = await startByHand((asked) => {
		if (asked.params.text === 'slow') slow = asked;
		else finish(asked);
		if (answered.length === 3) finish(slow!);
	});
	try {
		await run('sendMessage', SEND, {
			credential: { baseUrl: server.url },
			items: items(
				{ chat: -1001, text: 'slow' },
				{ chat: -1001, text: 'after the slow one' },
				...texts(3).map((text) => ({ chat: -1003, text })),
			),
		});
		expect(answered).toEqual([...texts(3), 'slow', 'after the slow one']);
	} finally {
		await server.close();
	}
});

test('the form is read for only a few more items than are being sent', async () => {
	await withCrowd(5, 30, async (crowd) => {
		let readBefore = 0;
		const read = await evaluationsDuring(async (soFar) => {
			crowd.beforeAnyAnswer = () => (readBefore = soFar());
			const chatId = '={{ $json.chat + 0 }}';
			const parameters = { chatId, userId: byId('1003'), traffic: { parallelRequests: 5 } };
			const { json } = await run('getChatMember', parameters, {
				credential: { baseUrl: crowd.url },
				items: items(...texts(30).map(() => ({ chat: -1001 }))),
			});
			expect(json).toHaveLength(30);
		});
		expect(read).toBe(30);
		expect(readBefore).toBeGreaterThan(0);
		expect(readBefore).toBeLessThanOrEqual(10);
		expect(crowd.most).toBe(5);
	});
});

test('a message that is sent again still comes before the next one in its chat', async () => {
	await emulator.fault({ kind: 'error', status: 400, description: 'MESSAGE_TOO_MUCH', skip: 1 });
	await run(
		'sendMessage',
		{ ...SEND, traffic: { requestsPerSecond: 50 } },
		{ items: items(...texts(4).map((text) => ({ chat: -1001, text }))) },
	);
	const calls = await emulator.calls();
	expect(calls.map(({ params, status }) => [params.text, status])).toEqual([
		['0', 200],
		['1', 400],
		['1', 200],
		['2', 200],
		['3', 200],
	]);
});

test('a message that failed does not hold up the next one in its chat', async () => {
	const { json } = await run('sendMessage', SEND, {
		items: items({ chat: -1001, text: 'x' }, { chat: -1001, text: '' }, { chat: -1001, text: 'y' }),
		node: { onError: 'continueRegularOutput' },
	});
	expect(json.map(({ text, errorCode }) => text ?? errorCode)).toEqual(['x', 'invalidField', 'y']);
});

test('edits of one chat keep their order: the last text stays', async () => {
	await emulator.fault({ kind: 'delay', delayMs: 100 });
	await run(
		'editMessageText',
		{ chatId: byId('-1001'), messageId: '4', text: '={{ $json.text }}' },
		{ items: items(...texts(5).map((text) => ({ text }))) },
	);
	const { messages } = (await emulator.state()) as { messages: object[] };
	expect(messages).toContainEqual(
		expect.objectContaining({ chat_id: -1001, message_id: 4, text: '4' }),
	);
});

describe('reads of one chat need no order:', () => {
	const GET = { chatId: byId('-1001'), userId: byId('1003') };
	const many = items(...texts(12).map((text) => ({ text })));

	test.each([
		['ten at a time', {}, 10],
		['as many as the user allows', { parallelRequests: 3 }, 3],
		['one at a time', { parallelRequests: 1 }, 1],
	])('%s', async (_what, traffic, limit) => {
		await withCrowd(limit, 12, async (crowd) => {
			const credential = { baseUrl: crowd.url };
			const { json } = await run('getChatMember', { ...GET, traffic }, { credential, items: many });
			expect(json).toHaveLength(12);
			expect(crowd.most).toBe(limit);
		});
	});
});

test.each([
	['for the bot', { requestsPerSecond: 0.5 }],
	['for a chat', { requestsPerSecondPerChat: 0.5 }],
])('a rate %s limits the sends from the first request on', async (_what, traffic) => {
	await run(
		'sendMessage',
		{ ...SEND, traffic },
		{ items: items(...texts(2).map((text) => ({ chat: -1001, text }))) },
	);
	const [first, second] = await emulator.calls();
	// Two seconds, minus the time that the first took to arrive.
	expect(second.started_at - first.started_at).toBeGreaterThan(1000);
});
