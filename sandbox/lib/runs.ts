import type { N8nRest } from './rest';
import { until } from '../../scripts/lib/until';

/** An execution as returned by n8n's interface. */
export interface StoredExecution {
	/** E.g. `success`, `error`. */
	status: string;
	/** Its saved data, serialized with the `flatted` package. */
	data: string;
}

export interface RunOptions {
	/** Timeout in milliseconds. */
	withinMs?: number;
	/** Milliseconds between checks for the end. */
	askEveryMs?: number;
}

/** Runs a workflow like the editor, from one of its triggers, and waits for the end. */
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
		if (['new', 'running', 'waiting'].includes(execution.status)) return false;
		// n8n 1 first stores that it has ended, and then its result.
		return execution.data.includes('"resultData"');
	};
	await until(`execution ${executionId} has ended`, hasEnded, withinMs, { pauseMs: askEveryMs });
	return execution;
}
