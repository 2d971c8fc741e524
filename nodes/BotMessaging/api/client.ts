import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import type { MethodName, ParamsOf, ResultOf } from '../../../reference';
import { resultOf } from './answer';
import { hideIn } from './door';
import { transportError, UserError } from './errors';
import { encodeBody, uploadBytes, uploadsIn, type Body } from './multipart';
import { settle } from './basics';

export const CREDENTIAL = 'botMessagingApi';

export interface ClientOptions {
	/** Milliseconds without data after which a request is cancelled. */
	timeoutMs: number;
}

/**
 * One request to the API, typed by the reference. The result is not checked. Throws AnswerError or
 * TransportError, never with the token.
 */
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

/**
 * Milliseconds that a request takes before its answer can come, for uploads or long polling. n8n's HTTP
 * client counts them in the timeout.
 */
function ownTimeMs(body: Body): number {
	const heldSeconds = typeof body.timeout === 'number' ? body.timeout : 0;
	return uploadBytes(body) / SLOWEST_BYTES_PER_MS + heldSeconds * 1000;
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
		`The file "${unread.fileName}" could not be read completely`,
		'Nothing was sent. Run the workflow again from the node that loads the file.',
		'badFile',
	);
}

/**
 * The only way to the API, for every node and method.
 *
 * @param context the functions that n8n gives the node
 * @param credential from loadCredential, so that n8n does not fetch it for each request
 */
export function createAnyCall(
	context: IAllExecuteFunctions,
	credential: ICredentialsDecrypted,
	{ timeoutMs }: ClientOptions,
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
		if (answer) return resultOf(answer, credential);
		checkFiles(body);
		throw error;
	};
}

/** The same for the methods of the reference, typed. */
export const createCall = (...given: Parameters<typeof createAnyCall>): Call =>
	createAnyCall(...given) as Call;
