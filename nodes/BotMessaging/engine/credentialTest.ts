import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { authenticate } from '../../../credentials/BotMessagingApi.credentials';
import { resultOf, type Answer } from '../api/answer';
import { TransportError, transportError } from '../api/errors';
import { settle } from '../api/settle';
import { explain } from './nodeErrors';

const TIMEOUT_MS = 15_000;

/** Asks who the bot is. To a credential's test, n8n offers no other way to make a request. */
async function getMe(
	{ helpers }: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<unknown> {
	const request = await authenticate(credential.data ?? {}, { url: '/getMe' });
	const asked = helpers.request({
		method: 'GET',
		uri: request.url,
		timeout: TIMEOUT_MS,
		simple: false,
		resolveWithFullResponse: true,
		// Following a redirect would hand the token elsewhere.
		followRedirect: false,
		...(request.skipSslCertificateValidation && { rejectUnauthorized: false }),
	}) as Promise<Answer>;
	const answer = await asked.catch((error: unknown) => {
		throw transportError(error);
	});
	return resultOf(answer, credential);
}

/**
 * Tests a credential as n8n does when it is saved: only an answer of the API that names the bot
 * (API reference, "getMe") is a success. Anything else is told in the words of the nodes.
 */
export async function botMessagingApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { value: bot, error } = await settle(getMe(this, credential));
	const { id } = Object(bot) as { id?: unknown };
	if (id) return { status: 'OK', message: 'The server knows this bot.' };
	const { message, advice, code } = explain(
		error ?? new TransportError('unreadable', 'The server did not say which bot this is', 200),
		{ effect: 'read', hints: [] },
	);
	const sentence = message.replace(/\.?$/, '.');
	return { status: 'Error', message: [sentence, advice, code].filter(Boolean).join(' ') };
}
