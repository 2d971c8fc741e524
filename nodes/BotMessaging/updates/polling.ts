import { createHash, randomUUID } from 'crypto';
import {
	sleep,
	type IDataObject,
	type INodeExecutionData,
	type IRun,
	type ITriggerFunctions,
} from 'n8n-workflow';

import { createCall, createDownload, loadCredential, type Call } from '../api/client';
import { AnswerError } from '../api/errors';
import { settle } from '../api/settle';
import { DEFAULT_TRAFFIC } from '../api/traffic';
import { toNodeError } from '../operation/failure';
import { allowedUpdates } from './fields';
import { compileFilters, type Filters } from './filter';
import { itemOf, itemOptions, type FileSource, type ItemOptions } from './item';
import { pollerOf, type Subscriber } from './poller';
import { Schedule } from './schedule';
import type { Trouble } from './trouble';
import { identityOf, type Update } from './update';

/** Differs from start to start of n8n: a key with it does not stop a cut-off run from being repeated. */
const THIS_START = randomUUID();
const MOST_REMEMBERED = 200;
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

/** One polling trigger: turns the updates that reach it into executions. */
class PollingTrigger implements Subscriber {
	readonly kinds: string[];

	readonly isStarting: boolean;

	readonly removeWebhook: boolean;

	private readonly options: Options;

	private readonly accepts: (update: Update) => boolean;

	private readonly schedule: Schedule;

	private readonly itemOptions: ItemOptions;

	/** What tells the poller that an update's execution has begun. */
	private readonly begun = new Map<number, () => void>();

	/** Updates whose execution had ended when n8n last stopped, but which were not confirmed. */
	private readonly endedBefore: Set<string>;

	private readonly isTest: boolean;

	private closed = false;

	constructor(
		private readonly context: ITriggerFunctions,
		readonly call: Call,
		private readonly files: FileSource,
		private readonly bot: string,
	) {
		const parameter = (name: string, fallback: unknown) =>
			context.getNodeParameter(name, fallback) as unknown;
		this.options = { ...DEFAULTS, ...(parameter('options', {}) as Partial<Options>) };
		this.kinds = allowedUpdates(parameter('updates', ['message']) as string[]);
		this.accepts = compileFilters(parameter('filters', {}) as Filters);
		this.itemOptions = itemOptions(parameter);
		this.schedule = new Schedule(this.options, async (parts) => await this.run(parts));
		this.removeWebhook = this.options.removeWebhook;
		this.isTest = context.getMode() === 'manual';
		this.isStarting = context.getActivationMode() === 'init';
		this.endedBefore = new Set(this.remembered());
	}

	async take(update: Update): Promise<void> {
		const { update_id: id } = update;
		if (this.endedBefore.has(identityOf(update)) || !this.wants(update)) return;
		const ended = this.schedule.take(update);
		if (this.options.confirm === 'ended' && !this.isTest) return await ended;
		await Promise.race([ended, new Promise<void>((resolve) => this.begun.set(id, resolve))]);
		this.begun.delete(id);
	}

	tell({ state, words }: Trouble): void {
		const { logger } = this.context;
		if (state === 'polling') return logger.info(`${this.context.getNode().name}: ${words}`);
		logger.warn(`${this.context.getNode().name}: ${words}`);
	}

	refused(error: AnswerError): void {
		this.context.emitError(toNodeError(this.context.getNode(), error));
	}

	close(): void {
		this.closed = true;
	}

	private wants(update: Update): boolean {
		return this.kinds.some((kind) => kind in update) && this.accepts(update);
	}

	/** Runs one execution to its end. Rejects if it cannot be started before the trigger is closed. */
	private async run(parts: Update[]): Promise<void> {
		const item = await itemOf(parts, this.itemOptions, this.files);
		for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
			const { error } = await settle(this.emit(item, parts));
			if (error === undefined) break;
			if (this.closed) throw error;
			this.context.logger.warn(
				`${this.context.getNode().name}: n8n could not start an execution, trying again`,
			);
			await sleep(pause);
		}
		this.remember(parts);
	}

	private async emit(item: INodeExecutionData, parts: Update[]): Promise<void> {
		const ended = this.context.helpers.createDeferredPromise<IRun>();
		this.context.emit([[item]], undefined, ended, this.keyOf(parts[0]));
		for (const { update_id: id } of parts) this.begun.get(id)?.();
		if (!this.isTest) await ended.promise;
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

	private memory(): IDataObject {
		return this.context.getWorkflowStaticData('node');
	}

	private remembered(): string[] {
		const { bot, ended } = this.memory();
		return bot === this.bot && Array.isArray(ended) ? (ended as string[]) : [];
	}

	/** n8n saves this with the next execution; it tells ended runs from cut-off ones after a crash. */
	private remember(parts: Update[]): void {
		if (this.isTest) return;
		const memory = this.memory();
		const ended = [...this.remembered(), ...parts.map(identityOf)];
		memory.bot = this.bot;
		memory.ended = ended.slice(-MOST_REMEMBERED);
	}
}

/** Names a bot without telling its token, however the token was pasted. */
function botOf({ botToken }: IDataObject): string {
	const token = String(botToken)
		.trim()
		.replace(/^bot(?=\d)/i, '');
	return createHash('sha256').update(token).digest('hex').slice(0, 16);
}

/** Confirms unseen what waits on the server. Throws AnswerError while a webhook is in the way. */
async function dropPending(call: Call, removeWebhook: boolean): Promise<void> {
	if (removeWebhook) await call('deleteWebhook', {});
	const [last] = (await call('getUpdates', { offset: -1, limit: 1, timeout: 0 })) as Update[];
	if (last) await call('getUpdates', { offset: last.update_id + 1, limit: 1, timeout: 0 });
}

async function prepare(
	context: ITriggerFunctions,
	call: Call,
	files: FileSource,
	bot: string,
): Promise<PollingTrigger> {
	const trigger = new PollingTrigger(context, call, files, bot);
	const { error } = await settle(call('getMe', {}));
	// A server that cannot be reached now is no reason not to start: the loop goes on trying.
	if (error instanceof AnswerError && error.code === 401) throw error;
	const isPublished = ['activate', 'create'].includes(context.getActivationMode());
	const drops = context.getNodeParameter('pendingUpdates', 'keep') === 'drop';
	if (isPublished && drops && !pollerOf(bot).isShared) {
		await dropPending(call, trigger.removeWebhook);
	}
	return trigger;
}

/**
 * Starts to turn a bot's updates into executions. Gives back what stops it.
 * Throws for a filter that cannot be right and for a token the server does not know.
 */
export async function startPolling(context: ITriggerFunctions): Promise<() => Promise<void>> {
	const credential = await loadCredential(context);
	const call = createCall(context, credential, DEFAULT_TRAFFIC);
	const download = createDownload(context, credential, DEFAULT_TRAFFIC);
	const files: FileSource = { helpers: context.helpers, call, download };
	const bot = botOf(credential.data as IDataObject);
	const { value: trigger, error } = await settle(prepare(context, call, files, bot));
	if (!trigger) throw toNodeError(context.getNode(), error);
	const leave = pollerOf(bot).subscribe(trigger);
	return async () => {
		trigger.close();
		await leave();
	};
}
