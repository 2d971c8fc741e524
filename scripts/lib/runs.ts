import type { N8nRest } from './rest';
import { until } from './until';

/** An execution as n8n's interface gives it. */
export interface StoredExecution {
	/** E.g. `success`, `error`. */
	status: string;
	/** Its data as n8n has saved it, in the notation of the `flatted` package. */
	data: string;
}

export interface RunOptions {
	/** Milliseconds after which it is given up. */
	withinMs?: number;
	/** Milliseconds between two questions whether it has ended. */
	askEveryMs?: number;
}

/** Runs a workflow as the editor does, from one of its triggers, and waits until that has ended. */
export async function runToEnd(
	rest: N8nRest,
	workflowId: string,
	trigger: string,
	{ withinMs = 180_000, askEveryMs }: RunOptions = {},
): Promise<StoredExecution> {
	const { executionId } = await rest.run(workflowId, trigger);
	let execution = { status: 'new', data: '' };
	const hasEnded = async () => {
		execution = await rest.call<StoredExecution>('GET', `/rest/executions/${executionId}`);
		return !['new', 'running', 'waiting'].includes(execution.status);
	};
	await until(`execution ${executionId} has ended`, hasEnded, withinMs, { pauseMs: askEveryMs });
	return execution;
}
