import { sleep } from 'n8n-workflow';
import type {
	IBinaryData,
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Download } from '../api/download';
import { TransportError } from '../api/errors';
import type { Body } from '../api/multipart';
import type { Owner } from '../api/owner';
import { mayHaveArrived } from '../api/retry';
import { settle } from '../api/settle';
import type { Reply, Request, SendInTurn, Traffic, Traits } from '../api/traffic';
import { openFiles } from './binary';
import { bodyNow, bodyOf, readValues } from './body';
import { Texts } from '../formatting';
import type { Batch, Operation, Pause, Reading, Turn } from './define';
import { forEachItem } from './forEachItem';
import { fetchFile, type FileWish } from './files';
import { ExecutionFiles, ItemFiles } from './itemFiles';
import { fingerprintOfRequest } from './fingerprint';
import { failedItem, sayPartsSent, toNodeError } from './nodeErrors';
import { Memory, type ItemState } from './memory';
import { abandoned, Notices } from './notices';
import { Parameters } from './parameters';
import { Parts } from './parts';
import { pauseOf } from './pause';
import { outputFor, outputIfDone } from './result';
import { reviewOf } from './review';
import { surroundingsOf, type Surroundings } from './surroundings';

const isCancelled = (error: unknown) =>
	error instanceof TransportError && error.failure === 'cancelled';

/**
 * Milliseconds of reading at a stretch: n8n needs half of one for an expression, and answers wait
 * for its end. A batch makes far fewer requests than it reads items, so breaks would cost it more.
 */
const STRETCH_MS = { singles: 1, batches: 10 };

/** One run of the node: reads the form for each item, sends what it asks for, gathers the output. */
export class Execution implements Batch {
	private readonly items: INodeExecutionData[];

	private readonly outputs: INodeExecutionData[][];

	readonly timezone: string;
	readonly workflow: Surroundings;

	private readonly continueOnFail: boolean;

	/** The first failed item in the order of the input, if one failed item ends the execution. */
	private failure?: { item: number; error: Error };

	private readonly node: INode;

	private readonly parameters: Parameters;

	private readonly memory: Memory;
	private readonly notices: Notices;
	private readonly parts: Parts;
	private readonly files: ExecutionFiles;

	/** The items that have failed, each with its error. */
	private readonly failures = new Map<number, unknown>();

	/** The chats of the items that could be read, as the API gets them. */
	private readonly chats = new Map<number, string | number>();

