import { sleep } from 'n8n-workflow';

import { AnswerError, TransportError } from './errors';
import { settle } from './settle';

/**
 * Methods that add something to a chat: repeating one that arrived would send it twice. All other
 * methods lead to the same end however often they are carried out.
 */
const SENDS = new Set([
	'sendMessage',
	'sendVideo',
	'sendAudio',
	'sendVoice',
	'sendMediaGroup',
	'sendDice',
]);

export const isSend = (method: string) => SENDS.has(method);

export interface RetryOptions {
	/** How often a request is sent again at most. */
	retries: number;
	/** Longest single wait in ms. */
	longestWaitMs: number;
}

const FIRST_WAIT_MS = 500;
const SLICE_MS = 100;

/** Waits, but ends at once with a cancelled error when the execution is stopped. */
export async function wait(ms: number, method: string, signal?: AbortSignal): Promise<void> {
	const end = Date.now() + ms;
	for (;;) {
		if (signal?.aborted) {
			throw new TransportError(method, 'cancelled', 'The execution was stopped');
		}
		const left = end - Date.now();
		if (left <= 0) return;
		await sleep(Math.min(left, SLICE_MS));
	}
}

/** Whether a request that ended with this error may be sent again without doing anything twice. */
export function mayRepeat(method: string, error: unknown): boolean {
	if (error instanceof AnswerError) {
		return error.isRateLimit || (error.code >= 500 && !isSend(method));
	}
	if (!(error instanceof TransportError) || error.failure === 'cancelled') return false;
	return isSend(method) ? !error.mayHaveArrived : true;
}

/** Milliseconds to wait before attempt number `attempt` (the first repeat is 1). */
function pause(error: unknown, attempt: number, { longestWaitMs }: RetryOptions): number {
	const told = error instanceof AnswerError ? error.retryAfter : undefined;
	if (told !== undefined) return told * 1000;
	const grown = FIRST_WAIT_MS * 2 ** (attempt - 1);
	return Math.min(longestWaitMs, grown * (0.75 + Math.random() / 2));
}

/**
 * Runs a request until it is answered, repeating it only where that is harmless.
 * Throws the last error when the retries are used up, or when the server asks for a longer wait
 * than the user allows.
 */
export async function withRetries<T>(
	method: string,
	attempt: () => Promise<T>,
	options: RetryOptions,
	signal?: AbortSignal,
): Promise<T> {
	for (let repeat = 1; ; repeat++) {
		const { value, error } = await settle(attempt());
		if (error === undefined) return value as T;
		if (repeat > options.retries || !mayRepeat(method, error)) throw error;
		const ms = pause(error, repeat, options);
		if (ms > options.longestWaitMs) throw error;
		await wait(ms, method, signal);
	}
}
