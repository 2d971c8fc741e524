import { randomUUID } from 'crypto';
import {
	NodeOperationError,
	sleep,
	type INodeExecutionData,
	type IRun,
	type ITriggerFunctions,
} from 'n8n-workflow';

import type { Call } from '../api/client';
import { FieldError, type AnswerError } from '../api/errors';
import { settle } from '../api/settle';
import { toNodeError } from '../operation/failure';
import { EndedUpdates, memoryOf } from './ended';
import { allowedUpdates } from './fields';
import { compileFilters, type Filters } from './filter';
import { itemOf, itemOptions, type FileSource, type ItemOptions } from './item';
import type { Subscriber } from './poller';
import { Schedule } from './schedule';
import type { Trouble } from './trouble';
import { identityOf, type Update } from './update';

/** Differs from start to start of n8n: a key with it does not stop a cut-off run from being repeated. */
const THIS_START = randomUUID();
const STOPPED = 'The trigger has stopped';
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

interface Options {
	afterInterruption: 'again' | 'leave';
	confirm: 'ended' | 'started';
	gatherAlbums: boolean;
	chatOrder: boolean;
	parallel: number;
	removeWebhook: boolean;
}

const DEFAULTS: Options = {
	afterInterruption: 'again',
	confirm: 'ended',
	gatherAlbums: true,
	chatOrder: true,
	parallel: 5,
	removeWebhook: false,
};

function optionsOf(chosen: Partial<Options>): Options {
	const options = { ...DEFAULTS, ...chosen };
	if (Number.isInteger(options.parallel) && options.parallel > 0) return options;
	throw new FieldError(
		'Parallel Executions',
		`Parallel Executions cannot be ${options.parallel}`,
		'Give a whole number from 1 up.',
	);
}

/** Whether an execution was ended by a person or a time limit, rather than by n8n's own end. */
function wasStopped(error: unknown): boolean {
	const { reason } = error as { reason?: unknown };
	return reason === 'manual' || reason === 'timeout';
}

/** One polling trigger: turns the updates that reach it into executions. */
export class PollingTrigger implements Subscriber {
	readonly kinds: string[];

	readonly isStarting: boolean;

	readonly removeWebhook: boolean;

	private readonly options: Options;

	private readonly accepts: (update: Update) => boolean;

	private readonly schedule: Schedule;

	private readonly itemOptions: ItemOptions;

	/** The updates whose execution has not begun yet. */
	private readonly waiting = new Map<Update, { begin(): void; giveBack(): void }>();

	private readonly ended: EndedUpdates;

	readonly id: string;

	readonly isTest: boolean;

	private isClosed = false;

	constructor(
		private readonly context: ITriggerFunctions,
		readonly call: Call,
		private readonly files: FileSource,
		private readonly bot: string,
	) {
		const parameter = (name: string, fallback: unknown) =>
			context.getNodeParameter(name, fallback) as unknown;
		this.options = optionsOf(parameter('options', {}) as Partial<Options>);
		this.kinds = allowedUpdates(parameter('updates', ['message']) as string[]);
		this.accepts = compileFilters(parameter('filters', {}) as Filters);
		this.itemOptions = itemOptions(parameter);
		this.schedule = new Schedule(this.options, async (parts) => await this.run(parts));
		this.removeWebhook = this.options.removeWebhook;
		this.isTest = context.getMode() === 'manual';
		this.id = [context.getWorkflow().id, context.getNode().id, context.getMode()].join(':');
		this.isStarting = context.getActivationMode() === 'init';
		this.ended = new EndedUpdates(memoryOf(context), bot);
	}

	async take(update: Update): Promise<void> {
		if (this.ended.has(update) || !this.wants(update)) return;
		this.throwIfClosed();
		const begun = new Promise<void>((resolve, reject) => {
			const giveBack = () => reject(new Error(STOPPED));
			this.waiting.set(update, { begin: resolve, giveBack });
		});
		const ended = this.schedule.take(update);
		await Promise.race([begun, ended]).finally(() => this.waiting.delete(update));
		if (this.options.confirm === 'ended' && !this.isTest) await ended;
	}

	tell({ state, words }: Trouble): void {
		const { logger } = this.context;
		const node = this.context.getNode();
		const isGood = state === 'polling' || state === 'removed';
		if (this.isTest && !isGood) return this.context.emitError(new NodeOperationError(node, words));
		logger[isGood ? 'info' : 'warn'](`${node.name}: ${words}`);
	}

	refused(error: AnswerError): void {
		this.close();
		this.context.emitError(toNodeError(this.context.getNode(), error));
	}

	/** From now on nothing begins; what has not begun is given back. */
	close(): void {
		this.isClosed = true;
		for (const { giveBack } of this.waiting.values()) giveBack();
	}

	private wants(update: Update): boolean {
		return this.kinds.some((kind) => kind in update) && this.accepts(update);
	}

	/** Runs one execution to its end. Rejects if it cannot begin before the trigger is closed. */
	private async run(parts: Update[]): Promise<void> {
		this.throwIfClosed();
		const item = await itemOf(parts, this.itemOptions, this.files);
		for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
			this.throwIfClosed();
			const { error } = await settle(this.emit(item, parts));
			if (error === undefined || wasStopped(error)) break;
			this.context.logger.warn(
				`${this.context.getNode().name}: n8n could not start an execution, trying again`,
			);
			await sleep(pause);
		}
		if (!this.isTest) this.ended.add(parts);
	}

	private throwIfClosed(): void {
		if (this.isClosed) throw new Error(STOPPED);
	}

	private async emit(item: INodeExecutionData, parts: Update[]): Promise<void> {
		const ended = this.context.helpers.createDeferredPromise<IRun>();
		this.context.emit([[item]], undefined, ended, this.keyOf(parts[0]));
		for (const part of parts) this.waiting.get(part)?.begin();
		// n8n takes one item for a test run; all others stay for the live workflow.
		if (this.isTest) this.close();
		else await ended.promise;
	}

	/** One execution per bot, update and node, however often the update comes. */
	private keyOf(update: Update): string | undefined {
		if (this.isTest) return undefined;
		const { afterInterruption } = this.options;
		const key = [
			this.bot,
			identityOf(update),
			this.context.getWorkflow().id,
			this.context.getNode().id,
		];
		return [...key, ...(afterInterruption === 'again' ? [THIS_START] : [])].join(':');
	}
}
