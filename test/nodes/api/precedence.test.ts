import { sleep } from 'n8n-workflow';

import { Precedence } from '../../../nodes/BotMessaging/api/limiters';
import type { Traffic } from '../../../nodes/BotMessaging/api/traffic';
import { clockedUntil, simulatedServer, traffic, type Asked } from '../../support/simulation';

beforeEach(() => {
	jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
	// The same jitter in every run.
	let seed = 1;
	jest.spyOn(Math, 'random').mockImplementation(() => {
		seed = (seed * 16_807) % 2_147_483_647;
		return seed / 2_147_483_647;
	});
});

afterEach(() => {
	jest.restoreAllMocks();
	jest.useRealTimers();
});

const RATE = 30;
const SECONDS = 60;
const isOfBroadcast = (chat: string) => chat.startsWith('reader');

/** Sends one message, as a separate execution or as one of many. */
async function sendTo(sender: Traffic, chat: string): Promise<void> {
	const body = async () => ({ chat_id: chat });
	await sender.send({ method: 'sendMessage', effect: 'once', ordered: true, chat, body });
}

/**
 * A low-priority broadcast, while another workflow of the bot sometimes answers somebody. Resolves with the
 * server's results and the duration of each answer (ms).
 */
async function beside(
	everyMs: number,
	limits: object,
): Promise<{ asked: Asked[]; took: number[] }> {
	const { call, asked } = simulatedServer({ bot: RATE, ...limits });
	const precedence = new Precedence();
	const broadcast = async () => {
		const sender = traffic(call, { priority: 'low' }, undefined, precedence);
		const sent: Array<Promise<void>> = [];
		for (let index = 0; index < RATE * SECONDS; index++) {
			await sender.room();
			sent.push(sendTo(sender, `reader ${index}`));
		}
		await Promise.all(sent);
	};
	let isOver = false;
	const took: number[] = [];
	const answers = async () => {
		for (let index = 0; !isOver; index++) {
			await new Promise((resolve) => setTimeout(resolve, everyMs));
			const begun = Date.now();
			await sendTo(traffic(call, {}, undefined, precedence), `asker ${index}`);
			took.push(Date.now() - begun);
		}
	};
	const all = Promise.all([broadcast().finally(() => (isOver = true)), answers()]);
	await clockedUntil(all);
	return { asked, took };
}

describe('a broadcast of low priority beside another workflow of the bot', () => {
	test.each([
		{ everyMs: 5000, retryAfter: 1 },
		{ everyMs: 2000, retryAfter: 1 },
		{ everyMs: 1000, retryAfter: 1 },
		{ everyMs: 5000 },
		{ everyMs: 2000 },
		{ everyMs: 1000 },
	])(
		'$everyMs ms between its answers, $retryAfter s to wait after a refusal',
		async ({ everyMs, ...limits }) => {
			const { asked, took } = await beside(everyMs, limits);
			expect(took.length).toBeGreaterThan(5);
			expect(Math.max(...took)).toBeLessThanOrEqual(2000);
			const all = asked.filter((one) => one.accepted);
			const last = all.map(({ chat }) => isOfBroadcast(chat)).lastIndexOf(true);
			// Requests after the broadcast do not count.
			const accepted = all.slice(0, last + 1);
			expect(accepted.filter(({ chat }) => isOfBroadcast(chat))).toHaveLength(RATE * SECONDS);
			const seconds = (accepted.at(-1)!.at - accepted[0].at) / 1000;
			expect(accepted.length / seconds / RATE).toBeGreaterThanOrEqual(0.95);
			expect(1 - all.length / asked.length).toBeLessThanOrEqual(0.05);
		},
	);
});

test('no request of low priority starts while one of normal priority is in progress', async () => {
	const precedence = new Precedence();
	const begun: string[] = [];
	let answer = () => {};
	const call = async (_method: string, body: object) => {
		const { chat_id: chat } = body as { chat_id: string };
		begun.push(chat);
		if (chat === 'first') await new Promise<void>((resolve) => (answer = resolve));
		return {};
	};
	const first = sendTo(traffic(call, {}, undefined, precedence), 'first');
	await jest.advanceTimersByTimeAsync(1);
	const low = sendTo(traffic(call, { priority: 'low' }, undefined, precedence), 'low');
	const normal = sendTo(traffic(call, {}, undefined, precedence), 'normal');
	await jest.advanceTimersByTimeAsync(5000);
	expect(begun).toEqual(['first', 'normal']);
	answer();
	await clockedUntil(Promise.all([first, low, normal]));
	expect(begun).toEqual(['first', 'normal', 'low']);
});

