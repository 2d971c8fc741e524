import type {
	IDataObject,
	IExecuteData,
	IExecuteFunctions,
	INodeExecutionData,
	IRunExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';

import { without } from '../api/basics';
import { UserError } from '../api/errors';
import type { Batch } from '../engine/define';
import { isTool } from '../engine/nodeErrors';
import { WITHOUT_END } from './fields';
import type { Form } from './form/form';
import type { Question } from './question';

/** What the node asks, as n8n stores it with the execution. */
interface KeptQuestion {
	question?: Question;
	form?: Form;
	/** What the message of a form shows, if the next question goes into a new message below it. */
	left?: Pick<Form, 'at' | 'screen'>;
}

/** What n8n stores with the execution while the node waits. */
interface Stored extends KeptQuestion {
	/** ISO 8601. */
	until: string;
	/** The execution that the buttons belong to. Earlier versions did not keep it. */
	waitsIn?: string;
	/** Whether n8n runs the node only to wait for the next answer. */
	isResumed: boolean;
	/** The number of the layout, if it is not the first one: a later version writes it. */
	layout?: number;
}

const tooOld = () =>
	new UserError(
		'This n8n is too old to wait for an answer in a chat',
		'Nothing was sent. Update n8n, or ask with Send Message and let a second workflow start with the answer.',
		'other',
	);

/** Signed URL that continues this execution at this node, with these parameters. Throws UserError. */
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

/** n8n's list of what it runs next. */
type Stack = IExecuteData[];

/** In the metadata of an entry: for which question, or which step of a form, it runs the node again. */
const REMINDS = 'botMessagingReminds';

const remindedIn = ({ metadata }: IExecuteData) =>
	(metadata as Record<string, unknown> | undefined)?.[REMINDS];

const markOf = ({ question, form }: KeptQuestion) => question?.ref ?? form?.step;

/** When the question is asked again, if that is before its end. */
const remindsAt = ({ question }: KeptQuestion, until: Date): Date | undefined => {
	const { at = Infinity } = question?.reminder ?? {};
	return at < until.getTime() ? new Date(at) : undefined;
};

const runDataOf = (context: object) =>
	(context as { runExecutionData?: IRunExecutionData }).runExecutionData;

/**
 * Has n8n run this node again, for a reminder or because the time is up. When that comes, also after a
 * restart, n8n disables the first entry of its list, which only passes its input on: so it gets none, and
 * nothing behind the node runs. The second entry then runs the node.
 */
function planRun(context: IExecuteFunctions, waiting: IExecuteData, mark?: string): boolean {
	const stack: Stack | undefined = runDataOf(context)?.executionData?.nodeExecutionStack;
	if (!stack) return false;
	const metadata = { ...waiting.metadata, [REMINDS]: mark } as IExecuteData['metadata'];
	// n8n disables the node of the first entry: this one needs its own.
	stack.unshift({ ...waiting, node: { ...waiting.node }, metadata });
	waiting.metadata = without(metadata as IDataObject, REMINDS);
	waiting.data = { ...waiting.data, main: [[]] };
	return true;
}

/** Takes the planned run off the list, and returns it. */
function takePlanned(stack: Stack = []): IExecuteData | undefined {
	const isPlanned = stack[1] !== undefined && remindedIn(stack[1]) !== undefined;
	return isPlanned ? stack.splice(1, 1)[0] : undefined;
}

/** Stores what is asked, and has n8n wait. When the time is up, `unanswered` is the output. */
export async function pause(
	batch: Batch,
	item: number,
	asked: KeptQuestion,
	until: Date,
	unanswered: IDataObject,
): Promise<void> {
	const { context } = batch;
	const waitsIn = context.getExecutionId();
	const stored: Stored = { ...asked, until: until.toISOString(), waitsIn, isResumed: false };
	Object.assign(context.getContext('node'), { ...stored, layout: undefined });
	const waiting = context.getExecuteData();
	// If it cannot run the node again, n8n outputs the input of this node at that time. It must not contain the
	// original input: an AI agent would take an `approved` in it for the answer. The list belongs to the
	// previous node, so we replace it instead of changing it.
	const [items] = waiting.data.main ?? [];
	const instead = { json: unanswered, pairedItem: items?.[0]?.pairedItem };
	waiting.data = { ...waiting.data, main: [[instead]] };
	// To pass the input on, n8n disables the node in this entry. Entries that have not run yet, such as a
	// second call of a reviewed tool, share the object: they would pass their input on, too, and nobody would
	// be asked. So the entry gets its own node. There is always output, so Always Output Data is off: n8n 2
	// would put an empty item into the first output after an answer for another one.
	waiting.node = { ...waiting.node, alwaysOutputData: false };
	// n8n pairs an item of the third output with the third input. With one source per output, later nodes find
	// the items of earlier ones.
	const source = waiting.source?.main?.[0];
	if (source) waiting.source = { main: context.getNodeOutputs().map(() => source) };
	const at = remindsAt(asked, until) ?? until;
	const isPlanned = at < WITHOUT_END && planRun(context, waiting, markOf(asked));
	await context.putExecutionToWait(isPlanned ? at : until);
	batch.emit(item, { chatId: unanswered.chatId, messageId: unanswered.messageId });
}

/**
 * What to wait for again: n8n runs the node after each answer to a form or of one of several people. In a
 * copy, which n8n makes to retry an execution, the buttons do not work.
 */
export function resumedIn(context: IExecuteFunctions) {
	const stored = context.getContext('node') as unknown as Stored;
	const running = context.getExecuteData();
	const mark = remindedIn(running);
	const isPlanned = mark !== undefined && mark === markOf(stored);
	const isNewer = stored.layout !== undefined;
	if (isNewer && (stored.isResumed || mark !== undefined)) throw new NewerError();
	if (!stored.isResumed && !isPlanned) return undefined;
	running.metadata = without((running.metadata ?? {}) as IDataObject, REMINDS);
	const id = context.getExecutionId();
	const isCopy = (stored.waitsIn ?? id) !== id;
	const until = new Date(stored.until);
	const isReminder =
		isPlanned && until.getTime() > Date.now() && remindsAt(stored, until) !== undefined;
	const node = context.getNode();
	// The entry before it passed nothing on. n8n has counted it: nodes behind this one look for the second run,
	// but an agent for the first one.
	if (isReminder || (isPlanned && isTool(node)))
		runDataOf(context)?.resultData.runData[node.name]?.pop();
	return { ...stored, until, isCopy, isReminder, isOver: isPlanned && !isReminder };
}

type WebhookContext = IWebhookFunctions & { runExecutionData?: IRunExecutionData | null };

/** n8n's record of the waiting execution, and the node's data in it. */
function recordOf(context: WebhookContext) {
	const data = context.runExecutionData?.executionData;
	return { data, kept: data?.contextData[`node:${context.getNode().name}`] };
}

/** A later version of this package stored the question. */
export class NewerError extends UserError {
	constructor() {
		super(
			'A newer version of this package asked this question, and this version cannot read it',
			'Install the newer version again.',
		);
	}
}

/** What the node asks in the waiting execution. Throws NewerError. */
export function askedIn(context: IWebhookFunctions): KeptQuestion {
	const { layout, ...asked } = (recordOf(context).kept ?? {}) as Partial<Stored>;
	if (layout !== undefined) throw new NewerError();
	return asked;
}

/**
 * Stores the question or form with the execution. Returns the input for n8n to run the node, which then waits
 * again. n8n has already disabled the node in its record, as it does for each answer; a disabled node only
 * passes its input on. n8n saves the record when it takes the answer, if it has not taken another one.
 */
export function runAgain(context: IWebhookFunctions, asked: KeptQuestion): INodeExecutionData[][] {
	const { data, kept: before } = recordOf(context);
	const [entry] = data?.nodeExecutionStack ?? [];
	const planned = takePlanned(data?.nodeExecutionStack);
	if (!entry || !before) throw new Error('n8n has no record of the node that waits');
	Object.assign(before, { ...asked, isResumed: true });
	entry.node = { ...entry.node, disabled: false };
	return (planned ?? entry).data.main as INodeExecutionData[][];
}

/** The question has its last answer. */
export const cancelPlanned = (context: IWebhookFunctions): unknown =>
	takePlanned(recordOf(context).data?.nodeExecutionStack);
