import { settle, ticks } from './basics';
import { AnswerError } from './errors';
import { FixedRate, Limiter, type PaceTurn, type Waiting } from './limiters';
import { type Effect, type RetryOptions, Stop } from './retry';

export interface PaceOptions extends RetryOptions {
	/** Concurrent requests of an execution. */
	parallel: number;
	/** Requests a second, for the bot and for one chat; 0: as fast as the server lets. */
	ratePerBot: number;
	ratePerChat: number;
	/** `low`: all other requests of this bot come first. */
	priority: 'normal' | 'low';
}

/** For users who never open the options. */
export const DEFAULT_PACE: PaceOptions = {
	parallel: 10,
	ratePerBot: 0,
	ratePerChat: 0,
	retries: 5,
	longestWaitMs: 60_000,
	priority: 'normal',
};

/** A request as the pace sees it, through all its repeats. */
export interface Paced {
	effect: Effect;
	/** Whose turn it is: the same for all requests of an execution. */
	party: object;
	options: PaceOptions;
	/** When it first came (ticks). */
	cameAt: number;
	/** How often the server has refused it because of the rate. */
	refusals: number;
}

interface Waiter extends Waiting {
	request: Paced;
	/** When it began to wait (ticks). */
	since: number;
	/** It waits no longer. */
	leave: (isTurn?: boolean) => void;
	/** Set when its turn has come, or when there will be none. */
	outcome?: { turn: PaceTurn } | { error: AnswerError };
	tell?: () => void;
}

/** A request waits at most this long for those of a higher priority, which may never stop. */
const LONGEST_MS = 10_000;

/** For this long, parties take turns while the server takes nothing; then any is next. */
const IN_ORDER_MS = 10_000;

/** Puts it before the first one that is later. */
function insert<T>(all: T[], one: T, isLater: (other: T) => unknown): void {
	const index = all.findIndex(isLater);
	all.splice(index < 0 ? all.length : index, 0, one);
}

/** What waits, in the order of its turns: parties take turns, each with its own requests in their order. */
class Row {
	private parties = new Map<object, Waiter[]>();

	get first(): Waiter | undefined {
		const [waiters] = this.parties.values();
		return waiters?.[0];
	}

	/** The first one that was not refused yet, of any party or of the first that has one. */
	fresh(isAny: boolean): Waiter | undefined {
		let skipped = isAny ? Math.floor(Math.random() * this.parties.size) : 0;
		let found: Waiter | undefined;
		for (const waiters of this.parties.values()) {
			found = waiters.find(({ request }) => request.refusals === 0) ?? found;
			if (found && skipped <= 0) return found;
			skipped--;
		}
		return found;
	}

	get all(): Waiter[] {
		return [...this.parties.values()].flat();
	}

	/** Requests that were refused come first, in the order in which they came: a chat keeps its order. */
	add(waiter: Waiter): void {
		const { party, refusals, cameAt } = waiter.request;
		const waiters = this.parties.get(party) ?? [];
		this.parties.set(party, waiters);
		if (refusals === 0) return void waiters.push(waiter);
		const isLater = ({ request }: Waiter) => !request.refusals || request.cameAt > cameAt;
		insert(waiters, waiter, isLater);
		this.parties.delete(party);
		const parties = [...this.parties];
		insert<[object, Waiter[]]>(parties, [party, waiters], ([, [first]]) => isLater(first!));
		this.parties = new Map(parties);
	}

	/** @param isTurn whether its party comes behind all others */
	remove(waiter: Waiter, isTurn = false): void {
		const { party } = waiter.request;
		const waiters = this.parties.get(party) ?? [];
		const index = waiters.indexOf(waiter);
		if (index >= 0) waiters.splice(index, 1);
		if (isTurn || waiters.length === 0) this.parties.delete(party);
		if (waiters.length > 0) this.parties.set(party, waiters);
	}
}

/** Requests of one effect and priority wait in one row. */
const rowOf = ({ effect, options }: Paced) => `${effect} ${options.priority}`;

/** Who is next, of all requests of this process that wait for a bot or for one of its chats. */
export class Turns {
	private readonly limiters = new Map<Effect, Limiter>();

	/** What the server counts together with messages. */
	private readonly together = new Set<Effect>();

	private readonly fixed = new FixedRate();

	/** By effect and priority; the row that was served last comes last. */
	private readonly rows = new Map<string, Row>();

	/** Requests of normal priority that are under way. */
	private underWay = 0;

	/** The pause until the next turn, while something waits, and its end (ticks). */
	private pause?: Stop;
	private pausedUntil = Infinity;

	constructor(private readonly kind: 'bot' | 'chat') {}

	/** Servers limit messages more than other actions, or all actions together. */
	limiterOf(effect: Effect): Limiter {
		const counted = this.countedAs(effect);
		const limiter = this.limiters.get(counted) ?? new Limiter(this.kind);
		this.limiters.set(counted, limiter);
		return limiter;
	}

	/** An action that is refused while a limit of messages is known counts with messages until that is forgotten. */
	countedAs(effect: Effect): Effect {
		return this.together.has(effect) && this.isLimited ? 'once' : effect;
	}

	/** The server refused it because of the rate. */
	noteRefusal(effect: Effect): void {
		if (this.isLimited) this.together.add(effect);
		else this.together.clear();
	}

	private get isLimited(): boolean {
		const { rate = Infinity } = this.limiters.get('once') ?? {};
		return rate < Infinity;
	}

