import { getEventListeners } from 'node:events';

import { sleep } from 'n8n-workflow';

import type { AnyCall } from '../../../nodes/BotMessaging/api/client';
import { AnswerError, TransportError } from '../../../nodes/BotMessaging/api/errors';
import type { Traits } from '../../../nodes/BotMessaging/api/traffic';
import { useSimulatedTime } from '../../support/broadcast';
import {
	clockedUntil,
	simulate,
	simulatedServer,
	traffic,
	type Limits,
	type Simulated,
} from '../../support/simulation';

const READ: Traits = { method: 'getMe', effect: 'read', ordered: false };
const BAN: Traits = { method: 'banChatMember', effect: 'repeatable', ordered: false };

useSimulatedTime();

const many = (count: number, name: (index: number) => string) =>
	Array.from({ length: count }, (_none, index) => name(index));

const FREE = many(600, (index) => `free ${index}`);
const isFree = (chat: string) => chat.startsWith('free');

/** The free chats, evenly mixed with others. */
const among = (others: string[]) => {
	const step = FREE.length / others.length;
	return others.flatMap((other, index) => [other, ...FREE.slice(index * step, (index + 1) * step)]);
};

/** Chats whose names tell their limits. */
const CHATS: Limits = {
	chat: (chat) => (chat.startsWith('closed') ? 0 : chat.startsWith('slow') ? 1 : undefined),
};

describe('a refused chat does not slow down 600 free chats:', () => {
	/** The same in each test: so is the jitter. */
	let withoutOthers: Promise<Simulated> | undefined;
	const simulateAlone = async () => await (withoutOthers ??= simulate(CHATS, FREE));

	test.each<[string, string[]]>([
		['one that is always refused', among(many(30, () => 'closed'))],
		['one that is always refused, whose items come first', [...many(30, () => 'closed'), ...FREE]],
		['one that takes one a second', among(many(30, () => 'slow'))],
		['ten that take one a second', among(many(30, (index) => `slow ${index % 10}`))],
		['twenty that are always refused', among(many(60, (index) => `closed ${index % 20}`))],
	])('%s', async (_what, chats) => {
		const alone = await simulateAlone();
		const beside = await simulate(CHATS, chats);
		expect(beside.secondsOf(isFree)).toBeLessThanOrEqual(1.3 * alone.secondsOf(isFree));
	});

	test.each([2, 3, 4])('%d that name a wait of a minute do not shut the bot', async (count) => {
		const limits = { ...CHATS, retryAfter: 60 };
		const chats = [...many(count, (index) => `closed ${index}`), ...FREE.slice(0, 100)];
		const { secondsOf } = await simulate(limits, chats);
		expect(secondsOf(isFree)).toBeLessThanOrEqual(20);
	});

	test('ten that are always refused and come first look like a limit, but only briefly', async () => {
		const chats = [...many(10, (index) => `closed ${index}`), ...FREE];
		const alone = await simulateAlone();
		const beside = await simulate(CHATS, chats);
		expect(beside.secondsOf(isFree)).toBeLessThanOrEqual(alone.secondsOf(isFree) + 2);
	});
});

describe('a run settles just under the limit', () => {
	test.each([
		{ bot: 20, count: 160, chats: 5 },
		{ bot: 20, count: 800, chats: 800 },
		{ bot: 20, count: 800, chats: 800, latencyMs: 150 },
		{ bot: 30, count: 1200, chats: 10 },
		{ bot: 100, count: 2000, chats: 2000 },
	])('of the bot: $bot a second, $count messages to $chats chats', async (setting) => {
		const { bot, count, chats, latencyMs } = setting;
		const items = many(count, (index) => `${index % chats}`);
		const { seconds, failed, refusedShare } = await simulate({ bot, latencyMs }, items);
		expect(failed).toBe(0);
		expect(seconds).toBeLessThanOrEqual(1.15 * (count / bot));
		expect(refusedShare).toBeLessThanOrEqual(0.1);
	});

	test('of one chat, which continues at its own pace', async () => {
		const items = many(60, () => 'slow');
		const { seconds, failed, refusedShare } = await simulate(CHATS, items);
		expect(failed).toBe(0);
		expect(seconds).toBeLessThanOrEqual(1.3 * 60);
		expect(refusedShare).toBeLessThanOrEqual(0.2);
	});
});

