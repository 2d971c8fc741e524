import { AnswerError } from '../../../nodes/BotMessaging/api/errors';
import { Pace, pacedCall } from '../../../nodes/BotMessaging/api/pace';
import type { Call } from '../../../nodes/BotMessaging/api/client';
import { Owner } from '../../../nodes/BotMessaging/api/owner';
import {
	asAnswer,
	asEdit,
	asNotice,
	asPress,
	besideMessages,
	many,
	RATE,
	sendTo,
	shareRefused,
	useSimulatedTime,
	withOneMessage,
	type Beside,
} from '../../support/broadcast';
import { clockedUntil, simulatedServer, traffic, type Limits } from '../../support/simulation';

useSimulatedTime();

/** Executions with one message each begin at once, at these paces in turn. */
async function crowd(limits: Limits, chats: string[], paces = [new Pace()]) {
	const { call, asked } = simulatedServer(limits);
	const begun = Date.now();
	const answered: number[] = [];
	const failed: Array<{ at: number; error: AnswerError }> = [];
	const send = async (chat: string, index: number) => {
		const sender = traffic(call, {}, undefined, paces[index % paces.length]);
		await sendTo(sender, chat).then(
			() => void answered.push(index),
			(error: AnswerError) => void failed.push({ at: Date.now() - begun, error }),
		);
	};
	await clockedUntil(Promise.all(chats.map(send)));
	return { asked, answered, failed, seconds: (Date.now() - begun) / 1000 };
}

describe('600 executions with one message each, to a server that takes 30 a second,', () => {
	test.each([1, 0, undefined])('which names a wait of %p s', async (retryAfter) => {
		const { asked, answered, seconds } = await crowd({ bot: RATE, retryAfter }, many(600));
		expect(answered).toHaveLength(600);
		expect(shareRefused(asked)).toBeLessThanOrEqual(0.05);
		expect(600 / seconds).toBeGreaterThanOrEqual(0.9 * RATE);
	});

	test.each([200, 500])('from an n8n that is busy for %i ms at a time', async (stallMs) => {
		const limits = { bot: RATE, retryAfter: 1, stallMs };
		const { asked, answered, seconds } = await crowd(limits, many(600));
		expect(answered).toHaveLength(600);
		expect(shareRefused(asked)).toBeLessThanOrEqual(0.05);
		expect(600 / seconds).toBeGreaterThanOrEqual(0.7 * RATE);
	});

	test.each([
		{ jitterMs: 10, least: 0.9 },
		{ jitterMs: 30, least: 0.9 },
		{ jitterMs: 100, least: 0.8 },
		{ jitterMs: 150, least: 0.8 },
	])('which are up to $jitterMs ms late, and so are the answers', async ({ jitterMs, least }) => {
		const limits = { bot: RATE, retryAfter: 1, jitterMs };
		const { asked, answered, seconds } = await crowd(limits, many(600));
		expect(answered).toHaveLength(600);
		expect(shareRefused(asked)).toBeLessThanOrEqual(0.05);
		expect(600 / seconds).toBeGreaterThanOrEqual(least * RATE);
	});

	test('after one that did not leave this computer', async () => {
		const { call, asked } = simulatedServer({ bot: RATE, retryAfter: 1, latencyMs: 300 });
		const pace = new Pace();
		const broken = async () => await Promise.reject(new Error('ECONNREFUSED'));
		await sendTo(traffic(broken, { retries: 0 }, undefined, pace), 'broken').catch(() => {});
		const send = async (chat: string) => await sendTo(traffic(call, {}, undefined, pace), chat);
		await clockedUntil(Promise.all(many(600).map(send)));
		const last = asked.filter(({ accepted }) => accepted).at(-1)!;
		expect(600_000 / (last.at - asked[0].at)).toBeGreaterThanOrEqual(0.85 * RATE);
	});

	test('each of which takes it two seconds', async () => {
		const limits = { bot: RATE, latencyMs: 2000, jitterMs: 80 };
		const { asked, answered } = await crowd(limits, many(600));
		expect(answered).toHaveLength(600);
		expect(shareRefused(asked)).toBeLessThanOrEqual(0.25);
	});

	test('in four processes', async () => {
		const paces = Array.from({ length: 4 }, () => new Pace());
		const limits = { bot: RATE, retryAfter: 1 };
		const { asked, answered, seconds } = await crowd(limits, many(600), paces);
		expect(answered).toHaveLength(600);
		expect(shareRefused(asked)).toBeLessThanOrEqual(0.15);
		expect(600 / seconds).toBeGreaterThanOrEqual(0.75 * RATE);
	});

	test.each([
		{ until: 20, named: (left: number) => left, most: 0.1 },
		{ until: 20, named: () => 1, most: 0.2 },
		{ until: 60, named: (left: number) => left, most: 0.15 },
	])('and nothing for the first $until s', async ({ until, named, most }) => {
		const left = () => Math.ceil(until - (Date.now() - begun) / 1000);
		const begun = Date.now();
		const limits = {
			get bot() {
				return left() > 0 ? 0 : RATE;
			},
			get retryAfter() {
				return named(Math.max(1, left()));
			},
		};
		const { asked, answered, seconds } = await crowd(limits, many(600));
		expect(answered).toHaveLength(600);
		expect(shareRefused(asked)).toBeLessThanOrEqual(most);
		expect(seconds).toBeLessThanOrEqual(1.1 * until + 600 / (0.9 * RATE));
	});
});