	/**
	 * Returns the turn of a request, which has to end it; a promise of it if it has to wait for it. Throws or rejects as `Stop.wait` does, and with AnswerError if the server asks for a longer wait than the request allows, or takes nothing.
	 *
	 * @param most how many requests of this effect may be under way in any case
	 * @param rate requests a second, as the user set it; 0: not set
	 */
	next(request: Paced, most: number, rate: number, stop: Stop): PaceTurn | Promise<PaceTurn> {
		stop.check();
		this.checkWait(request);
		const leave = this.fixed.use(rate);
		const { cameAt, options } = request;
		const { longestWaitMs } = options;
		const waiter: Waiter = { request, most, cameAt, since: ticks(), longestWaitMs, leave };
		const row = this.rows.get(rowOf(request));
		const isDue = !row && this.dueAt(waiter) <= ticks();
		return isDue ? this.begin(waiter) : this.wait(waiter, stop);
	}

	private async wait(waiter: Waiter, stop: Stop): Promise<PaceTurn> {
		const key = rowOf(waiter.request);
		const row = this.rows.get(key) ?? new Row();
		this.rows.set(key, row);
		row.add(waiter);
		const turn = new Promise<void>((resolve) => (waiter.tell = resolve));
		this.wake();
		await stop.sooner(async () => await turn);
		const { outcome } = waiter;
		if (outcome && 'error' in outcome) throw outcome.error;
		if (outcome && !stop.isStopped) return outcome.turn;
		row.remove(waiter);
		waiter.leave();
		outcome?.turn.end();
		this.wake();
		throw stop.error;
	}

	/** Throws if a wait that the server asked for is longer than the request allows, or of no use. */
	checkWait(request: Paced): void {
		const error = this.tooLong(request);
		if (error) throw error;
	}

	/** Ends what waits, and for which `checkWait` throws. */
	endTooLong(effect: Effect): void {
		this.end(effect, ({ request }) => this.tooLong(request));
	}

	/** Whether a repeat would be refused again: for the bot, if the server took nothing for its longest wait. */
	isHopeless({ effect, options }: Paced): boolean {
		const { isHopeless, refusedSince } = this.limiterOf(effect);
		return this.kind === 'bot' ? ticks() - refusedSince >= 1.5 * options.longestWaitMs : isHopeless;
	}

	private tooLong(request: Paced): AnswerError | undefined {
		const { closedMs } = this.limiterOf(request.effect);
		const longestMs = this.kind === 'bot' ? Infinity : request.options.longestWaitMs;
		if (closedMs <= (this.isHopeless(request) ? 0 : longestMs)) return undefined;
		return new AnswerError(429, 'Too Many Requests', closedMs / 1000);
	}

	/** Ends what waits with this effect and gets an error. */
	end(effect: Effect, errorOf: (waiter: Waiter) => AnswerError | undefined): void {
		for (const row of [...this.rows.values()]) {
			for (const waiter of row.all) {
				const error = waiter.request.effect === effect ? errorOf(waiter) : undefined;
				if (!error) continue;
				row.remove(waiter);
				waiter.leave();
				waiter.outcome = { error };
				waiter.tell?.();
			}
		}
		this.wake();
	}

	/** When it may begin (ticks), if it is the first of its row. */
	private dueAt(waiter: Waiter): number {
		const { effect, options } = waiter.request;
		const due = Math.max(this.fixed.dueAt, this.limiterOf(effect).dueAt(waiter));
		const isHeld = options.priority === 'low' && this.hasOthers;
		return isHeld ? Math.max(due, waiter.since + LONGEST_MS) : due;
	}

	/** Whether requests of normal priority wait or are under way. */
	private get hasOthers(): boolean {
		const isWaiting = ([key, row]: [string, Row]) =>
			!key.endsWith('low') && row.first !== undefined;
		return this.underWay > 0 || [...this.rows].some(isWaiting);
	}

	private begin({ request, leave }: Waiter): PaceTurn {
		const turn = this.limiterOf(request.effect).take();
		const { end } = turn;
		this.fixed.take();
		leave(true);
		const isNormal = request.options.priority === 'normal';
		if (isNormal) this.underWay++;
		turn.end = () => {
			end();
			if (isNormal) this.underWay--;
			this.wake();
		};
		return turn;
	}

	/** Who is next. While the server takes nothing of the bot, each request shows something of another chat. */
	private firstOf(row: Row): Waiter | undefined {
		const { first } = row;
		if (!first || this.kind === 'chat') return first;
		const { refusedSince } = this.limiterOf(first.request.effect);
		if (refusedSince === Infinity) return first;
		// Those that came first may all be for chats that are refused.
		return row.fresh(ticks() - refusedSince >= IN_ORDER_MS) ?? first;
	}

	/** Begins what may begin. Returns when the next is due (ticks); Infinity if nothing waits. */
	private serve(): number {
		let next = Infinity;
		for (const [key, row] of this.rows) {
			const first = this.firstOf(row);
			const due = first ? this.dueAt(first) : Infinity;
			if (!first) this.rows.delete(key);
			else if (due > ticks()) next = Math.min(next, due);
			else {
				row.remove(first, true);
				// It is the last of the rows now, and gets its next turn in this loop.
				this.rows.delete(key);
				this.rows.set(key, row);
				first.outcome = { turn: this.begin(first) };
				first.tell?.();
			}
		}
		return next;
	}

	/** Something has changed, or waits: serves all that may begin, from now on until nothing waits. */
	private wake(): void {
		const due = this.serve();
		if (due >= this.pausedUntil && due < Infinity) return;
		this.pause?.call();
		this.pause = due < Infinity ? new Stop() : undefined;
		this.pausedUntil = due;
		if (this.pause) void this.waitIn(this.pause);
	}

	private async waitIn(pause: Stop): Promise<void> {
		await settle(pause.wait(Math.ceil(this.pausedUntil - ticks())));
		if (this.pause !== pause) return;
		this.pausedUntil = Infinity;
		this.wake();
	}
}