describe('a run that is always refused ends within minutes', () => {
	test.each<[string, string[], Parameters<typeof simulate>[2], number | undefined]>([
		['1,000 chats', many(1000, (index) => `${index}`), {}, undefined],
		['1,000 chats, without retries', many(1000, (index) => `${index}`), { retries: 0 }, undefined],
		['1,000 chats, with a minute to wait', many(1000, (index) => `${index}`), {}, 60],
		['one chat', many(1000, () => 'one'), {}, undefined],
		['one chat, not in order', many(1000, () => 'one'), { ordered: false }, undefined],
	])('%s', async (_what, chats, options, retryAfter) => {
		const { seconds, failed } = await simulate({ bot: 0, retryAfter }, chats, options);
		expect(failed).toBe(1000);
		expect(seconds).toBeLessThanOrEqual(12 * 60);
	});

	test('the first request gets all its tries, and each later one gets one', async () => {
		const { asked } = await simulate(
			CHATS,
			many(30, () => 'closed'),
		);
		expect(asked).toHaveLength(6 + 29);
	});

	test('the rest is sent as soon as one request is accepted again', async () => {
		const end = Date.now() + 60_000;
		const items = many(1000, (index) => `${index % 100}`);
		const opens: Limits = { chat: () => (Date.now() < end ? 0 : undefined) };
		const { asked } = await simulate(opens, items);
		const first = asked.findIndex(({ accepted }) => accepted);
		expect(first).toBeGreaterThan(0);
		expect(asked.slice(first).filter(({ accepted }) => !accepted)).toEqual([]);
		expect(asked.at(-1)!.at - asked[first].at).toBeLessThan(5000);
	});
});

test('the pace of the bot does not fall below one a second', async () => {
	const opensAt = Date.now() + 4000;
	const { asked } = await simulate(
		{ chat: () => (Date.now() < opensAt ? 0 : undefined) },
		many(60, (index) => `${index}`),
	);
	const gaps = asked.slice(1).map(({ at }, index) => at - asked[index].at);
	expect(Math.max(...gaps)).toBeLessThanOrEqual(1100);
});

describe('a fixed rate starts with one request and stays constant', () => {
	test.each([
		['for the bot', { ratePerBot: 2 }],
		['for a chat', { ratePerChat: 2 }],
	])('%s', async (_what, options) => {
		const { asked } = await simulate(
			{},
			many(6, () => 'one'),
			{
				...options,
				ordered: false,
			},
		);
		const gaps = asked.slice(1).map(({ at }, index) => at - asked[index].at);
		for (const gap of gaps) expect(gap).toBe(500);
	});

	describe('for a chat with both a name and a number', () => {
		const names = { '@square': -5 };
		const atOne = { ratePerChat: 2 };

		test('in one run, from the first answers on', async () => {
			const chats = many(8, (index) => (index % 2 ? '-5' : '@square'));
			const { asked } = await simulate({ names }, chats, atOne);
			const gaps = asked.slice(2).map(({ at }, index) => at - asked[index + 1].at);
			expect(gaps).toEqual(Array(6).fill(500));
		});

		test('a use of the name counts for the number too', async () => {
			const { call, asked } = simulatedServer({ names });
			const sender = traffic(call, atOne);
			const send = async (chat: string) =>
				await clockedUntil(sender.send({ ...BAN, chat, body: async () => ({ chat_id: chat }) }));
			for (const chat of ['@square', '-5', 't.me/square', '-5']) await send(chat);
			const gaps = asked.slice(1).map(({ at }, index) => at - asked[index].at);
			for (const gap of gaps) expect(gap).toBe(500);
		});
	});

	test('a rate that is too slow for a timer does not cause a busy loop', async () => {
		const { call, asked } = simulatedServer({});
		const sender = traffic(call, { ratePerBot: 1e-9 });
		const body = async () => ({});
		// It never ends: the second waits for it.
		void sender.send({ ...READ, body });
		const second = sender.send({ ...READ, body });
		await jest.advanceTimersByTimeAsync(60_000);
		expect(asked).toHaveLength(1);
		expect(jest.getTimerCount()).toBe(1);
		sender.stop();
		await expect(second).rejects.toMatchObject({ failure: 'cancelled' });
	});
});

