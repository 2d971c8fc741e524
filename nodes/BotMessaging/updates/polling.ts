import { createHash } from 'crypto';
import type { IDataObject, ITriggerFunctions } from 'n8n-workflow';

import { createCall, createDownload, loadCredential, type Call } from '../api/client';
import { AnswerError, FieldError } from '../api/errors';
import { settle } from '../api/settle';
import { DEFAULT_TRAFFIC } from '../api/traffic';
import { toNodeError } from '../operation/failure';
import { dropsPending } from './fields';
import type { FileSource } from './item';
import { pollerOf } from './poller';
import { PollingTrigger } from './pollingTrigger';
import { placeOf, webhookUrl } from './trouble';

/** Names a bot without telling its token, however the token was pasted. */
function botOf({ botToken }: IDataObject): string {
	const token = String(botToken)
		.trim()
		.replace(/^bot(?=\d)/i, '');
	return createHash('sha256').update(token).digest('hex').slice(0, 16);
}

/** Drops what waits on the server. Throws where a webhook is in the way. */
async function dropPending(call: Call, trigger: PollingTrigger): Promise<void> {
	const url = await webhookUrl(call);
	if (url && !trigger.removeWebhook) {
		throw new FieldError(
			'Pending Updates',
			`The bot sends its updates to a webhook at ${placeOf(url)}`,
			'Remove it, or turn on Remove Webhook in the Options of this trigger.',
		);
	}
	await call('deleteWebhook', { drop_pending_updates: true });
}

/** Whether a server's answer will be the same next time: it does not know this token. */
const isFinal = (error: unknown) =>
	error instanceof AnswerError && [401, 403, 404].includes(error.code);

async function prepare(
	context: ITriggerFunctions,
	call: Call,
	files: FileSource,
	bot: string,
): Promise<PollingTrigger> {
	const trigger = new PollingTrigger(context, call, files, bot);
	const { error } = await settle(call('getMe', {}));
	// A server that cannot be reached now is no reason not to start: the loop goes on trying.
	if (error && (trigger.isTest || isFinal(error))) throw error;
	if (dropsPending(context) && !pollerOf(bot).isShared) await dropPending(call, trigger);
	return trigger;
}

/**
 * Starts to turn a bot's updates into executions. Gives back what stops it.
 * Throws for a filter that cannot be right and for a token the server does not know.
 */
export async function startPolling(context: ITriggerFunctions): Promise<() => Promise<void>> {
	const credential = await loadCredential(context);
	const call = createCall(context, credential, DEFAULT_TRAFFIC);
	const download = createDownload(context, credential, DEFAULT_TRAFFIC);
	const files: FileSource = { helpers: context.helpers, call, download };
	const bot = botOf(credential.data as IDataObject);
	const { value: trigger, error } = await settle(prepare(context, call, files, bot));
	if (!trigger) throw toNodeError(context.getNode(), error);
	const leave = pollerOf(bot).subscribe(trigger);
	return async () => {
		trigger.close();
		await leave();
	};
}
