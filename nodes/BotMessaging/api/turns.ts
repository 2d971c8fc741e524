import { settle, ticks } from './basics';
import { AnswerError } from './errors';
import { FixedRate, Limiter, type Waiting } from './limiters';
import { type Effect, Stop } from './retry';

/** A request as the pace sees it, through all its repeats. */
export interface Paced extends Pick<Waiting, 'longestWaitMs'> {
	effect: Effect;
	/** Whose turn it is: the same for all requests of an execution. */
	party: object;
	/** `low`: all other requests of this bot come first. */
	priority: 'normal' | 'low';
	/** When it first came (ticks). */
	cameAt: number;
	/** How often the server has refused it because of the rate. */
	refusals: number;
}

/** Ends a turn. */
type Ended = () => void;

interface Waiter extends Paced, Waiting {
	/** It waits no longer. */
	leave: () => void;
	/** Set when its turn has come, or when there will be none. */
	outcome?: { end: Ended } | { error: AnswerError };
	tell?: () => void;
}

/** A request waits at most this long for those of a higher priority, which may never stop. */
const LONGEST_MS = 10_000;

/** What waits, in the order of its turns: parties take turns, each with its own requests in their order. */
class Row {
	private readonly parties = new Map<object, Waiter[]>();

	get first(): Waiter | undefined {
		const [waiters] = this.parties.values();
		return waiters?.[0];
	}

	get all(): Waiter[] {
		return [...this.parties.values()].flat();
	}

	/** Requests that were refused come first, in the order in which they came: a chat keeps its order. */
	add(waiter: Waiter): void {
		const { party, refusals, cameAt } = waiter;
		const waiters = this.parties.get(party) ?? [];
		if (refusals === 0) {
			this.parties.set(party, [...waiters, waiter]);
			return;
		}
		const isBefore = (other?: Waiter) => other && other.refusals > 0 && other.cameAt <= cameAt;
		const others = [...this.parties].filter(([other]) => other !== party);
		const before = others.filter(([, [first]]) => isBefore(first));
		const behind = others.filter((other) => !before.includes(other));
		const place = waiters.filter(isBefore).length;
		const own = [...waiters.slice(0, place), waiter, ...waiters.slice(place)];
		this.parties.clear();
		for (const entry of [...before, [party, own] as const, ...behind]) this.parties.set(...entry);
	}

	/** Removes the first one, and puts its party behind all others. */
	shift(): void {
		const [entry] = this.parties;
		if (!entry) return;
		const [party, waiters] = entry;
		this.parties.delete(party);
		waiters.shift();
		if (waiters.length > 0) this.parties.set(party, waiters);
	}

	remove(waiter: Waiter): void {
		const waiters = this.parties.get(waiter.party)?.filter((other) => other !== waiter) ?? [];
		if (waiters.length > 0) this.parties.set(waiter.party, waiters);
		else this.parties.delete(waiter.party);
	}
}

const tooMany = (ms: number) => new AnswerError(429, 'Too Many Requests', ms / 1000);

/** Who is next, of all requests of this process that wait for a bot or for one of its chats. */
export class Turns {
	private readonly limiters = new Map<Effect, Limiter>();

	private readonly fixed = new FixedRate();

	/** By effect and priority; the row that was served last comes last. */
	private readonly rows = new Map<string, Row>();

	/** Requests of normal priority that are under way. */
	private underWay = 0;

	/** The pause between two turns, while something waits. */
	private pause?: Stop;

	constructor(private readonly kind: 'bot' | 'chat') {}

	/** Servers limit messages more than other actions. */
	limiterOf(effect: Effect): Limiter {
		const limiter = this.limiters.get(effect) ?? new Limiter(this.kind);
		this.limiters.set(effect, limiter);
		return limiter;
	}

	/**
	 * Returns the function that has to end the turn of a request; a promise of it if it has to wait for its
	 * turn. Throws or rejects as `Stop.wait` does, and with AnswerError if the server asks for a longer wait than the request allows, or takes nothing.
	 *
	 * @param most how many requests of this effect may be under way in any case
	 * @param rate requests a second, as the user set it; 0: not set
	 */
	next(request: Paced, most: number, rate: number, stop: Stop): Ended | Promise<Ended> {
		stop.check();
		this.checkWait(request);
		const leave = this.fixed.use(rate);
		const waiter: Waiter = { ...request, most, since: ticks(), leave };
		const row = this.rowOf(waiter);
		const isDue = !row.first && this.dueAt(waiter) <= ticks();
		return isDue ? this.begin(waiter) : this.wait(waiter, row, stop);
	}

