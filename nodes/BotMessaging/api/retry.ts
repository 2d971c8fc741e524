import { AnswerError, RequestError, TransportError } from './errors';
import { settle } from './settle';
import { Stop } from './stop';

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

/** How a request went wrong, as far as it matters for sending it again. */
export type Outcome =
	| 'rateLimited'
	| 'rejected'
	| 'serverError'
	| 'notConnected'
	| 'connectionLost'
	| 'timedOut'
	| 'unreadable'
	| 'cancelled';

/**
 * What is sent again when. A rate-limited request was not carried out, one that never connected
 * cannot have been; of all others nobody knows.
 */
export const REPEATS: Record<'send' | 'other', Record<Outcome, boolean>> = {
	send: {
		rateLimited: true,
		rejected: false,
		serverError: false,
		notConnected: true,
		connectionLost: false,
		timedOut: false,
		unreadable: false,
		cancelled: false,
	},
	other: {
		rateLimited: true,
		rejected: false,
		serverError: true,
		notConnected: true,
		connectionLost: true,
		timedOut: true,
		unreadable: false,
		cancelled: false,
	},
};

const OF_TRANSPORT: Record<TransportError['failure'], Outcome> = {
	refused: 'notConnected',
	reset: 'connectionLost',
	timeout: 'timedOut',
	unreadable: 'unreadable',
	cancelled: 'cancelled',
};

/** The outcome of a request that ended with this error; a page of a proxy counts by its status. */
export function outcomeOf(error: unknown): Outcome {
	if (error instanceof AnswerError && error.isRateLimit) return 'rateLimited';
	const status = error instanceof AnswerError ? error.code : (error as TransportError).status;
	if (status !== undefined && status >= 500) return 'serverError';
	if (!(error instanceof TransportError) || (status ?? 0) >= 300) return 'rejected';
	return OF_TRANSPORT[error.failure];
}

/** Whether a request that ended with this error may be sent again without doing anything twice. */
export function mayRepeat(method: string, error: unknown): boolean {
	return REPEATS[isSend(method) ? 'send' : 'other'][outcomeOf(error)];
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

/** Milliseconds to wait before a repeat (the first is 1): as told, else growing, with jitter. */
function pause(error: unknown, repeat: number, { longestWaitMs }: RetryOptions): number {
	const told = error instanceof AnswerError ? Number(error.retryAfter) : NaN;
	if (told >= 0) return told * 1000;
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
 * Runs a request until it is answered, repeating it only where that is harmless.
 * Throws the last error when the retries are used up, when the server asks for a longer wait than
 * the user allows, or where a repeat is hopeless.
 */
export async function withRetries<T>(
	method: string,
	attempt: () => Promise<T>,
	options: RetryOptions,
	{ stop = new Stop(), isHopeless = () => false }: SeriesEnd = {},
): Promise<T> {
	for (let repeat = 1; ; repeat++) {
		const { value, error } = await settle(attempt());
		if (error === undefined) return value as T;
		if (repeat > options.retries || !mayRepeat(method, error)) throw error;
		const ms = pause(error, repeat, options);
		const isOver = () => outcomeOf(error) === 'rateLimited' && isHopeless();
		if (ms > options.longestWaitMs || isOver()) throw error;
		await stop.wait(ms, method);
		if (isOver()) throw error;
	}
}
