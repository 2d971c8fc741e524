import { setTimeout as sleep } from 'node:timers/promises';

/** The state of a workflow's publication in n8n, with messages about its triggers. */
export interface Publication {
	status: 'in_progress' | 'published' | 'partial' | 'failed' | 'not_published';
	triggers: Array<{ errorMessage: string | null }>;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;
/** How many equal answers in a row count as stable: they take 5 seconds in total. */
const TIMES_TO_STAY = 7;
/** Mostly two seconds apart: a busy machine may take minutes. */
const MOST_QUESTIONS = 120;

/**
 * Polls n8n until the publication is done, or until another state is stable. n8n works in the background
 * and reads its answer from two tables in turn, so an answer may mix two states. Returns the last
 * answer.
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

/** Why n8n has not published a workflow, in words for the user. */
export function obstacleOf({ status, triggers }: Publication): string {
	const reasons = triggers.map(({ errorMessage }) => errorMessage).filter(Boolean);
	return reasons.length > 0 ? reasons.join('; ') : `its state stays "${status}"`;
}
