import { ticks } from './basics';

/** Servers count the requests of the last second. */
export const SECOND_MS = 1000;

/**
 * The slowest rates that refusals lead to, in requests a second. Others who send for the bot must not
 * silence it; some chats take 20 a minute; and while the server takes nothing, slower does not help.
 */
const SLOWEST = { bot: 1, chat: 0.2, closed: 10 };

/**
 * The time without a refusal that doubles the rate. The curve (8th power) is flat near the limit, so that
 * few requests are refused, then steep, in case the limit was a coincidence, or others used it up. Chats
 * that take 20 a minute need more time to be tried again.
 */
const DOUBLED_AFTER_MS = { bot: 60_000, chat: 600_000 };

/** After this long without a request or a refusal, what it says is outdated. */
export const FORGET_MS = 60_000;

/** After this time the server is asked again, even if it asks for a longer wait. */
const LONGEST_WAIT_MS = 3_600_000;

/** Slower than this, what the server took in the last second says little. */
const FEW = 3;

/** By how much the time of the fastest request grows with each that follows: the way to a server may change. */
const FASTEST_FADES = 1.02;

/** A request that waits. */
export interface Waiting {
	most: number;
	/** When it first came (ticks). */
	cameAt: number;
	/** Longest wait that the server may ask for, in ms. */
	longestWaitMs: number;
}

/** A request that is under way. */
export interface PaceTurn {
	/** When it began (ticks); `undefined` while it waits for another turn. */
	at?: number;
	end: () => void;
}

/**
 * Decides when requests of one kind may begin: at once, until the server refuses one because of the rate.
 * Then it drops to half the rate that the server took, returns to just below that in steps, and grows with
 * time. Each accepted request is a step, so one curve fits 30 requests a second and one in three seconds.
 */
export class Limiter {
	/** When it last slowed down (ticks). */
	slowedAt = -Infinity;

	/** Since when (ticks) every request was refused, and whether one was refused through all its repeats. */
	refusedSince = Infinity;
	isHopeless = false;

	/** When the wait begins and ends that the server asked for (ticks). */
	private closedAt = -Infinity;
	private closedUntil = -Infinity;
	/** When those who wait come back (ticks). */
	private reopensAt = -Infinity;

	/** What the server took when it refused last, and the time before, in requests a second; 0: nothing. */
	private limit = Infinity;
	private limitBefore = Infinity;

	/** Requests accepted since it last slowed down. */
	private steps = 0;

	/** When the last turn was, or was due (ticks). */
	private last = -Infinity;

	/** When the server counted the requests of the last second, at the latest, and when it accepted them (ticks). */
	private readonly counted: number[] = [];
	private readonly accepted: number[] = [];

	/** How long the server took for the fastest request of late, in ms; Infinity: it has taken none yet. */
	private fastestMs = Infinity;

	private readonly underWay = new Set<PaceTurn>();
	/** As many may be under way at once: a tenth more for each that is accepted while all are in use. */
	private places = 0;

	constructor(private readonly kind: 'bot' | 'chat') {}

	/** How many requests may begin in a second; Infinity: no limit is known. */
	get rate(): number {
		const now = ticks();
		const age = (now - this.slowedAt) / DOUBLED_AFTER_MS[this.kind];
		if (age >= 2 || now - this.last >= FORGET_MS) return Infinity;
		const rate = this.limit * this.share * (1 + age ** 8);
		return Math.max(SLOWEST[this.isClosed ? 'closed' : this.kind], rate);
	}

	/** Half after a slowdown, and nearer to 1 with each request that the server takes then. */
	private get share(): number {
		return 1 - 1 / (2 + this.steps);
	}

	/** Whether it is faster than what the server took last. */
	get isTrying(): boolean {
		return this.rate > this.limit;
	}

	/** Milliseconds until the server may take a request again, as far as it has said. */
	get closedMs(): number {
		return Math.max(0, this.closedUntil - ticks());
	}

	/**
	 * When a request may begin (ticks): at even intervals, never above the rate within a second, not before
	 * the end of a wait, and while no limit is known, only some at once.
	 *
	 * @param asked `most`: how many may be under way in any case
	 */
	dueAt({ most, cameAt, longestWaitMs }: Waiting): number {
		const { rate, closedAt, closedUntil } = this;
		const before = this.counted.at(-Math.ceil(rate)) ?? -Infinity;
		const patientUntil = Math.max(closedUntil, closedAt + longestWaitMs);
		const opensAt = cameAt > closedUntil ? -Infinity : Math.min(this.reopensAt, patientUntil);
		const paced = Math.max(this.last + SECOND_MS / rate, before + SECOND_MS);
		return Math.max(paced, opensAt, this.roomAt(most, rate));
	}

	/** A turn begins. */
	take(): PaceTurn {
		const now = ticks();
		const { rate } = this;
		if (now - this.last >= FORGET_MS) this.refusedSince = Infinity;
		const next = this.last + SECOND_MS / rate;
		// Late turns are caught up on.
		this.last = rate < Infinity && now - next < SECOND_MS ? next : now;
		note(this.counted, now);
		const turn: PaceTurn = {
			at: now,
			// A request arrives some time after it begins. If a busy computer or network holds it up, it is counted
			// later, and may share a second with those that begin a second after it.
			end: () => {
				this.underWay.delete(turn);
				const index = this.counted.lastIndexOf(now);
				if (index < 0) return;
				const latest = Math.max(now, ticks() - this.fastestMs);
				const later = this.counted.findIndex((at) => at > latest);
				this.counted.splice(later < 0 ? this.counted.length : later, 0, latest);
				this.counted.splice(index, 1);
			},
		};
		this.underWay.add(turn);
		return turn;
	}

