import { setTimeout as sleep } from 'node:timers/promises';

/** How far n8n is with publishing a workflow, and what it says about its triggers. */
export interface Publication {
	status: 'in_progress' | 'published' | 'partial' | 'failed' | 'not_published';
	triggers: Array<{ errorMessage: string | null }>;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;
/** So often in a row n8n has to answer the same, with pauses of 5 seconds together. */
const TIMES_TO_STAY = 7;
/** Questions, most of them two seconds apart: a busy machine may take minutes. */
const MOST_QUESTIONS = 120;

/**
 * Asks n8n until it has done what is wanted, or until another state has stayed. n8n works in the
 * background and reads its answer from two tables, one after the other: while it is at it, an
 * answer may be true of neither moment. Returns the last answer.
 */
export async function waitForStatus(
	ask: () => Promise<Publication>,
	wanted: Publication['status'],
): Promise<Publication> {
	let last = await ask();
	let pauseMs = FIRST_PAUSE_MS;
	let times = 1;
	for (let asked = 1; last.status !== wanted && asked < MOST_QUESTIONS; asked++) {
		if (last.status !== 'in_progress' && times >= TIMES_TO_STAY) break;
		await sleep(pauseMs);
		pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
		const next = await ask();
		times = next.status === last.status ? times + 1 : 1;
		last = next;
	}
	return last;
}

/** Why n8n has not published a workflow, in words that can be shown. */
export function obstacleOf({ status, triggers }: Publication): string {
	const reasons = triggers.map(({ errorMessage }) => errorMessage).filter(Boolean);
	return reasons.length > 0 ? reasons.join('; ') : `its state stays "${status}"`;
}
