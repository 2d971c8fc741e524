import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { authenticate, SAFEW_URLS } from '../../../credentials/BotMessagingApi.credentials';
import { resultOf, type HttpAnswer } from '../api/client';
import { Door } from '../api/door';
import { AnswerError, statusOf, TransportError, transportError } from '../api/errors';
import { settle } from '../api/basics';
import { explain } from '../engine/nodeErrors';

const TIMEOUT_MS = 15_000;

/** Calls getMe. n8n gives a credential's test no other way to make a request. */
async function getMe(
	{ helpers }: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<unknown> {
	const asked = authenticate(credential.data ?? {}, { url: '/getMe' }).then(
		async ({ url, proxy, skipSslCertificateValidation }) =>
			(await helpers.request({
				method: 'GET',
				uri: url,
				proxy,
				timeout: TIMEOUT_MS,
				simple: false,
				resolveWithFullResponse: true,
				// A redirect would hand the token to another server.
				followRedirect: false,
				...(skipSslCertificateValidation && { rejectUnauthorized: false }),
			})) as HttpAnswer,
	);
	const answer = await asked.catch((error: unknown) => {
		throw transportError(error, credential);
	});
	return resultOf(answer, credential);
}

/** What to do if SafeW answers at its other address, or at neither; nothing for other failures. */
async function otherAddress(
	context: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
	error: unknown,
): Promise<string | undefined> {
	const { data = {} } = credential;
	if (!(error instanceof TransportError) || error.atProxy || data.service === 'other')
		return undefined;
	const service = data.service === 'safewBot' ? 'safew' : 'safewBot';
	const { host } = new URL(SAFEW_URLS[service]);
	const asked = await settle(getMe(context, { ...credential, data: { ...data, service } }));
	const answers = asked.error === undefined || asked.error instanceof AnswerError;
	const advice = answers
		? `SafeW answers at its other address: set Service to SafeW (${host}).`
		: `SafeW does not answer at its other address ${host} either. Check the network, proxy or firewall between n8n and the server.`;
	return `${error.message}. ${advice}${error.code ? ` (${error.code})` : ''}`;
}

const isBot = (result: unknown) => Boolean((Object(result) as { id?: unknown }).id);

/** What to do if another Token Path works: some servers read "bot" as a part of the token. */
async function otherPath(
	context: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
	error: unknown,
): Promise<string | undefined> {
	if (![401, 404].includes(statusOf(error) ?? 0)) return undefined;
	const { data = {} } = credential;
	const [pathForm, name] =
		data.pathForm === 'plain' ? ['bot', 'With Bot Prefix'] : ['plain', 'Without Prefix'];
	const asked = await settle(getMe(context, { ...credential, data: { ...data, pathForm } }));
	if (!isBot(asked.value)) return undefined;
	return `The server knows this bot at another address: set Token Path to ${name}.`;
}

/** Tests a credential when n8n saves it: only an answer that names the bot (reference 5.1) is a success. */
export async function botMessagingApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const door = new Door(this);
	door.hide(credential);
	return await door.pass(async (context) => {
		const { value: bot, error } = await settle(getMe(context, credential));
		if (isBot(bot)) return { status: 'OK', message: 'The server knows this bot.' };
		const elsewhere =
			(await otherAddress(context, credential, error)) ??
			(await otherPath(context, credential, error));
		if (elsewhere) return { status: 'Error', message: elsewhere };
		const unnamed = 'The server did not say which bot this is';
		const { message, hint, code } = explain(
			error ?? new TransportError('unreadable', unnamed, 200),
			{ effect: 'read' },
		);
		const sentence = message.replace(/\.?$/, '.');
		return { status: 'Error', message: [sentence, hint, code].filter(Boolean).join(' ') };
	});
}
