import type { IDataObject } from 'n8n-workflow';

import type { Call } from '../api/client';
import { AnswerError } from '../api/errors';
import { settle } from '../api/settle';

/** What a polling loop is doing: fetching, or waiting for the cause of a trouble to go away. */
export type PollState = 'polling' | 'webhook' | 'conflict' | 'unreachable';

export interface Trouble {
	state: PollState;
	/** For the log and for the user. */
	words: string;
}

/** Host and path of a webhook: its query may hold secrets of somebody else. */
export function placeOf(url: string): string {
	const { host, pathname } = new URL(url);
	return host + pathname;
}

/** The address that a bot's webhook points to; empty when there is none. */
export async function webhookUrl(call: Call): Promise<string> {
	const info = (await call('getWebhookInfo', {})) as IDataObject;
	return String(info.url ?? '');
}

async function conflict(call: Call, mayRemove: boolean): Promise<Trouble | undefined> {
	const { value: url } = await settle(webhookUrl(call));
	if (!url) {
		return {
			state: 'conflict',
			words:
				'Another program fetches the updates of this bot. Stop it, or use another bot. Trying again until then.',
		};
	}
	if (mayRemove) {
		await settle(call('deleteWebhook', {}));
		return undefined;
	}
	return {
		state: 'webhook',
		words: `The bot sends its updates to a webhook at ${placeOf(url)}. Remove it, or turn on Remove Webhook in the Options of this trigger. Trying again until then.`,
	};
}

/**
 * Why a poll did not work, in words. Undefined when the cause was removed just now.
 *
 * @param mayRemove whether a webhook that is in the way may be taken away
 */
export async function diagnose(
	error: unknown,
	call: Call,
	mayRemove: boolean,
): Promise<Trouble | undefined> {
	if (error instanceof AnswerError && error.code === 409) return await conflict(call, mayRemove);
	const { message } = error as Error;
	return { state: 'unreachable', words: `No updates for now: ${message}. Trying again.` };
}
