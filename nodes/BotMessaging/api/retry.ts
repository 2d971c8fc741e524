import { sleep } from 'n8n-workflow';

import type { Call } from './client';
import { AnswerError, isRateLimit, RequestError, statusOf, TransportError } from './errors';
import { settle, ticks } from './basics';

/** Node's timers overflow beyond this, and fire at once. */
const LONGEST_SLEEP_MS = 2 ** 31 - 1;

/** Ends an execution early, after a failure or a cancel: wakes everything that waits. */
export class Stop {
	private readonly naps = new Set<AbortController>();

	private isCalled = false;

	constructor(private readonly signal?: AbortSignal) {}

	get isStopped(): boolean {
		return this.isCalled || this.signal?.aborted === true;
	}

	/** From now on nothing waits. */
	readonly call = (): void => {
		this.isCalled = true;
		for (const nap of this.naps) nap.abort();
	};

	/** A TransportError `cancelled`. */
	get error(): TransportError {
		return new TransportError('cancelled', 'The execution was stopped');
	}

	/** Throws if the execution was stopped. */
	check(): void {
		if (this.isStopped) throw this.error;
	}

	/** Waits this many milliseconds. Throws like `check`, as soon as the execution is stopped. */
	async wait(ms: number): Promise<void> {
		const end = ticks() + ms;
		for (let left = ms; left > 0 && !this.isStopped; left = end - ticks()) {
			await this.nap(Math.min(left, LONGEST_SLEEP_MS));
		}
		this.check();
	}

	/** Resolves when the wait ends, or as soon as the execution is stopped. The wait must not reject. */
	async sooner(wait: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
		// The signal lives as long as the execution, in which a node may run thousands of times.
		if (this.naps.size === 0) this.signal?.addEventListener('abort', this.call);
		const nap = new AbortController();
		this.naps.add(nap);
		const woken = new Promise<void>((resolve) => {
			nap.signal.addEventListener('abort', () => resolve());
		});
		await Promise.race([wait(nap.signal), woken]);
		this.naps.delete(nap);
		if (this.naps.size === 0) this.signal?.removeEventListener('abort', this.call);
	}

	private async nap(ms: number): Promise<void> {
		// Older versions of n8n do not look at the signal and let the timer run to its end.
		await this.sooner(async (signal) => await settle(sleep(ms, signal)));
	}
}

/**
 * What happens if a method runs twice. `once`: a second effect, such as another message. `repeatable`: the
 * same final state. `read`: no change at all. An unknown method counts as `once`.
 */
export type Effect = 'once' | 'repeatable' | 'read';

/** Whether a request that failed with this error can be sent again without a double effect. */
export function mayRepeat(effect: Effect, error: unknown): boolean {
	const failure = error instanceof TransportError ? error.failure : undefined;
	// It did not run.
	if (isRateLimit(error) || failure === 'refused') return true;
	// It may have run. A proxy's page counts by its status.
	const isInDoubt = failure === 'reset' || failure === 'timeout' || (statusOf(error) ?? 0) >= 500;
	return effect !== 'once' && isInDoubt;
}

/** Whether a request that failed with this error may have run anyway. */
export const mayHaveArrived = (error: unknown): boolean =>
	error instanceof RequestError && error.mayHaveArrived;

export interface RetryOptions {
	/** The most repeats of a request. */
	retries: number;
	/** Longest single wait in ms. */
	longestWaitMs: number;
}

const FIRST_WAIT_MS = 250;

/** Milliseconds that the server asks to wait; 0 if it names no time. */
export function namedMs(error: unknown): number {
	const asked = error instanceof AnswerError ? Number(error.retryAfter) : NaN;
	return asked > 0 ? asked * 1000 : 0;
}

/** Milliseconds to wait before a repeat (the first is 1) if the server names no time: growing. */
export const grownMs = (repeat: number, { longestWaitMs }: Pick<RetryOptions, 'longestWaitMs'>) =>
	Math.min(longestWaitMs, FIRST_WAIT_MS * 2 ** (repeat - 1));

/**
 * Runs a request until it is answered; repeats it only if that is harmless. Throws the last error if no
 * retries are left, if the server asks for a longer wait than the user allows, or if a repeat is hopeless.
 *
 * @param pace if given, a rate-limited request waits there, and not here
 */
export async function withRetries<T>(
	effect: Effect,
	attempt: () => Promise<T>,
	options: RetryOptions,
	stop = new Stop(),
	pace?: { isHopeless(): boolean },
): Promise<T> {
	for (let repeat = 1; ; repeat++) {
		const { value, error } = await settle(attempt());
		if (error === undefined) return value as T;
		if (repeat > options.retries || !mayRepeat(effect, error)) throw error;
		const named = namedMs(error);
		if (named > options.longestWaitMs) throw error;
		if (pace && isRateLimit(error)) {
			if (pace.isHopeless()) throw error;
			continue;
		}
		const ms = (named || grownMs(repeat, options)) * (1 + Math.random() / 2);
		await stop.wait(Math.min(ms, options.longestWaitMs));
	}
}

/** Requests of a trigger other than for updates are retried, because nobody repeats them by hand. */
export const PATIENCE = { retries: 3, longestWaitMs: 30_000 };

/** A call with retries, for what does no harm a second time. */
export const patient =
	(call: Call): Call =>
	async (...request) =>
		await withRetries('repeatable', async () => await call(...request), PATIENCE);