test.each([1, 0, undefined])(
	'40 people in a group that takes one message a second, and names %p s, get their answers in order',
	async (retryAfter) => {
		const { answered } = await crowd({ chat: () => 1, retryAfter }, Array(40).fill('group'));
		expect(answered).toEqual(Array.from({ length: 40 }, (_none, index) => index));
	},
);

test.each([0, 30, 80])(
	'100 messages to a group that takes one a second, up to %i ms late, take at most 125 s',
	async (jitterMs) => {
		const limits = { chat: () => 1, retryAfter: 1, jitterMs };
		const { answered, seconds } = await crowd(limits, Array(100).fill('group'));
		expect(answered).toHaveLength(100);
		expect(seconds).toBeLessThanOrEqual(125);
	},
);

describe('300 executions that wait for a chat that is always refused end together', () => {
	test.each([
		{ retryAfter: 30, requests: 6, words: ['MESSAGE_TOO_MUCH'] },
		{ retryAfter: undefined, requests: 6, words: ['MESSAGE_TOO_MUCH'] },
		{ retryAfter: 3600, requests: 1, words: ['MESSAGE_TOO_MUCH', 'Too Many Requests'] },
	])('with $retryAfter s to wait', async ({ retryAfter, requests, words }) => {
		const { asked, failed } = await crowd({ chat: () => 0, retryAfter }, Array(300).fill('closed'));
		expect(failed).toHaveLength(300);
		expect(new Set(failed.map(({ at }) => at)).size).toBe(1);
		expect([...new Set(failed.map(({ error }) => error.message))].sort()).toEqual(words);
		expect(asked).toHaveLength(requests);
	});

	test('and takes nothing from others', async () => {
		const limits: Limits = { chat: (chat) => (chat === 'closed' ? 0 : undefined), retryAfter: 1 };
		const chats = [...Array(300).fill('closed'), ...many(300)] as string[];
		const { asked } = await crowd(limits, chats);
		const free = asked.filter(({ chat }) => chat !== 'closed');
		expect(free).toHaveLength(300);
		expect(free.at(-1)!.at - asked[0].at).toBeLessThan(3000);
	});
});

const SHUT = [
	{ count: 30, withinMs: 35_000 },
	{ count: 50, withinMs: 150_000 },
	{ count: 100, withinMs: 400_000 },
];

test.each(SHUT.flatMap((shut) => [1, 30, 45, 60, 3600].map((wait) => ({ ...shut, wait }))))(
	'$count chats are always refused, and name $wait s: 300 others that come later get their answers',
	async ({ count, withinMs, wait }) => {
		const shut = Array.from({ length: count }, (_none, index) => `shut ${index}`);
		const limits = {
			chat: (chat: string) => (shut.includes(chat) ? 0 : undefined),
			retryAfter: wait,
		};
		const { asked, answered, failed } = await crowd(limits, [...shut, ...many(300)]);
		expect(answered).toHaveLength(300);
		expect(failed).toHaveLength(count);
		const free = asked.filter(({ accepted }) => accepted);
		expect(free.at(-1)!.at - asked[0].at).toBeLessThan(withinMs);
	},
);

