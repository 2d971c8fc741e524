import { createHash, createHmac, randomBytes } from 'crypto';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { tokenOf } from '../../../../credentials/BotMessagingApi.credentials';
import type { Call } from '../../api/client';
import { settle } from '../../api/settle';
import type { Subscription } from '../../bots/bot';
import { readForm } from '../form/form';
import { getWebhookInfo } from '../webhookInfo';
import { receiversAt } from './receivers';

/** What a push carries its secret or its proof in. */
export const SECRET_HEADER = 'x-telegram-bot-api-secret-token';

const hmac = (key: string | Buffer, text: string) =>
	createHmac('sha256', key).update(text).digest('hex');

/**
 * The secret that the pushes of a bot's webhook carry: the same for all its workflows, which share
 * the webhook, and impossible to guess, even without a token. 64 hexadecimal digits.
 */
export const secretOf = (credential?: IDataObject): string =>
	hmac(tokenOf(credential) || randomBytes(32), 'webhook');

/**
 * What a push carries that one trigger passes on to another one: it is good for this update only, and
 * says nothing of the secret. 64 hexadecimal digits.
 */
export const proofOf = (secret: string, body: string): string => hmac(secret, body);

/** Recognizes a secret later without keeping it. 16 hexadecimal digits. */
export const markOf = (secret: string) =>
	createHash('sha256').update(secret).digest('hex').slice(0, 16);

/** Notes that the server has this secret. */
export function noteSecret(context: IWebhookFunctions, secret: string): void {
	const memory = context.getWorkflowStaticData('node');
	const mark = markOf(secret);
	if (memory.mark !== mark) memory.mark = mark;
}

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
	const url = context.getNodeWebhookUrl('default')!;
	const { url: live, allowed_updates: kinds } = await getWebhookInfo(call);
	const [place] = receiversAt(url)?.places ?? [];
	const isOurs = place !== undefined && receiversAt(live)?.places.includes(place);
	// Another webhook is not replaced: nobody chose that here.
	if (live && !isOurs) return;
	await call('setWebhook', {
		url: live || url,
		allowed_updates: (live && kinds) || readForm(context).kinds,
		secret_token: secret,
	});
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
	if (error === undefined) noteSecret(context, secret);
	else context.logger.warn(`${context.getNode().name}: ${(error as Error).message}`);
}
