import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Part } from './define';

/**
 * What became of an input item: what it put out, or the error that leaves it in doubt, and the parts
 * that were done before that.
 */
export interface Outcome {
	jsons?: IDataObject[];
	doubt?: unknown;
	parts?: Part[];
}

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

	/** @param operation e.g. `message sendMessage` */
	constructor(functions: IExecuteFunctions, operation: string) {
		this.context = contextOf(functions);
		const proxy: unknown = functions.getWorkflowDataProxy(0);
		const work = `${(proxy as { $runIndex: number }).$runIndex} ${operation}`;
		const executionId = functions.getExecutionId();
		const { work: earlierWork, executionId: earlierId, outcomes = {} } = this.context;
		// A person who retries the execution has seen the doubt and decided; n8n itself cannot.
		const binding = ([item, outcome]: [string, Outcome]): Array<[string, Outcome]> => {
			const { doubt, ...certain } = outcome;
			if (doubt === undefined || earlierId === executionId) return [[item, outcome]];
			return Object.keys(certain).length > 0 ? [[item, certain]] : [];
		};
		const bindings = Object.entries(outcomes).flatMap(binding);
		this.known = earlierWork === work ? Object.fromEntries(bindings) : {};
		Object.assign(this.context, { work, executionId });
		delete this.context.outcomes;
	}

	/** What an earlier try made of an item; `undefined` where it is still to be done. */
	of(item: number): Outcome | undefined {
		return this.known[item];
	}

	/** Keeps outcomes for the next try, by the index of the input item, beside what is known. */
	keep(outcomes: Record<number, Outcome>): void {
		// A try that ends early does not come to all the items that earlier ones have dealt with.
		this.context.outcomes = { ...this.known, ...outcomes };
	}
}
