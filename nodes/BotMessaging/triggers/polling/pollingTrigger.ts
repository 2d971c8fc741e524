import { randomUUID } from 'crypto';
import type { ITriggerFunctions } from 'n8n-workflow';

import type { Call } from '../../api/client';
import { UserError } from '../../api/errors';
import { settle } from '../../api/settle';
import { toNodeError } from '../../engine/nodeErrors';
import type { Subscription } from '../../bots/bot';
import { isTestRun, nodeKeyOf, subscriptionOf } from '../../bots/registry';
import { readForm, readOptions, type TriggerForm } from '../form/form';
import { chatOf, identityOf, type Update } from '../../update/update';
import { acknowledge, itemsOf, judgeUpdate, Judging, type Start, type Trigger } from '../pipeline';
import { StoppedError, unreadableError, untilUnreadable } from '../unreadableUpdate';
import * as questions from '../../operations/message/sendAndWait/delivering';
import type { BotAccess } from './botAccess';
import { Carryover } from './carryover';
import type { Diagnosis, PollState } from './diagnosis';
import { EndedUpdates } from './endedUpdates';
import { Executor } from './executor';
import { pollingOptions, type PollingOptions } from './fields';
import type { OpenExecutions } from './openExecutions';
import { TriggerMemory } from './triggerMemory';
import { Turns } from './turns';
import { WaitingUpdates } from './waitingUpdates';

const MINUTE_MS = 60_000;

/** New each time n8n starts: a key with it does not stop a run that was cut off from being repeated. */
const THIS_START = randomUUID();

const GOOD: PollState[] = ['polling', 'removed'];
/** What does not pass by itself in a moment is shown where the user looks. */
const SHOWN: PollState[] = ['webhook', 'conflict', 'token', 'down'];

/** An update that is not to be confirmed yet. */
interface HeldUpdate {
	hasBegun: boolean;
	confirm(): void;
	giveBack(error?: Error): void;
}

/** One polling trigger: turns the updates that it is given into executions. */
export class PollingTrigger {
	/** The same for the same trigger when it comes again. */
	readonly id: string;

	/** For the user. */
	readonly workflowName: string;

	readonly form: TriggerForm;
	readonly options: PollingOptions;

	/** n8n is starting, or has just become the leader: others may be about to join. */
	readonly isStarting: boolean;

	/** A test run in the editor: it does not come again. */
	readonly isTest: boolean;

	/** Whether an execution that was cut off is begun again. */
	private readonly repeats: boolean;

	private readonly turns: Turns;
	private readonly executions: OpenExecutions;
	private readonly executor: Executor;

	/** Where n8n takes the answers to questions. */
	private readonly bases: string[];

	private readonly held = new Map<Update, HeldUpdate>();

	/** What Run Again needs to know after a crash; n8n itself remembers what is left. */
	private readonly ended?: EndedUpdates;

	/** What it knows again after a crash. A test run knows nothing of before. */
	readonly memory?: TriggerMemory;

	/** What it has of the server's forgotten updates. */
	readonly waiting?: WaitingUpdates;

	private isClosed = false;

	/** Throws UserError for a field of the form that cannot be right. */
	constructor(
		private readonly context: ITriggerFunctions,
		private readonly access: BotAccess,
	) {
		this.form = readForm(context);
		this.options = readOptions<PollingOptions>(context, pollingOptions);
		this.bases = questions.basesOf(context, this.options.n8nAddress);
		this.repeats = this.options.afterInterruption === 'again';
		this.isTest = isTestRun(context);
		this.isStarting = ['init', 'leadershipChange'].includes(context.getActivationMode());
		const { id: workflowId, name } = context.getWorkflow();
		this.workflowName = name ?? workflowId ?? '';
		const { subscription } = this;
		this.id = subscription.id;
		// What a publication before this one has begun to judge goes back to the server.
		subscription.forget(Judging);
		subscription.rules.raids.abandon();
		this.memory = this.isTest ? undefined : new TriggerMemory(context, access.bot.id);
		this.waiting = this.memory && new WaitingUpdates(this.memory);
		this.ended = this.repeats && this.memory ? new EndedUpdates(this.memory) : undefined;
		const { chats, executions } = subscription.part(Carryover);
		this.executions = executions;
		this.turns = new Turns(this.options.parallel, chats);
		this.executor = new Executor(context, executions, {
			repeats: this.repeats,
			longestMs: this.options.longestExecution * MINUTE_MS,
			isClosed: () => this.isClosed,
			onRun: (run) => this.memory?.learnNodes(run),
			warn: (words) => this.warn(words),
			report: (error) => this.report(error),
		});
	}

	/** The access to its bot as it is now: another one if its credential has become another bot's. */
	get call(): Call {
		return this.access.call;
	}

	/** The same, which asks again if that does no harm. */
	get patientCall(): Call {
		return this.access.files.call;
	}

	/** Whether it could begin an execution at once. */
	get hasFreeSlot(): boolean {
		return this.turns.hasFreeSlot;
	}

