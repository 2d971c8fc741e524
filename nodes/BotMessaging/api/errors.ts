import type { ICredentialsDecrypted } from 'n8n-workflow';

import { baseUrl, proxyOf } from '../../../credentials/BotMessagingApi.credentials';

/** A request that ended without a result. */
export abstract class RequestError extends Error {
	/** Whether the request, over all its attempts, may have run anyway. */
	mayHaveArrived = false;
}

/** The seconds in descriptions such as SLOWMODE_WAIT_30. */
function waitIn(description: string): number | undefined {
	const [, seconds] = /\b(?:SLOWMODE|FLOOD)_WAIT_(\d+)\b/.exec(description) ?? [];
	return seconds === undefined ? undefined : Number(seconds);
}

/** The API answered `ok: false` (reference 2.3): below 500, the request did not run. */
export class AnswerError extends RequestError {
	/** What was asked for. */
	method?: string;

	/** Set if the server asks for a longer wait than the user allows; `until` is when to ask again. */
	refused?: { until: Date; longestWaitMs: number };

	constructor(
		/** Status code, e.g. 400. */
		readonly code: number,
		/** The API's description, e.g. `Bad Request: chat not found`. */
		readonly description: string,
		/** Seconds that the server asks to wait; some servers say them only in the description. */
		readonly retryAfter: number | undefined = waitIn(description),
		/** The group's new ID, if the server says so. */
		readonly migrateToChatId?: string,
	) {
		super(description);
		this.mayHaveArrived = code >= 500 && !this.isRateLimit;
	}

	/** The chat lets everybody write only once in some time. This says nothing about other chats. */
	get isSlowMode(): boolean {
		return this.description.includes('SLOWMODE_WAIT');
	}

	/** Too many requests: the request did not run and may be sent again (reference 2.5). */
	get isRateLimit(): boolean {
		const isInWords = this.description.includes('MESSAGE_TOO_MUCH');
		return this.code === 429 || isInWords || waitIn(this.description) !== undefined;
	}
}

/**
 * How a request ended without an answer of the API.
 * `noAddress`: the base URL or the proxy's is not an address. `refused`: no connection, so it cannot have arrived.
 * `reset`: the connection broke. `timeout`: no answer in time. `unreadable`: an answer that is not of
 * the API. `insecure`: a redirect to the same host by https. `cancelled`: the execution was stopped.
 * `blocked`: n8n's own protection against requests to private networks did not let it out.
 */
export type TransportFailure =
	| 'noAddress'
	| 'refused'
	| 'reset'
	| 'timeout'
	| 'unreadable'
	| 'insecure'
	| 'cancelled'
	| 'blocked';

/** No answer of the API came. Its message never holds the address, because that holds the token. */
export class TransportError extends RequestError {
	/** Whether the proxy, not the server, has no valid address or cannot be reached. */
	atProxy = false;

	constructor(
		readonly failure: TransportFailure,
		message: string,
		/** HTTP status of an unreadable answer. */
		readonly status?: number,
		/**
		 * The system's code, e.g. `ECONNRESET`. Not for the message: n8n replaces messages that contain such a
		 * code with its own, which would tell people to repeat a send at once.
		 */
		readonly code?: string,
	) {
		super(message);
		// A 3xx or 4xx page means that the request was not passed on.
		const isTurnedAway = status !== undefined && status >= 300 && status < 500;
		this.mayHaveArrived =
			failure === 'unreadable' ? !isTurnedAway : ['reset', 'timeout'].includes(failure);
	}
}

/** Whether the server took too many requests, so that this one did not run. */
export const isRateLimit = (error: unknown): error is AnswerError =>
	error instanceof AnswerError && error.isRateLimit;

/** The HTTP status of an answer, if it means something. */
export function statusOf(error: unknown): number | undefined {
	if (error instanceof AnswerError) return error.code;
	const status = error instanceof TransportError ? error.status : undefined;
	return status !== undefined && status >= 300 ? status : undefined;
}

/** Something for the user to fix, in a form or on the server; nothing was sent. */
export class UserError extends Error {
	constructor(
		message: string,
		/** What to do. */
		readonly hint?: string,
		readonly reason: ErrorReason = 'badValue',
	) {
		super(message);
	}
}

/** There is no server, or none that can be trusted. */
const NEVER_CONNECTED = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'ERR_TLS_CERT_ALTNAME_INVALID',
]);

