import type { ChatNames } from './chatNames';
import { Limiter } from './limiter';
import { Bounded, settle, ticks } from './basics';
import type { Stop } from './stop';
import type { Effect } from './retry';

/** A request waits at most this long for other executions, which may never stop sending. */
const LONGEST_MS = 10_000;

/** How soon a request of low priority notices that no other is under way. */
const SLICE_MS = 5;

/** The limiters of a bot and its chats. Decides whether a refusal is about the bot or a chat. */
export class Limiters {
	readonly ofBot: Limiter;

	/** The least recently used one comes first. */
	private readonly chats = new Map<string, Limiter>();

	/** Refused chats, each until it is accepted; consecutive ones if the bot's limit is unknown. */
	private readonly refusedChats = new Set<Limiter>();

	/** @param ratePerBot @param ratePerChat requests a second; 0: as fast as the server lets */
	constructor(
		ratePerBot: number,
		private readonly ratePerChat: number,
		private readonly names: ChatNames,
	) {
		this.ofBot = new Limiter('bot', ratePerBot);
	}

	/** The limiters that apply to a request. */
	of(chat: string | undefined): Limiter[] {
		const ofChat = this.ofChat(chat);
		return ofChat ? [this.ofBot, ofChat] : [this.ofBot];
	}

	/** The limiter of a chat; removed when it holds no useful knowledge any more. */
	ofChat(chat: string | undefined): Limiter | undefined {
		if (chat === undefined) return undefined;
		const key = this.names.chatOf(chat);
		// What we learned under a chat's name applies to its ID.
		const limiter =
			this.chats.get(key) ?? this.chats.get(chat) ?? new Limiter('chat', this.ratePerChat);
		for (const name of [key, chat]) this.chats.delete(name);
		for (const [idle, { isIdle }] of this.chats) {
			if (!isIdle) break;
			this.chats.delete(idle);
		}
		this.chats.set(key, limiter);
		return limiter;
	}

	/** The server took a request, which began at this time (ms). */
	took(chat: string | undefined, begunAt: number): void {
		for (const limiter of this.of(chat)) limiter.took(begunAt);
		// If other chats are accepted, a refusal is about its chat.
		if (this.ofBot.rate === Infinity) this.refusedChats.clear();
	}

	/** The server refused a request, which began at `begunAt`, after its turn in the chat at `turnAt` (ms). */
	refused(chat: string | undefined, begunAt: number, turnAt: number, isRepeat: boolean): void {
		const ofChat = this.ofChat(chat);
		if (ofChat && begunAt >= this.ofBot.slowedAt) {
			if (!isRepeat && ofChat.refusedSince === Infinity) this.refusedChats.add(ofChat);
			ofChat.refused(turnAt);
		}
		// Repeated refusals of one request say nothing about the bot's limit.
		if (isRepeat || (ofChat && this.refusedChats.size < SEVERAL)) return;
		this.ofBot.refused(begunAt);
		for (const wronged of this.refusedChats) wronged.forgive();
		this.refusedChats.clear();
	}
}

/** Who sends first, of all executions in this process that use one bot. */
export class Precedence {
	private underWay = 0;

	/** What low-priority senders have learned, by the rates that the user set. */
	private readonly low = new Map<string, Limiters>();

	/** Shared by all low-priority executions, such as the runs of a loop. */
	limitersOf(ratePerBot: number, ratePerChat: number, names: ChatNames): Limiters {
		for (const [known, { ofBot }] of this.low) if (ofBot.isIdle) this.low.delete(known);
		const key = `${ratePerBot} ${ratePerChat}`;
		const limits = this.low.get(key) ?? new Limiters(ratePerBot, ratePerChat, names);
		this.low.set(key, limits);
		return limits;
	}

	/** Runs a normal-priority request. Resolves or rejects as it does. */
	async first<T>(request: () => Promise<T>, isRefusal: (error: unknown) => boolean): Promise<T> {
		const begunAt = Date.now();
		const low = [...this.low.values()].map(({ ofBot }) => ofBot);
		this.underWay++;
		for (const limiter of low) limiter.take();
		const asked = request();
		const { error } = await settle(asked);
		if (error !== undefined && isRefusal(error))
			for (const limiter of low) limiter.refused(begunAt);
		this.underWay--;
		return await asked;
	}

	/** Resolves when no request of normal priority is under way. Throws as `Stop.wait` does. */
	async clear(stop: Stop): Promise<void> {
		const latest = Date.now() + LONGEST_MS;
		while (this.underWay > 0 && Date.now() < latest) await stop.wait(SLICE_MS);
	}
}

/** After this time the server is asked again, even if it asks for a longer wait. */
const LONGEST_WAIT_MS = 3_600_000;

const MOST_WAITS = 1000;

/** If this many chats are refused in a row, and none is accepted in between, it is the bot's limit. */
export const SEVERAL = 3;

/** The waits that a server asks for before requests of one kind, per chat or for the whole bot. */
class Waits {
	/** By chat: the end of the wait (ticks). */
	private readonly ends = new Bounded<string, number>(MOST_WAITS);

	/** The chats refused since the last accepted request. */
	private readonly inRow = new Bounded<string, number>(MOST_WAITS);

	private endOfBot = 0;

	/** The server refused a request, and asks to wait this many seconds. */
	refused(chat: string, seconds: number): void {
		const end = ticks() + Math.min(seconds * 1000, LONGEST_WAIT_MS);
		this.ends.set(chat, end);
		this.inRow.set(chat, end);
		this.endOfBot = [...this.inRow.values()].sort((a, b) => b - a)[SEVERAL - 1] ?? 0;
	}

	/** The server took a request. */
	took(chat: string): void {
		this.ends.delete(chat);
		this.inRow.clear();
		this.endOfBot = 0;
	}

	/** Milliseconds until the server may take a request again; 0 if it may now. */
	leftMs(chat: string): number {
		const end = Math.max(this.ends.get(chat) ?? 0, this.endOfBot);
		return Math.max(0, end - ticks());
	}
}

/**
 * The waits of a bot, for all executions and nodes. Servers limit messages more than other actions: a chat
 * that takes no messages for a while may still allow a ban.
 */
export class Refusals {
	private readonly waits: Record<Effect, Waits> = {
		once: new Waits(),
		repeatable: new Waits(),
		read: new Waits(),
	};

	of(effect: Effect): Waits {
		return this.waits[effect];
	}
}
