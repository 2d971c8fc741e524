import { sleep } from 'n8n-workflow';

import type { Call } from '../../api/client';
import { AnswerError, TransportError } from '../../api/errors';
import { settle, ticks } from '../../api/basics';
import { byPerson } from '../../update/context';
import { whyUnreadable, numberOf } from '../../update/update';
import type { UpdateTracker } from './tracker';

const HOLD_SECONDS = 30;
/** Limits for a stall and for the whole response, which can arrive byte by byte. */
const TIMEOUT_MS = (HOLD_SECONDS + 15) * 1000;
const LONGEST_MS = 2 * TIMEOUT_MS;
/** If an empty answer comes sooner, the server did not hold the request. */
const NOT_HELD_MS = 1000;

export const MOST_UPDATES = 100;

/**
 * One getUpdates request (reference 3.2). Throws as a call does, also if the result is no list or does not
 * end in time.
 *
 * @param offset the number of the first update to return; all lower ones are confirmed
 * @param mayHold whether the server should wait until there is an update
 */
export async function getUpdates(
	call: Call,
	offset: number | undefined,
	kinds: string[],
	mayHold: boolean,
	abortSignal: AbortSignal,
) {
	const body = {
		...(offset !== undefined && { offset }),
		limit: MOST_UPDATES,
		timeout: mayHold ? HOLD_SECONDS : 0,
		allowed_updates: [...new Set(kinds)],
	};
	const begunAt = ticks();
	const late = AbortSignal.timeout(LONGEST_MS);
	const options = { timeoutMs: TIMEOUT_MS, abortSignal: AbortSignal.any([abortSignal, late]) };
	const { value: listed, error } = await settle(call('getUpdates', body, options));
	if (late.aborted) throw new TransportError('timeout', 'The answer of the server did not end');
	if (error !== undefined) throw error as Error;
	if (!Array.isArray(listed)) {
		throw new TransportError('unreadable', 'The server sent no list of updates');
	}
	const whys = listed.map(whyUnreadable);
	const isEmpty = listed.every((entry) => numberOf(entry) === undefined);
	return {
		/** A join of several people becomes one update for each, with the same number. */
		updates: listed.filter((_entry, n) => whys[n] === undefined).flatMap(byPerson),
		/** What cannot be read, with its number if it has one. */
		unreadable: whys.flatMap((why, n) => (why ? [{ id: numberOf(listed[n]), why }] : [])),
		/** Whether the server answered at once, without updates, although we asked it to wait. */
		isEarly: mayHold && isEmpty && ticks() - begunAt < NOT_HELD_MS,
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
