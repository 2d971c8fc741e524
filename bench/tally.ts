import type { StoredExecution } from '../sandbox/lib/executions';

/** The updates of one bot, from the first to the last id. */
export interface Updates {
	first: number;
	last: number;
}

/** How updates became executions. */
export interface Tally {
	updates: number;
	executions: number;
	/** Number of executions by status, e.g. `{ success: 1000 }`. */
	statuses: Record<string, number>;
	/** Executions after the first for the same update. */
	duplicates: number;
	/** Updates without an execution. */
	missing: number;
	/** Executions that started before an earlier update of the same chat was done. */
	outOfOrder: number;
}

export const numbersOf = ({ first, last }: Updates) =>
	Array.from({ length: last - first + 1 }, (_none, index) => first + index);

export function countOutOfOrder(executions: StoredExecution[]): number {
	const ends = new Map<number | undefined, number>();
	const byUpdate = [...executions].sort((one, other) => one.updateId! - other.updateId!);
	// If n8n could not start one, it records only the end.
	return byUpdate.filter(({ chatId, startedAt = Infinity, stoppedAt = Infinity }) => {
		const latest = ends.get(chatId) ?? 0;
		ends.set(chatId, Math.max(latest, stoppedAt));
		return startedAt < latest;
	}).length;
}

/** Compares updates with the executions of their workflow. */
export function tallyOf(executions: StoredExecution[], updates: Updates): Tally {
	const started = new Set(executions.map(({ updateId }) => updateId));
	const statuses: Record<string, number> = {};
	for (const { status } of executions) statuses[status] = (statuses[status] ?? 0) + 1;
	return {
		updates: numbersOf(updates).length,
		executions: executions.length,
		statuses,
		duplicates: executions.length - started.size,
		missing: numbersOf(updates).filter((number) => !started.has(number)).length,
		outOfOrder: countOutOfOrder(executions),
	};
}