	private async wait(waiter: Waiter, row: Row, stop: Stop): Promise<Ended> {
		row.add(waiter);
		const turn = new Promise<void>((resolve) => (waiter.tell = resolve));
		this.wake();
		await stop.sooner(async () => await turn);
		const { outcome } = waiter;
		if (outcome && 'error' in outcome) throw outcome.error;
		if (outcome && !stop.isStopped) return outcome.end;
		row.remove(waiter);
		waiter.leave();
		outcome?.end();
		this.wake();
		throw stop.error;
	}

	/** Throws if a wait that the server asked for is longer than the request allows, or of no use. */
	checkWait({ effect, longestWaitMs }: Pick<Paced, 'effect' | 'longestWaitMs'>): void {
		const { closedMs, isHopeless } = this.limiterOf(effect);
		if (closedMs > (isHopeless ? 0 : longestWaitMs)) throw tooMany(closedMs);
	}

	/** Ends what waits, and for which `checkWait` throws. */
	endTooLong(effect: Effect): void {
		const { closedMs, isHopeless } = this.limiterOf(effect);
		const isTooLong = ({ longestWaitMs }: Waiter) => closedMs > (isHopeless ? 0 : longestWaitMs);
		this.end(effect, (waiter) => (isTooLong(waiter) ? tooMany(closedMs) : undefined));
	}

	/** Ends what waits with this effect and gets an error. */
	end(effect: Effect, errorOf: (waiter: Waiter) => AnswerError | undefined): void {
		for (const row of [...this.rows.values()]) {
			for (const waiter of row.all) {
				const error = waiter.effect === effect ? errorOf(waiter) : undefined;
				if (!error) continue;
				row.remove(waiter);
				waiter.leave();
				waiter.outcome = { error };
				waiter.tell?.();
			}
		}
		this.wake();
	}

	private rowOf({ effect, priority }: Paced): Row {
		const key = `${effect} ${priority}`;
		const row = this.rows.get(key) ?? new Row();
		this.rows.set(key, row);
		return row;
	}

	/** When it may begin (ticks), if it is the first of its row. */
	private dueAt(waiter: Waiter): number {
		const { effect, priority, since } = waiter;
		const due = Math.max(this.fixed.dueAt, this.limiterOf(effect).dueAt(waiter));
		return priority === 'low' && this.hasOthers ? Math.max(due, since + LONGEST_MS) : due;
	}

	/** Whether requests of normal priority wait or are under way. */
	private get hasOthers(): boolean {
		const isWaiting = ([key, row]: [string, Row]) =>
			!key.endsWith('low') && row.first !== undefined;
		return this.underWay > 0 || [...this.rows].some(isWaiting);
	}

	private begin({ effect, priority, leave }: Waiter): Ended {
		const end = this.limiterOf(effect).take();
		this.fixed.take();
		leave();
		const isNormal = priority === 'normal';
		if (isNormal) this.underWay++;
		return () => {
			end();
			if (isNormal) this.underWay--;
			this.wake();
		};
	}

	/** Begins what may begin. Returns when the next is due (ticks); `undefined` if nothing waits. */
	private serve(): number | undefined {
		let next: number | undefined;
		for (const [key, row] of this.rows) {
			const { first } = row;
			const due = first ? this.dueAt(first) : Infinity;
			if (!first) this.rows.delete(key);
			else if (due > ticks()) next = Math.min(next ?? Infinity, due);
			else {
				row.shift();
				// It is the last of the rows now, and gets its next turn in this loop.
				this.rows.delete(key);
				this.rows.set(key, row);
				first.outcome = { end: this.begin(first) };
				first.tell?.();
			}
		}
		return next;
	}

	/** Something has changed, or waits: serves all that may begin, from now on until nothing waits. */
	private wake(): void {
		if (this.pause) this.pause.call();
		else if (this.rows.size > 0) void this.serveAll();
	}

	private async serveAll(): Promise<void> {
		for (let due = this.serve(); due !== undefined; due = this.serve()) {
			this.pause = new Stop();
			await settle(this.pause.wait(Math.ceil(due - ticks())));
		}
		this.pause = undefined;
	}
}
