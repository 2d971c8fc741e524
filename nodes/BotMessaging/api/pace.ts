import { sleep } from 'n8n-workflow';

import { settle } from './settle';
import type { Stop } from './stop';

const WINDOW_MS = 1000;
/** How much of a limit to begin with when it is first met, and how much of the pace a refusal leaves. */
const BELOW_LIMIT = 0.95;
const AFTER_REFUSAL = 0.93;
/** A pace of which less than this was taken is not lowered step by step, but to what was taken. */
const FAR_ABOVE = 0.7;
/** How much faster per second it gets while nothing is refused; more so the longer that lasts. */
const FASTER_PER_SECOND = 0.01;
const FASTER_EVERY_MS = 10_000;
/** While it still looks for the limit: where it begins at least, how many times as fast per second. */
const SEEKING_FROM = 20;
const SEEKING_PER_SECOND = 10;
/** Where nothing was accepted for so long, a slower pace does not help; so many a second still try. */
const HOPELESS_AFTER_MS = 5000;
const HOPELESS_RATE = 5;
/** What was found out about a limit is of no use any more after so long. */
const FORGET_MS = 60_000;

/** Requests that begin in one turn of the event loop at most. */
const TOGETHER = 2;

/**
 * How fast requests follow each other. With a fixed rate, evenly. Without one, as fast as they come
 * until the server refuses one for the rate; then just below what it took in the last second,
 * slower at once with each refusal and faster again step by step. What was taken until the first
 * refusal may be far from the limit, so it begins with larger steps.
 */
export class Pace {
	/** Requests a second. */
	private rate: number;

	private readonly isFixed: boolean;

	/** When the last turn was, or was due. */
	private last = -Infinity;

	private holdUntil = -Infinity;

	private slowedAt = -Infinity;

	private begun = 0;

	private isSeeking = false;

	private sped = 0;

	/** What was before it last slowed down. */
	private before?: { rate: number; isSeeking: boolean };

	private turns: Promise<void> = Promise.resolve();

	private readonly waiting: Array<() => void> = [];

	private readonly repeats: Array<() => void> = [];

	private isServing = false;

	/** When the first request was refused after the last one that was accepted. */
	private refusedSince?: number;

	/** Whether nothing was accepted through all repeats of a request. */
	isHopeless = false;

	/**
	 * @param fixedRate requests a second; 0: as fast as the server lets
	 * @param floor the slowest pace that refusals lead to, in requests a second
	 * @param accepted when requests of the last second were accepted
	 */
	constructor(
		fixedRate: number,
		private readonly floor: number,
		private readonly accepted: number[] = [],
	) {
		this.isFixed = fixedRate > 0;
		this.rate = this.isFixed ? fixedRate : Infinity;
	}

	/** Whether refusals have told a limit, and it is not looked for in large steps any more. */
	get isSettled(): boolean {
		return this.rate < Infinity && !this.isSeeking;
	}

	/** Whether it has slowed down after that time (ms). */
	hasSlowedSince(time: number): boolean {
		return time < this.slowedAt;
	}

	/** Whether nothing was accepted since a request was refused. */
	get isRefused(): boolean {
		return this.refusedSince !== undefined;
	}

	/** Whether a new pace would be as good. */
	isIdle(now: number): boolean {
		const used = Math.max(this.last, this.slowedAt);
		return used > -Infinity && now - used >= (this.isFixed ? 1000 / this.rate : FORGET_MS);
	}

	/** Resolves when a request may begin, in the order of the calls, but first those sent again. */
	async turn(stop: Stop, isRepeat = false): Promise<void> {
		if (this.rate === Infinity) return await this.apart();
		const turn = new Promise<void>((resolve) => {
			(isRepeat ? this.repeats : this.waiting).push(resolve);
		});
		// It serves all that wait, and its caller waits for their own turn alone.
		if (!this.isServing) void this.serve(stop);
		await turn;
		stop.check();
	}

