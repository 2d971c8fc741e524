import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** What became of an input item: what it put out, or the error that leaves it in doubt. */
export type Outcome = { jsons: IDataObject[] } | { doubt: unknown };

interface Remembered {
	/** What it was: the same run of the same operation, e.g. `0 message sendMessage`. */
	work?: string;
	/** The execution that it happened in. */
	executionId?: string;
	/** By the index of the input item. */
	outcomes?: Record<number, Outcome>;
}

/** n8n's own memory of the node, or none where n8n has no execution to keep it in. */
function contextOf(context: IExecuteFunctions): Remembered {
	try {
		return context.getContext('node');
	} catch {
		return {};
	}
}

/**
 * What was done for which item, over the tries of one run. n8n's Retry On Fail and its Retry of a
 * failed execution run the node again with all of its items, also with those that went well. The
 * memory is kept in the node's context, which n8n hands to each try and stores with the execution.
 */
export class Memory {
	private readonly context: Remembered;

	private readonly known: Record<number, Outcome>;

	private readonly isSameExecution: boolean;

	/** @param operation e.g. `message sendMessage` */
	constructor(functions: IExecuteFunctions, operation: string) {
		this.context = contextOf(functions);
		const proxy: unknown = functions.getWorkflowDataProxy(0);
		const work = `${(proxy as { $runIndex: number }).$runIndex} ${operation}`;
		const executionId = functions.getExecutionId();
		this.isSameExecution = this.context.executionId === executionId;
		this.known = (this.context.work === work && this.context.outcomes) || {};
		Object.assign(this.context, { work, executionId });
		delete this.context.outcomes;
	}

	/** What an earlier try put out for an item; `undefined` where it is still to be done. */
	doneFor(item: number): IDataObject[] | undefined {
		const outcome = this.known[item];
		return outcome && 'jsons' in outcome ? outcome.jsons : undefined;
	}

	/**
	 * The error of an earlier try that may have been carried out all the same. It binds n8n's own
	 * tries only: a person who retries the execution has read it and decided.
	 */
	doubtAbout(item: number): unknown {
		const outcome = this.isSameExecution ? this.known[item] : undefined;
		return outcome && 'doubt' in outcome ? outcome.doubt : undefined;
	}

	/** Keeps the outcomes for the next try, by the index of the input item. */
	keep(outcomes: Record<number, Outcome>): void {
		this.context.outcomes = outcomes;
	}
}
