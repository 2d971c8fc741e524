import { createHash, createHmac } from 'crypto';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { tokenOf } from '../../../../credentials/BotMessagingApi.credentials';
import type { Call } from '../../api/client';
import { settle } from '../../api/settle';
import type { Subscription } from '../../bots/bot';
import { nodeKeyOf } from '../../bots/registry';
import { readForm } from '../form/form';
import { getWebhookInfo } from '../webhookInfo';

/**
 * The secret that a webhook's pushes carry: the same for the same bot, workflow and node, and
 * impossible to guess from their ids. 64 hexadecimal digits.
 */
export function secretOf(
	context: Pick<IWebhookFunctions, 'getWorkflow' | 'getNode'>,
	credential?: IDataObject,
): string {
	const name = `webhook:${nodeKeyOf(context)}`;
	return createHmac('sha256', tokenOf(credential)).update(name).digest('hex');
}

/** Recognizes a secret later without keeping it. 16 hexadecimal digits. */
export const markOf = (secret: string) =>
	createHash('sha256').update(secret).digest('hex').slice(0, 16);

/** Whether a push carries the secret from before the bot token was replaced: it depends on the token. */
export function isFormerSecret(context: IWebhookFunctions, carried: unknown): boolean {
	const { mark } = context.getWorkflowStaticData('node');
	return typeof carried === 'string' && mark === markOf(carried);
}

/** A new secret that is on its way to the server. */
class Renewal {
	promise?: Promise<void>;
}

async function sendSecret(context: IWebhookFunctions, call: Call, secret: string): Promise<void> {
	const url = context.getNodeWebhookUrl('default') ?? '';
	const { url: live } = await getWebhookInfo(call);
	// Another webhook is not replaced: nobody chose that here.
	if (live && live !== url) return;
	const { kinds } = readForm(context);
	await call('setWebhook', { url, allowed_updates: kinds, secret_token: secret });
}

/** Gives the server a new secret; from then on the former one is refused. Only logs a failure. */
export async function renewSecret(
	context: IWebhookFunctions,
	subscription: Subscription,
	call: Call,
	secret: string,
): Promise<void> {
	const renewal = subscription.part(Renewal);
	renewal.promise ??= sendSecret(context, call, secret);
	const { error } = await settle(renewal.promise);
	renewal.promise = undefined;
	if (error === undefined) context.getWorkflowStaticData('node').mark = markOf(secret);
	else context.logger.warn(`${context.getNode().name}: ${(error as Error).message}`);
}
