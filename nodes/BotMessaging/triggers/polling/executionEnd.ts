import type { IRun } from 'n8n-workflow';

import type { Settled } from '../../api/settle';

/**
 * What n8n's report about an execution means. `ended`: it is over, well or not, or was stopped by a
 * person or a time limit. `cutOff`: whatever carried it out is gone, and n8n keeps nothing of it.
 * `shutdown`: n8n itself is stopping. `notStarted`: n8n could not take it. `mustNotWait`: this n8n
 * starts it only for a trigger that does not wait for its end. `refused`: this n8n never runs it.
 */
export type ExecutionEnd =
	'ended' | 'cutOff' | 'shutdown' | 'notStarted' | 'mustNotWait' | 'refused';

/**
 * In queue mode n8n reports every failed execution without its data, but names the node that ran
 * last. If a worker was killed, there is none.
 */
function isCutOff(run: IRun | undefined): boolean {
	const result = run?.data?.resultData;
	return (
		result?.error !== undefined &&
		result.lastNodeExecuted === undefined &&
		Object.keys(result.runData ?? {}).length === 0
	);
}

/** Before 2.4 n8n gives no reason, and its error has no name of its own, so its message decides. */
function fromError(error: unknown): ExecutionEnd {
	const { reason, message, name, constructor } = error as {
		reason?: unknown;
		message?: unknown;
		name?: unknown;
		constructor?: { name?: string };
	};
	if (reason === 'shutdown') return 'shutdown';
	const words = [name, constructor?.name, message].map(String).join(' ');
	if (/waits for its execution|hand off without waiting/i.test(words)) return 'mustNotWait';
	if (/^Engine 2\.0 /.test(String(message))) return 'refused';
	const isOver = /cancell?ed|ExecutionNotFound|No active execution/i.test(words);
	return isOver || reason !== undefined ? 'ended' : 'notStarted';
}

/** Reads how n8n settled the promise of an execution. */
export function executionEndOf({ value, error }: Settled<IRun | undefined>): ExecutionEnd {
	if (error !== undefined) return fromError(error);
	return isCutOff(value) ? 'cutOff' : 'ended';
}
