import type { Stop } from './stop';

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
 * Decides when requests may begin: at once, until the server refuses one because of the rate. Then the rate
 * drops to half of what the server took, returns to just below that, and grows in steps. Each accepted
 * request is a step, so one curve fits 30 requests a second and one in three seconds.
 */
export class Limiter {
	/** When it last slowed down (ms). */
	slowedAt = -Infinity;

	/** Since when (ms) every request was refused, and whether one was refused through all its repeats. */
	refusedSince = Infinity;
	isHopeless = false;

	/** What the server took when it refused last, and the time before, in requests a second; 0: nothing. */
	private limit = Infinity;
	private limitBefore = Infinity;

	/** Requests accepted since it last slowed down. */
	private steps = 0;

	/** When the last turn was, or was due (ms). */
	private last = -Infinity;

	/** Start and acceptance times (ms) of requests in the last second. */
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
		return this.last > -Infinity && Date.now() >= end;
	}

	/** Resolves when a request may begin. Throws as `Stop.wait` does. */
	async turn(stop: Stop): Promise<void> {
		for (let left = this.due - Date.now(); left > 0; left = this.due - Date.now()) {
			await stop.wait(Math.ceil(left));
		}
		stop.check();
		this.take();
	}

	/** A turn begins, for a request of ours or of another sender for the bot. */
	take(): void {
		const now = Date.now();
		const next = this.last + SECOND_MS / this.rate;
		// Late turns are caught up on.
		const mostLate = this.fixed ? SECOND_MS / this.fixed : SECOND_MS;
		this.last = this.rate < Infinity && now - next < mostLate ? next : now;
		note(this.begun, now);
	}

	/** The server took a request, which began at this time (ms). */
	took(begunAt: number): void {
		// The request was under way when the limit was first hit, so the limit is one higher.
		if (begunAt < this.slowedAt && this.limitBefore === Infinity) this.limit++;
		// The server takes requests again, at an unknown rate.
		else if (this.isClosed) this.limit = Infinity;
		this.refusedSince = Infinity;
		this.isHopeless = false;
		this.steps++;
		note(this.accepted, Date.now());
	}

	/** The server refused a request that began at this time (ms) because of the rate. */
	refused(begunAt: number): void {
		this.refusedSince = Math.min(this.refusedSince, Date.now());
		// For a second, the server still counts requests from before the slowdown.
		if (this.limit === 0 || begunAt < this.slowedAt + SECOND_MS) return;
		const now = Date.now();
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
		this.isHopeless ||= Date.now() - this.refusedSince >= SECOND_MS / SLOWEST.chat;
	}

	/** Whether going slower cannot help. */
	private get isClosed(): boolean {
		return this.limit === 0 || this.isHopeless;
	}

	/** When the next turn is due (ms): at even intervals, and never above the rate within a second. */
	private get due(): number {
		const { rate } = this;
		const before = this.fixed ? undefined : this.begun.at(-Math.ceil(rate));
		return Math.max(this.last + SECOND_MS / rate, (before ?? -Infinity) + SECOND_MS);
	}
}

/** Adds a time (ms) to the list, and drops those older than a second. */
function note(times: number[], now: number): void {
	while ((times[0] ?? now) <= now - SECOND_MS) times.shift();
	times.push(now);
}