	/** Looks for executions that have held something up for too long; called in each round of the loop. */
	checkExecutions(): void {
		this.executions.check();
	}

	/** Resolves when the update may be confirmed; rejects if it was not dealt with. */
	async process(update: Update): Promise<void> {
		const passOver = (error: unknown) => this.report(unreadableError(update, error));
		await untilUnreadable(async () => await this.deal(update), passOver);
	}

	private async deal(update: Update): Promise<void> {
		this.throwIfClosed();
		const { trigger } = this;
		if (this.ended?.has(update)) return trigger.subscription.bot.learn(update);
		await new Promise<void>((resolve, reject) => {
			const claim = () => {
				const giveBack = (error: Error = new StoppedError()) => reject(error);
				this.held.set(update, { hasBegun: false, confirm: resolve, giveBack });
				return true;
			};
			const begin = (start: Start) => this.begin(update, start, trigger);
			judgeUpdate(update, trigger, claim)
				.then((verdict) => (typeof verdict === 'string' ? resolve() : begin(verdict)))
				.catch(reject);
		}).finally(() => this.held.delete(update));
	}

	/** Runs an update, or the album whose first part it is, when its chat and a slot are free. */
	private begin(update: Update, start: Start, trigger: Trigger): void {
		this.throwIfClosed();
		acknowledge(update, start, trigger);
		const { parts } = start;
		if (parts[0] !== update) return;
		const { id } = chatOf(update);
		const chat = this.options.chatOrder && id !== undefined ? String(id) : undefined;
		const run = async (freeSlot: () => void) => await this.run(start, trigger, freeSlot);
		// The server hides later updates behind one that it keeps, and a raid takes long.
		const isLaterRaid = start.findings.raid?.isFirst === false;
		if (isLaterRaid && !this.repeats) for (const held of this.heldOf(parts)) held.confirm();
		this.turns.run(chat, run).catch((error: Error) => {
			for (const { giveBack } of this.heldOf(parts)) giveBack(error);
		});
	}

	private heldOf(parts: Update[]): HeldUpdate[] {
		return parts.map((part) => this.held.get(part)).filter((held) => held !== undefined);
	}

	private get subscription(): Subscription {
		return subscriptionOf(this.access.bot, this.context);
	}

	/** This trigger as it is now: its credential may become another bot's. */
	private get trigger(): Trigger {
		const { context, access, form, options, subscription } = this;
		const warn = (words: string) => this.warn(words);
		return {
			subscription,
			workflowId: context.getWorkflow().id ?? '',
			form,
			gatherAlbums: options.gatherAlbums,
			server: { call: access.files.call, warn },
			files: access.files,
			messenger: {
				bot: access.bot,
				credential: access.data,
				call: access.call,
				request: async (request) => (await context.helpers.httpRequest(request)) as unknown,
				bases: this.bases,
				words: questions.wordsOf(options),
				warn,
				isOver: () => this.isClosed,
			},
		};
	}

	/** Shows the user and the log a change of state. */
	show({ state, words }: Diagnosis): void {
		const isGood = GOOD.includes(state);
		const error = new UserError(words);
		const node = this.context.getNode();
		if (this.isTest && !isGood) return this.context.emitError(toNodeError(node, error));
		if (SHOWN.includes(state)) return this.report(error);
		this.context.logger[isGood ? 'info' : 'warn'](this.withName(words));
	}

	/** Says in the log, and where the user looks, what went wrong once. */
	private report(error: UserError): void {
		this.warn(error.message);
		// Older versions of n8n do not have it.
		this.context.saveFailedExecution?.(toNodeError(this.context.getNode(), error));
	}

	warn(words: string): void {
		this.context.logger.warn(this.withName(words));
	}

	/** From now on nothing begins; what has not begun goes back to the poller. */
	close(): void {
		this.isClosed = true;
		this.turns.close();
		for (const { hasBegun, giveBack } of this.held.values()) if (!hasBegun) giveBack();
	}

	private withName(words: string): string {
		return `${this.context.getNode().name}: ${words}`;
	}

	private throwIfClosed(): void {
		if (this.isClosed) throw new StoppedError();
	}

	/** Resolves when others may have the slot and the chat. Rejects if nothing begins. */
	private async run(start: Start, trigger: Trigger, onSlotFree: () => void): Promise<void> {
		this.throwIfClosed();
		const { parts } = start;
		const data = await itemsOf(start, trigger);
		this.throwIfClosed();
		const all = this.heldOf(parts);
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
			// What begins is n8n's to keep, which saves this together with the execution.
			if (!this.repeats) this.waiting?.delete(parts);
			const heard = { onBegun, onSafe: confirm, onSlotFree, onReleased: resolve };
			// It may take until the execution has ended, while others begin.
			void settle(this.executor.execute({ parts, data, key, ...heard })).then(({ error }) => {
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
		const key = [this.access.bot.id, identityOf(update), nodeKeyOf(this.context)];
		return [...key, ...(this.repeats ? [THIS_START] : [])].join(':');
	}
}
