import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import type { Call } from '../api/client';
import { settle } from '../api/settle';
import { allowedUpdates } from './fields';
import { markOf } from './secret';

/** By webhook: a new secret is on its way to the server. */
const renewing = new Map<string, Promise<void>>();

async function setAnew(context: IWebhookFunctions, call: Call, secret: string): Promise<void> {
	const url = context.getNodeWebhookUrl('default');
	const { url: live } = (await call('getWebhookInfo', {})) as IDataObject;
	// Another webhook is not taken: nobody chose that here.
	if (live && live !== url) return;
	const kinds = allowedUpdates(context.getNodeParameter('updates', []) as string[]);
	await call('setWebhook', { url, allowed_updates: kinds, secret_token: secret });
}

/**
 * Whether a push carries the secret that the server was given before the bot token was replaced: the
 * secret comes from the token. The server then gets the new one, and the old one is good no longer.
 *
 * @param given what the push carries
 * @param secret what it should carry
 */
export async function acceptsFormer(
	context: IWebhookFunctions,
	call: Call,
	given: unknown,
	secret: string,
): Promise<boolean> {
	const memory = context.getWorkflowStaticData('node');
	if (typeof given !== 'string' || memory.mark !== markOf(given)) return false;
	const url = context.getNodeWebhookUrl('default') ?? '';
	const renewal = renewing.get(url) ?? setAnew(context, call, secret);
	renewing.set(url, renewal);
	const { error } = await settle(renewal);
	renewing.delete(url);
	if (error === undefined) memory.mark = markOf(secret);
	else context.logger.warn(`${context.getNode().name}: ${(error as Error).message}`);
	return true;
}
