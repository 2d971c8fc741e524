import { Pace } from './pace';

const WINDOW_MS = 1000;
/** The share of a limit to start with when it is first met, and the share of the pace left by a refusal. */
const BELOW_LIMIT = 0.95;
const AFTER_REFUSAL = 0.96;
/** A pace that was used by less than this share drops to what was used, not step by step. */
const FAR_ABOVE = 0.7;
/** How much faster per second it gets while nothing is refused; more so the longer that lasts. */
const FASTER_PER_SECOND = 0.01;
const FASTER_EVERY_MS = 10_000;
/** So near to the pace that was refused last, it gets faster by this share only: each refusal costs time. */
const NEAR_LIMIT = 0.98;
const FASTER_NEAR_LIMIT = 0.02;
/** While it still looks for the limit: its slowest start, and how many times as fast per second. */
const SEEKING_FROM = 20;
const SEEKING_PER_SECOND = 10;
/** How many a second still try if the server accepts nothing. */
const HOPELESS_RATE = 5;
/** After this long, what was learned about a limit is of no use any more. */
const FORGET_MS = 60_000;

/**
 * The pace that the server's refusals teach: as fast as requests come until one is refused for the
 * rate; then just below what the server took in the last second, slower at once with each refusal and
 * faster again step by step. What was taken until the first refusal may be far from the limit, so it
 * begins with larger steps.
 */
export class AdaptivePace extends Pace {
	private spedAt = 0;

	private isSeeking = false;

	/** The pace at which a request was refused last. */
	private tooFast = Infinity;

	/** When the turns of the last second were, with those that others have taken (ms). */
	private readonly turnsAt: number[] = [];

	/** What was before it last slowed down. */
	private before?: { rate: number; isSeeking: boolean; tooFast: number };

	/**
	 * @param floor the slowest pace that refusals lead to, in requests a second
	 * @param accepted when requests of the last second were accepted (ms)
	 */
	constructor(
		private readonly floor: number,
		private readonly accepted: number[] = [],
	) {
		super(Infinity, FORGET_MS);
	}

	override get isSettled(): boolean {
		return super.isSettled && !this.isSeeking;
	}

	override took(): void {
		const now = Date.now();
		this.isSeeking ||= this.isHopeless;
		super.took();
		this.accepted.push(now);
		while ((this.accepted[0] ?? now) <= now - WINDOW_MS) this.accepted.shift();
		if (this.rate < Infinity) this.speedUp(now);
	}

	slow(begunAt: number): void {
		// Requests that were under way when the pace slowed say nothing about the new pace.
		if (this.isHopeless || begunAt < this.slowedAt) return;
		const now = Date.now();
		const recent = this.accepted.filter((at) => at > now - WINDOW_MS);
		const [oldest] = recent;
		const { rate, isSeeking, tooFast } = this;
		this.before = { rate, isSeeking, tooFast };
		this.rate = Math.max(this.floor, this.lowered(recent.length));
		this.isSeeking = rate === Infinity || (isSeeking && recent.length === 0);
		this.slowedAt = this.spedAt = now;
		// The server's window is full: it has room again when its oldest request leaves it.
		if (oldest !== undefined) this.holdUntil = oldest + WINDOW_MS;
	}

	forgive(): void {
		if (!this.before) return;
		({ rate: this.rate, isSeeking: this.isSeeking, tooFast: this.tooFast } = this.before);
		this.before = undefined;
		this.holdUntil = -Infinity;
	}

	override gaveUp(): void {
		super.gaveUp();
		if (this.isHopeless) this.rate = Math.max(this.rate, HOPELESS_RATE);
	}

	protected override note(now: number): void {
		this.turnsAt.push(now);
		while ((this.turnsAt[0] ?? now) <= now - WINDOW_MS) this.turnsAt.shift();
	}

	/** What could not begin in time is caught up on, but not above the pace within a second. */
	protected override due(): number {
		const before = this.turnsAt.at(-Math.ceil(this.rate)) ?? -Infinity;
		return Math.max(super.due(), before + WINDOW_MS);
	}

	protected override get mayBeLate(): number {
		return Math.max(super.mayBeLate, WINDOW_MS);
	}

	private speedUp(now: number): void {
		const seconds = (now - this.spedAt) / 1000;
		const eagerness = 1 + (now - this.slowedAt) / FASTER_EVERY_MS;
		// A pause, such as the one after a refusal, does not count as time in which all went well.
		this.rate *= this.isSeeking
			? SEEKING_PER_SECOND ** Math.min(seconds, 1 / this.rate)
			: 1 + FASTER_PER_SECOND * eagerness * seconds * this.caution;
		this.spedAt = now;
	}

	private get caution(): number {
		const share = this.rate / this.tooFast;
		return share > NEAR_LIMIT && share < 1 / NEAR_LIMIT ? FASTER_NEAR_LIMIT : 1;
	}

	/** The next lower rate, if this many requests were taken in the last second. */
	private lowered(taken: number): number {
		this.tooFast = this.rate;
		if (this.rate === Infinity) return Math.max(SEEKING_FROM, taken * BELOW_LIMIT);
		const limit = Math.max(1, taken);
		if (this.isSeeking || limit < this.rate * FAR_ABOVE) {
			return Math.min(this.rate * AFTER_REFUSAL, limit);
		}
		this.tooFast = Math.min(this.rate, limit);
		return Math.min(this.rate * AFTER_REFUSAL, limit * NEAR_LIMIT);
	}
}
