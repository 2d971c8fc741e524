import { sleep } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { TransportError } from '../api/errors';
import type { Reply, Request, Traffic } from '../api/traffic';
import { openFiles } from './binary';
import { bodyOf, readValues } from './body';
import type { Batch, Operation, Reading } from './define';
import { failedItem, toNodeError } from './failure';
import { Parameters } from './parameters';
import { outputOf } from './result';

const isCancelled = (error: unknown) =>
	error instanceof TransportError && error.failure === 'cancelled';

/** Items whose form has been read while their request waits for its turn, at most. */
const AHEAD = 500;

/** Milliseconds of reading at a stretch: n8n needs half of one for an expression. */
const STRETCH_MS = 1;

/** One run of the node: reads the form for each item, sends what it asks for, gathers the output. */
export class Execution implements Batch {
	readonly length: number;

	readonly parallel: number;

	private readonly items: INodeExecutionData[];

	private readonly outputs: INodeExecutionData[][];

	private readonly timezone: string;

	/** The first failed item in the order of the input, where one failed item ends the execution. */
	private failure?: { item: number; error: Error };

	private readonly node: INode;

	private readonly parameters: Parameters;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly traffic: Traffic,
		private readonly continueOnFail: boolean,
	) {
		this.items = context.getInputData();
		this.length = this.items.length;
		this.parallel = traffic.options.parallel;
		this.outputs = this.items.map(() => []);
		this.timezone = context.getTimezone();
		this.node = context.getNode();
		this.parameters = new Parameters(context, this.node.parameters);
	}

	/** Runs the operation for all items. Throws the first error, unless errors become items. */
	async run(): Promise<INodeExecutionData[]> {
		await (this.operation.run?.(this) ?? this.oneRequestPerItem());
		if (this.failure) throw this.failure.error;
		return this.outputs.flat();
	}

	read(item: number): Reading | undefined {
		if (this.traffic.isStopped) return undefined;
		try {
			const values = readValues(this.operation, (name) => this.parameters.get(name, item));
			const bodyNow = () => bodyOf(this.operation, values, this.items[item], this.timezone);
			return { values, body: bodyNow(), bodyNow };
		} catch (error) {
			this.fail(item, error);
			return undefined;
		}
	}

	async send(request: Request): Promise<Reply> {
		return await this.traffic.send(request);
	}

	emit(item: number, json: IDataObject): void {
		this.outputs[item].push({ json, pairedItem: { item } });
	}

	fail(item: number, error: unknown): void {
		// What was stopped because another item failed is not what the user has to mend.
		if (this.failure && isCancelled(error)) return;
		const nodeError = toNodeError(this.node, error, item);
		if (!this.continueOnFail) {
			if (item < (this.failure?.item ?? Infinity)) this.failure = { item, error: nodeError };
			return;
		}
		const json = failedItem(nodeError, error, this.operation.value);
		const failed: INodeExecutionData = { json, pairedItem: { item } };
		// n8n sends an item with `error` to the error output, and replaces the json of one whose
		// `error` it can still see afterwards: a hidden property does the one without the other. n8n
		// 1.94 also takes the property away again, so it has to be one that can be written.
		if (this.node.onError === 'continueErrorOutput')
			Object.defineProperty(failed, 'error', { value: nodeError, writable: true });
		this.outputs[item].push(failed);
	}

	private async oneRequestPerItem(): Promise<void> {
		let underWay = 0;
		let wake = () => {};
		const oneLess = async () => await new Promise<void>((resolve) => (wake = resolve));
		const begin = async (item: number) => {
			underWay++;
			await this.oneRequest(item);
			underWay--;
			if (this.failure) this.traffic.stop();
			wake();
		};
		let since = Date.now();
		for (let item = 0; item < this.length && !this.failure; item++) {
			while (underWay >= AHEAD) await oneLess();
			await this.traffic.room();
			// The requests go out while the next items are being read.
			if (Date.now() - since >= STRETCH_MS) {
				await sleep(0);
				since = Date.now();
			}
			void begin(item);
		}
		while (underWay > 0) await oneLess();
	}

	private async oneRequest(item: number): Promise<void> {
		const reading = this.read(item);
		if (!reading) return;
		const { value: method, output } = this.operation;
		try {
			const { chat_id: chat } = reading.body;
			const { result } = await this.send({
				method,
				chat: chat === undefined ? undefined : String(chat),
				body: async () => await openFiles(this.context, item, reading.bodyNow()),
			});
			const jsons = output ? output(result, reading.values) : outputOf(result);
			for (const json of jsons) this.emit(item, json);
		} catch (error) {
			this.fail(item, error);
		}
	}
}
