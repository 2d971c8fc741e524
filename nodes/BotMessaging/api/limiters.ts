import type { Stop, Effect } from './retry';
import type { ChatNames } from './chatNames';
import { Bounded, settle, ticks } from './basics';
import { type AnswerError, isRateLimit } from './errors';

/** Servers count the requests of the last second. */
const SECOND_MS = 1000;

/**
 * The slowest rates that refusals lead to, in requests a second. Others who send for the bot must not
 * silence it; some chats take 20 a minute; and while the server takes nothing, slower does not help.
 */
const SLOWEST = { bot: 1, chat: 0.2, closed: 10 };

/**
 * Accepted requests in a row that double the rate. The curve (8th power) is flat near the limit, so that few
 * requests are refused, then steep, in case the limit was a coincidence: 1 % faster after 1,125.
 */
const DOUBLED_AFTER = 2000;

/** After this long without a request, what we know about a limit is outdated. */
const FORGET_MS = 60_000;

/**
 * Decides when requests may begin: at once, until the server refuses one because of the rate. Then it
 * drops to half the rate that the server took, returns to just below that, and grows in steps. Each accepted
 * request is a step, so one curve fits 30 requests a second and one in three seconds.
 */
class Limiter {
	/** When it last slowed down (ticks). */
	slowedAt = -Infinity;

	/** Since when (ticks) every request was refused, and whether one was refused through all its repeats. */
	refusedSince = Infinity;
	isHopeless = false;

	/** What the server took when it refused last, and the time before, in requests a second; 0: nothing. */
	private limit = Infinity;
	private limitBefore = Infinity;

	/** Requests accepted since it last slowed down. */
	private steps = 0;

	/** When the last turn was, or was due (ticks). */
	private last = -Infinity;

	/** Start and acceptance times (ticks) of requests in the last second. */
	private readonly begun: number[] = [];
	private readonly accepted: number[] = [];

	/** @param fixed requests a second set by the user, whatever the server says; 0: not set */
	constructor(
		private readonly kind: 'bot' | 'chat',
		private readonly fixed: number,
	) {}

	/** How many requests may begin in a second; Infinity: no limit is known. */
	get rate(): number {
		if (this.fixed) return this.fixed;
		const share = (1 - 1 / (2 + this.steps)) * (1 + (this.steps / DOUBLED_AFTER) ** 8);
		return Math.max(SLOWEST[this.isClosed ? 'closed' : this.kind], this.limit * share);
	}

	/** Whether it holds no useful knowledge any more. */
	get isIdle(): boolean {
		const forgetMs = this.limit < Infinity ? FORGET_MS : SECOND_MS;
		const end = this.fixed ? this.due : this.last + forgetMs;
		return this.last > -Infinity && ticks() >= end;
	}

	/** Resolves when a request may begin. Throws as `Stop.wait` does. */
	async turn(stop: Stop): Promise<void> {
		for (let left = this.due - ticks(); left > 0; left = this.due - ticks()) {
			await stop.wait(Math.ceil(left));
		}
		stop.check();
		this.take();
	}

	/** A turn begins, for a request of ours or of another sender for the bot. */
	take(): void {
		const now = ticks();
		const next = this.last + SECOND_MS / this.rate;
		// Late turns are caught up on.
		const mostLate = this.fixed ? SECOND_MS / this.fixed : SECOND_MS;
		this.last = this.rate < Infinity && now - next < mostLate ? next : now;
		note(this.begun, now);
	}

	/** The server took a request, which began at this time (ticks). */
	took(begunAt: number): void {
		// The request was under way when the limit was first hit, so the limit is one higher.
		if (begunAt < this.slowedAt && this.limitBefore === Infinity) this.limit++;
		// The server takes requests again, at an unknown rate.
		else if (this.isClosed) this.limit = Infinity;
		this.refusedSince = Infinity;
		this.isHopeless = false;
		this.steps++;
		note(this.accepted, ticks());
	}

