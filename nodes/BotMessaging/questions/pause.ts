import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IRunExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';
import { UserError } from '../api/errors';

const tooOld = () =>
	new UserError(
		'This n8n is too old to wait for an answer in a chat',
		'Nothing was sent. Update n8n, or ask with Send Message and let a second workflow start with the answer.',
		'other',
	);

/**
 * Signed URL that continues this execution at this node. Throws UserError if n8n does not support it.
 *
 * @param parameters query parameters, which the signature covers
 */
export function resumeUrl(
	context: IExecuteFunctions,
	parameters: Record<string, string> = {},
): string {
	// Older versions lack it.
	const url = context.getSignedResumeUrl?.(parameters);
	if (url) return url;
	throw tooOld();
}

/** The same for operations that n8n makes none for. */
export function ownResumeUrl(context: IExecuteFunctions): string {
	const address = String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
	// Older versions do not sign it.
	if (!URL.canParse(address) || !new URL(address).searchParams.has('signature')) throw tooOld();
	const url = new URL(address);
	url.pathname += `/${encodeURIComponent(context.getNode().id)}`;
	return url.href;
}

/**
 * Stores data with the execution, and lets n8n wait until this time once the node is done.
 *
 * @param unanswered the item that n8n outputs at that time, instead of the input
 */
export async function pause(
	context: IExecuteFunctions,
	kept: IDataObject,
	until: Date,
	unanswered: IDataObject,
): Promise<void> {
	Object.assign(context.getContext('node'), kept);
	const waiting = context.getExecuteData();
	// At that time n8n outputs the input of this node. It must not contain the original input: an AI agent
	// would take an `approved` in it for the answer. The list belongs to the previous node, so we replace it
	// instead of changing it.
	const [items] = waiting.data.main ?? [];
	const item = { json: unanswered, pairedItem: items?.[0]?.pairedItem };
	waiting.data = { ...waiting.data, main: [[item]] };
	// To pass the input on, n8n disables the node in this entry. Entries that have not run yet, such as a
	// second call of a reviewed tool, share the object: they would pass their input on, too, and nobody would
	// be asked. So the entry gets its own node. There is always output, so Always Output Data is off: n8n 2
	// would put an empty item into the first output after an answer for another one.
	waiting.node = { ...waiting.node, alwaysOutputData: false };
	// n8n pairs an item of the third output with the third input. With one source per output, later nodes find
	// the items of earlier ones.
	const source = waiting.source?.main?.[0];
	if (source) waiting.source = { main: context.getNodeOutputs().map(() => source) };
	await context.putExecutionToWait(until);
}

type WebhookContext = IWebhookFunctions & { runExecutionData?: IRunExecutionData | null };

/** n8n's record of the waiting execution, and the node's data in it. */
function recordOf(context: WebhookContext) {
	const data = context.runExecutionData?.executionData;
	return { data, kept: data?.contextData[`node:${context.getNode().name}`] };
}

/** The node's data in the waiting execution. */
export const keptIn = (context: IWebhookFunctions): IDataObject => recordOf(context).kept ?? {};

/**
 * Stores data with the execution, and returns the input for n8n to run the node again, which then waits
 * again. n8n has already disabled the node in its record, as it does for each answer; a disabled node only
 * passes its input on. n8n saves the record when it takes the answer, and only if it has not taken another
 * one.
 */
export function runAgain(context: IWebhookFunctions, kept: IDataObject): INodeExecutionData[][] {
	const { data, kept: before } = recordOf(context);
	const [entry] = data?.nodeExecutionStack ?? [];
	if (!entry || !before) throw new Error('n8n has no record of the node that waits');
	Object.assign(before, kept);
	entry.node = { ...entry.node, disabled: false };
	return entry.data.main as INodeExecutionData[][];
}
