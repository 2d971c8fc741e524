import { ticks } from '../../api/clock';

/** n8n waits for its database for 20 seconds at most: what it has not refused by then is stored. */
const STORED_AFTER_MS = 30_000;
/** This many executions that began later and have ended prove the same. */
const STORED_AFTER_OTHERS = 50;
/** An execution that this many later ones have overtaken has ended, and n8n will never say so, ... */
const LOST_AFTER_OTHERS = 200;
/** ... if it also takes this many times longer than the longest recent one. */
const LOST_AFTER_TIMES = 5;
/**
 * It may also have been cut off, which n8n reports 80 to 105 seconds after a worker was killed. Its
 * chat waits for that, so that what runs again does not come too late; or for so many later ones,
 * because a chat must not be blocked for long if many go by.
 */
const CUT_OFF_WITHIN_MS = 115_000;
const NOT_CUT_OFF_AFTER_OTHERS = 450;
/** How fast the longest recent one is forgotten: to a third in 1,000 executions. */
const FADING = 0.999;

/** Hears about an execution; each of these once. */
export interface Watcher {
	/** n8n has surely stored it: it knows its key from now on. */
	onStored(): void;
	/** It has most likely ended: it must not keep others out any longer, except those of its chat. */
	onLost(): void;
	/** It must not hold anything up any longer, although n8n has not reported its end. */
	onOverdue(): void;
	/** Its time is over: n8n may not have begun it, and may never say so. */
	onSilence(): void;
}

/** An execution that n8n was given and whose end it has not reported. */
interface Open {
	watcher: Watcher;
	mostMs: number;
	order: number;
	begunAt: number;
	/** Executions that began later and have ended. */
	overtakenBy: number;
	isStored: boolean;
	isLost: boolean;
	isOverdue: boolean;
}

/**
 * The executions whose end n8n has not reported. It may never report it: in queue mode a short one can
 * end before n8n listens for its end, and one that another main process stopped is not reported. So
 * time and the other executions say when one is stored, and when it must not hold up the rest.
 */
export class OpenExecutions {
	private readonly open = new Set<Open>();

	private begun = 0;
	private longestMs = 0;

	/**
	 * Notes that n8n was given an execution. Returns what to call when n8n has reported what became of
	 * it, and whether that was an end.
	 *
	 * @param mostMs milliseconds for which it may hold its slot and its chat
	 */
	begin(mostMs: number, watcher: Watcher): (isEnd: boolean) => void {
		const execution: Open = {
			watcher,
			mostMs,
			order: this.begun++,
			begunAt: ticks(),
			overtakenBy: 0,
			isStored: false,
			isLost: false,
			isOverdue: false,
		};
		this.open.add(execution);
		return (isEnd) => this.settle(execution, isEnd);
	}

	private settle(ended: Open, isEnd: boolean): void {
		if (!this.open.delete(ended) || !isEnd) return;
		const ms = ticks() - ended.begunAt;
		this.longestMs = Math.max(ms, this.longestMs * FADING);
		for (const execution of this.open) {
			if (execution.order > ended.order) continue;
			execution.overtakenBy++;
			this.checkOne(execution);
		}
	}

	private checkOne(execution: Open): void {
		const { begunAt, mostMs, overtakenBy, watcher } = execution;
		const ms = ticks() - begunAt;
		if (!execution.isStored && (ms >= STORED_AFTER_MS || overtakenBy >= STORED_AFTER_OTHERS)) {
			execution.isStored = true;
			watcher.onStored();
		}
		const seemsLost = overtakenBy >= LOST_AFTER_OTHERS && ms > LOST_AFTER_TIMES * this.longestMs;
		if (!execution.isLost && seemsLost) {
			execution.isLost = true;
			watcher.onLost();
		}
		const isOver = ms >= mostMs;
		const isOverdue =
			execution.isLost && (ms >= CUT_OFF_WITHIN_MS || overtakenBy >= NOT_CUT_OFF_AFTER_OTHERS);
		if (!execution.isOverdue && (isOver || isOverdue)) {
			execution.isOverdue = true;
			watcher.onOverdue();
		}
		if (!isOver) return;
		this.open.delete(execution);
		watcher.onSilence();
	}

	/** Looks for executions that are stored or overdue by now; to be called once in a while. */
	check(): void {
		for (const execution of [...this.open]) this.checkOne(execution);
	}
}