	/** The server refused a request that began at this time (ticks) because of the rate. */
	refused(begunAt: number): void {
		this.refusedSince = Math.min(this.refusedSince, ticks());
		// For a second, the server still counts requests from before the slowdown.
		if (this.limit === 0 || begunAt < this.slowedAt + SECOND_MS) return;
		const now = ticks();
		const { rate } = this;
		const taken = this.accepted.filter((at) => at > now - SECOND_MS).length;
		this.limitBefore = this.limit;
		this.limit = rate === Infinity ? taken : Math.min(rate, Math.max(1, taken));
		this.steps = 0;
		this.slowedAt = now;
	}

	/** Undoes the last slowdown: the refusal had another cause. */
	forgive(): void {
		this.limit = this.limitBefore;
	}

	/** A request was refused through all of its repeats: hopeless if even the slowest rate had sent one. */
	gaveUp(): void {
		this.isHopeless ||= ticks() - this.refusedSince >= SECOND_MS / SLOWEST.chat;
	}

	/** Whether going slower cannot help. */
	private get isClosed(): boolean {
		return this.limit === 0 || this.isHopeless;
	}

	/** When the next turn is due (ticks): at even intervals, and never above the rate within a second. */
	private get due(): number {
		const { rate } = this;
		const before = this.fixed ? undefined : this.begun.at(-Math.ceil(rate));
		return Math.max(this.last + SECOND_MS / rate, (before ?? -Infinity) + SECOND_MS);
	}
}

/** Adds a time (ticks) to the list, and drops those older than a second. */
function note(times: number[], now: number): void {
	while ((times[0] ?? now) <= now - SECOND_MS) times.shift();
	times.push(now);
}

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

	/** The server took a request, which began at this time (ticks). */
	took(chat: string | undefined, begunAt: number): void {
		for (const limiter of this.of(chat)) limiter.took(begunAt);
		// If other chats are accepted, a refusal is about its chat.
		if (this.ofBot.rate === Infinity) this.refusedChats.clear();
	}

	/** The server refused a request, which began at `begunAt`, after its turn in the chat at `turnAt` (ticks). */
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
	async first<T>(request: () => Promise<T>): Promise<T> {
		const begunAt = ticks();
		const low = [...this.low.values()].map(({ ofBot }) => ofBot);
		this.underWay++;
		for (const limiter of low) limiter.take();
		const asked = request();
		const { error } = await settle(asked);
		if (isRateLimit(error)) for (const limiter of low) limiter.refused(begunAt);
		this.underWay--;
		return await asked;
	}

	/** Resolves when no request of normal priority is under way. Throws as `Stop.wait` does. */
	async clear(stop: Stop): Promise<void> {
		const latest = ticks() + LONGEST_MS;
		while (this.underWay > 0 && ticks() < latest) await stop.wait(SLICE_MS);
	}
}

/** After this time the server is asked again, even if it asks for a longer wait. */
const LONGEST_WAIT_MS = 3_600_000;

const MOST_WAITS = 1000;

/** If this many chats are refused in a row, and none is accepted in between, it is the bot's limit. */
const SEVERAL = 3;
/** Refusals that are further apart say nothing about the bot. */
const IN_ROW_MS = 60_000;

/** The waits that a server asks for before requests of one kind, per chat or for the whole bot. */
class Waits {
	/** By chat: the end of the wait (ticks). */
	private readonly ends = new Bounded<string, number>(MOST_WAITS);

	/** The chats refused lately, since the last accepted request: the end of the wait, and when (ticks). */
	private readonly inRow = new Bounded<string, { end: number; at: number }>(MOST_WAITS);

	private endOfBot = 0;

	/** The server refused a request, and asks to wait. */
	refused(chat: string, { retryAfter = 0, isSlowMode }: AnswerError): void {
		const now = ticks();
		const end = now + Math.min(retryAfter * 1000, LONGEST_WAIT_MS);
		this.ends.set(chat, end);
		if (isSlowMode) return;
		for (const [known, { at }] of this.inRow) if (now - at > IN_ROW_MS) this.inRow.delete(known);
		this.inRow.set(chat, { end, at: now });
		const ends = [...this.inRow.values()].map((one) => one.end);
		const several = ends.sort((a, b) => b - a)[SEVERAL - 1];
		if (several !== undefined) this.endOfBot = several;
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
export class Refusals implements Record<Effect, Waits> {
	readonly once = new Waits();
	readonly repeatable = new Waits();
	readonly read = new Waits();
}
