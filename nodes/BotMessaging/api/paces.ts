import { Pace } from './pace';

/** The slowest that refusals make the bot and a chat, in requests a second. */
const BOT_FLOOR = 1;
const CHAT_FLOOR = 0.2;

/** So many chats refused in a row, and none accepted between them, are at the bot's limit. */
const IN_A_ROW = 3;
/** Once that limit is known, fewer are enough, here and there within a time, in this share of all. */
const HERE_AND_THERE = 2;
const WITHIN_MS = 5000;
const TOO_MANY = 0.03;

/** The pace of the bot, and of each chat that needs one of its own; whose limit a refusal tells. */
export class Paces {
	/** The pace of the bot. */
	readonly bot: Pace;

	/** The one that has not been used for longest comes first. */
	private readonly chats = new Map<string, Pace>();

	/** The requests of the last seconds that were accepted. */
	private readonly accepted: Array<{ at: number; chat?: string }> = [];

	/** When which chats were refused in the last seconds; each counts once until it is accepted. */
	private readonly refusals = new Map<string, number>();

	/** @param ratePerBot @param ratePerChat requests a second; 0: as fast as the server lets */
	constructor(
		ratePerBot: number,
		private readonly ratePerChat: number,
	) {
		this.bot = new Pace(ratePerBot, BOT_FLOOR);
	}

	/** The pace of a chat, if it has one of its own. */
	ofChat(chat: string | undefined): Pace | undefined {
		if (chat === undefined) return undefined;
		const pace = this.chats.get(chat) ?? (this.ratePerChat > 0 ? this.newPace(chat) : undefined);
		if (!pace) return undefined;
		this.chats.delete(chat);
		this.chats.set(chat, pace);
		return pace;
	}

	/** Tells that the server took a request. */
	took(chat: string | undefined): void {
		const now = Date.now();
		this.accepted.push({ at: now, chat });
		while (this.accepted[0].at <= now - WITHIN_MS) this.accepted.shift();
		this.bot.took();
		if (chat !== undefined) this.chats.get(chat)?.took();
	}

	/** Tells that the server refused a request, which began at `begunAt` (ms), for the first time. */
	refused(chat: string | undefined, begunAt: number): void {
		if (chat !== undefined) this.refusedChat(chat, begunAt);
		const slows = chat === undefined || this.isOfBot();
		this.bot.refused(begunAt, slows);
		if (!slows) return;
		for (const wronged of this.refusals.keys()) this.chats.get(wronged)?.forgive();
		this.refusals.clear();
	}

	/** Tells that a request was refused through all of its repeats. */
	gaveUp(chat: string | undefined): void {
		this.bot.gaveUp();
		if (chat !== undefined) this.chats.get(chat)?.gaveUp();
	}

	/**
	 * Whether the chat or the whole bot has had nothing accepted through all repeats of a request:
	 * then each further request is tried once, until one is accepted.
	 */
	isHopeless(chat: string | undefined): boolean {
		return this.bot.isHopeless || (chat !== undefined && this.chats.get(chat)?.isHopeless === true);
	}

	private refusedChat(chat: string, begunAt: number): void {
		const pace = this.chats.get(chat) ?? this.newPace(chat);
		const isNew = !pace.isRefused;
		pace.refused(begunAt, !this.bot.hasSlowedSince(begunAt));
		if (!isNew) return;
		this.refusals.delete(chat);
		this.refusals.set(chat, Date.now());
	}

	/** Whether it is the bot's limit. A refusal while other chats are accepted is its chat's. */
	private isOfBot(): boolean {
		const now = Date.now();
		for (const [chat, at] of this.refusals) if (at <= now - WITHIN_MS) this.refusals.delete(chat);
		const lastAccepted = this.accepted.at(-1)?.at ?? -Infinity;
		const inRow = [...this.refusals.values()].filter((at) => at > lastAccepted).length;
		if (inRow >= IN_A_ROW) return true;
		const tooMany = Math.max(HERE_AND_THERE, TOO_MANY * this.accepted.length);
		return this.bot.isSettled && this.refusals.size >= tooMany;
	}

	private newPace(chat: string): Pace {
		const now = Date.now();
		for (const [known, pace] of this.chats) {
			if (!pace.isIdle(now)) break;
			this.chats.delete(known);
		}
		const accepted = this.accepted.filter((request) => request.chat === chat).map(({ at }) => at);
		const pace = new Pace(this.ratePerChat, CHAT_FLOOR, accepted);
		this.chats.set(chat, pace);
		return pace;
	}
}
