import { AdaptivePace } from './adaptivePace';
import type { ChatNames } from './chatNames';
import { FixedPace, type Pace } from './pace';

/** The slowest pace that refusals lead to, in requests a second. */
const BOT_FLOOR = 1;
const CHAT_FLOOR = 0.2;

/** This many chats refused in a row, and none accepted between them, are at the bot's limit. */
const IN_A_ROW = 3;
/** Once that limit is known, fewer are enough: this many within the time, and this share of all. */
const HERE_AND_THERE = 2;
const WITHIN_MS = 5000;
const TOO_MANY = 0.03;

/** The pace of the bot, and of each chat that needs its own. It decides whose limit a refusal shows. */
export class Paces {
	private readonly bot: Pace;

	/** The one that has not been used for longest comes first. */
	private readonly chats = new Map<string, Pace>();

	/** The requests of the last seconds that were accepted. */
	private readonly accepted: Array<{ at: number; chat?: string }> = [];

	/** What was known of the names when they were last put under their numbers. */
	private version = 0;

	/** When which chats were refused in the last seconds; each counts once until it is accepted. */
	private readonly refusals = new Map<string, number>();

	/** @param ratePerBot @param ratePerChat requests a second; 0: as fast as the server lets */
	constructor(
		ratePerBot: number,
		private readonly ratePerChat: number,
		private readonly names: ChatNames,
	) {
		this.bot = ratePerBot > 0 ? new FixedPace(ratePerBot) : new AdaptivePace(BOT_FLOOR);
	}

	/** The paces that requests about a chat keep to: the bot's, and the chat's if it has its own. */
	of(chat: string | undefined): [bot: Pace, own?: Pace] {
		const own = chat === undefined ? undefined : this.chats.get(this.keyOf(chat));
		return own ? [this.bot, own] : [this.bot];
	}

	/** Whether it can be thrown away. */
	get isIdle(): boolean {
		return this.bot.isIdle(Date.now());
	}

	/** Somebody else sends for the bot: that counts for its limit too. */
	leaveOut(): void {
		this.bot.leaveOut();
	}

	/** Somebody else has met the limit of the bot, by a request that began at this time (ms). */
	slow(begunAt: number): void {
		this.bot.slow(begunAt);
	}

	/** A request about the chat is about to wait for its turn: its pace is not forgotten yet. */
	use(chat: string | undefined): void {
		if (chat === undefined) return;
		const key = this.keyOf(chat);
		const own = this.chats.get(key);
		if (!own && this.ratePerChat > 0) this.begin(key);
		if (!own) return;
		this.chats.delete(key);
		this.chats.set(key, own);
	}

	/** The server took a request. */
	took(chat: string | undefined): void {
		const now = Date.now();
		this.accepted.push({ at: now, chat });
		while ((this.accepted[0]?.at ?? now) <= now - WITHIN_MS) this.accepted.shift();
		for (const pace of this.of(chat)) pace?.took();
	}

	/** The server refused a request, which began at `begunAt` (ms), for the first time. */
	refused(chat: string | undefined, begunAt: number): void {
		if (chat !== undefined) this.refusedInChat(this.keyOf(chat), begunAt);
		this.bot.refused();
		if (chat !== undefined && !this.isOfBot) return;
		this.bot.slow(begunAt);
		for (const wronged of this.refusals.keys()) this.chats.get(wronged)?.forgive();
		this.refusals.clear();
	}

	/** A request was refused through all of its repeats. */
	gaveUp(chat: string | undefined): void {
		for (const pace of this.of(chat)) pace?.gaveUp();
	}

	/**
	 * Whether the chat or the whole bot has had nothing accepted through all repeats of a request:
	 * then each further request is tried once, until one is accepted.
	 */
	isHopeless(chat: string | undefined): boolean {
		return this.of(chat).some((pace) => pace?.isHopeless);
	}

	/** Under what a chat's pace is kept. */
	private keyOf(chat: string): string {
		if (this.version !== this.names.version) this.join();
		return this.names.chatOf(chat);
	}

	/** Puts what was found out under the names of chats under their numbers. */
	private join(): void {
		this.version = this.names.version;
		for (const [chat, pace] of this.chats) {
			const key = this.names.chatOf(chat);
			if (key === chat) continue;
			this.chats.delete(chat);
			if (!this.chats.has(key)) this.chats.set(key, pace);
		}
	}

	private refusedInChat(chat: string, begunAt: number): void {
		if (!this.chats.has(chat)) this.begin(chat);
		const pace = this.chats.get(chat)!;
		const isFirst = !pace.isRefused;
		pace.refused();
		if (begunAt >= this.bot.slowedAt) pace.slow(begunAt);
		const now = Date.now();
		if (isFirst) {
			this.refusals.delete(chat);
			this.refusals.set(chat, now);
		}
		for (const [known, at] of this.refusals) {
			if (at <= now - WITHIN_MS) this.refusals.delete(known);
		}
	}

	/** Whether the bot's limit is met. A refusal while other chats are accepted is its chat's. */
	private get isOfBot(): boolean {
		const lastAccepted = this.accepted.at(-1)?.at ?? -Infinity;
		const inRow = [...this.refusals.values()].filter((at) => at > lastAccepted).length;
		if (inRow >= IN_A_ROW) return true;
		const tooMany = Math.max(HERE_AND_THERE, TOO_MANY * this.accepted.length);
		return this.bot.isSettled && this.refusals.size >= tooMany;
	}

	/** Gives a chat a pace of its own, and forgets those that are not needed any more. */
	private begin(chat: string): void {
		const now = Date.now();
		for (const [known, pace] of this.chats) {
			if (!pace.isIdle(now)) break;
			this.chats.delete(known);
		}
		const isOfChat = (other?: string) => other !== undefined && this.names.chatOf(other) === chat;
		const accepted = this.accepted.filter((one) => isOfChat(one.chat)).map(({ at }) => at);
		const isFixed = this.ratePerChat > 0;
		this.chats.set(
			chat,
			isFixed ? new FixedPace(this.ratePerChat) : new AdaptivePace(CHAT_FLOOR, accepted),
		);
	}
}
