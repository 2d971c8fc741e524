import { sleep } from 'n8n-workflow';

import { settle } from './settle';
import type { Stop } from './stop';

/** If nothing was accepted for this long, a slower pace does not help. */
const HOPELESS_AFTER_MS = 5000;

/** How many requests begin in one turn of the event loop at most. */
const TOGETHER = 2;

/** A request that waits for its turn, and what ends its execution before that. */
interface Waiting {
	stop: Stop;
	begin: () => void;
}

/** When the requests of a bot or of a chat may begin, and whether the server still accepts any. */
export abstract class Pace {
	/** When it last slowed down (ms). */
	slowedAt = -Infinity;

	/** When the last turn was, or was due (ms). */
	private last = -Infinity;

	/** No request begins before this time (ms). */
	protected holdUntil = -Infinity;

	private begun = 0;

	private turns: Promise<void> = Promise.resolve();

	private waiting: Waiting[] = [];

	private repeats: Waiting[] = [];

	private isServing = false;

	/** When the first request was refused after the last one that was accepted (ms). */
	private refusedSince?: number;

	/** Whether nothing was accepted through all repeats of a request. */
	isHopeless = false;

	/**
	 * @param rate requests a second; Infinity: as fast as they come
	 * @param forgetMs after how long without use a new pace would be as good
	 */
	constructor(
		protected rate: number,
		private readonly forgetMs: number,
	) {}

	/** Slows down because of a refused request, which began at this time (ms). */
	abstract slow(begunAt: number): void;

	/** Undoes the last slowdown: this pace was not the reason for the refusal. */
	abstract forgive(): void;

	/** Whether the limit is known. */
	get isSettled(): boolean {
		return this.rate < Infinity;
	}

	/** Whether it can be thrown away at this time (ms). */
	isIdle(now: number): boolean {
		const usedAt = Math.max(this.last, this.slowedAt);
		return usedAt > -Infinity && now - usedAt >= this.forgetMs;
	}

	/** Whether nothing was accepted since a request was refused. */
	get isRefused(): boolean {
		return this.refusedSince !== undefined;
	}

	/** Resolves when a request may begin: in the order of the calls, but repeats come first. */
	async turn(stop: Stop, isRepeat = false): Promise<void> {
		if (this.rate === Infinity) return await this.apart();
		stop.check();
		const turn = new Promise<void>((begin) => {
			(isRepeat ? this.repeats : this.waiting).push({ stop, begin });
		});
		// It serves everybody who waits, while its caller waits only for its own turn.
		if (!this.isServing) void this.serve();
		await turn;
		stop.check();
	}

	/** Leaves out a turn: somebody else has taken it. */
	leaveOut(): void {
		const now = Date.now();
		this.last = Math.max(this.last, now - this.mayBeLate) + 1000 / this.rate;
		this.note?.(now);
	}

	/** The server took a request. */
	took(): void {
		this.refusedSince = undefined;
		this.isHopeless = false;
	}

	/** The server refused a request for the rate. */
	refused(): void {
		this.refusedSince ??= Date.now();
	}

	/** A request was refused through all of its repeats. */
	gaveUp(): void {
		const { refusedSince = Infinity } = this;
		this.isHopeless ||= Date.now() - refusedSince >= HOPELESS_AFTER_MS;
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

	/** A turn begins at this time (ms). */
	protected note?(now: number): void;

	/** When the next turn is due (ms). */
	protected due(): number {
		return Math.max(this.last + 1000 / this.rate, this.holdUntil);
	}

	/** A turn that is late by less than this does not put the next ones off (ms). */
	protected get mayBeLate(): number {
		return 1000 / this.rate;
	}

	private get next(): Waiting | undefined {
		return this.repeats[0] ?? this.waiting[0];
	}

	private async serve(): Promise<void> {
		this.isServing = true;
		for (let { next } = this; next; { next } = this) {
			const { error } = await settle(this.untilDue(next.stop));
			if (error === undefined) (this.repeats.shift() ?? this.waiting.shift())?.begin();
			else this.endStopped();
		}
		this.isServing = false;
	}

	/** Resolves when the next turn is due. Throws as `Stop.wait` does. */
	private async untilDue(stop: Stop): Promise<void> {
		for (let left = this.due() - Date.now(); left > 0; left = this.due() - Date.now()) {
			await stop.wait(left);
		}
		stop.check();
		const now = Date.now();
		const due = this.due();
		this.last = now - due < this.mayBeLate ? due : now;
		this.note?.(now);
	}

	/** Whose execution has been stopped needs no turn any more, whatever others wait for. */
	private endStopped(): void {
		for (const { stop, begin } of [...this.repeats, ...this.waiting]) if (stop.isStopped) begin();
		const isLeft = ({ stop }: Waiting) => !stop.isStopped;
		this.repeats = this.repeats.filter(isLeft);
		this.waiting = this.waiting.filter(isLeft);
	}
}

/** The pace that the user asked for: even, whatever the server says. */
export class FixedPace extends Pace {
	constructor(rate: number) {
		super(rate, 1000 / rate);
	}

	slow(): void {}

	forgive(): void {}
}
