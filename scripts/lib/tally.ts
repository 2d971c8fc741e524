import type { StoredExecution } from './executions';

/** Updates of one bot, by the numbers of the first and the last. */
export interface Updates {
	first: number;
	last: number;
}

/** How updates have become executions. */
export interface Tally {
	updates: number;
	executions: number;
	/** Executions by how they ended, e.g. `{ success: 1000 }`. */
	statuses: Record<string, number>;
	/** Executions beyond the first of their update. */
	duplicates: number;
	/** Updates without an execution. */
	missing: number;
	/** Executions that began before that of an earlier update of their chat had ended. */
	outOfOrder: number;
}

export const numbersOf = ({ first, last }: Updates) =>
	Array.from({ length: last - first + 1 }, (_none, index) => first + index);

function countOutOfOrder(executions: StoredExecution[]): number {
	const ends = new Map<number | undefined, number>();
	const byUpdate = [...executions].sort((one, other) => one.updateId! - other.updateId!);
	// Where n8n could not begin one, it writes down only that it has ended.
	return byUpdate.filter(({ chatId, startedAt = Infinity, stoppedAt = Infinity }) => {
		const latest = ends.get(chatId) ?? 0;
		ends.set(chatId, Math.max(latest, stoppedAt));
		return startedAt < latest;
	}).length;
}

/** Counts what became of the updates; `executions` are all of the workflow that they started. */
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
