import type { ChatNames } from './chatNames';
import { Limiter } from './limiter';
import { Bounded, settle, ticks } from './basics';
import type { Stop } from './stop';
import type { Effect } from './retry';

/** A request waits no longer than this, as other executions may send all the time. */
const LONGEST_MS = 10_000;

const SLICE_MS = 5;

/** The limiter of a bot, and of each of its chats. It decides whose limit a refusal shows. */
export class Limiters {
	readonly ofBot: Limiter;

	/** The one that has not been used for longest comes first. */
	private readonly chats = new Map<string, Limiter>();

	/** The chats that were refused, each until it is accepted; in a row if the bot's limit is not known. */
	private readonly refusedChats = new Set<Limiter>();

	/** @param ratePerBot @param ratePerChat requests a second; 0: as fast as the server lets */
	constructor(
		ratePerBot: number,
		private readonly ratePerChat: number,
		private readonly names: ChatNames,
	) {
		this.ofBot = new Limiter('bot', ratePerBot);
	}

	/** The limiters that a request keeps to. */
	of(chat: string | undefined): Limiter[] {
		const ofChat = this.ofChat(chat);
		return ofChat ? [this.ofBot, ofChat] : [this.ofBot];
	}

	/** The limiter of a chat; it is forgotten when a new one would be as good. */
	ofChat(chat: string | undefined): Limiter | undefined {
		if (chat === undefined) return undefined;
		const key = this.names.chatOf(chat);
		// What was known under the name of a chat holds for its number.
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
		// A refusal while other chats are accepted is its chat's.
		if (this.ofBot.rate === Infinity) this.refusedChats.clear();
	}

	/** The server refused a request, which began at `begunAt`, after its turn in the chat at `turnAt` (ms). */
	refused(chat: string | undefined, begunAt: number, turnAt: number, isRepeat: boolean): void {
		const ofChat = this.ofChat(chat);
		if (ofChat && begunAt >= this.ofBot.slowedAt) {
			if (!isRepeat && ofChat.refusedSince === Infinity) this.refusedChats.add(ofChat);
			ofChat.refused(turnAt);
		}
		// How often one request is refused says nothing about the limit of the bot.
		if (isRepeat || (ofChat && this.refusedChats.size < SEVERAL)) return;
		this.ofBot.refused(begunAt);
		for (const wronged of this.refusedChats) wronged.forgive();
		this.refusedChats.clear();
	}
}

/** Who sends first, of all executions in this process that use one bot. */
export class Precedence {
	private underWay = 0;

	/** What low priority has found out, by the rates that the user asked for. */
	private readonly low = new Map<string, Limiters>();

	/** The same for all executions of low priority, such as the runs of a loop. */
	limitersOf(ratePerBot: number, ratePerChat: number, names: ChatNames): Limiters {
		for (const [known, { ofBot }] of this.low) if (ofBot.isIdle) this.low.delete(known);
		const key = `${ratePerBot} ${ratePerChat}`;
		const limits = this.low.get(key) ?? new Limiters(ratePerBot, ratePerChat, names);
		this.low.set(key, limits);
		return limits;
	}

	/** Runs a request of normal priority. Resolves or rejects as it does. */
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

/** After this time the server is asked again, however long a wait it asks for. */
const LONGEST_WAIT_MS = 3_600_000;

const MOST_WAITS = 1000;

/** This many chats refused in a row, and none accepted between them, are at the bot's limit. */
export const SEVERAL = 3;

/** What a server asks to wait before it takes the next request of one kind: about a chat, or of the whole bot. */
class Waits {
	/** By chat: when the wait is over (ticks). */
	private readonly ends = new Bounded<string, number>(MOST_WAITS);

	/** Those of them that were refused after the last request that was accepted. */
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
 * The waits of a bot, for all executions and nodes. Servers limit what is written more than what is done
 * and read: in a chat that takes no more messages for a while, a ban may be possible.
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
