import { randomUUID } from 'crypto';
import { deepCopy, type ITriggerFunctions } from 'n8n-workflow';

import type { Call } from '../../api/client';
import { UserError } from '../../api/errors';
import { settle } from '../../api/basics';
import { toNodeError } from '../../engine/nodeErrors';
import { isTestRun, nodeKeyOf, subscriptionOf, workflowNameOf } from '../../memory/registry';
import { basesOf } from '../../questions/triggerOptions';
import { chatOf, identityOf, type Update } from '../../update/update';
import { NOT_GATHERED } from '../form/fields';
import { readForm, readOptions, type TriggerForm } from '../form/form';
import type { Start } from '../item';
import { acknowledge, itemsOf, judgeUpdate, UpdateQueue } from '../pipeline';
import { named, report, triggerOf, warnWith, type BotAccess, type Trigger } from '../trigger';
import { StoppedError, unreadableError, untilUnreadable } from '../unreadableUpdate';
import type { Diagnosis, PollState } from './diagnosis';
import { Executor } from './executor';
import { pollingOptions, type PollingOptions } from './fields';
import type { Limits, PendingExecution, SubscriptionUpdates } from './subscriptionUpdates';
import { UpdateTracker } from './tracker';
import { TriggerMemory } from './triggerMemory';
import { WrittenUpdates } from './writtenUpdates';

const MINUTE_MS = 60_000;

/** New each time n8n starts: a key with it does not stop a run that was cut off from being repeated. */
const THIS_START = randomUUID();

/** Under this name the static data has the chats of the bot. */
const CHATS = 'chats';

const GOOD: PollState[] = ['polling', 'removed'];
/** What does not pass by itself in a moment is shown where the user looks. */
const SHOWN: PollState[] = ['webhook', 'conflict', 'token', 'refused', 'down'];

/** Whether n8n is starting, or has just become the leader: other workflows may be about to start. */
export const isStarting = (context: ITriggerFunctions) =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

/** One polling trigger: turns the updates that it is given into executions. */
export class PollingTrigger {
	/** The same for the same trigger when it comes again. */
	readonly id: string;

	readonly form: TriggerForm;
	readonly options: PollingOptions;
	readonly limits: Limits;
	readonly isStarting: boolean;

	/** A test run in the editor: it does not come again. */
	readonly isTest: boolean;

	isClosed = false;

	/** What it knows again after a crash. A test run knows nothing of before. */
	memory?: TriggerMemory;
	written?: WrittenUpdates;

	/** Up to which change of the bot's chats they are kept. */
	private chatsKept = 0;

	readonly warn: (words: string) => void;

	/** Where n8n takes the answers to questions. */
	private readonly bases: string[];

	private readonly executor: Executor;

	/** Throws UserError for a field of the form that cannot be right. */
	constructor(
		readonly context: ITriggerFunctions,
		/** That of its bot as it is now: another one if its credential has become another bot's. */
		private readonly access: BotAccess,
	) {
		this.form = readForm(context);
		this.options = readOptions<PollingOptions>(context, pollingOptions, NOT_GATHERED);
		this.bases = basesOf(context, this.options.n8nAddress);
		const { afterInterruption, longestExecution, parallel } = this.options;
		const repeats = afterInterruption === 'again';
		this.limits = { parallel, repeats, longestMs: longestExecution * MINUTE_MS };
		this.isTest = isTestRun(context);
		this.isStarting = isStarting(context);
		this.warn = warnWith(context);
		const subscription = subscriptionOf(access.bot, context);
		this.id = subscription.id;
		// What a publication before this one has begun to judge goes back to the server.
		subscription.forget(UpdateQueue);
		subscription.rules.raids.abandon();
		this.executor = new Executor(this);
	}

	get about() {
		const { isTest, form, context } = this;
		return { workflow: workflowNameOf(context), isTest, judged: form.judged, kinds: form.kinds };
	}

	get call(): Call {
		return this.access.call;
	}

	get tracker(): UpdateTracker {
		return this.access.bot.part(UpdateTracker);
	}

	private get updates(): SubscriptionUpdates {
		return this.tracker.of(this.id);
	}

	private get trigger(): Trigger {
		const { context, access, options, bases } = this;
		const form = () => this.form;
		const gathers = {
			// What a trigger that leaves has gathered comes again.
			hasAllSince: (...until: [number, number]) =>
				this.isClosed || this.tracker.hasAllSince(...until),
			partsBefore: (update: Update) => this.updates.partsBefore(update),
		};
		const isOver = () => this.isClosed;
		return triggerOf(context, access, { options, bases, form, isOver, ...gathers });
	}

