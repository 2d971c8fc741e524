import { tallyOf, type Tally, type Updates } from '../../bench/tally';
import type { Naming, QueuedExecution } from '../../sandbox/queue/executions';

/** Updates written after a case, to check that its triggers still work. */
export const AFTERWARDS = 100;

/** The result for one trigger's updates in a case. */
export interface Outcome extends Tally {
	all: QueuedExecution[];
	/** Executions without success. */
	failed: QueuedExecution[];
	/** Executions without a recorded end. Their order is unknown. */
	unended: number;
	/** The trigger's messages to its user about interrupted updates. */
	named: Naming[];
	/** The tally of the updates written afterwards. */
	afterwards: Tally;
	/** From the first message to the end of the last execution. */
	perSecond: number;
	/** When the disturbance began, in Unix milliseconds. */
	disturbedAt: number;
}

/** Counts a trigger's executions for these updates. */
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

/** After a case, each further update has a successful execution. */
export const goesOn = expect.objectContaining({
	updates: AFTERWARDS,
	executions: AFTERWARDS,
	missing: 0,
	duplicates: 0,
	statuses: { success: AFTERWARDS },
}) as unknown;

/** Required in every case: each update has one execution, and the trigger continues. */
export const oneExecutionEach = (updates: number) => ({
	updates,
	executions: updates,
	missing: 0,
	duplicates: 0,
	unended: 0,
	afterwards: goesOn,
});

/**
 * How many of the triggers' places are empty at least three quarters of the time, from a kill until n8n reports
 * the first interrupted execution, or until a trigger has nothing left to start. The rest allows for
 * moments between executions.
 *
 * @param places how many executions the triggers run in parallel
 */
export function idlePlaces(outcomes: Outcome[], places: number): number {
	const all = outcomes.flatMap((outcome) => outcome.all);
	const cutOff = outcomes.flatMap((outcome) => outcome.failed);
	const [{ disturbedAt }] = outcomes;
	// As the end of some, n8n notes their start.
	const toldAt = Math.min(
		...cutOff.map(({ stoppedAt }) => stoppedAt!).filter((at) => at > disturbedAt),
	);
	const lastBegun = outcomes.map((outcome) =>
		Math.max(...outcome.all.map(({ createdAt }) => createdAt).filter((at) => at < toldAt)),
	);
	const counts: number[] = [];
	for (let at = disturbedAt; at < Math.min(...lastBegun); at += 250) {
		const isOpen = (e: QueuedExecution) => e.createdAt <= at && e.stoppedAt! > at;
		counts.push(all.filter((e) => isOpen(e) && !cutOff.includes(e)).length);
	}
	return places - counts.sort((one, other) => other - one)[Math.floor(counts.length / 4)];
}
