import { randomUUID } from 'crypto';
import type { ITriggerFunctions } from 'n8n-workflow';

import type { Call } from '../../api/client';
import { UserError } from '../../api/errors';
import { settle } from '../../api/settle';
import { toNodeError } from '../../engine/nodeErrors';
import { allowedUpdates } from '../fields';
import { compileFilters, type Filters } from '../filter';
import { itemOf, itemOptions, type ItemOptions } from '../item';
import { identityOf, type Update } from '../update';
import type { Access } from './access';
import { EndedUpdates } from './ended';
import { Executions } from './executions';
import { Handover } from './handover';
import { optionsOf, type Options } from './options';
import { Schedule } from './schedule';
import type { Subscriber } from './subscriber';
import type { PollState, Trouble } from './trouble';
import { STOPPED, Turns } from './turns';

/** Differs from start to start of n8n: a key with it does not stop a cut-off run from being repeated. */
const THIS_START = randomUUID();

const GOOD: PollState[] = ['polling', 'removed'];
/** What does not pass by itself in a moment is shown where the user looks. */
const SHOWN: PollState[] = ['webhook', 'conflict', 'token', 'down'];

/** What outlives a publication: the order of chats, and the executions that still run. */
interface Lasting {
	chats: Map<string, Promise<void>>;
	executions: Executions;
}

/** By bot and trigger. */
const lastings = new Map<string, Lasting>();

function lastingOf(key: string): Lasting {
	const lasting = lastings.get(key) ?? { chats: new Map(), executions: new Executions() };
	lastings.set(key, lasting);
	return lasting;
}

/** An update that is not to be confirmed yet. */
interface Held {
	hasBegun: boolean;
	confirm(): void;
	giveBack(): void;
}

/** One polling trigger: turns the updates that reach it into executions. */
export class PollingTrigger implements Subscriber {
	readonly kinds: string[];

	readonly isStarting: boolean;

	readonly removeWebhook: boolean;

	readonly id: string;

	readonly isTest: boolean;

	readonly workflowName: string;

	private readonly options: Options;

	private readonly accepts: (update: Update) => boolean;

	private readonly turns: Turns;

	private readonly schedule: Schedule;

	private readonly itemOptions: ItemOptions;

	private readonly executions: Executions;

	private readonly handover: Handover;

	private readonly held = new Map<Update, Held>();

	/** What Run Again needs to know after a crash; n8n itself remembers what is left. */
	private readonly ended?: EndedUpdates;

	private isClosed = false;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly access: Access,
	) {
		const parameter = (name: string, fallback: unknown) =>
			context.getNodeParameter(name, fallback) as unknown;
		this.options = optionsOf(parameter('options', {}) as Partial<Options>);
		this.kinds = allowedUpdates(parameter('updates', ['message']) as string[]);
		this.accepts = compileFilters(parameter('filters', {}) as Filters);
		this.itemOptions = itemOptions(parameter);
		this.removeWebhook = this.options.removeWebhook;
		this.isTest = context.getMode() === 'manual';
		const { id: workflowId, name } = context.getWorkflow();
		this.workflowName = name ?? workflowId ?? '';
		this.id = [workflowId, context.getNode().id, context.getMode()].join(':');
		this.isStarting = ['init', 'leadershipChange'].includes(context.getActivationMode());
		const repeats = this.options.afterInterruption === 'again';
		this.ended = repeats && !this.isTest ? new EndedUpdates(context, access.bot) : undefined;
		const { chats, executions } = lastingOf(`${access.bot}:${this.id}`);
		this.executions = executions;
		this.turns = new Turns(this.options.parallel, chats);
		this.schedule = new Schedule(this.options, this.turns, async (parts) => await this.run(parts));
		this.handover = new Handover(context, executions, {
			repeats,
			longestMs: this.options.longestMs,
			isClosed: () => this.isClosed,
			onRun: (run) => this.ended?.see(run),
		});
	}

	get call(): Call {
		return this.access.call;
	}

	get hasPlace(): boolean {
		return this.turns.hasPlace;
	}

	look(): void {
		this.executions.look();
	}

	async take(update: Update): Promise<void> {
		if (this.ended?.has(update) || !this.wants(update)) return;
		this.throwIfClosed();
		await new Promise<void>((resolve, reject) => {
			const giveBack = () => reject(new Error(STOPPED));
			this.held.set(update, { hasBegun: false, confirm: resolve, giveBack });
			this.schedule.take(update).catch(giveBack);
		}).finally(() => this.held.delete(update));
	}

	tell({ state, words }: Trouble): void {
		const isGood = GOOD.includes(state);
		const error = toNodeError(this.context.getNode(), new UserError(words));
		if (this.isTest && !isGood) return this.context.emitError(error);
		if (!isGood) this.warn(words);
		else this.context.logger.info(this.named(words));
		// Older versions of n8n do not have it.
		if (SHOWN.includes(state)) this.context.saveFailedExecution?.(error);
	}

	warn(words: string): void {
		this.context.logger.warn(this.named(words));
	}

	/** From now on nothing begins; what has not begun is given back. */
	close(): void {
		this.isClosed = true;
		this.turns.close();
		for (const { hasBegun, giveBack } of this.held.values()) if (!hasBegun) giveBack();
	}

	private named(words: string): string {
		return `${this.context.getNode().name}: ${words}`;
	}

	private wants(update: Update): boolean {
		return this.kinds.some((kind) => kind in update) && this.accepts(update);
	}

	private throwIfClosed(): void {
		if (this.isClosed) throw new Error(STOPPED);
	}

	/** Resolves when others may have the place and the chat. Rejects if nothing begins. */
	private async run(parts: Update[]): Promise<void> {
		this.throwIfClosed();
		const item = await itemOf(parts, this.itemOptions, this.access.files);
		this.throwIfClosed();
		const all = parts.map((part) => this.held.get(part)).filter((held) => held !== undefined);
		const confirm = () => all.forEach((held) => held.confirm());
		const { confirm: when } = this.options;
		await new Promise<void>((resolve) => {
			const onBegun = () => {
				for (const held of all) held.hasBegun = true;
				if (this.isTest || when === 'started') confirm();
				// n8n takes one item for a test run; all others stay for the live workflow.
				if (this.isTest) this.close();
			};
			const key = this.keyOf(parts[0]);
			const errand = { parts, item, key, onBegun, onSafe: confirm, onReleased: resolve };
			// It may take until the execution has ended, while others begin.
			void settle(this.handover.carryOut(errand)).then(({ error }) => {
				if (error === undefined) this.ended?.add(parts);
				else for (const held of all) held.giveBack();
				confirm();
				resolve();
			});
		});
	}

	/** One execution per bot, update and node, however often the update comes. */
	private keyOf(update: Update): string | undefined {
		if (this.isTest) return undefined;
		const key = [
			this.access.bot,
			identityOf(update),
			this.context.getWorkflow().id,
			this.context.getNode().id,
		];
		const repeats = this.options.afterInterruption === 'again';
		return [...key, ...(repeats ? [THIS_START] : [])].join(':');
	}
}
