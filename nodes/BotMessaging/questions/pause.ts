import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IRunExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';
import { UserError } from '../api/errors';

/** Lets an execution wait for somebody outside, by n8n's own means. */
export interface Pause {
	/**
	 * Signed address that continues this execution at this node. Throws UserError if n8n has none.
	 *
	 * @param parameters for its query; the signature covers them
	 */
	address(parameters?: Record<string, string>): string;
	/**
	 * The address that continues this execution, for operations that n8n does not sign addresses of.
	 * Throws UserError if n8n has none.
	 */
	ownAddress(): string;
	/** What is kept of the node with the execution, also by an earlier run of it. */
	readonly kept: IDataObject;
	/**
	 * Keeps data with the execution, and has n8n wait until this time as soon as the node is done.
	 *
	 * @param unanswered the item that n8n outputs by itself at that time, instead of the one that came in
	 */
	begin(kept: IDataObject, until: Date, unanswered: IDataObject): Promise<void>;
}

const tooOld = () =>
	new UserError(
		'This n8n is too old to wait for an answer in a chat',
		'Nothing was sent. Update n8n, or ask with Send Message and let a second workflow start with the answer.',
		'other',
	);

/** n8n's own means to let an execution wait. */
export function pauseOf(context: IExecuteFunctions): Pause {
	return {
		address(parameters = {}) {
			// Older versions do not have it.
			const address = context.getSignedResumeUrl?.(parameters);
			if (address) return address;
			throw tooOld();
		},
		ownAddress() {
			const address = String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
			// Older versions do not sign it.
			if (!URL.canParse(address) || !new URL(address).searchParams.has('signature')) throw tooOld();
			const url = new URL(address);
			url.pathname += `/${encodeURIComponent(context.getNode().id)}`;
			return url.href;
		},
		get kept() {
			return context.getContext('node');
		},
		async begin(kept, until, unanswered) {
			Object.assign(context.getContext('node'), kept);
			const waiting = context.getExecuteData();
			// n8n then outputs what it has as the input of this node. Nothing of what came in may be
			// among it: an AI agent takes an `approved` there for the answer. The list is that of the
			// node before, so it is not changed but replaced.
			const [items] = waiting.data.main ?? [];
			const item = { json: unanswered, pairedItem: items?.[0]?.pairedItem };
			waiting.data = { ...waiting.data, main: [[item]] };
			// n8n has this entry pass its input on by disabling the node in it. Other entries that are still
			// to run, as for a second call of a reviewed tool, have the same object: they would pass theirs on
			// as well, and nobody would be asked. Something always comes out of it. With Always Output Data, n8n 2
			// would put an empty item into the first output after an answer that goes to another one.
			waiting.node = { ...waiting.node, alwaysOutputData: false };
			// For n8n, an item of the third output comes from the third input. With one source for each
			// output, what is behind it finds the items of earlier nodes.
			const source = waiting.source?.main?.[0];
			if (source) waiting.source = { main: context.getNodeOutputs().map(() => source) };
			await context.putExecutionToWait(until);
		},
	};
}

type WebhookContext = IWebhookFunctions & { runExecutionData?: IRunExecutionData | null };

/** n8n's record of the execution that waits, and what is kept of the node there. */
function recordOf(context: WebhookContext) {
	const data = context.runExecutionData?.executionData;
	return { data, kept: data?.contextData[`node:${context.getNode().name}`] };
}

/** What is kept of the node with the execution that waits. */
export const keptIn = (context: IWebhookFunctions): IDataObject => recordOf(context).kept ?? {};

/**
 * Keeps data with the execution, and gives back what n8n has to continue with so that it runs the node
 * once more, which then waits again. n8n has already disabled the node in its record, as it does with each
 * one that an answer has come for: such a node only passes its input on. n8n stores the record as it takes
 * the answer, and only if no other answer was taken before.
 */
export function runAgain(context: IWebhookFunctions, kept: IDataObject): INodeExecutionData[][] {
	const { data, kept: before } = recordOf(context);
	const [entry] = data?.nodeExecutionStack ?? [];
	if (!entry || !before) throw new Error('n8n has no record of the node that waits');
	Object.assign(before, kept);
	entry.node = { ...entry.node, disabled: false };
	return entry.data.main as INodeExecutionData[][];
}
