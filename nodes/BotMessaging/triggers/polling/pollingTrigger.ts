import { randomUUID } from 'crypto';
import { deepCopy, type ICredentialsDecrypted, type ITriggerFunctions } from 'n8n-workflow';

import { UserError } from '../../api/errors';
import { settle } from '../../api/basics';
import { toNodeError } from '../../engine/nodeErrors';
import { isTestRun, nodeKeyOf, subscriptionOf } from '../../memory/registry';
import { basesOf } from '../../questions/triggerOptions';
import type { Context } from '../../update/context';
import { readForm, readOptions } from '../form/form';
import type { Start } from '../item';
import { NOT_GATHERED, pollingOptions, type PollingOptions } from '../form/options';
import { Trigger, UpdateQueue } from '../pipeline';
import { BotAccess, named, report, warnWith } from '../trigger';
import { StoppedError, unreadableError, untilUnreadable } from '../unreadableUpdate';
import type { Diagnosis, PollState } from './diagnosis';
import { Executor } from './executor';
import type { Limits, PendingExecution, SubscriptionUpdates } from './subscriptionUpdates';
import { UpdateTracker } from './tracker';
import { TriggerMemory } from './triggerMemory';
import { WrittenUpdates } from './writtenUpdates';

const MINUTE_MS = 60_000;

/** New each time n8n starts: a key with it does not stop a run that was cut off from being repeated. */
const THIS_START = randomUUID();

const CHATS = 'chats';

const GOOD: PollState[] = ['polling', 'removed'];
/** What does not pass by itself in a moment is shown where the user looks. */
const SHOWN: PollState[] = ['webhook', 'conflict', 'token', 'refused', 'down'];

/** Whether n8n is starting, or has just become the leader: other workflows may be about to start. */
export const isStarting = (context: ITriggerFunctions) =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

/** One polling trigger: turns the updates that it is given into executions. */
export class PollingTrigger extends BotAccess<ITriggerFunctions> {
	readonly form = readForm(this.context);
	readonly options = readOptions<PollingOptions>(this.context, pollingOptions, NOT_GATHERED);
	readonly limits: Limits = {
		parallel: this.options.parallel,
		repeats: this.options.afterInterruption === 'again',
		longestMs: this.options.longestExecution * MINUTE_MS,
	};
	readonly isStarting = isStarting(this.context);

	/** A test run in the editor: it does not come again. */
	readonly isTest = isTestRun(this.context);

	isClosed = false;

	/** What it knows again after a crash. A test run knows nothing of before. */
	memory?: TriggerMemory;
	written?: WrittenUpdates;

	/** Up to which change of the bot's chats they are kept. */
	private chatsKept = 0;

	readonly warn = warnWith(this.context);
	private readonly bases = basesOf(this.context, this.options.n8nAddress);
	private readonly executor = new Executor(this);

	/** The same for the same trigger when it comes again. */
	readonly id: string;

	/** Throws UserError for a field of the form that cannot be right. */
	constructor(context: ITriggerFunctions, credential: ICredentialsDecrypted) {
		super(context, credential);
		const subscription = subscriptionOf(this.bot, context);
		this.id = subscription.id;
		// What a publication before this one has begun to judge goes back to the server.
		subscription.forget(UpdateQueue);
		subscription.rules.raids.abandon();
	}

	get tracker(): UpdateTracker {
		return this.bot.part(UpdateTracker);
	}

	private get updates(): SubscriptionUpdates {
		return this.tracker.of(this.id);
	}

	/** With its bot and its credential as they are now. */
	private get trigger(): Trigger {
		const { options, bases } = this;
		return new Trigger(this.context, this, {
			options,
			bases,
			form: () => this.form,
			isOver: () => this.isClosed,
			// What a trigger that leaves has gathered comes again.
			hasAllSince: (...until) => this.isClosed || this.tracker.hasAllSince(...until),
			partsBefore: (update) => this.updates.partsBefore(update),
		});
	}

	/** Joins its bot, with what was written down before n8n was started. */
	join(): void {
		const { limits, bot, context } = this;
		if (this.isTest) return this.updates.join(limits);
		this.memory = new TriggerMemory(context, bot.id);
		bot.chats.restore(this.memory.read(CHATS));
		this.chatsKept = 0;
		this.written = new WrittenUpdates(this, this.memory, bot.id);
	}

	/**
	 * Deals with an update; what becomes of it is in the tracker. Resolves when its execution has ended, or
	 * if there is none: never if the trigger leaves before it begins.
	 */
	async take(update: Context): Promise<void> {
		const tracked = this.updates.judge(update);
		const { trigger } = this;
		const judge = async () => await this.judge(update, trigger);
		const { value: start, error } = await settle(untilUnreadable(judge, this.passOver(update)));
		if (error !== undefined) tracked.state = 'owed';
		else if (!start) tracked.state = 'done';
		else if (start.parts[0] === update) await this.run(start, trigger);
	}

	private passOver(update: Context) {
		return (error: unknown) => this.report(unreadableError(update, error));
	}

	/** Resolves with what the update starts, alone or with others. */
	private async judge(update: Context, trigger: Trigger): Promise<Start | undefined> {
		this.throwIfClosed();
		if (this.updates.hadEnded(update)) {
			trigger.subscription.bot.learn(update);
			return undefined;
		}
		const verdict = await trigger.judge(update, () => true);
		this.throwIfClosed();
		if (typeof verdict === 'string') return undefined;
		trigger.acknowledge(update, verdict);
		return verdict;
	}

	/** Runs an update, or those that are brought as one, when its chat and a place are free. */
	private async run(start: Start, trigger: Trigger): Promise<void> {
		const { parts } = start;
		const { id } = parts[0].chat;
		const chat = this.options.chatOrder && id !== undefined ? String(id) : undefined;
		const execution = await new Promise<PendingExecution>((resolve) =>
			this.updates.wait(parts, chat, resolve),
		);
		const begin = async () => {
			this.throwIfClosed();
			const data = await trigger.itemsOf(start);
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
		const { chats } = this.bot;
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
	private keyOf(update: Context): string | undefined {
		if (this.isTest) return undefined;
		const key = [this.bot.id, update.identity, nodeKeyOf(this.context)];
		return [...key, ...(this.limits.repeats ? [THIS_START] : [])].join(':');
	}
}
