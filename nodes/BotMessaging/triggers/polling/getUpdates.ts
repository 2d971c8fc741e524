import type { Call } from '../../api/client';
import { TransportError } from '../../api/errors';
import type { Body } from '../../api/multipart';
import { ticks } from '../../api/clock';
import { hasNumber, type Update } from '../../update/update';

/** Seconds for which the server holds a poll open. */
const HOLD_SECONDS = 30;
const TIMEOUT_MS = (HOLD_SECONDS + 15) * 1000;
/** An empty answer within this time was not held. */
const NOT_HELD_MS = 1000;

/** The most updates that a poll brings. */
export const MOST_UPDATES = 100;

export interface PollRequest {
	/** The number of the first update to show; all below it are confirmed. */
	offset?: number;
	kinds: string[];
	/** Whether the server is to wait until there is an update. */
	mayHold: boolean;
	abortSignal: AbortSignal;
}

export interface PollResult {
	updates: Update[];
	/** Whether the server listed something without the number of an update. */
	hasOther: boolean;
	/** Whether the server said at once that there is nothing, although it was asked to wait. */
	isEarly: boolean;
}

/** One getUpdates (service facts, "Updates"). Throws as a call does, and for an answer that is no list. */
export async function getUpdates(call: Call, request: PollRequest): Promise<PollResult> {
	const { offset, kinds, mayHold, abortSignal } = request;
	const body: Body = {
		...(offset !== undefined && { offset }),
		limit: MOST_UPDATES,
		timeout: mayHold ? HOLD_SECONDS : 0,
		allowed_updates: [...new Set(kinds)],
	};
	const begunAt = ticks();
	const listed = await call('getUpdates', body, { timeoutMs: TIMEOUT_MS, abortSignal });
	if (!Array.isArray(listed)) {
		throw new TransportError('unreadable', 'The server sent no list of updates');
	}
	const updates = listed.filter(hasNumber);
	return {
		updates,
		hasOther: updates.length < listed.length,
		isEarly: mayHold && updates.length === 0 && ticks() - begunAt < NOT_HELD_MS,
	};
}