	/** Tells that the server took a request. */
	took(): void {
		const now = Date.now();
		this.refusedSince = undefined;
		if (this.isHopeless) this.isSeeking = true;
		this.isHopeless = false;
		if (this.isFixed) return;
		this.accepted.push(now);
		while (this.accepted[0] <= now - WINDOW_MS) this.accepted.shift();
		if (this.rate === Infinity) return;
		const seconds = (now - this.sped) / 1000;
		const eagerness = 1 + (now - this.slowedAt) / FASTER_EVERY_MS;
		// A pause, such as the one after a refusal, is no time in which all went well.
		this.rate *= this.isSeeking
			? SEEKING_PER_SECOND ** Math.min(seconds, 1 / this.rate)
			: 1 + FASTER_PER_SECOND * eagerness * seconds;
		this.sped = now;
	}

	/**
	 * Tells that the server refused a request for the rate.
	 * @param begunAt when the request began (ms)
	 * @param slows whether this pace was the reason
	 */
	refused(begunAt: number, slows = true): void {
		const now = Date.now();
		this.refusedSince ??= now;
		// Requests that were under way when the pace slowed say nothing about the new pace.
		if (!slows || this.isFixed || this.isHopeless || this.hasSlowedSince(begunAt)) return;
		const inWindow = this.accepted.filter((at) => at > now - WINDOW_MS);
		const taken = inWindow.length;
		this.before = { rate: this.rate, isSeeking: this.isSeeking };
		this.rate = Math.max(this.floor, this.slower(taken));
		this.slowedAt = now;
		this.sped = now;
		// The server's window is full: it has place again when its oldest request leaves it.
		if (taken > 0) this.holdUntil = inWindow[0] + WINDOW_MS;
	}

	/** Takes the last slowing down back: this pace was not the reason. */
	forgive(): void {
		if (!this.before) return;
		({ rate: this.rate, isSeeking: this.isSeeking } = this.before);
		this.before = undefined;
		this.holdUntil = -Infinity;
	}

	/** Tells that a request was refused through all of its repeats. */
	gaveUp(): void {
		if (this.refusedSince === undefined || this.isHopeless) return;
		this.isHopeless = Date.now() - this.refusedSince >= HOPELESS_AFTER_MS;
		if (this.isHopeless && !this.isFixed) this.rate = Math.max(this.rate, HOPELESS_RATE);
	}

	/** The next lower rate, where so many requests were taken in the last second. */
	private slower(taken: number): number {
		if (this.rate === Infinity) {
			this.isSeeking = true;
			return Math.max(SEEKING_FROM, taken * BELOW_LIMIT);
		}
		const limit = Math.max(1, taken);
		const isFar = this.isSeeking || limit < this.rate * FAR_ABOVE;
		this.isSeeking &&= taken === 0;
		return isFar ? Math.min(this.rate * AFTER_REFUSAL, limit) : this.rate * AFTER_REFUSAL;
	}

	/**
	 * As fast as they come, but few in one turn of the event loop: requests that begin together are
	 * answered together, and while n8n is busy with ten answers it connects none of the next ones.
	 */
	private async apart(): Promise<void> {
		const turn = this.turns;
		this.begun++;
		if (this.begun % TOGETHER === 0) this.turns = turn.then(async () => await sleep(0));
		await turn;
	}

	private async serve(stop: Stop): Promise<void> {
		this.isServing = true;
		while (this.repeats.length + this.waiting.length > 0) {
			await settle(this.untilDue(stop));
			(this.repeats.shift() ?? this.waiting.shift())?.();
		}
		this.isServing = false;
	}

	private async untilDue(stop: Stop): Promise<void> {
		const due = () => Math.max(this.last + 1000 / this.rate, this.holdUntil);
		for (let left = due() - Date.now(); left > 0; left = due() - Date.now()) {
			await stop.wait(left);
		}
		// A turn that is late by less than one interval does not put the next ones off.
		const now = Date.now();
		this.last = now - due() < 1000 / this.rate ? due() : now;
	}
}
