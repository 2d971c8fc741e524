import { sleep } from 'n8n-workflow';

import { wait } from './retry';

const WINDOW_MS = 1000;
/** How much of a limit to begin with when it is first met, and how much of the pace a refusal leaves. */
const BELOW_LIMIT = 0.95;
const AFTER_REFUSAL = 0.93;
/** How much faster per second it gets while nothing is refused; more so the longer that lasts. */
const FASTER_PER_SECOND = 0.01;
const FASTER_EVERY_MS = 10_000;
/** How many times as fast per second while it still looks for the limit. */
const SEEKING_PER_SECOND = 2;

/** Requests that begin in one turn of the event loop at most. */
const TOGETHER = 2;

/**
 * How fast requests follow each other. With a fixed rate, evenly. Without one, as fast as they come
 * until the server refuses one for the rate; then just below what it took in the last second,
 * slower at once with each refusal and faster again step by step. Where the first refusal comes
 * before anything is known of the limit, it looks for that in larger steps.
 */
export class Pace {
	/** Requests a second. */
	private rate: number;

	private readonly isFixed: boolean;

	/** When the last turn was, or was due. */
	private last = 0;

	private holdUntil = 0;

	private slowedAt = 0;

	private begun = 0;

	private isSeeking = false;

	private sped = 0;

	private turns: Promise<void> = Promise.resolve();

	/** When the requests of the last second were accepted. */
	private accepted: number[] = [];

	/** @param fixedRate requests a second; 0: as fast as the server lets */
	constructor(fixedRate: number) {
		this.isFixed = fixedRate > 0;
		this.rate = this.isFixed ? fixedRate : Infinity;
	}

	/** Resolves when a request may begin, in the order of the calls. */
	async turn(method: string, signal?: AbortSignal): Promise<void> {
		if (this.rate === Infinity) return await this.apart();
		const turn = this.turns.then(async () => await this.next(method, signal));
		this.turns = turn.catch(() => {});
		await turn;
	}

	/** Tells that the server took a request. */
	took(): void {
		if (this.isFixed) return;
		const now = Date.now();
		this.accepted.push(now);
		while (this.accepted[0] <= now - WINDOW_MS) this.accepted.shift();
		if (this.rate === Infinity) return;
		const seconds = (now - this.sped) / 1000;
		const eagerness = 1 + (now - this.slowedAt) / FASTER_EVERY_MS;
		this.rate *= this.isSeeking
			? SEEKING_PER_SECOND ** seconds
			: 1 + FASTER_PER_SECOND * eagerness * seconds;
		this.sped = now;
	}

	/** Tells that the server refused a request for the rate; `begunAt` is when it began (ms). */
	refused(begunAt: number): void {
		// Requests that were under way when the pace slowed say nothing about the new pace.
		if (this.isFixed || begunAt < this.slowedAt) return;
		const now = Date.now();
		const inWindow = this.accepted.filter((at) => at > now - WINDOW_MS);
		const taken = Math.max(1, inWindow.length);
		this.isSeeking = this.rate === Infinity ? taken === 1 : this.isSeeking && inWindow.length === 0;
		this.rate =
			this.rate === Infinity ? taken * BELOW_LIMIT : Math.min(this.rate * AFTER_REFUSAL, taken);
		this.slowedAt = now;
		this.sped = now;
		// The server's window is full: it has place again when its oldest request leaves it.
		if (inWindow.length > 0) this.holdUntil = inWindow[0] + WINDOW_MS;
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

	private async next(method: string, signal?: AbortSignal): Promise<void> {
		for (;;) {
			const due = Math.max(this.last + 1000 / this.rate, this.holdUntil);
			const left = due - Date.now();
			if (left > 0) {
				await wait(Math.min(left, WINDOW_MS / 20), method, signal);
				continue;
			}
			// A turn that is late by less than one interval does not put the next ones off.
			this.last = Math.max(due, Date.now() - 1000 / this.rate);
			return;
		}
	}
}
