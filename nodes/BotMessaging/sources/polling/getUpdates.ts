import { sleep } from 'n8n-workflow';

import { shownAddress } from '../../api/addresses';
import { settle, ticks } from '../../api/basics';
import type { Call } from '../../api/client';
import { AnswerError, TransportError, UserError } from '../../api/errors';
import { byPerson } from '../../update/context';
import { whyUnreadable, numberOf } from '../../update/update';
import { unknownIn } from '../../memory/unknownParameters';
import type { UpdateTracker } from './tracker';

const HOLD_SECONDS = 30;
const TIMEOUT_MS = (HOLD_SECONDS + 15) * 1000;
/** If an answer without new updates comes sooner, the server did not hold the request. */
const NOT_HELD_MS = 1000;

const MOST_UPDATES = 100;

/** In the order in which they are left out on a server that names none. */
const PARAMETERS = ['allowed_updates', 'timeout', 'limit', 'offset'];

/**
 * One getUpdates request (reference 3.2), which confirms all updates below `offset`. Throws as a call does.
 *
 * @param leftOut the parameters that the server does not know; those that it refuses now are added
 */
export async function getUpdates(
	call: Call,
	offset: number | undefined,
	kinds: string[],
	mayHold: boolean,
	abortSignal: AbortSignal,
	leftOut: Set<string>,
) {
	const all: Record<string, unknown> = {
		...(offset !== undefined && { offset }),
		limit: MOST_UPDATES,
		timeout: mayHold ? HOLD_SECONDS : 0,
		allowed_updates: [...new Set(kinds)],
	};
	let begunAt = ticks();
	let listed: unknown;
	for (;;) {
		const names = PARAMETERS.filter((name) => name in all && !leftOut.has(name));
		begunAt = ticks();
		const body = Object.fromEntries(names.map((name) => [name, all[name]]));
		const asked = await settle(call('getUpdates', body, { timeoutMs: TIMEOUT_MS, abortSignal }));
		listed = asked.value;
		if (asked.error === undefined) break;
		const unknown = unknownIn(asked.error, names);
		if (unknown === undefined) throw asked.error as Error;
		leftOut.add(unknown);
	}
	if (!Array.isArray(listed)) {
		throw new TransportError('unreadable', 'The server sent no list of updates');
	}
	const whys = listed.map(whyUnreadable);
	return {
		/** A join of several people becomes one update for each, with the same number. */
		updates: listed.filter((_entry, n) => whys[n] === undefined).flatMap(byPerson),
		/** What cannot be read, with its number if it has one. */
		unreadable: whys.flatMap((why, n) => (why ? [{ id: numberOf(listed[n]), why }] : [])),
		/** Whether there may be more. */
		isFull: listed.length >= MOST_UPDATES,
		/** Whether the server answered at once, although we asked it to wait. */
		isEarly: mayHold && ticks() - begunAt < NOT_HELD_MS,
	};
}

const CONFIRMED_WITHIN_MS = 2000;
const PAUSE_MS = 100;
const MOST_TRIES = 20;

/** Confirms finished updates when no poll follows that would do it. */
export async function confirmWithoutPolling(
	call: Call,
	tracker: UpdateTracker,
	isNeeded: () => boolean,
): Promise<void> {
	for (let tries = 0; tries < MOST_TRIES && isNeeded(); tries++) {
		const offset = tracker.offsetFor([]);
		if (offset === undefined) return;
		const { error } = await settle(
			call('getUpdates', { offset, limit: 1, timeout: 0 }, { timeoutMs: CONFIRMED_WITHIN_MS }),
		);
		if (error === undefined) return tracker.list([], [], offset);
		// The server may need a moment to see that our own poll has ended.
		if (!(error instanceof AnswerError && error.code === 409)) return;
		await sleep(PAUSE_MS);
	}
}

/**
 * What keeps a polling loop from fetching. `removed`: a webhook, which is now deleted. `refused`: the server
 * asks to wait for more than a minute, or refuses the request. `down`: unreachable for so long that the user has to know.
 */
export type PollState =
	'polling' | 'webhook' | 'removed' | 'conflict' | 'token' | 'refused' | 'unreachable' | 'down';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 60_000;
/** A person who removes the webhook or replaces the token waits for the next try. */
const LONGEST_FOR_PERSON_MS = 10_000;
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

/** Milliseconds to wait after failures in a row: what the server asks for, or a growing pause. */
export function pauseAfter(error: unknown, failures: number, webhook?: string): number {
	const asked = Math.min(askedMs(error), LONGEST_PAUSE_MS);
	const isForPerson = webhook !== undefined || isUnauthorized(error) || error instanceof UserError;
	const longest = isForPerson ? LONGEST_FOR_PERSON_MS : LONGEST_PAUSE_MS;
	return Math.max(asked, Math.min(longest, FIRST_PAUSE_MS * 2 ** (failures - 1)));
}

const REMEDY =
	'Remove it with Bot > Delete Webhook, or turn on Remove Webhook in the Options of this trigger. Trying again until then. Bot > Check Setup says what else is wrong.';

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
	if (error instanceof UserError) return { state: 'refused', words: message };
	if (askedMs(error) > LONGEST_PAUSE_MS) {
		const seconds = Math.round(askedMs(error) / 1000);
		const words = `The server asks to wait ${seconds} seconds before the next request for updates: ${message}. Trying again every minute.`;
		return { state: 'refused', words };
	}
	if (error instanceof AnswerError && error.code < 500 && !error.isRateLimit) {
		const words = `The server refuses to send updates: ${message}. Trying again. Bot > Check Setup says what else is wrong.`;
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
