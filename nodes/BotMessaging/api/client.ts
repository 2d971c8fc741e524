import type {
	ICredentialsDecrypted,
	IN8nHttpFullResponse,
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { baseUrl } from '../../../credentials/BotMessagingApi.credentials';
import type { MethodName, ParamsOf, ResultOf } from '../../../reference';
import { AnswerError, TransportError, transportError, UserError } from './errors';
import { isObject, settle, tryJson } from './basics';
import { isId } from './chatNames';
import { hideIn, withoutSecrets } from './door';
import { encodeBody, uploadsIn, type Body } from './multipart';

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

const isEnvelope = (value: unknown): value is Envelope =>
	isObject(value) && typeof value.ok === 'boolean';

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

function refusal(
	{ error_code, description, parameters }: Envelope,
	{ statusCode, headers }: HttpAnswer,
	credential: ICredentialsDecrypted,
	method?: string,
): AnswerError {
	const movedTo = parameters?.migrate_to_chat_id;
	const error = new AnswerError(
		numberOf(error_code) || statusCode,
		withoutSecrets(wordsOf(description, statusCode), credential),
		numberOf(parameters?.retry_after) ?? secondsByHeader(headers),
		isId(movedTo) ? String(movedTo) : undefined,
	);
	error.method = method;
	return error;
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

/** The result in the envelope `{ ok, result }` (reference 2.2). Throws AnswerError and TransportError. */
export function resultOf(
	answer: HttpAnswer,
	credential: ICredentialsDecrypted,
	method?: string,
): unknown {
	const read = tryJson(String(answer.body));
	if (!isEnvelope(read)) throw foreignAnswer(answer, credential);
	if (!read.ok) throw refusal(read, answer, credential, method);
	return read.result;
}

export const CREDENTIAL = 'botMessagingApi';

/** One request to the API, typed by the reference. Throws AnswerError or TransportError. */
export type Call = <M extends MethodName>(
	method: M,
	body: ParamsOf<M>,
	options?: CallOptions,
) => Promise<ResultOf<M>>;

/** The same for any method: its parameters come out of a form, which has checked them. */
export type AnyCall = (method: string, body: Body, options?: CallOptions) => Promise<unknown>;

export interface CallOptions {
	timeoutMs?: number;
	/** Cancels the request. Works only if n8n does not set its own signal (in triggers). */
	abortSignal?: AbortSignal;
	/** Where the request needs a place. It waits for its chat before that. */
	places?: { run<T>(task: () => Promise<T>): Promise<T> };
}

/** The execution's credential, fetched and decrypted once. Its secrets do not leave the context. */
export async function loadCredential(
	context: IAllExecuteFunctions,
): Promise<ICredentialsDecrypted> {
	const data = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
	const credential = { id: '', name: 'Bot Messaging API', type: CREDENTIAL, data };
	hideIn(context, credential);
	return credential;
}

/** Uploads on slower lines are cancelled. */
const SLOWEST_BYTES_PER_MS = 50;

/** How long an upload or a held poll takes by itself: n8n's HTTP client counts it in the timeout. */
function ownTimeMs(body: Body): number {
	const bytes = uploadsIn(body).reduce((sum, { expected }) => sum + expected, 0);
	const heldSeconds = typeof body.timeout === 'number' ? body.timeout : 0;
	return bytes / SLOWEST_BYTES_PER_MS + heldSeconds * 1000;
}

/** The answer to one request with address and token, whatever its status. Throws TransportError. */
export async function answerTo(
	request: IHttpRequestOptions,
	context: IAllExecuteFunctions,
	credential: ICredentialsDecrypted,
): Promise<IN8nHttpFullResponse> {
	const options: IHttpRequestOptions = {
		...request,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirect would keep a whole upload in memory, and give the token away.
		disableFollowRedirect: true,
	};
	const { helpers } = context;
	const answer = helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, options, {
		credentialsDecrypted: credential,
	}) as Promise<IN8nHttpFullResponse>;
	return await answer.catch((error: unknown) => {
		throw transportError(error, credential);
	});
}

/** Throws if a file could not be read: the request was cut short, so the server did not run it. */
function checkFiles(body: Body): void {
	const unread = uploadsIn(body).find(({ failure }) => failure !== undefined);
	if (!unread) return;
	if (unread.failure instanceof UserError) throw unread.failure;
	throw new UserError(
		`The file "${unread.name}" could not be read completely`,
		'Nothing was sent. Run the workflow again from the node that loads the file.',
		'badFile',
	);
}

/**
 * The only way to the API, for every node and method.
 *
 * @param context the functions that n8n gives the node
 * @param credential from loadCredential, so that n8n does not fetch it for each request
 * @param options `timeoutMs`: milliseconds without data after which a request is cancelled
 */
export function createAnyCall(
	context: IAllExecuteFunctions,
	credential: ICredentialsDecrypted,
	{ timeoutMs }: { timeoutMs: number },
): AnyCall {
	return async (method, body, options = {}) => {
		const request: IHttpRequestOptions = {
			method: 'POST',
			url: `/${method}`,
			body: encodeBody(body),
			encoding: 'text',
			timeout: options.timeoutMs ?? timeoutMs + ownTimeMs(body),
			abortSignal: options.abortSignal,
		};
		const { value: answer, error } = await settle(answerTo(request, context, credential));
		if (answer) return resultOf(answer, credential, method);
		checkFiles(body);
		throw error;
	};
}

/** The same for the methods of the reference, typed. */
export const createCall = (...given: Parameters<typeof createAnyCall>): Call =>
	createAnyCall(...given) as Call;

/** So that three requests in a row take less than ten seconds. */
const ASKED_WITHIN_MS = 3000;

/** For requests that a person waits for: no queue, no retries, a few seconds. Throws as a call does. */
export const quickCallOf = ({
	context,
	credential,
}: {
	context: IAllExecuteFunctions;
	credential: ICredentialsDecrypted;
}): Call => createCall(context, credential, { timeoutMs: ASKED_WITHIN_MS });
