import { shownAddress } from '../../api/addresses';
import type { Call } from '../../api/client';
import { AnswerError } from '../../api/errors';
import { settle } from '../../api/basics';

/**
 * What keeps a polling loop from fetching. `removed`: a webhook, which is now deleted. `refused`: the server
 * asks to wait for more than a minute. `down`: unreachable for so long that the user has to know.
 */
export type PollState =
	'polling' | 'webhook' | 'removed' | 'conflict' | 'token' | 'refused' | 'unreachable' | 'down';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 60_000;
/** A refused token does not become valid again within a moment. */
const FIRST_TOKEN_PAUSE_MS = 1000;
const LONGEST_TOKEN_PAUSE_MS = 30_000;
/** How long a server may be unreachable before we tell the user. */
const DOWN_AFTER_MS = 300_000;

export interface Diagnosis {
	state: PollState;
	words: string;
	/** The webhook that is in the way, described for people. */
	webhook?: string;
}

export const RECOVERED: Diagnosis = { state: 'polling', words: 'Fetching updates' };

/** Whether the server rejects the token (reference 2.1). */
export const isUnauthorized = (error: unknown) =>
	error instanceof AnswerError && error.code === 401;

/** Raises a diagnosis if polls have failed for some time. */
export function escalate(diagnosis: Diagnosis, ms: number): Diagnosis {
	const isDown = diagnosis.state === 'unreachable' && ms >= DOWN_AFTER_MS;
	return isDown ? { ...diagnosis, state: 'down' } : diagnosis;
}

const askedMs = (error: unknown): number =>
	error instanceof AnswerError ? (error.retryAfter ?? 0) * 1000 : 0;

/**
 * Milliseconds to wait after this many failures in a row: what the server asks for, up to a minute; otherwise
 * a growing pause.
 */
export function pauseAfter(error: unknown, failures: number): number {
	const asked = Math.min(askedMs(error), LONGEST_PAUSE_MS);
	const [first, longest] = isUnauthorized(error)
		? [FIRST_TOKEN_PAUSE_MS, LONGEST_TOKEN_PAUSE_MS]
		: [FIRST_PAUSE_MS, LONGEST_PAUSE_MS];
	return Math.max(asked, Math.min(longest, first * 2 ** (failures - 1)));
}

const REMEDY =
	'Remove it, or turn on Remove Webhook in the Options of this trigger. Trying again until then. Bot > Check Setup says what else is wrong.';

async function diagnoseConflict({ description }: AnswerError, call: Call): Promise<Diagnosis> {
	const { value: info } = await settle(call('getWebhookInfo', {}));
	if (info?.url) {
		const webhook = `webhook at ${shownAddress(info.url)}`;
		const words = `The bot sends its updates to a ${webhook}. ${REMEDY}`;
		return { state: 'webhook', webhook, words };
	}
	// The webhook may have just been deleted, or the server did not show its address.
	if (/webhook/i.test(description)) {
		const words = `The server sends no updates here because of a webhook of the bot: ${description}. ${REMEDY}`;
		return { state: 'conflict', webhook: 'webhook', words };
	}
	const words =
		'Another program fetches the updates of this bot, or another n8n in which a workflow with this trigger is published. Stop it, or use another bot. Trying again until then. Bot > Check Setup says if it is still there.';
	return { state: 'conflict', words };
}

export async function diagnose(error: unknown, call: Call): Promise<Diagnosis> {
	if (error instanceof AnswerError && error.code === 409)
		return await diagnoseConflict(error, call);
	if (isUnauthorized(error)) {
		const words =
			'The server no longer accepts the bot token. Open the credential of this trigger and paste the new token. Trying again until then. Bot > Check Setup says if the server takes it.';
		return { state: 'token', words };
	}
	const { message } = error as Error;
	if (askedMs(error) > LONGEST_PAUSE_MS) {
		const seconds = Math.round(askedMs(error) / 1000);
		const words = `The server asks to wait ${seconds} seconds before the next request for updates: ${message}. Trying again every minute.`;
		return { state: 'refused', words };
	}
	return { state: 'unreachable', words: `No updates for now: ${message}. Trying again.` };
}

/** Removes a webhook, e.g. `webhook at example.com`, and returns the new diagnosis. */
export async function removeWebhook(call: Call, webhook: string): Promise<Diagnosis> {
	const { error } = await settle(call('deleteWebhook', {}));
	if (error === undefined)
		return { state: 'removed', words: `The bot's ${webhook} has been removed.` };
	const { message } = error as Error;
	const words = `The bot's ${webhook} cannot be removed: ${message}. Trying again.`;
	return { state: 'webhook', words };
}
