import type { IDataObject } from 'n8n-workflow';

import type { Call } from '../../api/client';
import { AnswerError } from '../../api/errors';
import { settle } from '../../api/settle';

/**
 * What keeps a polling loop from fetching. `removed`: a webhook that is out of the way now. `token`:
 * the server does not know it. `down`: unreachable for so long that the user has to know.
 */
export type PollState =
	'polling' | 'webhook' | 'removed' | 'conflict' | 'token' | 'unreachable' | 'down';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 60_000;
/** A token that is refused is not good again in a moment. */
const FIRST_TOKEN_PAUSE_MS = 1000;
const LONGEST_TOKEN_PAUSE_MS = 30_000;
/** A server may be away for so long before the user is shown. */
const DOWN_AFTER_MS = 300_000;

export interface Trouble {
	state: PollState;
	/** For the log and for the user. */
	words: string;
}

export const RECOVERED: Trouble = { state: 'polling', words: 'Fetching updates' };

/** Whether the server does not know the token (API reference, "Authentication"). */
export const isUnauthorized = (error: unknown) =>
	error instanceof AnswerError && error.code === 401;

/** A trouble as it is after some time without an update: one that goes on becomes another. */
export function lasting(trouble: Trouble, ms: number): Trouble {
	const isDown = trouble.state === 'unreachable' && ms >= DOWN_AFTER_MS;
	return isDown ? { ...trouble, state: 'down' } : trouble;
}

/**
 * Milliseconds to wait after a poll that failed: as the server asks, else more and more.
 *
 * @param failures how many have failed in a row
 */
export function pauseAfter(error: unknown, failures: number): number {
	const told = error instanceof AnswerError ? (error.retryAfter ?? 0) * 1000 : 0;
	const [first, longest] = isUnauthorized(error)
		? [FIRST_TOKEN_PAUSE_MS, LONGEST_TOKEN_PAUSE_MS]
		: [FIRST_PAUSE_MS, LONGEST_PAUSE_MS];
	return Math.max(told, Math.min(longest, first * 2 ** (failures - 1)));
}

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
				'Another program fetches the updates of this bot, or another n8n in which a workflow with this trigger is published. Stop it, or use another bot. Trying again until then.',
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
	if (isUnauthorized(error)) {
		return {
			state: 'token',
			words:
				'The server does not accept the bot token any more. Open the credential of this trigger and paste the new token. Trying again until then.',
		};
	}
	const { message } = error as Error;
	return { state: 'unreachable', words: `No updates for now: ${message}. Trying again.` };
}
