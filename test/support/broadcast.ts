import { sleep } from 'n8n-workflow';

import { Owner } from '../../nodes/BotMessaging/api/owner';
import { Pace, pacedCall } from '../../nodes/BotMessaging/api/pace';
import type { AnyCall, Call } from '../../nodes/BotMessaging/api/client';
import type { Traffic } from '../../nodes/BotMessaging/api/traffic';
import { clockedUntil, simulatedServer, traffic, type Asked, type Limits } from './simulation';

/** jest's fake clock, with the same jitter in every test. */
export function useSimulatedTime(): void {
	beforeEach(() => {
		// Limits that change do so at the same moments in each run.
		const now = Date.UTC(2026, 0, 1);
		jest.useFakeTimers({ now, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
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
}

/** What the server takes of a bot in a second. */
export const RATE = 30;

/** How long a broadcast takes at that rate. */
const SECONDS = 60;
const isOfBroadcast = (chat: string) => chat.startsWith('reader');

/** Sends one message, as a separate execution or as one of many. */
export async function sendTo(sender: Traffic, chat: string): Promise<void> {
	const body = async () => ({ chat_id: chat });
	await sender.send({ method: 'sendMessage', effect: 'once', ordered: true, chat, body });
}

export const shareRefused = (asked: Asked[]) =>
	asked.filter(({ accepted }) => !accepted).length / asked.length;

export const many = (count: number) =>
	Array.from({ length: count }, (_none, index) => `chat ${index}`);

/** What happens beside an execution with many messages. */
export type Beside = (call: AnyCall, bot: Owner, index: number) => Promise<unknown>;

export const withOneMessage: Beside = async (call, bot, index) =>
	await sendTo(traffic(call, {}, undefined, bot.part(Pace)), `person ${index}`);

/** What a trigger writes to a person. */
export const asNotice: Beside = async (call, bot, index) =>
	await pacedCall(call as Call, bot)('sendMessage', { chat_id: index, text: 'Hello' });

/** What a trigger answers to a press. */
export const asPress: Beside = async (call, bot, index) =>
	await pacedCall(call as Call, bot)('answerCallbackQuery', { callback_query_id: String(index) });

/** An execution with Answer Callback Query. */
export const asAnswer: Beside = async (call, bot) => {
	const body = async () => ({ callback_query_id: '7' });
	const request = { method: 'answerCallbackQuery', effect: 'repeatable', ordered: false } as const;
	await traffic(call, {}, undefined, bot.part(Pace)).send({ ...request, body });
};

/** An execution that edits a message. */
export const asEdit: Beside = async (call, bot, index) => {
	const chat = `edited ${index % 40}`;
	const request = { method: 'editMessageText', effect: 'repeatable', ordered: true, chat } as const;
	const body = async () => ({ chat_id: chat });
	await traffic(call, {}, undefined, bot.part(Pace)).send({ ...request, body });
};

/** An execution with messages to as many chats, and something beside it all the time. */
export async function besideMessages(
	count: number,
	everyMs: number,
	ask: Beside,
	limits: Limits = { sendsOnly: true },
) {
	const { call, asked } = simulatedServer({ bot: RATE, retryAfter: 1, ...limits });
	const bot = new Owner('broadcast');
	let isOver = false;
	const broadcast = async () => {
		const sender = traffic(call, {}, undefined, bot.part(Pace));
		const sent: Array<Promise<void>> = [];
		for (const chat of many(count)) {
			await sender.room();
			sent.push(sendTo(sender, chat));
		}
		await Promise.all(sent);
		isOver = true;
	};
	const waits: number[] = [];
	let lost = 0;
	const others = async () => {
		for (let index = 0; !isOver; index++) {
			await new Promise((resolve) => setTimeout(resolve, everyMs));
			const begun = Date.now();
			await ask(call, bot, index).catch(() => lost++);
			waits.push(Date.now() - begun);
		}
	};
	await clockedUntil(Promise.all([broadcast(), others()]));
	waits.sort((one, other) => one - other);
	const ends = asked.filter(({ chat, accepted }) => accepted && chat.startsWith('chat'));
	const seconds = (ends.at(-1)!.at - asked[0].at) / 1000;
	const p99 = waits[Math.floor(waits.length * 0.99)];
	return { asked, lost, count: waits.length, p99, seconds };
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
	const pace = new Pace();
	const broadcast = async () => {
		const sender = traffic(call, { priority: 'low' }, undefined, pace);
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
			await sendTo(traffic(call, {}, undefined, pace), `asker ${index}`);
			took.push(Date.now() - begun);
		}
	};
	const all = Promise.all([broadcast().finally(() => (isOver = true)), answers()]);
	await clockedUntil(all);
	return { asked, took };
}

/** A broadcast leaves room for the answers beside it, and uses the rest of the limit. */
export async function expectRoomBeside(everyMs: number, limits: object): Promise<void> {
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
}

const RUNS = (RATE * 2 * SECONDS) / 10;
/** The limit is found within this time. */
const SETTLED_MS = 20_000;

export interface Loop {
	/** How long the other nodes of the loop take. */
	otherNodesMs: number;
	/** Seconds to wait after a refusal. */
	retryAfter?: number;
	/** The share of the limit that it uses at least. */
	use: number;
}

/** A broadcast in a loop, with ten people in each run. */
export async function expectLoop({ otherNodesMs, retryAfter, use }: Loop): Promise<void> {
	const { call, asked } = simulatedServer({ bot: RATE, retryAfter });
	const pace = new Pace();
	const loop = async () => {
		for (let run = 0; run < RUNS; run++) {
			const sender = traffic(call, { priority: 'low' }, undefined, pace);
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
}
