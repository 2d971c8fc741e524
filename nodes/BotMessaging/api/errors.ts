/** The API answered `ok: false` (API reference, "Errors"): the request was not carried out. */
export class AnswerError extends Error {
	/** Whether any attempt of the request may have been carried out. */
	mayHaveArrived = false;

	constructor(
		/** The API method, e.g. `sendMessage`. */
		readonly method: string,
		/** Status code, e.g. 400. */
		readonly code: number,
		/** The API's own words, e.g. `Bad Request: chat not found`. */
		readonly description: string,
		/** Seconds the server asks to wait, if it says so. */
		readonly retryAfter?: number,
		/** The id that the group has now, if the server says so. */
		readonly migrateToChatId?: string,
	) {
		super(description);
	}

	/** Too many requests: not carried out, may be sent again (service facts, "Rate limits"). */
	get isRateLimit(): boolean {
		return this.code === 429 || this.description.includes('MESSAGE_TOO_MUCH');
	}
}

/**
 * How a request ended without an answer of the API.
 * `refused`: no connection, so it cannot have arrived. `reset`: the connection broke. `timeout`:
 * no answer in time. `unreadable`: an answer that is not of the API. `cancelled`: the execution
 * was stopped.
 */
export type TransportFailure = 'refused' | 'reset' | 'timeout' | 'unreadable' | 'cancelled';

/** No answer of the API came. Its message never holds the address, because that holds the token. */
export class TransportError extends Error {
	/** Whether any attempt of the request may have been carried out. */
	mayHaveArrived = false;

	constructor(
		readonly method: string,
		readonly failure: TransportFailure,
		message: string,
		/** HTTP status of an unreadable answer. */
		readonly status?: number,
		/**
		 * The system's word for it, e.g. `ECONNRESET`. Not for the message: n8n replaces a message
		 * that holds one by its own, which says of a send that it can be repeated at once.
		 */
		readonly code?: string,
	) {
		super(message);
	}
}

/** A value of the form is wrong; nothing was sent. */
export class FieldError extends Error {
	constructor(
		/** The field's name as the form shows it. */
		readonly field: string,
		message: string,
		/** What to do. */
		readonly hint: string,
	) {
		super(message);
	}
}

const NEVER_CONNECTED = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'ERR_TLS_CERT_ALTNAME_INVALID',
]);

interface Thrown {
	code?: unknown;
	syscall?: unknown;
	message?: unknown;
	cause?: unknown;
	/** Node's request, where the HTTP client got as far as making one. */
	request?: { socket?: { bytesWritten?: number } };
}

/** n8n wraps what its HTTP client throws, so the system's error code lies some causes deep. */
function findCode(thrown: unknown): { code: string; neverSent: boolean } {
	for (let at = thrown as Thrown | undefined, depth = 0; at && depth < 5; depth++) {
		if (typeof at.code === 'string') {
			const neverSent = at.syscall === 'connect' || at.request?.socket?.bytesWritten === 0;
			return { code: at.code, neverSent };
		}
		at = at.cause as Thrown | undefined;
	}
	return { code: '', neverSent: false };
}

/**
 * Names what the HTTP client threw, keeping none of its text: it quotes the address. An address
 * that is none is a field to mend, not a server to wait for.
 */
export function transportError(method: string, thrown: unknown): TransportError | FieldError {
	const { code, neverSent } = findCode(thrown);
	const message = String((thrown as Thrown | undefined)?.message ?? '');
	if (code === 'ERR_CANCELED') {
		return new TransportError(method, 'cancelled', 'The execution was stopped');
	}
	if (/invalid url|unsupported protocol/i.test(message)) {
		return new FieldError(
			'Base URL',
			'Base URL in the credential is not an address',
			'Open the credential and give the address whole, for example https://api.example.com.',
		);
	}
	const fail = (failure: TransportFailure, words: string) =>
		new TransportError(method, failure, words, undefined, code || undefined);
	if (NEVER_CONNECTED.has(code) || neverSent) {
		return fail('refused', 'The server cannot be reached');
	}
	if (code === 'ECONNABORTED' || code === 'ETIMEDOUT' || /timed?[ -]?out/i.test(message)) {
		return fail('timeout', 'The server did not answer in time');
	}
	return fail('reset', 'The connection broke off');
}