	private restedAt = Date.now();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly traffic: Traffic,
		private readonly download: Download,
		readonly bot: Owner,
		readonly credential: IDataObject | undefined,
	) {
		this.items = context.getInputData();
		this.outputs = this.items.map(() => []);
		this.timezone = context.getTimezone();
		this.workflow = surroundingsOf(context);
		this.continueOnFail = context.continueOnFail();
		this.node = context.getNode();
		this.parameters = new Parameters(context, this.node.parameters);
		this.files = new ExecutionFiles(context);
		this.memory = new Memory(context, bot.id);
		this.notices = new Notices(context);
		this.parts = new Parts(this.memory, this.notices, bot.id);
	}

	/** Runs the operation for all items. Throws the first error, unless errors become items. */
	async run(): Promise<INodeExecutionData[]> {
		await (this.operation.run?.(this) ??
			forEachItem(this, async (reading) => await this.oneRequest(reading)));
		if (this.mayRunAgain) this.memory.keep(this.outcomes());
		if (this.failure) throw this.failure.error;
		for (const begun of this.memory.abandoned()) this.notices.warn(abandoned(begun));
		this.notices.show();
		return this.outputs.flat();
	}

	async *readings(): AsyncGenerator<Reading> {
		for (const [item, input] of this.items.entries()) {
			await this.room();
			if (this.isStopped) return;
			try {
				if (this.putOutAgain(item, this.memory.at(item))) continue;
				const reading = this.read(item, input);
				const request = this.requestOf(reading);
				if (!this.putOutAgain(item, this.memory.of(item, request))) yield reading;
			} catch (error) {
				this.fail(item, error);
			}
		}
	}

	get size(): number {
		return this.items.length;
	}

	get pause(): Pause {
		return pauseOf(this.context);
	}

	get isStopped(): boolean {
		return this.traffic.isStopped;
	}

	async room(): Promise<void> {
		await this.traffic.room();
		const stretch = this.operation.run ? STRETCH_MS.batches : STRETCH_MS.singles;
		if (Date.now() - this.restedAt < stretch) return;
		await sleep(0);
		this.restedAt = Date.now();
	}

	async send(request: Omit<Request, keyof Traits> & Partial<Traits>): Promise<Reply> {
		const { method, effect, ordered } = this.operation;
		return await this.traffic.send({ method, effect, ordered, ...request });
	}

	async open(body: Body): Promise<Body> {
		return await openFiles(this.context, body);
	}

	async fetch(wish: FileWish): Promise<IBinaryData> {
		const { helpers } = this.context;
		const source = { helpers, download: this.download };
		return await this.traffic.read(async () => await fetchFile(source, wish));
	}

	emit(item: number, json: IDataObject, binary?: IBinaryKeyData): void {
		this.outputs[item]?.push({ json, ...(binary && { binary }), pairedItem: { item } });
	}

	log(line: string): void {
		this.context.logger.info(`${this.node.name}: ${line}`);
	}

	warn(message: string): void {
		this.notices.warn(message);
	}

	fail(item: number, error: unknown): void {
		// What was stopped because another item failed is nothing for the user to fix.
		if (this.failure && isCancelled(error)) return;
		this.failures.set(item, error);
		const parts = this.parts.of(item)?.parts ?? [];
		const sent = parts.flatMap(({ message }) => (message ? [message.message_id] : []));
		const nodeError = toNodeError(this.node, error, this.operation, item);
		sayPartsSent(nodeError, sent, parts.at(-1)?.soFar);
		if (!this.continueOnFail && !this.isAnswer(error)) {
			if (item < (this.failure?.item ?? Infinity)) this.failure = { item, error: nodeError };
			this.traffic.stop();
			return;
		}
		const chatId = this.chats.get(item);
		const about = { ...(chatId && { chatId }), ...(sent.length > 0 && { messageIds: sent }) };
		this.outputs[item]?.push(failedItem(nodeError, error, this.operation, item, about));
	}

	/** Whether nobody knows if an item was sent. */
	private isInDoubt(error: unknown): boolean {
		return this.operation.effect === 'once' && mayHaveArrived(error);
	}

	/**
	 * Whether an error goes to the model as the answer of its tool. Of an error that ends the tool, agents
	 * before version 3 tell their model nothing at all, so that it would call the tool again. Another try
	 * would change nothing: what is in doubt is not sent again.
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
		const triesAgain = this.node.retryOnFail === true && this.failures.size > 0;
		return this.failure !== undefined || triesAgain;
	}

	/** Puts out what an earlier try made of an item. Returns whether that try finished it. */
	private putOutAgain(item: number, { doubt, jsons }: ItemState = {}): boolean {
		if (doubt !== undefined) this.fail(item, doubt);
		else for (const json of jsons ?? []) this.emit(item, json);
		return (doubt ?? jsons) !== undefined;
	}

	/** Throws UserError, or what n8n throws for a wrong expression. */
	private read(item: number, input: INodeExecutionData): Reading {
		const reviewed = reviewOf(this.context, this.node);
		const values = readValues(this.operation, (name) => this.parameters.get(name, item));
		const { bot, timezone } = this;
		const [texts, files] = [new Texts(), new ItemFiles(this.files, item, input)];
		const context = { values, item: input, files, timezone, bot, texts };
		const body = bodyOf(this.operation, context);
		if (body.chat_id !== undefined) this.chats.set(item, body.chat_id as string);
		const atAttempt = () => bodyNow(this.operation, context, body);
		return { item, values, reviewed, body, texts, bodyNow: atAttempt };
	}

	private requestOf({ body, values }: Reading): string {
		return fingerprintOfRequest(this.bot.id, this.operation, body, values);
	}

	/** The outcomes that another try must not bring about again. */
	private outcomes(): Map<number, ItemState> {
		const outcomes = new Map<number, ItemState>();
		this.outputs.forEach((output, item) => {
			// What was fetched is fetched again: files are not kept in the memory.
			const isKept = output.length > 0 && !output.some(({ binary }) => binary);
			if (isKept) outcomes.set(item, { jsons: output.map(({ json }) => json) });
		});
		// Also of an item that was stopped between two parts, because another one failed.
		for (const item of this.parts.all) {
			const begun = this.parts.of(item);
			if (begun && !outcomes.has(item)) outcomes.set(item, { begun });
		}
		for (const [item, error] of this.failures) {
			const begun = this.parts.of(item);
			const doubt = this.isInDoubt(error) ? error : undefined;
			if (doubt ?? begun) outcomes.set(item, { ...(doubt !== undefined && { doubt }), begun });
			else outcomes.delete(item);
		}
		return outcomes;
	}

	private async oneRequest(reading: Reading): Promise<void> {
		const { value, error } = await settle(this.outputFor(reading));
		const jsons = value ?? outputIfDone(this.operation, error, reading.body);
		if (!jsons) throw error;
		for (const json of jsons) this.emit(reading.item, json);
	}

	private async outputFor(reading: Reading): Promise<IDataObject[]> {
		const { item, values, body } = reading;
		const { chat_id: chat } = body;
		const inParts = this.operation.inParts?.(reading);
		if (inParts) {
			const result = await this.inTurn(item, String(chat), inParts);
			return outputFor(this.operation, result, body, values);
		}
		let sent = body;
		const { result } = await this.send({
			chat: chat === undefined ? undefined : String(chat),
			body: async () => {
				sent = reading.bodyNow();
				return await this.open(sent);
			},
		});
		return outputFor(this.operation, result, sent, values);
	}

	private async inTurn<T>(
		item: number,
		chat: string,
		task: (turn: Turn) => Promise<T>,
	): Promise<T> {
		const { method: own, effect } = this.operation;
		const turnOf = (send: SendInTurn): Turn => ({
			send: async (body, method = own) => {
				const open = async () => await this.open(body);
				return (await send({ method, effect, body: open })).result;
			},
			parts: async (planned, sendPart) => await this.parts.send(item, chat, planned, sendPart),
			notice: (message) => this.notices.ofItem(message),
		});
		return await this.traffic.inTurn(chat, async (send) => await task(turnOf(send)));
	}
}
