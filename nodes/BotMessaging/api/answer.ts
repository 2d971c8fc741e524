import type { ICredentialsDecrypted, IN8nHttpFullResponse } from 'n8n-workflow';

import { baseUrl } from '../../../credentials/BotMessagingApi.credentials';
import { AnswerError, TransportError } from './errors';
import { tryJson } from './json';
import { withoutSecrets } from './mask';

/** An answer from n8n's HTTP client, with its body as text. */
export type HttpAnswer = Pick<IN8nHttpFullResponse, 'body' | 'headers' | 'statusCode'>;

/** The envelope of the API. Only `ok` is checked: servers send anything in the other fields. */
interface Envelope {
	ok: boolean;
	result?: unknown;
	error_code?: unknown;
	description?: unknown;
	parameters?: { retry_after?: unknown; migrate_to_chat_id?: unknown } | null;
}

function isEnvelope(value: unknown): value is Envelope {
	return typeof value === 'object' && value !== null && typeof (value as Envelope).ok === 'boolean';
}

/** A number of 0 or more, also from digits in a text; `undefined` for anything else. */
function numberOf(value: unknown): number | undefined {
	const isText = typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value);
	const number = typeof value === 'number' || isText ? Number(value) : NaN;
	return Number.isFinite(number) && number >= 0 ? number : undefined;
}

/** Seconds to wait by the header Retry-After, which holds seconds or a date. */
function secondsByHeader(headers: HttpAnswer['headers'] | undefined): number | undefined {
	const header = headers?.['retry-after'];
	const seconds = numberOf(header);
	if (seconds !== undefined) return seconds;
	const date = Date.parse(String(header));
	return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}

/** The server's words; anything but text is shown as it came. */
function wordsOf(description: unknown, status: number): string {
	if (description === undefined || description === null || description === '') {
		return `The server gave no reason (HTTP ${status})`;
	}
	return typeof description === 'string' ? description : JSON.stringify(description);
}

/** A chat's ID must be a whole number. */
const idOf = (value: unknown) => (/^-?\d+$/.test(String(value)) ? String(value) : undefined);

function refusal(
	{ error_code, description, parameters }: Envelope,
	{ statusCode, headers }: HttpAnswer,
	credential: ICredentialsDecrypted,
): AnswerError {
	return new AnswerError(
		numberOf(error_code) || statusCode,
		withoutSecrets(wordsOf(description, statusCode), credential),
		numberOf(parameters?.retry_after) ?? secondsByHeader(headers),
		idOf(parameters?.migrate_to_chat_id),
	);
}

/** The error for a redirect. The path is left out: it may hold the token. */
function redirection(
	{ statusCode: status, headers }: HttpAnswer,
	credential: ICredentialsDecrypted,
) {
	const target = String(headers?.location);
	const { origin = '', protocol, hostname } = URL.canParse(target) ? new URL(target) : {};
	const base = baseUrl(credential.data ?? {});
	const isInsecure =
		protocol === 'https:' && base.startsWith('http:') && new URL(base).hostname === hostname;
	const words = `The server answered with a redirect${origin && ` to ${origin}`} (HTTP ${status})`;
	return new TransportError(
		isInsecure ? 'insecure' : 'unreadable',
		withoutSecrets(words, credential),
		status,
	);
}

/** What is thrown for an answer that is not of the API, for example the page of a proxy. */
export function foreignAnswer(
	answer: HttpAnswer,
	credential: ICredentialsDecrypted,
): AnswerError | TransportError {
	const { statusCode: status, headers } = answer;
	// The sender did not pass the request on, so the wait means the same as from the API.
	if (status === 429) {
		return new AnswerError(status, 'Too Many Requests', secondsByHeader(headers));
	}
	if (status >= 300 && status < 400) return redirection(answer, credential);
	const words = `The server sent an answer that is not of the bot API (HTTP ${status})`;
	return new TransportError('unreadable', words, status);
}

/**
 * The result in the envelope `{ ok, result }` (reference 2.2). Throws AnswerError and TransportError, with
 * wrong types from the server corrected.
 */
export function resultOf(answer: HttpAnswer, credential: ICredentialsDecrypted): unknown {
	const read = tryJson(String(answer.body));
	if (!isEnvelope(read)) throw foreignAnswer(answer, credential);
	if (!read.ok) throw refusal(read, answer, credential);
	return read.result;
}
