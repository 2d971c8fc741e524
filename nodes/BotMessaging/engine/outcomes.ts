import type {
	IExecuteFunctions,
	NodeExecutionHint,
	IBinaryKeyData,
	IDataObject,
	INodeExecutionData,
} from 'n8n-workflow';

import { TransportError } from '../api/errors';
import { mayHaveArrived } from '../api/retry';
import type { Traffic } from '../api/traffic';
import type { Body } from '../api/multipart';
import { camelCase } from '../api/basics';
import { type Begun, Memory, type ItemState, fingerprintOfPart } from './memory';
import type { Operation, PartOutcome } from './define';
import type { Asked } from './hints';
import { failedItem, sayPartsSent, toNodeError } from './nodeErrors';

/** For an item whose first messages were sent by an earlier try. */
const CHANGED_SINCE =
	'An earlier try sent the beginning of the text, and the text has changed since. The beginning is the same, so only the rest was sent.';

/** Describes what was sent of an earlier text, or done to an earlier person. */
function abandoned({ chat, parts }: Begun): string {
	const soFar = parts.at(-1)?.soFar;
	if (soFar) return `An earlier try was not finished in chat ${chat}. ${soFar}`;
	const ids = parts.map(({ message }) => message?.message_id).join(', ');
	const messages = parts.length === 1 ? `message ${ids} is` : `messages ${ids} are`;
	return `An earlier try sent the beginning of another text: ${messages} in chat ${chat}. The current text was sent completely. Delete the messages that nobody should see.`;
}

/** What the user should know about a successful run; n8n shows it above the output. */
export class Notices {
	private readonly ofRun: NodeExecutionHint[] = [];

	/** Each with its number of items. */
	private readonly ofItems = new Map<string, number>();

	constructor(private readonly context: IExecuteFunctions) {}

	/** Of the whole run, e.g. of something that was done only in part. */
	warn(message: string): void {
		this.ofRun.push({ message, type: 'warning', location: 'outputPane' });
	}

	/** About one item. The same notice for several items appears once. */
	ofItem(message: string): void {
		this.ofItems.set(message, (this.ofItems.get(message) ?? 0) + 1);
	}

	/** Hands them to n8n. Some versions do not support them if an agent uses the node as a tool. */
	show(): void {
		const { addExecutionHints: add } = this.context as Partial<IExecuteFunctions>;
		const items = this.context.getInputData().length;
		const counted = [...this.ofItems].map(([message, count]): NodeExecutionHint => ({
			message: items === 1 ? message : `${count} of ${items} items: ${message}`,
			location: 'outputPane',
		}));
		add?.call(this.context, ...this.ofRun, ...counted);
	}
}

const isCancelled = (error: unknown) =>
	error instanceof TransportError && error.failure === 'cancelled';

/** The outcome of each item of a run: its output, its error, and what another try must not repeat. */
export class Outcomes {
	private readonly memory: Memory;

	private readonly outputs: INodeExecutionData[][];

	/** Failed items, each with its error. */
	private readonly failures = new Map<number, unknown>();

	/** The IDs in each item's request, by their names in the form. */
	private readonly about = new Map<number, IDataObject>();

	/** The first failed item in input order, if one failure ends the execution. */
	private failure?: { item: number; error: Error };