	/** The server took a request, which began at this time (ticks), and is still under way. */
	took(begunAt: number): void {
		// The request was under way when the limit was first hit, so the limit is one higher.
		if (begunAt < this.slowedAt && this.limitBefore === Infinity) this.limit++;
		// The server takes requests again, at an unknown rate.
		else if (this.isClosed) {
			this.limit = Infinity;
			// Nothing is left over from a slowdown: the next refusal tells.
			this.slowedAt = -Infinity;
		}
		this.refusedSince = Infinity;
		this.closedUntil = -Infinity;
		this.isHopeless = false;
		this.fastestMs = Math.min(ticks() - begunAt, this.fastestMs * FASTEST_FADES);
		// What was under way when it slowed down says nothing about the new rate.
		if (begunAt >= this.slowedAt) this.steps++;
		const { inPlaces } = this;
		if (inPlaces >= Math.floor(this.places)) this.places = Math.max(this.places, inPlaces) + 0.1;
		note(this.accepted, ticks());
	}

	/**
	 * The server refused a request that began at this time (ticks) because of the rate.
	 *
	 * @param isFurther whether `forgive` is to undo the slowdown before this one as well
	 */
	refused(begunAt: number, isFurther = false): void {
		const now = ticks();
		const { rate } = this;
		this.refusedSince = Math.min(this.refusedSince, now);
		this.places = 0;
		// For a second, the server still counts requests from before the slowdown.
		if ((this.limit === 0 && rate < Infinity) || begunAt < this.slowedAt + SECOND_MS) return;
		const taken = this.accepted.filter((at) => at > now - SECOND_MS).length;
		if (!isFurther) this.limitBefore = rate === Infinity ? Infinity : this.limit;
		// Of a few in a second, one more or less is much. How many it took at this rate says more.
		const least = rate < FEW ? rate * this.share : rate / 2;
		this.limit = rate === Infinity ? taken : Math.min(rate, Math.max(least, taken));
		this.steps = 0;
		this.slowedAt = now;
	}

	/** Undoes the last slowdown, with those before it that are still in doubt: the refusals had another cause. */
	forgive(): void {
		this.limit = this.limitBefore;
	}

	/**
	 * The server takes nothing for a while.
	 *
	 * @param namedMs the wait that it asks for, in milliseconds; 0: it names none
	 * @param ms when those who wait come back. They take up to half as long again, so that several processes
	 * do not come back together.
	 */
	close(namedMs: number, ms: number): void {
		this.closedAt = ticks();
		this.closedUntil = this.closedAt + Math.min(namedMs, LONGEST_WAIT_MS);
		this.reopensAt = this.closedAt + Math.min(ms, LONGEST_WAIT_MS) * (1 + Math.random() / 2);
	}

	/** A request was refused through all of its repeats: hopeless if even the slowest rate had sent one. */
	gaveUp(): void {
		this.isHopeless ||= ticks() - this.refusedSince >= SECOND_MS / SLOWEST.chat;
	}

	/** Whether going slower cannot help. */
	private get isClosed(): boolean {
		return this.limit === 0 || this.isHopeless;
	}

	/** How many are under way. A request that takes longer than a second has no place any more. */
	private get inPlaces(): number {
		const now = ticks();
		let count = 0;
		for (const { at = now } of this.underWay) if (at > now - SECOND_MS) count++;
		return count;
	}

	/**
	 * When there is room for one more (ticks). If the limit is unknown, all that is under way may be
	 * refused at once. A request that takes longer than a second holds up no other.
	 */
	private roomAt(most: number, rate: number): number {
		if (this.kind === 'bot' && rate < Infinity) return -Infinity;
		// Messages to a chat go out one after the other.
		const isOrdered = this.kind === 'chat' && most === 1;
		const places = isOrdered ? 1 : Math.max(most, Math.floor(this.places));
		let { size } = this.underWay;
		const now = ticks();
		for (const { at = now } of this.underWay) {
			if (size < places) return -Infinity;
			if (at > now - SECOND_MS) return at + SECOND_MS;
			size--;
		}
		return -Infinity;
	}
}

/** Adds a time (ticks) to the list, and drops those older than a second. */
function note(times: number[], now: number): void {
	while ((times[0] ?? now) <= now - SECOND_MS) times.shift();
	times.push(now);
}

/** The rates that users set, in requests a second. The lowest one holds while it is in use. */
export class FixedRate {
	/** By rate: how many wait with it, and until when (ticks) it is in use after that. */
	private readonly uses = new Map<number, { waiting: number; until: number }>();

	/** When the last turn was, or was due (ticks). */
	private last = -Infinity;

	/** When the next request may begin (ticks). */
	get dueAt(): number {
		return this.last + this.intervalMs;
	}

	/** A request with this rate waits. The function that is returned ends that: its turn begins, or it has none. */
	use(rate: number): (isTurn?: boolean) => void {
		if (!rate) return () => {};
		const use = this.uses.get(rate) ?? { waiting: 0, until: 0 };
		this.uses.set(rate, use);
		use.waiting++;
		return (isTurn) => {
			use.waiting--;
			if (isTurn) use.until = ticks() + Math.max(SECOND_MS, SECOND_MS / rate);
		};
	}

	/** A turn begins. */
	take(): void {
		const now = ticks();
		const { intervalMs } = this;
		const next = this.last + intervalMs;
		// A turn that is a little late is caught up on.
		this.last = intervalMs > 0 && now - next < intervalMs ? next : now;
	}

	private get intervalMs(): number {
		const now = ticks();
		for (const [rate, { waiting, until }] of this.uses) {
			if (waiting === 0 && until <= now) this.uses.delete(rate);
		}
		return this.uses.size === 0 ? 0 : SECOND_MS / Math.min(...this.uses.keys());
	}
}
