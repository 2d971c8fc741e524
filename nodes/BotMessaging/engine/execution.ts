import {
	sleep,
	type IBinaryData,
	type IBinaryKeyData,
	type ICredentialsDecrypted,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { AnswerError } from '../api/errors';
import type { Download } from '../api/download';
import type { Body } from '../api/multipart';
import type { Owner } from '../api/owner';
import { settle, ticks } from '../api/basics';
import type { Reply, Request, Traffic, Traits } from '../api/traffic';
import { openFiles, ExecutionFiles, ItemFiles } from './binary';
import { bodyNow, bodyOf, readValues, textsFor, Parameters } from './body';
import type { Batch, Operation, Reading, Turn, Values } from './define';
import { fetchFile, type FileWish } from './files';
import { fingerprintOfRequest } from './memory';
import { Notices, Outcomes } from './outcomes';
import { outputFor, outputIfDone } from './result';
import { reviewOf } from './review';

/**
 * Milliseconds of reading at a stretch: n8n needs half of one for an expression, and answers wait
 * for its end. A batch makes far fewer requests than it reads items, so breaks would cost it more.
 */
const STRETCH_MS = { singles: 1, batches: 10 };

/** One run of the node: reads the form for each item, and sends the requests. */
export class Execution implements Batch {
	private readonly node: INode;
	private readonly parameters: Parameters;
	private readonly notices: Notices;
	private readonly outcomes: Outcomes;
	private readonly files: ExecutionFiles;

	private restedAt = ticks();

	constructor(
		readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly traffic: Traffic,
		private readonly download: Download,
		readonly bot: Owner,
		readonly credential: ICredentialsDecrypted,
	) {
		this.node = context.getNode();
		this.parameters = new Parameters(context, this.node.parameters);
		this.files = new ExecutionFiles(context);
		this.notices = new Notices(context);
		this.outcomes = new Outcomes(context, operation, bot.id, this.notices, traffic);
	}

	/** Runs the operation for all items. Throws the first error, unless errors become items. */
	async run(): Promise<INodeExecutionData[]> {
		await (this.operation.run?.(this) ??
			this.forEachItem(async (reading) => await this.oneRequest(reading)));
		return this.outcomes.end();
	}

	async *readings(): AsyncGenerator<Reading> {
		for (const [item, input] of this.context.getInputData().entries()) {
			await this.room();
			if (this.isStopped) return;
			try {
				if (this.outcomes.isKnown(item)) continue;
				const reading = this.read(item, input);
				const { body, values } = reading;
				const request = fingerprintOfRequest(this.bot.id, this.operation, body, values);
				if (!this.outcomes.isKnown(item, request)) yield reading;
			} catch (error) {
				this.fail(item, error);
			}
		}
	}

	async forEachItem(work: (reading: Reading) => Promise<void>): Promise<void> {
		const one = async (reading: Reading) => {
			const { error } = await settle(work(reading));
			if (error !== undefined) this.fail(reading.item, error);
		};
		const all: Array<Promise<void>> = [];
		// Requests are sent while the next items are read.
		for await (const reading of this.readings()) all.push(one(reading));
		await Promise.all(all);
	}

	get isStopped(): boolean {
		return this.traffic.isStopped;
	}

	async room(): Promise<void> {
		await this.traffic.room();
		const stretch = this.operation.run ? STRETCH_MS.batches : STRETCH_MS.singles;
		if (ticks() - this.restedAt < stretch) return;
		await sleep(0);
		this.restedAt = ticks();
	}

	async send(request: Omit<Request, keyof Traits> & Partial<Traits>): Promise<Reply> {
		const { method, effect, ordered } = this.operation;
		const body = async () => await openFiles(this.context, await request.body());
		return await this.traffic.send({ method, effect, ordered, ...request, body });
	}

	async fetch(wish: FileWish): Promise<IBinaryData> {
		const { helpers } = this.context;
		const source = { helpers, download: this.download };
		return await this.traffic.read(async () => await fetchFile(source, wish));
	}

	emit(item: number, json: IDataObject, binary?: IBinaryKeyData): void {
		this.outcomes.emit(item, json, binary);
	}

	warn(message: string): void {
		this.notices.warn(message);
	}

	fail(item: number, error: unknown): void {
		this.outcomes.fail(item, error);
	}

	/** Throws UserError, or what n8n throws for a wrong expression. */
	private read(item: number, input: INodeExecutionData): Reading {
		const reviewed = reviewOf(this.context, this.node);
		const values = readValues(this.operation, (name) => this.parameters.get(name, item));
		this.parameters.checkFixed(this.operation, values);
		const texts = textsFor(this.credential.data);
		const files = new ItemFiles(this.files, item, input);
		const timezone = this.context.getTimezone();
		const context = { values, item: input, files, timezone, bot: this.bot, texts };
		const body: Body = {};
		try {
			bodyOf(this.operation, context, undefined, body);
		} finally {
			this.outcomes.isAbout(item, body);
		}
		const atAttempt = () => bodyNow(this.operation, context, body);
		return { item, values, reviewed, body, texts, bodyNow: atAttempt };
	}

	private async oneRequest(reading: Reading): Promise<void> {
		const { value, error } = await settle(this.outputFor(reading));
		const jsons = value ?? outputIfDone(this.operation, error, reading.body);
		if (!jsons) throw error;
		for (const json of jsons) this.emit(reading.item, json);
	}

	private async outputFor(reading: Reading): Promise<IDataObject[]> {
		const { values, body } = reading;
		const chat = body.chat_id === undefined ? undefined : String(body.chat_id);
		const inParts = this.operation.inParts?.(reading);
		if (inParts) {
			const task = async () => await inParts(this.turnOf(reading, String(chat)));
			const result = await this.traffic.inTurn(String(chat), task);
			return outputFor(this.operation, result, body, values);
		}
		let sent = body;
		const request = async (instead?: Body) =>
			await this.send({ chat, body: async () => (sent = instead ?? reading.bodyNow()) });
		const { result } = await this.orInstead(request, body, values);
		return outputFor(this.operation, result, sent, values);
	}

	/** If the server refuses, sends what the operation suggests instead. Throws as `send` does. */
	private async orInstead<T>(
		send: (body?: Body) => Promise<T>,
		body: Body,
		values: Values,
	): Promise<T> {
		const { value, error } = await settle(send());
		if (error === undefined) return value as T;
		const isRefused = error instanceof AnswerError && !error.mayHaveArrived;
		const instead = isRefused ? this.operation.ifRefused?.(error, body, values) : undefined;
		if (!instead) throw error;
		return await send(instead);
	}

	private turnOf({ item, values }: Reading, chat: string): Turn {
		return {
			batch: this,
			send: async (body, method = this.operation.method, now = () => body) => {
				const request = async (instead?: Body) =>
					await this.send({ method, chat, ordered: false, body: async () => instead ?? now() });
				return (await this.orInstead(request, body, values)).result;
			},
			parts: async (planned, sendPart) =>
				await this.outcomes.sendParts(item, chat, planned, sendPart),
			notice: (message) => this.notices.ofItem(message),
		};
	}
}