	/** The ID of the bot is from botOf. An error that ends the execution stops the traffic. */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly bot: string,
		private readonly notices: Notices,
		private readonly traffic: Pick<Traffic, 'stop' | 'movedTo'>,
	) {
		this.outputs = context.getInputData().map(() => []);
		this.memory = new Memory(context, bot);
	}

	/** Notes what an item's request is about, as far as it could be read. */
	isAbout(item: number, body: Body): void {
		const isId = ([key, value]: [string, unknown]) => /_id$/.test(key) && typeof value !== 'object';
		const ids = Object.entries(body as IDataObject).filter(isId);
		this.about.set(item, Object.fromEntries(ids.map(([key, id]) => [camelCase(key), id])));
	}

	emit(item: number, json: IDataObject, binary?: IBinaryKeyData): void {
		const known = { ...json, ...this.moveOf(item) };
		this.outputs[item]?.push({ json: known, ...(binary && { binary }), pairedItem: { item } });
	}

	fail(item: number, error: unknown): void {
		// Cancelled because another item failed: nothing for the user to fix.
		if (this.failure && isCancelled(error)) return;
		this.failures.set(item, error);
		const { parts = [] } = this.begunOf(item) ?? {};
		const sent = parts.flatMap(({ message }) => (message ? [message.message_id] : []));
		const { chatId: chat } = this.about.get(item) ?? {};
		const asked: Asked = { ...this.operation, chat, timezone: this.context.getTimezone() };
		const nodeError = toNodeError(this.context.getNode(), error, asked, item);
		sayPartsSent(nodeError, sent, parts.at(-1)?.soFar);
		if (!this.context.continueOnFail() && !this.isAnswer(error)) {
			if (item < (this.failure?.item ?? Infinity)) this.failure = { item, error: nodeError };
			this.traffic.stop();
			return;
		}
		const about = {
			...this.about.get(item),
			...this.moveOf(item),
			...(sent.length > 0 && { messageIds: sent }),
		};
		this.outputs[item]?.push(failedItem(nodeError, error, asked, item, about));
	}

	/** Outputs an earlier result again, by the request if it was read. Returns whether there is one. */
	isKnown(item: number, request?: string): boolean {
		const known = request === undefined ? this.memory.at(item) : this.memory.of(item, request);
		const { doubt, jsons }: ItemState = known ?? {};
		if (doubt !== undefined) this.fail(item, doubt);
		else for (const json of jsons ?? []) this.emit(item, json);
		return (doubt ?? jsons) !== undefined;
	}

	/** The output of the run. Throws the first error, unless errors become items. */
	end(): INodeExecutionData[] {
		if (this.mayRunAgain) this.memory.keep(this.toKeep());
		if (this.failure) throw this.failure.error;
		for (const begun of this.memory.abandoned()) this.notices.warn(abandoned(begun));
		this.notices.show();
		return this.outputs.flat();
	}

	/** An item's group ID in the form, and its new one. */
	private moveOf(item: number): IDataObject {
		const formerChatId = this.about.get(item)?.chatId;
		const chatId = this.traffic.movedTo(String(formerChatId));
		return chatId === undefined ? {} : { chatId, formerChatId };
	}

	/** What this try has sent of an item's messages, or an earlier one if this one failed before; if anything. */
	private begunOf(item: number): Begun | undefined {
		const earlier = this.failures.has(item) ? this.memory.at(item) : undefined;
		const begun = this.memory.begun.get(item) ?? earlier?.begun;
		return begun && begun.parts.length > 0 ? begun : undefined;
	}

	/** Whether the item may or may not have been sent. */
	private isInDoubt(error: unknown): boolean {
		return this.operation.effect === 'once' && mayHaveArrived(error);
	}

	/**
	 * Whether the model gets an error as the tool's answer. If the error ended the tool, agents before version
	 * 3 would tell their model nothing, so it would call the tool again. Another try would not help: doubtful
	 * requests are not sent again.
	 */
	private isAnswer(error: unknown): boolean {
		const { isToolExecution } = this.context as Partial<IExecuteFunctions>;
		return this.isInDoubt(error) && isToolExecution?.call(this.context) === true;
	}

	/**
	 * Whether n8n, or a person who retries the execution, may run the node again with the same items. n8n's
	 * Retry On Fail does so after an error, and if the first item of the output holds one.
	 */
	private get mayRunAgain(): boolean {
		const triesAgain = this.context.getNode().retryOnFail === true && this.failures.size > 0;
		return this.failure !== undefined || triesAgain;
	}

	/** Outcomes that another try must not repeat. */
	private toKeep(): Map<number, ItemState> {
		const kept = new Map<number, ItemState>();
		this.outputs.forEach((output, item) => {
			const isFailed = this.failures.has(item);
			// Downloads are repeated: the memory does not hold files.
			if (!isFailed && output.length > 0 && !output.some(({ binary }) => binary)) {
				kept.set(item, { jsons: output.map(({ json }) => json) });
				return;
			}
			const error = this.failures.get(item);
			const doubt = this.isInDoubt(error) ? { doubt: error } : undefined;
			// Includes items stopped between two parts because another item failed.
			const begun = this.begunOf(item);
			if (doubt ?? begun) kept.set(item, { ...doubt, begun });
		});
		return kept;
	}

	/** Sends an item's messages in order, except those that an earlier try sent. See Turn. */
	async sendParts<T extends { body: Body }, P extends PartOutcome>(
		item: number,
		chat: string,
		planned: T[],
		send: (part: T) => Promise<P>,
	): Promise<P[]> {
		const requestOf = ({ body }: T) => fingerprintOfPart(this.bot, body);
		const { parts, isChanged } = this.memory.begin(item, chat, planned.map(requestOf));
		if (isChanged) this.notices.ofItem(CHANGED_SINCE);
		for (const part of planned.slice(parts.length)) {
			parts.push({ ...(await send(part)), request: requestOf(part) });
		}
		return parts as unknown as P[];
	}
}
