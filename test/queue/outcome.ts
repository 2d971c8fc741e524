import { tallyOf, type Tally, type Updates } from '../../scripts/lib/tally';
import type { Naming, QueuedExecution } from '../../scripts/queue/executions';

/** Updates that are written when a case is over, to see that its triggers go on. */
export const AFTERWARDS = 100;

/** What became of one trigger's updates in a case. */
export interface Outcome extends Tally {
	all: QueuedExecution[];
	/** Executions that did not succeed. */
	failed: QueuedExecution[];
	/** Executions whose end n8n has not written down. Nothing is known of their order. */
	unended: number;
	/** What the trigger has told its user about updates that were cut off. */
	named: Naming[];
	/** Of the updates that were written after all that, in the same terms. */
	afterwards: Tally;
	/** From the first message to the end of the last execution. */
	perSecond: number;
	/** When what happened in the middle began, in Unix milliseconds. */
	disturbedAt: number;
}

/** Counts what a trigger's executions say of these updates. */
export function countOf(all: QueuedExecution[], updates: Updates) {
	const ended = all.filter(({ stoppedAt }) => stoppedAt);
	return {
		...tallyOf(all, updates),
		outOfOrder: tallyOf(ended, updates).outOfOrder,
		unended: all.length - ended.length,
		all,
		failed: all.filter(({ status }) => status !== 'success'),
	};
}

/** After a case each further update has its execution, and it succeeds. */
export const goesOn = expect.objectContaining({
	updates: AFTERWARDS,
	executions: AFTERWARDS,
	missing: 0,
	duplicates: 0,
	statuses: { success: AFTERWARDS },
}) as unknown;

/** What has to hold in every case: each update has one execution, and the trigger continues. */
export const oneExecutionEach = (updates: number) => ({
	updates,
	executions: updates,
	missing: 0,
	duplicates: 0,
	unended: 0,
	afterwards: goesOn,
});

/**
 * How many places of triggers stand empty three quarters of the time or more, from a kill until n8n
 * tells of the first execution that it has cut off, or until a trigger has nothing left that may
 * begin. In the rest of the time there are moments between one execution and the next.
 *
 * @param places how many executions the triggers have at the same time
 */
export function idlePlaces(outcomes: Outcome[], places: number): number {
	const all = outcomes.flatMap((outcome) => outcome.all);
	const cutOff = outcomes.flatMap((outcome) => outcome.failed);
	const toldAt = Math.min(...cutOff.map(({ stoppedAt }) => stoppedAt!));
	const lastBegun = outcomes.map((outcome) =>
		Math.max(...outcome.all.map(({ createdAt }) => createdAt).filter((at) => at < toldAt)),
	);
	const counts: number[] = [];
	for (let at = outcomes[0].disturbedAt; at < Math.min(...lastBegun); at += 250) {
		const isOpen = (e: QueuedExecution) => e.createdAt <= at && e.stoppedAt! > at;
		counts.push(all.filter((e) => isOpen(e) && !cutOff.includes(e)).length);
	}
	return places - counts.sort((one, other) => other - one)[Math.floor(counts.length / 4)];
}