describe('chats that are always refused, beside 300 free ones, at 30 a second', () => {
	const limits = { bot: RATE, chat: (name: string) => (name.startsWith('shut') ? 0 : undefined) };
	const shut = (count: number) => Array.from({ length: count }, (_none, index) => `shut ${index}`);

	test('ten that come first and name no time lose nothing of others', async () => {
		const { answered } = await crowd(limits, [...shut(10), ...many(300)]);
		expect(answered).toHaveLength(300);
	});

	test.each([3, 10, 30, 50].flatMap((count) => [0, 1].map((retryAfter) => [count, retryAfter])))(
		'%d among them that name %d s take at most twice the time of their turns',
		async (count, retryAfter) => {
			const chats = many(300);
			for (const name of shut(count))
				chats.splice(Math.floor(((Number(name.slice(5)) + 0.5) * (300 + count)) / count), 0, name);
			const { asked, answered } = await crowd({ ...limits, retryAfter }, chats);
			expect(answered).toHaveLength(300);
			const last = asked.filter(({ accepted }) => accepted).at(-1)!;
			const turns = 300 + 6 * count;
			expect((last.at - asked[0].at) / 1000).toBeLessThanOrEqual((2 * turns) / RATE);
		},
	);
});

test('a server that refuses all for ever is asked ever more seldom, and all executions fail', async () => {
	const { asked, failed, seconds } = await crowd({ bot: 0, retryAfter: 300 }, many(600));
	expect(failed).toHaveLength(600);
	expect(asked.length).toBeLessThanOrEqual(60);
	expect(seconds).toBeLessThanOrEqual(120);
});

describe('beside an execution with 1,600 messages, whose server takes 30 a second,', () => {
	test.each<[what: string, ask: Beside]>([
		['an execution with one message', withOneMessage],
		['a notice of a trigger', asNotice],
		['the answer of a trigger to a press', asPress],
		['Answer Callback Query', asAnswer],
	])('%s begins within a second', async (_what, ask) => {
		const { count, p99, lost, asked } = await besideMessages(1600, 150, ask);
		expect(count).toBeGreaterThanOrEqual(200);
		expect(lost).toBe(0);
		expect(p99).toBeLessThanOrEqual(1000);
		expect(shareRefused(asked)).toBeLessThanOrEqual(0.02);
	});
});

describe('beside an execution with 900 messages, whose server counts all methods together,', () => {
	test.each<[what: string, ask: Beside]>([
		['the answer of a trigger to a press', asPress],
		['Answer Callback Query', asAnswer],
		['an edit', asEdit],
	])('%s begins within two seconds', async (_what, ask) => {
		for (const everyMs of [150, 500]) {
			const { p99, lost, asked } = await besideMessages(900, everyMs, ask, {});
			expect(lost).toBe(0);
			expect(p99).toBeLessThanOrEqual(2000);
			expect(shareRefused(asked)).toBeLessThanOrEqual(0.02);
		}
	});
});

test('edits that are always refused take only the turns of their repeats from messages', async () => {
	const limits = { chat: (name: string) => (name.startsWith('edited') ? 0 : undefined) };
	const thirty: Beside = async (call, bot) =>
		await Promise.all(many(30).map(async (_chat, index) => await asEdit(call, bot, index)));
	const { seconds, asked } = await besideMessages(900, 500, thirty, limits);
	expect(seconds).toBeLessThanOrEqual((1.5 * asked.length) / RATE);
});

describe('in a group that takes one message a second, a trigger writes notices all the time:', () => {
	test.each([1, 0, undefined])(
		'all 40 get their answers in order, if the server names %p s',
		async (retryAfter) => {
			const { call, asked } = simulatedServer({ chat: () => 1, retryAfter });
			const bot = new Owner('crowd');
			const notice = pacedCall(call as Call, bot);
			const answered: number[] = [];
			let isOver = false;
			const notices = async () => {
				while (!isOver) {
					await new Promise((resolve) => setTimeout(resolve, 400));
					void notice('sendMessage', { chat_id: 'group', text: 'Not so' }).catch(() => {});
				}
			};
			const answers = Array.from({ length: 40 }, async (_none, index) => {
				await sendTo(traffic(call, {}, undefined, bot.part(Pace)), 'group');
				answered.push(index);
			});
			await clockedUntil(
				Promise.all([notices(), Promise.all(answers).finally(() => (isOver = true))]),
			);
			expect(answered).toEqual(Array.from({ length: 40 }, (_none, index) => index));
			expect(shareRefused(asked)).toBeLessThanOrEqual(0.05);
		},
	);
});

test('answers to presses that the server refuses because of the rate are sent again', async () => {
	const { call, asked } = simulatedServer({ bot: RATE, retryAfter: 1 });
	const answer = pacedCall(call as Call, new Owner('crowd'));
	const press = async (id: string) =>
		await answer('answerCallbackQuery', { callback_query_id: id });
	await clockedUntil(Promise.all(many(300).map(press)));
	expect(asked.filter(({ accepted }) => accepted)).toHaveLength(300);
	expect(shareRefused(asked)).toBeLessThanOrEqual(0.05);
});