	/** Joins its bot, with what was written down before n8n was started. */
	join(): void {
		const { limits, access } = this;
		if (!this.isTest) {
			this.memory = new TriggerMemory(this.context, access.bot.id);
			this.written = new WrittenUpdates(this, this.memory, access.bot.id);
			access.bot.chats.restore(this.memory.read(CHATS));
			this.chatsKept = 0;
		}
		const { before = [], endedBefore = [], togetherBefore = [] } = this.written ?? {};
		this.updates.join(limits, before, limits.repeats ? endedBefore : [], togetherBefore);
	}

	/**
	 * Deals with an update; what becomes of it is in the tracker. Resolves when its execution has ended, or
	 * if there is none: never if the trigger leaves before it begins.
	 */
	async take(update: Update): Promise<void> {
		const tracked = this.updates.judge(update);
		const { trigger } = this;
		const judge = async () => await this.judge(update, trigger);
		const { value: start, error } = await settle(untilUnreadable(judge, this.passOver(update)));
		if (error !== undefined) tracked.state = 'owed';
		else if (!start) tracked.state = 'done';
		else if (start.parts[0] === update) await this.run(start, trigger);
	}

	private passOver(update: Update) {
		return (error: unknown) => this.report(unreadableError(update, error));
	}

	/** Resolves with what the update starts, alone or with others. */
	private async judge(update: Update, trigger: Trigger): Promise<Start | undefined> {
		this.throwIfClosed();
		if (this.updates.hadEnded(update)) {
			trigger.subscription.bot.learn(update);
			return undefined;
		}
		const verdict = await judgeUpdate(update, trigger, () => true);
		this.throwIfClosed();
		if (typeof verdict === 'string') return undefined;
		acknowledge(update, verdict, trigger);
		return verdict;
	}

	/** Runs an update, or those that are brought as one, when its chat and a place are free. */
	private async run(start: Start, trigger: Trigger): Promise<void> {
		const { parts } = start;
		const { id } = chatOf(parts[0]);
		const chat = this.options.chatOrder && id !== undefined ? String(id) : undefined;
		const execution = await new Promise<PendingExecution>((resolve) =>
			this.updates.wait(parts, chat, resolve),
		);
		const begin = async () => {
			this.throwIfClosed();
			const data = await itemsOf(start, trigger);
			this.keepChats();
			await this.executor.execute({ parts, data, key: this.keyOf(parts[0]), execution });
		};
		const { error } = await settle(untilUnreadable(begin, this.passOver(parts[0])));
		if (error === undefined) execution.end();
		else execution.owe();
		this.written?.refresh();
	}

	/** Just before an execution: n8n saves them with it. */
	private keepChats(): void {
		const { chats } = this.access.bot;
		if (chats.changes === this.chatsKept) return;
		const isKept = this.memory?.write(CHATS, deepCopy(chats.latestFirst));
		if (isKept) this.chatsKept = chats.changes;
	}

	noteHandedOver(execution: PendingExecution): void {
		if (this.isTest || this.options.confirm === 'started') execution.stored();
		// n8n takes one item for a test run; all others stay for the live workflow.
		if (this.isTest) this.close();
	}

	/** Looks for what has held something up for too long; called in each round of the loop. */
	check(): void {
		this.updates.check();
		this.written?.check();
	}

	show({ state, words }: Diagnosis): void {
		const { context } = this;
		const isGood = GOOD.includes(state);
		const error = new UserError(words);
		if (this.isTest && !isGood) context.emitError(toNodeError(context.getNode(), error));
		else if (SHOWN.includes(state)) this.report(error);
		else context.logger[isGood ? 'info' : 'warn'](named(context, words));
	}

	/** Says in the log, and where the user looks, what went wrong once. */
	report(error: UserError): void {
		report(this.context, error);
	}

	/** From now on nothing begins; what has not begun comes again. */
	close(): void {
		this.isClosed = true;
		this.updates.leave();
	}

	private throwIfClosed(): void {
		if (this.isClosed) throw new StoppedError();
	}

	/** One execution per bot, update and node, however often the update comes. */
	private keyOf(update: Update): string | undefined {
		if (this.isTest) return undefined;
		const key = [this.access.bot.id, identityOf(update), nodeKeyOf(this.context)];
		return [...key, ...(this.limits.repeats ? [THIS_START] : [])].join(':');
	}
}