describe('a waiting request gives its place free', () => {
	test.each([
		['to be sent again', { chat: (chat: string) => (isFree(chat) ? undefined : 0) }, {}],
		['for its chat', {}, { ratePerChat: 0.1 }],
	])('%s', async (_what, limits, options) => {
		const held = many(30, (index) => `held ${index % 10}`);
		const { secondsOf } = await simulate(
			{ ...limits, retryAfter: 30 },
			[...held, ...FREE.slice(0, 50)],
			options,
		);
		expect(secondsOf(isFree)).toBeLessThan(5);
	});
});

describe('a stop ends the wait', () => {
	const body = async () => ({ chat_id: 'one' });
	const refuse: AnyCall = async () => {
		throw new AnswerError(429, 'Too Many Requests', 50);
	};
	const accept: AnyCall = async () => true;

	test.each([
		['what waits to be sent again', refuse, {}],
		['what waits for its chat', accept, { ratePerChat: 0.001 }],
		['what waits for the bot', accept, { ratePerBot: 0.001 }],
	])('%s', async (_what, call, options) => {
		for (const way of ['stop', 'cancel']) {
			const cancel = new AbortController();
			const sender = traffic(call, options, cancel.signal);
			const all = Promise.allSettled(
				many(5, () => 'one').map(async (chat) => await sender.send({ ...BAN, chat, body })),
			);
			await jest.advanceTimersByTimeAsync(100);
			const before = Date.now();
			if (way === 'stop') sender.stop();
			else cancel.abort();
			const ended = await all;
			expect(Date.now()).toBe(before);
			expect(ended.at(-1)).toMatchObject({ reason: { failure: 'cancelled' } });
			expect(jest.getTimerCount()).toBe(0);
			expect(getEventListeners(cancel.signal, 'abort')).toEqual([]);
		}
	});
});

test('a stop because of a failure prevents the next request of the chat', async () => {
	let calls = 0;
	const call: AnyCall = async () => {
		calls++;
		throw new AnswerError(403, 'Forbidden');
	};
	const sender = traffic(call);
	const body = async () => ({ chat_id: 'one' });
	const request = {
		method: 'sendMessage',
		effect: 'once',
		ordered: true,
		chat: 'one',
		body,
	} as const;
	// The failure passes through many promises before it is handled.
	let heard: Promise<unknown> = sender.send(request);
	for (let step = 0; step < 50; step++) heard = heard.then((value) => value);
	const stopped = heard.catch(() => sender.stop());
	const next = clockedUntil(sender.send(request));
	await expect(next).rejects.toMatchObject({ failure: 'cancelled' });
	await stopped;
	expect(calls).toBe(1);
});

test.each([NaN, -1, Infinity, 'soon' as never])(
	'a wait of %p seconds neither rushes the requests nor blocks them forever',
	async (retryAfter) => {
		const { asked, seconds } = await simulate({ bot: 0, retryAfter }, ['one']);
		expect(asked.length).toBeLessThanOrEqual(6);
		expect(seconds).toBeLessThan(20);
	},
);

test('the last failure of a request does not hide that an earlier attempt may have arrived', async () => {
	const answers = [
		new TransportError('timeout', ''),
		new AnswerError(400, 'MESSAGE_TOO_MUCH'),
		new AnswerError(403, 'Forbidden'),
	];
	const call: AnyCall = async () => {
		await sleep(1);
		throw answers.shift()!;
	};
	const sent = traffic(call).send({ ...BAN, body: async () => ({}) });
	await expect(clockedUntil(sent)).rejects.toMatchObject({ code: 403, mayHaveArrived: true });
});
