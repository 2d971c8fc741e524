import type { Stop } from './stop';

/** Servers count what came in within the last second. */
const SECOND_MS = 1000;

/**
 * The slowest rates that refusals lead to, in requests a second. Others who send for the bot must not
 * silence it; some chats take 20 a minute; and while the server takes nothing, slower does not help.
 */
const SLOWEST = { bot: 1, chat: 0.2, closed: 10 };

/**
 * Accepted requests in a row after which the rate has doubled. With their eighth power it is flat near the
 * limit, so that few are refused, and then steep, if the limit was met by chance: 1 % faster after 1,125.
 */
const DOUBLED_AFTER = 2000;

/** After this long without a request, what was learned of a limit is of no use any more. */
const FORGET_MS = 60_000;

/**
 * When requests may begin: as fast as they come until the server refuses one for the rate. Then the rate
 * is half of what the server took, comes back to just below that, and grows step by step. A step is an
 * accepted request: so one curve is right for 30 a second and for one in three seconds.
 */
export class Limiter {
	/** When it last slowed down (ms). */
	slowedAt = -Infinity;

	/** Since when nothing was accepted after a refusal (ms), and whether that holds through all repeats. */
	refusedSince = Infinity;
	isHopeless = false;

	/** What the server took when it refused last, and the time before, in requests a second; 0: nothing. */
	private limit = Infinity;
	private limitBefore = Infinity;

	/** Requests that were accepted after it last slowed down. */
	private steps = 0;

	/** When the last turn was, or was due (ms). */
	private last = -Infinity;

	/** When the requests of the last second began, and when they were accepted (ms). */
	private readonly begun: number[] = [];
	private readonly accepted: number[] = [];

	/** @param fixed requests a second that the user asks for, whatever the server says; 0: none */
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

	/** Whether a new one would be as good. */
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

	/** A turn begins: of a request here, or of one that somebody else sends for the bot. */
	take(): void {
		const now = Date.now();
		const next = this.last + SECOND_MS / this.rate;
		// What could not begin in time is caught up on.
		const mostLate = this.fixed ? SECOND_MS / this.fixed : SECOND_MS;
		this.last = this.rate < Infinity && now - next < mostLate ? next : now;
		note(this.begun, now);
	}

	/** The server took a request, which began at this time (ms). */
	took(begunAt: number): void {
		// It was under way when the limit was first met, so that is higher by one.
		if (begunAt < this.slowedAt && this.limitBefore === Infinity) this.limit++;
		// It is open again, and nobody knows how much it takes now.
		else if (this.isClosed) this.limit = Infinity;
		this.refusedSince = Infinity;
		this.isHopeless = false;
		this.steps++;
		note(this.accepted, Date.now());
	}

	/** The server refused a request for the rate, which began at this time (ms). */
	refused(begunAt: number): void {
		this.refusedSince = Math.min(this.refusedSince, Date.now());
		// For a second, the server still counts what came before it slowed down.
		if (this.limit === 0 || begunAt < this.slowedAt + SECOND_MS) return;
		const now = Date.now();
		const { rate } = this;
		const taken = this.accepted.filter((at) => at > now - SECOND_MS).length;
		this.limitBefore = this.limit;
		this.limit = rate === Infinity ? taken : Math.min(rate, Math.max(1, taken));
		this.steps = 0;
		this.slowedAt = now;
	}

	/** Undoes the last slowdown: this limit was not the reason for the refusal. */
	forgive(): void {
		this.limit = this.limitBefore;
	}

	/** A request was refused through all of its repeats: hopeless if even the slowest rate had sent one. */
	gaveUp(): void {
		this.isHopeless ||= Date.now() - this.refusedSince >= SECOND_MS / SLOWEST.chat;
	}

	/** Whether a slower rate does not help. */
	private get isClosed(): boolean {
		return this.limit === 0 || this.isHopeless;
	}

	/** When the next turn is due (ms): evenly, and what is caught up on not above the rate in a second. */
	private get due(): number {
		const { rate } = this;
		const before = this.fixed ? undefined : this.begun.at(-Math.ceil(rate));
		return Math.max(this.last + SECOND_MS / rate, (before ?? -Infinity) + SECOND_MS);
	}
}

/** Adds a time (ms) to those of the last second. */
function note(times: number[], now: number): void {
	while ((times[0] ?? now) <= now - SECOND_MS) times.shift();
	times.push(now);
}
