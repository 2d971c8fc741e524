import type { IDataObject } from 'n8n-workflow';

import type { Call } from '../api/client';
import { AnswerError } from '../api/errors';
import { settle } from '../api/settle';

/** What keeps a polling loop from fetching; `removed`: a webhook that is out of the way now. */
export type PollState = 'polling' | 'webhook' | 'removed' | 'conflict' | 'unreachable';

export interface Trouble {
	state: PollState;
	/** For the log and for the user. */
	words: string;
}

export const RECOVERED: Trouble = { state: 'polling', words: 'Fetching updates' };

/** Host and path of a webhook: its query may hold secrets of somebody else. */
export function placeOf(url: string): string {
	if (!URL.canParse(url)) return 'an address that cannot be read';
	const { host, pathname } = new URL(url);
	return host + pathname;
}

/** The address that a bot's webhook points to; empty when there is none. */
export async function webhookUrl(call: Call): Promise<string> {
	const info = (await call('getWebhookInfo', {})) as IDataObject;
	return String(info.url ?? '');
}

async function removed(call: Call, place: string): Promise<Trouble> {
	const { error } = await settle(call('deleteWebhook', {}));
	if (error === undefined) {
		return { state: 'removed', words: `The webhook of the bot at ${place} has been removed.` };
	}
	const { message } = error as Error;
	return {
		state: 'webhook',
		words: `The webhook of the bot at ${place} cannot be removed: ${message}. Trying again.`,
	};
}

async function conflict(call: Call, mayRemove: boolean): Promise<Trouble> {
	const { value: url } = await settle(webhookUrl(call));
	if (!url) {
		return {
			state: 'conflict',
			words:
				'Another program fetches the updates of this bot. Stop it, or use another bot. Trying again until then.',
		};
	}
	const place = placeOf(url);
	if (mayRemove) return await removed(call, place);
	return {
		state: 'webhook',
		words: `The bot sends its updates to a webhook at ${place}. Remove it, or turn on Remove Webhook in the Options of this trigger. Trying again until then.`,
	};
}

/**
 * Why a poll did not work, in words.
 *
 * @param mayRemove whether a webhook that is in the way may be taken away, which is then done
 */
export async function diagnose(error: unknown, call: Call, mayRemove: boolean): Promise<Trouble> {
	if (error instanceof AnswerError && error.code === 409) return await conflict(call, mayRemove);
	const { message } = error as Error;
	return { state: 'unreachable', words: `No updates for now: ${message}. Trying again.` };
}