test('it does not wait forever for others, nor for the requests of another bot', async () => {
	const begun: string[] = [];
	const call = async (_method: string, body: object) => {
		const { chat_id: chat } = body as { chat_id: string };
		begun.push(chat);
		if (chat === 'stuck') await new Promise(() => {});
		return {};
	};
	const precedence = new Precedence();
	// It never ends.
	void sendTo(traffic(call, {}, undefined, precedence), 'stuck');
	await jest.advanceTimersByTimeAsync(1);
	await clockedUntil(sendTo(traffic(call, { priority: 'low' }), 'of another bot'));
	const low = sendTo(traffic(call, { priority: 'low' }, undefined, precedence), 'low');
	await jest.advanceTimersByTimeAsync(9000);
	expect(begun).toEqual(['stuck', 'of another bot']);
	await clockedUntil(low);
	expect(begun).toEqual(['stuck', 'of another bot', 'low']);
});

test('a broadcast that is cancelled while it waits sends nothing more', async () => {
	const begun: string[] = [];
	const call = async (_method: string, body: object) => {
		const { chat_id: chat } = body as { chat_id: string };
		begun.push(chat);
		if (chat === 'stuck') await new Promise(() => {});
		return {};
	};
	const precedence = new Precedence();
	void sendTo(traffic(call, {}, undefined, precedence), 'stuck');
	await jest.advanceTimersByTimeAsync(1);
	const cancel = new AbortController();
	const low = sendTo(traffic(call, { priority: 'low' }, cancel.signal, precedence), 'low');
	cancel.abort();
	await expect(clockedUntil(low)).rejects.toThrow('stopped');
	expect(begun).toEqual(['stuck']);
});

describe('a broadcast in a loop, with ten people in each run', () => {
	const RUNS = (RATE * 2 * SECONDS) / 10;
	/** The limit is found within this time. */
	const SETTLED_MS = 20_000;

	// A refusal holds up the whole loop and its other nodes, so they use less than the remaining limit.
	test.each([
		{ otherNodesMs: 0, use: 0.95 },
		{ otherNodesMs: 0, retryAfter: 1, use: 0.92 },
		{ otherNodesMs: 150, use: 0.88 },
		{ otherNodesMs: 150, retryAfter: 1, use: 0.83 },
	])(
		'$otherNodesMs ms in its other nodes, $retryAfter s to wait after a refusal: it uses $use of the limit',
		async ({ otherNodesMs, retryAfter, use }) => {
			const { call, asked } = simulatedServer({ bot: RATE, retryAfter });
			const precedence = new Precedence();
			const loop = async () => {
				for (let run = 0; run < RUNS; run++) {
					const sender = traffic(call, { priority: 'low' }, undefined, precedence);
					const chats = Array.from({ length: 10 }, (_none, index) => `reader ${run} ${index}`);
					await Promise.all(chats.map(async (chat) => await sendTo(sender, chat)));
					await sleep(otherNodesMs);
				}
			};
			await clockedUntil(loop());
			expect(asked.filter(({ accepted }) => accepted)).toHaveLength(RUNS * 10);
			const settled = asked.filter(({ at }) => at >= asked[0].at + SETTLED_MS);
			const accepted = settled.filter((one) => one.accepted);
			const seconds = (settled.at(-1)!.at - settled[0].at) / 1000;
			expect(accepted.length / seconds / RATE).toBeGreaterThanOrEqual(use);
			expect(1 - accepted.length / settled.length).toBeLessThanOrEqual(0.01);
		},
	);
});

test('one of two broadcasts ends at once if it is cancelled, and the other keeps to the limit', async () => {
	const { call, asked } = simulatedServer({ bot: RATE });
	const precedence = new Precedence();
	const cancel = new AbortController();
	const begin = (name: string, signal?: AbortSignal) => {
		const sender = traffic(call, { priority: 'low' }, signal, precedence);
		const chats = Array.from({ length: RATE * 10 }, (_none, index) => `${name} ${index}`);
		return chats.map(async (chat) => await sendTo(sender, chat));
	};
	const [stays, ends] = [begin('stays'), begin('ends', cancel.signal)];
	const ended = Promise.allSettled(ends);
	await jest.advanceTimersByTimeAsync(5000);
	cancel.abort();
	const cancelledAt = Date.now();
	await clockedUntil(ended);
	expect(Date.now() - cancelledAt).toBeLessThan(1000);
	await clockedUntil(Promise.all(stays));
	const accepted = asked.filter((one) => one.accepted);
	expect(accepted.filter(({ chat }) => chat.startsWith('stays'))).toHaveLength(RATE * 10);
	expect(1 - accepted.length / asked.length).toBeLessThanOrEqual(0.1);
});
