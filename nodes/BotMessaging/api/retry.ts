import { AnswerError, RequestError, TransportError, type TransportFailure } from './errors';
import { settle } from './basics';
import { Stop } from './stop';

/**
 * What a method does when it is carried out twice. `once`: it does something more the second time,
 * such as adding a message. `repeatable`: it leads to the same end. `read`: it changes nothing.
 * An unknown method counts as `once`.
 */
export type Effect = 'once' | 'repeatable' | 'read';

/** How a request went wrong, as far as it matters for sending it again. */
export type FailureKind = TransportFailure | 'rateLimited' | 'rejected' | 'serverError';

/** These were not carried out, so every request may be sent again. */
const NOT_CARRIED_OUT: FailureKind[] = ['rateLimited', 'refused'];
/** Nobody knows whether these were carried out. */
const IN_DOUBT: FailureKind[] = ['serverError', 'reset', 'timeout'];

/** The outcome of a request that ended with this error; a page of a proxy counts by its status. */
export function failureKindOf(error: unknown): FailureKind {
	if (error instanceof AnswerError && error.isRateLimit) return 'rateLimited';
	const status = error instanceof AnswerError ? error.code : (error as TransportError).status;
	if (status !== undefined && status >= 500) return 'serverError';
	if (!(error instanceof TransportError) || (status ?? 0) >= 300) return 'rejected';
	return error.failure;
}

/** Whether a request that ended with this error may be sent again without doing anything twice. */
export function mayRepeat(effect: Effect, error: unknown): boolean {
	const outcome = failureKindOf(error);
	return NOT_CARRIED_OUT.includes(outcome) || (effect !== 'once' && IN_DOUBT.includes(outcome));
}

/** Whether a request that ended with this error may have been carried out all the same. */
export const mayHaveArrived = (error: unknown): boolean =>
	error instanceof RequestError && error.mayHaveArrived;

export interface RetryOptions {
	/** How often a request is sent again at most. */
	retries: number;
	/** Longest single wait in ms. */
	longestWaitMs: number;
}

const FIRST_WAIT_MS = 250;

/** Milliseconds to wait before a repeat (the first is 1): what the server asks for, else growing, with jitter. */
function pause(error: unknown, repeat: number, { longestWaitMs }: RetryOptions): number {
	const asked = error instanceof AnswerError ? Number(error.retryAfter) : NaN;
	if (asked >= 0) return asked * 1000;
	const grown = FIRST_WAIT_MS * 2 ** (repeat - 1) * (0.75 + Math.random() / 2);
	return Math.min(longestWaitMs, grown);
}

/** What ends a series of repeats before its time. */
export interface SeriesEnd {
	stop?: Stop;
	/** Whether a request that was refused for the rate would be refused again. */
	isHopeless?: () => boolean;
}

/**
 * Runs a request until it is answered, repeating it only if that is harmless.
 * Throws the last error when the retries are used up, when the server asks for a longer wait than
 * the user allows, or if a repeat is hopeless.
 */
export async function withRetries<T>(
	effect: Effect,
	attempt: () => Promise<T>,
	options: RetryOptions,
	{ stop = new Stop(), isHopeless = () => false }: SeriesEnd = {},
): Promise<T> {
	for (let repeat = 1; ; repeat++) {
		const { value, error } = await settle(attempt());
		if (error === undefined) return value as T;
		if (repeat > options.retries || !mayRepeat(effect, error)) throw error;
		const ms = pause(error, repeat, options);
		const isOver = () => failureKindOf(error) === 'rateLimited' && isHopeless();
		if (ms > options.longestWaitMs || isOver()) throw error;
		await stop.wait(ms);
		if (isOver()) throw error;
	}
}
