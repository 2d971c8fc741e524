import { sleep } from 'n8n-workflow';

import { ChatNames } from '../../nodes/BotMessaging/api/chatNames';
import type { AnyCall } from '../../nodes/BotMessaging/api/client';
import { AnswerError } from '../../nodes/BotMessaging/api/errors';
import { Pace } from '../../nodes/BotMessaging/api/pace';
import {
	DEFAULT_TRAFFIC,
	Traffic,
	type TrafficOptions,
} from '../../nodes/BotMessaging/api/traffic';
import { Chats, Migrations } from '../../nodes/BotMessaging/memory/chats';

/** A server behind `Call`, the outer border of api/, on jest's fake clock. */
export interface Limits {
	/** Sends per second, for the bot and for each chat; 0 for no limit. */
	bot?: number;
	chat?: (chat: string) => number | undefined;
	/** Whether only messages count, as the service says. */
	sendsOnly?: boolean;
	/** Seconds to wait in a refusal. */
	retryAfter?: number;
	latencyMs?: number;
	/** Requests and answers pass only at multiples of this time (ms), as in an n8n that is busy. */
	stallMs?: number;
	/** Each request and each answer takes up to this much longer, by chance (ms). */
	jitterMs?: number;
	/** Ids of chats with a name, by name. */
	names?: Record<string, number>;
}

export interface Asked {
	chat: string;
	/** Arrival time (ms). */
	at: number;
	accepted: boolean;
}

const WINDOW_MS = 1000;

export function simulatedServer(limits: Limits): { call: AnyCall; asked: Asked[] } {
	const { latencyMs = 20, stallMs = 0, jitterMs = 0, names = {} } = limits;
	const asked: Asked[] = [];
	const windows = new Map<string, number[]>();
	const recent = (key: string) => {
		const since = Date.now() - WINDOW_MS;
		const times = (windows.get(key) ?? []).filter((at) => at > since);
		windows.set(key, times);
		return times;
	};
	const pass = async () => {
		const stalledMs = stallMs && stallMs - (Date.now() % stallMs);
		await sleep(latencyMs / 2 + stalledMs + jitterMs * Math.random());
	};
	const call: AnyCall = async (method, body) => {
		const chat = String(body.chat_id);
		await pass();
		const [ofBot, ofChat] = [recent('bot'), recent(`chat ${chat}`)];
		const isFree = limits.sendsOnly && !method.startsWith('send');
		const accepted =
			isFree ||
			(ofBot.length < (limits.bot ?? Infinity) &&
				ofChat.length < (limits.chat?.(chat) ?? Infinity));
		asked.push({ chat, at: Date.now(), accepted });
		for (const window of accepted && !isFree ? [ofBot, ofChat] : []) window.push(Date.now());
		await pass();
		if (!accepted) throw new AnswerError(400, 'MESSAGE_TOO_MUCH', limits.retryAfter);
		return { chat: { id: names[chat] ?? chat } };
	};
	return { call, asked };
}

/** Runs the fake clock until the work has ended. */
export async function clockedUntil<T>(work: Promise<T>): Promise<T> {
	let isRunning = true;
	// The result is returned below.
	void work.catch(() => {}).then(() => (isRunning = false));
	while (isRunning) await jest.advanceTimersByTimeAsync(20);
	return await work;
}

export const traffic = (
	call: AnyCall,
	options: Partial<TrafficOptions> = {},
	signal?: AbortSignal,
	pace = new Pace(),
) =>
	new Traffic(
		call,
		{ ...DEFAULT_TRAFFIC, ...options },
		{ names: new ChatNames(), pace, moves: new Migrations(), chats: new Chats() },
		signal,
	);

export interface Simulated {
	asked: Asked[];
	failed: number;
	/** Seconds until all had ended, and until the last request of these chats was accepted. */
	seconds: number;
	secondsOf: (isMeant: (chat: string) => boolean) => number;
	refusedShare: number;
}

/** Sends one request for each chat in the list, as the node does with its items. */
export async function simulate(
	limits: Limits,
	chats: string[],
	{ ordered = true, ...options }: Partial<TrafficOptions> & { ordered?: boolean } = {},
): Promise<Simulated> {
	const { call, asked } = simulatedServer(limits);
	const sender = traffic(call, options);
	const begun = Date.now();
	let failed = 0;
	const send = async (chat: string) => {
		await sender
			.send({
				method: 'sendMessage',
				effect: 'once',
				ordered,
				chat,
				body: async () => ({ chat_id: chat }),
			})
			.catch(() => failed++);
	};
	const all = async () => {
		const sent: Array<Promise<void>> = [];
		for (const chat of chats) {
			await sender.room();
			sent.push(send(chat));
		}
		await Promise.all(sent);
	};
	await clockedUntil(all());
	const accepted = asked.filter((request) => request.accepted);
	return {
		asked,
		failed,
		seconds: (Date.now() - begun) / 1000,
		secondsOf: (isMeant) =>
			(accepted.filter(({ chat }) => isMeant(chat)).at(-1)!.at - begun) / 1000,
		refusedShare: 1 - accepted.length / asked.length,
	};
}
