import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import type { ByteStream } from './bytes';
import { AnswerError, transportError, TransportError } from './errors';
import { parseJson } from './json';
import { encodeBody, uploadBytes, type Body } from './multipart';
import { settle } from './settle';

const CREDENTIAL = 'botMessagingApi';

export interface ClientOptions {
	/** Milliseconds without a sign of life after which a request is given up. */
	timeoutMs: number;
}

/** One request to the API. Throws AnswerError or TransportError, never anything with the token. */
export type Call = (method: string, body: Body, options?: CallOptions) => Promise<unknown>;

export interface CallOptions {
	timeoutMs?: number;
	/** Ends the request; only where n8n does not put its own cancel signal (in triggers). */
	abortSignal?: AbortSignal;
}

interface Envelope {
	ok: boolean;
	result?: unknown;
	error_code?: number;
	description?: string;
	parameters?: { retry_after?: number; migrate_to_chat_id?: number | string };
}

function isEnvelope(value: unknown): value is Envelope {
	return typeof value === 'object' && value !== null && typeof (value as Envelope).ok === 'boolean';
}

function unreadable(method: string, status: number): TransportError {
	return new TransportError(
		method,
		'unreadable',
		`The server sent an answer that is not of the bot API (HTTP ${status})`,
		status,
	);
}

function envelope(text: string): Envelope | undefined {
	try {
		const answer = parseJson(text);
		return isEnvelope(answer) ? answer : undefined;
	} catch {
		return undefined;
	}
}

/** The server's words without the token: some servers quote the address, and so the token, in them. */
function withoutToken(words: string, { data }: ICredentialsDecrypted): string {
	const secret = String(data?.botToken ?? '')
		.trim()
		.replace(/^.*:/, '');
	return secret ? words.replaceAll(secret, '<token>') : words;
}

/** Unpacks the envelope `{ ok, result }` (API reference, "What the service does"). */
function unpack(
	method: string,
	response: IN8nHttpFullResponse,
	credential: ICredentialsDecrypted,
): unknown {
	const answer = envelope(String(response.body));
	if (!answer) throw unreadable(method, response.statusCode);
	if (answer.ok) return answer.result;
	const migrated = answer.parameters?.migrate_to_chat_id;
	throw new AnswerError(
		method,
		answer.error_code ?? response.statusCode,
		withoutToken(answer.description ?? `HTTP ${response.statusCode}`, credential),
		answer.parameters?.retry_after,
		migrated === undefined ? undefined : String(migrated),
	);
}

/** The execution's credential, fetched and decrypted once. */
export async function loadCredential(
	context: IAllExecuteFunctions,
): Promise<ICredentialsDecrypted> {
	const data = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
	return { id: '', name: 'Bot Messaging API', type: CREDENTIAL, data };
}

/** So many bytes a millisecond get through the slowest line that an upload is not given up on. */
const SLOWEST_BYTES_PER_MS = 50;

/**
 * Milliseconds that a request takes before an answer can be waited for: to send its files, or
 * because it asks to be held open. The time-out of n8n's HTTP client counts them in.
 */
function ownTimeMs(body: Body): number {
	const heldSeconds = typeof body.timeout === 'number' ? body.timeout : 0;
	return uploadBytes(body) / SLOWEST_BYTES_PER_MS + heldSeconds * 1000;
}

/**
 * The one way to the API, for every node of the package.
 *
 * @param context the functions n8n hands to the node
 * @param credential what loadCredential returned: given along, n8n need not fetch it per request
 */
export function createCall(
	context: IAllExecuteFunctions,
	credential: ICredentialsDecrypted,
	{ timeoutMs }: ClientOptions,
): Call {
	return async (method, body, options = {}) => {
		const request: IHttpRequestOptions = {
			method: 'POST',
			url: `/${method}`,
			body: encodeBody(body) as IHttpRequestOptions['body'],
			encoding: 'text',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			// Following a redirect would keep a whole upload in memory, and hand the token elsewhere.
			disableFollowRedirect: true,
			timeout: options.timeoutMs ?? timeoutMs + ownTimeMs(body),
			abortSignal: options.abortSignal,
		};
		const { value: response, error } = await settle<IN8nHttpFullResponse>(
			context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, request, {
				credentialsDecrypted: credential,
			}),
		);
		if (!response) throw transportError(method, error);
		return unpack(method, response, credential);
	};
}

/** Begins to fetch a file by its `file_path` (service facts, "Files"). Throws TransportError. */
export function createDownload(
	context: IAllExecuteFunctions,
	credential: ICredentialsDecrypted,
	{ timeoutMs }: ClientOptions,
): (filePath: string) => Promise<ByteStream> {
	return async (filePath) => {
		const { value: response, error } = await settle<IN8nHttpFullResponse>(
			context.helpers.httpRequestWithAuthentication.call(
				context,
				CREDENTIAL,
				{
					method: 'GET',
					url: `/file/${filePath}`,
					encoding: 'stream',
					returnFullResponse: true,
					ignoreHttpStatusErrors: true,
					disableFollowRedirect: true,
					timeout: timeoutMs,
				},
				{ credentialsDecrypted: credential },
			),
		);
		if (!response) throw transportError('getFile', error);
		const stream = response.body as unknown as ByteStream;
		if (response.statusCode !== 200) {
			stream.destroy();
			throw unreadable('getFile', response.statusCode);
		}
		return stream;
	};
}