describe('Requests per Second holds for the bot', () => {
	test.each([
		{ senders: 1, rates: [20], rate: 20 },
		{ senders: 10, rates: [20], rate: 20 },
		{ senders: 100, rates: [20], rate: 20 },
		{ senders: 10, rates: [20, 5], rate: 5 },
		{ senders: 10, rates: [0, 20], rate: 20 },
	])('$senders executions with $rates: $rate a second', async ({ senders, rates, rate }) => {
		const { call, asked } = simulatedServer({});
		const pace = new Pace();
		const all = Array.from({ length: senders }, (_none, index) =>
			traffic(call, { ratePerBot: rates[index % rates.length] }, undefined, pace),
		);
		const send = async (chat: string, index: number) => await sendTo(all[index % senders], chat);
		await clockedUntil(Promise.all(many(200).map(send)));
		const found = (199 * 1000) / (asked.at(-1)!.at - asked[0].at);
		expect(found / rate).toBeGreaterThanOrEqual(0.95);
		expect(found / rate).toBeLessThanOrEqual(1.05);
	});

	test('also if each of ten nodes deals with one chat', async () => {
		const { call, asked } = simulatedServer({});
		const pace = new Pace();
		const send = async () =>
			await sendTo(traffic(call, { ratePerChat: 2 }, undefined, pace), 'group');
		await clockedUntil(Promise.all(Array.from({ length: 10 }, send)));
		const gaps = asked.slice(1).map(({ at }, index) => at - asked[index].at);
		expect(gaps).toEqual(Array(9).fill(500));
	});
});

test('an execution that is cancelled while it waits leaves its turn and its rate', async () => {
	const { call, asked } = simulatedServer({});
	const pace = new Pace();
	const cancel = new AbortController();
	const options = { ratePerBot: 1 };
	await clockedUntil(sendTo(traffic(call, options, undefined, pace), 'first'));
	const slow = sendTo(traffic(call, { ratePerBot: 0.001 }, cancel.signal, pace), 'slow');
	const next = sendTo(traffic(call, options, undefined, pace), 'next');
	await jest.advanceTimersByTimeAsync(5000);
	cancel.abort();
	await expect(slow).rejects.toMatchObject({ failure: 'cancelled' });
	await clockedUntil(next);
	expect(asked.map(({ chat }) => chat)).toEqual(['first', 'next']);
	expect(asked[1].at - asked[0].at).toBeLessThan(6000);
});

describe('7 people with 100 executions each', () => {
	const PEOPLE = 7;
	const theirs = Array.from({ length: 700 }, (_none, index) => `person ${index % PEOPLE}`);

	/** All are answered, each person in order. */
	const expectAll = (answered: number[]) => {
		expect(answered).toHaveLength(700);
		for (let person = 0; person < PEOPLE; person++) {
			const own = answered.filter((index) => index % PEOPLE === person);
			expect(own).toEqual([...own].sort((one, other) => one - other));
		}
	};
	const everyFiveSeconds = (rates: number[]) => ({
		get bot() {
			return rates[Math.floor(Date.now() / 5000) % rates.length];
		},
	});

	test.each<[what: string, limits: Limits, refused: number, seconds: number]>([
		['30 a second, and 5 in a chat', { bot: 30, chat: () => 5 }, 0.05, 60],
		['one a second in a chat, and any number in all', { chat: () => 1 }, 0.05, 150],
		['limits that change', everyFiveSeconds([30, 10, 60, 5, 30]), 0.1, 150],
	])('%s: all get their answers', async (_what, limits, mostRefused, mostSeconds) => {
		for (const retryAfter of [0, 1]) {
			const given = Object.defineProperties(
				{ retryAfter },
				Object.getOwnPropertyDescriptors(limits),
			);
			const { asked, answered, seconds } = await crowd(given, theirs);
			expectAll(answered);
			expect(shareRefused(asked)).toBeLessThanOrEqual(mostRefused);
			expect(seconds).toBeLessThanOrEqual(mostSeconds);
		}
	});

	test.each([3600, 0, undefined])(
		'one of them is always refused, for %p s: all others get theirs',
		async (retryAfter) => {
			const chat = (one: string) => (one === 'person 0' ? 0 : undefined);
			const { answered, failed, asked } = await crowd({ chat, retryAfter }, theirs);
			expect(answered).toHaveLength(600);
			expect(new Set(failed.map(({ at }) => at)).size).toBe(1);
			expect(shareRefused(asked)).toBeLessThanOrEqual(0.01);
		},
	);
});