interface Thrown {
	code?: unknown;
	name?: unknown;
	/** The failed system call; an EHOSTUNREACH of `read` comes from an open connection. */
	syscall?: unknown;
	/** The name that could not be resolved. */
	hostname?: unknown;
	port?: unknown;
	message?: unknown;
	cause?: Thrown;
	/** One per address, if a host has several. */
	errors?: Thrown[];
	/** Node's request, if the HTTP client got as far as making one. */
	request?: { socket?: { bytesWritten?: number } };
}

const MOST_CAUSES = 5;

/** The causes of what was thrown, outermost first: n8n and its HTTP client each wrap it once. */
const chain = (thrown?: Thrown, most = MOST_CAUSES): Thrown[] =>
	thrown && most > 0 ? [thrown, ...chain(thrown.cause, most - 1)] : [];

/** Whether the connection did not come about, or nothing of the request was written to it. */
function neverSent({ code, syscall, errors, request }: Thrown): boolean {
	return (
		NEVER_CONNECTED.has(String(code)) ||
		syscall === 'connect' ||
		request?.socket?.bytesWritten === 0 ||
		(errors?.length ? errors.every(neverSent) : false)
	);
}

/** Whether the request of this error of the HTTP client may have arrived. */
export const wasSent = (thrown: unknown): boolean => !chain(thrown as Thrown).some(neverSent);

/** n8n's error with N8N_SSRF_PROTECTION_ENABLED. */
const isBlocked = ({ name }: Thrown) => /^SsrfBlocked/.test(String(name));

/** Whether the failed connection was one to a proxy: the bot's own, or n8n's. */
function wasToProxy(
	{ syscall, hostname, port, errors }: Thrown,
	bot: ICredentialsDecrypted,
): boolean {
	if (errors?.length) return errors.every((one) => wasToProxy(one, bot));
	if (syscall !== 'connect' && syscall !== 'getaddrinfo') return false;
	const { data = {} } = bot;
	if (proxyOf(data)) return true;
	const server = new URL(baseUrl(data));
	const usual = server.protocol === 'https:' ? 443 : 80;
	return syscall === 'connect'
		? port !== (Number(server.port) || usual)
		: hostname !== server.hostname;
}

/** Classifies an error of the HTTP client, which asked the server of `bot`. Its text quotes the address. */
export function transportError(thrown: unknown, bot?: ICredentialsDecrypted): TransportError {
	if (thrown instanceof TransportError) return thrown;
	const causes = chain(thrown as Thrown);
	const code = String(causes.find((cause) => typeof cause.code === 'string')?.code ?? '');
	const message = String(causes[0]?.message ?? '');
	const fail = (failure: TransportFailure, words: string) =>
		new TransportError(failure, words, undefined, code || undefined);
	if (causes.some(isBlocked)) {
		return fail('blocked', 'n8n’s own protection (SSRF) does not let the node reach this address');
	}
	const isUnsent = !wasSent(thrown);
	if (code === 'ERR_CANCELED') {
		const cancelled = new TransportError('cancelled', 'The execution was stopped');
		return Object.assign(cancelled, { mayHaveArrived: !isUnsent });
	}
	const atProxy = (error: TransportError) => Object.assign(error, { atProxy: true });
	if (/invalid proxy|uri malformed/i.test(message)) {
		return atProxy(fail('noAddress', 'This is not the address of a proxy'));
	}
	if (/invalid url|unsupported protocol/i.test(message)) {
		return fail('noAddress', 'This is not an address');
	}
	if (bot && causes.some((cause) => wasToProxy(cause, bot))) {
		return atProxy(fail('refused', 'The proxy does not answer'));
	}
	if (isUnsent) return fail('refused', 'The server cannot be reached');
	if (code === 'ECONNABORTED' || code === 'ETIMEDOUT' || /timed?[ -]?out/i.test(message)) {
		return fail('timeout', 'The server did not answer in time');
	}
	return fail('reset', 'The connection was interrupted');
}

/**
 * Why an item failed, for If and Switch nodes. docs/troubleshooting.md explains each reason. Never rename
 * them: they are in people's workflows.
 */
export const REASONS = [
	'blocked',
	'chatNotFound',
	'noRight',
	'notMember',
	'messageGone',
	'topicGone',
	'alreadyDone',
	'tooFast',
	'tooLong',
	'badFile',
	'badValue',
	'token',
	'unreachable',
	'mayHaveArrived',
	'refused',
	'other',
] as const;

export type ErrorReason = (typeof REASONS)[number];
