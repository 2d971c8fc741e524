import type { Call } from '../../api/client';
import { AnswerError } from '../../api/errors';
import { settle } from '../../api/settle';
import { getWebhookInfo, shownAddress } from '../webhookInfo';

/**
 * What keeps a polling loop from fetching. `removed`: a webhook that is out of the way now. `token`:
 * the server does not accept it. `down`: unreachable for so long that the user has to know.
 */
export type PollState =
	'polling' | 'webhook' | 'removed' | 'conflict' | 'token' | 'unreachable' | 'down';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 60_000;
/** A refused token does not become valid again within a moment. */
const FIRST_TOKEN_PAUSE_MS = 1000;
const LONGEST_TOKEN_PAUSE_MS = 30_000;
/** How long a server may be unreachable before the user hears of it. */
const DOWN_AFTER_MS = 300_000;

export interface Diagnosis {
	state: PollState;
	/** For the log and for the user. */
	words: string;
	/** How to call the webhook that is in the way, if one is. */
	webhook?: string;
}

export const RECOVERED: Diagnosis = { state: 'polling', words: 'Fetching updates' };

/** Whether the server does not know the token (API reference, "Authentication"). */
export const isUnauthorized = (error: unknown) =>
	error instanceof AnswerError && error.code === 401;

/** What a diagnosis becomes when polls have failed for some time. */
export function escalate(diagnosis: Diagnosis, ms: number): Diagnosis {
	const isDown = diagnosis.state === 'unreachable' && ms >= DOWN_AFTER_MS;
	return isDown ? { ...diagnosis, state: 'down' } : diagnosis;
}

/**
 * Milliseconds to wait after a poll that failed: as the server asks, else more and more.
 *
 * @param failures how many have failed in a row
 */
export function pauseAfter(error: unknown, failures: number): number {
	const asked = error instanceof AnswerError ? (error.retryAfter ?? 0) * 1000 : 0;
	const [first, longest] = isUnauthorized(error)
		? [FIRST_TOKEN_PAUSE_MS, LONGEST_TOKEN_PAUSE_MS]
		: [FIRST_PAUSE_MS, LONGEST_PAUSE_MS];
	return Math.max(asked, Math.min(longest, first * 2 ** (failures - 1)));
}

async function diagnoseConflict({ description }: AnswerError, call: Call): Promise<Diagnosis> {
	const { value: info } = await settle(getWebhookInfo(call));
	const remedy =
		'Remove it, or turn on Remove Webhook in the Options of this trigger. Trying again until then.';
	if (info?.url) {
		const webhook = `webhook at ${shownAddress(info.url)}`;
		return {
			state: 'webhook',
			webhook,
			words: `The bot sends its updates to a ${webhook}. ${remedy}`,
		};
	}
	// It may have just gone, or the server did not say where it leads.
	if (/webhook/i.test(description)) {
		return {
			state: 'conflict',
			webhook: 'webhook',
			words: `The server sends no updates here because of a webhook of the bot: ${description}. ${remedy}`,
		};
	}
	return {
		state: 'conflict',
		words:
			'Another program fetches the updates of this bot, or another n8n in which a workflow with this trigger is published. Stop it, or use another bot. Trying again until then.',
	};
}

/** Why a poll failed, in words. */
export async function diagnose(error: unknown, call: Call): Promise<Diagnosis> {
	if (error instanceof AnswerError && error.code === 409)
		return await diagnoseConflict(error, call);
	if (isUnauthorized(error)) {
		return {
			state: 'token',
			words:
				'The server no longer accepts the bot token. Open the credential of this trigger and paste the new token. Trying again until then.',
		};
	}
	const { message } = error as Error;
	return { state: 'unreachable', words: `No updates for now: ${message}. Trying again.` };
}

/**
 * Removes the bot's webhook, and says what came of it.
 *
 * @param webhook how to call it, e.g. `webhook at example.com/hook`
 */
export async function removeWebhook(call: Call, webhook: string): Promise<Diagnosis> {
	const { error } = await settle(call('deleteWebhook', {}));
	if (error === undefined) {
		return { state: 'removed', words: `The bot's ${webhook} has been removed.` };
	}
	const { message } = error as Error;
	return {
		state: 'webhook',
		words: `The bot's ${webhook} cannot be removed: ${message}. Trying again.`,
	};
}
