import { setTimeout as pause } from 'node:timers/promises';

import { until } from '../../scripts/lib/until';
import { items, useBot } from '../support/bot';
import { useClock } from '../support/clock';
import { evaluationsDuring } from '../support/evaluations';
import { useGate } from '../support/gate';

const { emulator, run } = useBot();
const throughGate = useGate(emulator);

const SEND = { chatId: '={{ $json.chat }}', text: '={{ $json.text }}' };

interface Span {
	chat: number;
	text: string;
	from: number;
	to: number;
}

/** When each call ran on the server (ms), in the order in which they began. */
async function spans(): Promise<Span[]> {
	const calls = await emulator.calls();
	return calls
		.map(({ params, started_at: from, duration_ms: lasted }) => ({
			chat: params.chat_id,
			text: params.text,
			from,
			to: from + lasted,
		}))
		.sort((a, b) => a.from - b.from);
}

/** The highest number of calls that ran at the same time. */
function together(all: Span[]): number {
	const running = (at: number) => all.filter(({ from, to }) => from <= at && at < to).length;
	return Math.max(...all.map(({ from }) => running(from)));
}

const texts = (count: number) => Array.from({ length: count }, (_none, index) => `${index}`);

const CHATS = [-1001, -1002, -1003, 1001, 1003];

test('messages to one chat arrive in the order of the items, one at a time', async () => {
	await emulator.settings({ latencyMs: 15 });
	await run('sendMessage', SEND, {
		items: items(...texts(20).map((text) => ({ chat: -1001, text }))),
	});
	const all = await spans();
	expect(all.map(({ text }) => text)).toEqual(texts(20));
	expect(together(all)).toBe(1);
});

test('different chats run in parallel, each in its own order', async () => {
	const { gate, credential } = await throughGate();
	const running = run('sendMessage', SEND, {
		credential,
		items: items(...texts(4).flatMap((text) => CHATS.map((chat) => ({ chat, text })))),
	});
	for (let round = 0; round < 4; round++) {
		await gate.holding(CHATS.length);
		const chats = gate.held.map((body) => (JSON.parse(body) as { chat_id: number }).chat_id);
		expect(new Set(chats)).toEqual(new Set(CHATS));
		gate.open(CHATS.length);
	}
	await running;
	expect(gate.most).toBe(CHATS.length);
	const all = await spans();
	expect(all).toHaveLength(20);
	for (const chat of CHATS) {
		const own = all.filter((span) => span.chat === chat);
		expect(own.map(({ text }) => text)).toEqual(texts(4));
	}
});

test('a slow chat does not hold the others up', async () => {
	const { gate, credential } = await throughGate((body) => body.includes('"slow"'));
	const running = run('sendMessage', SEND, {
		credential,
		items: items(
			{ chat: -1001, text: 'slow' },
			{ chat: -1001, text: 'after the slow one' },
			...texts(3).map((text) => ({ chat: -1003, text })),
		),
	});
	const sent = async () => (await emulator.calls()).map(({ params }) => params.text);
	await until('the other chat is done', async () => (await sent()).length === 3, 15_000);
	gate.open();
	await running;
	expect(await sent()).toEqual([...texts(3), 'slow', 'after the slow one']);
});

test('the form is read for few more items than are being sent', async () => {
	const { gate, credential } = await throughGate();
	let beforeAnyAnswer = 0;
	const read = await evaluationsDuring(async (soFar) => {
		const chatId = '={{ $json.chat + 0 }}';
		const parameters = { chatId, userId: '1003', traffic: { parallelRequests: 5 } };
		const running = run('getChatMember', parameters, {
			credential,
			items: items(...texts(30).map(() => ({ chat: -1001 }))),
		});
		await gate.holding(5);
		await pause(50);
		beforeAnyAnswer = soFar();
		gate.open();
		expect((await running).json).toHaveLength(30);
	});
	expect(read).toBe(30);
	expect(beforeAnyAnswer).toBeLessThanOrEqual(10);
	expect(gate.most).toBe(5);
});

test('a message that is sent again still comes before the next one of its chat', async () => {
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

test('a message that failed does not keep the next one of its chat back', async () => {
	const { json } = await run('sendMessage', SEND, {
		items: items({ chat: -1001, text: 'x' }, { chat: -1001, text: '' }, { chat: -1001, text: 'y' }),
		node: { onError: 'continueRegularOutput' },
	});
	expect(json.map(({ text, errorCode }) => text ?? errorCode)).toEqual(['x', 'invalidField', 'y']);
});

test('edits of one chat keep their order: the last text stands', async () => {
	await emulator.fault({ kind: 'delay', delayMs: 100 });
	await run(
		'editMessageText',
		{ chatId: '-1001', messageId: '4', text: '={{ $json.text }}' },
		{ items: items(...texts(5).map((text) => ({ text }))) },
	);
	const { messages } = (await emulator.state()) as { messages: object[] };
	expect(messages).toContainEqual(
		expect.objectContaining({ chat_id: -1001, message_id: 4, text: '4' }),
	);
});

describe('reads of one chat are not bound to order', () => {
	const GET = { chatId: '-1001', userId: '1003' };
	const many = items(...texts(12).map((text) => ({ text })));

	test.each([
		['ten at a time', {}, 10],
		['as many as the user allows', { parallelRequests: 3 }, 3],
		['one at a time', { parallelRequests: 1 }, 1],
	])('%s', async (_what, traffic, limit) => {
		const { gate, credential } = await throughGate();
		const running = run('getChatMember', { ...GET, traffic }, { credential, items: many });
		await gate.holding(limit);
		await pause(50);
		gate.open();
		expect((await running).json).toHaveLength(12);
		expect(gate.most).toBe(limit);
	});
});

describe('by the clock', () => {
	const clock = useClock();

	test.each([
		['for the bot', { requestsPerSecond: 20 }],
		['for a chat', { requestsPerSecondPerChat: 20 }],
	])('a rate %s is kept', async (_what, traffic) => {
		const begun = clock.passed;
		await run(
			'sendMessage',
			{ ...SEND, traffic },
			{ items: items(...texts(16).map((text) => ({ chat: -1001, text }))) },
		);
		expect(await spans()).toHaveLength(16);
		// 15 intervals of 50 ms; a request may come late by one without putting the next ones off.
		expect(clock.passed - begun).toBeGreaterThanOrEqual(700);
		expect(clock.passed - begun).toBeLessThanOrEqual(800);
	});
});
