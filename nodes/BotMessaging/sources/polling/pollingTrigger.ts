import { randomUUID } from 'crypto';
import type { ICredentialsDecrypted, ITriggerFunctions } from 'n8n-workflow';

import { BOUNDS, GivenUp } from '../../api/bounds';
import { loadCredential } from '../../api/client';
import { UserError } from '../../api/errors';
import { settle, ticks, type Settled } from '../../api/basics';
import { toNodeError } from '../../engine/nodeErrors';
import { botIdOf, isTestRun, nodeKeyOf, subscriptionOf } from '../../memory/registry';
import { endInterrupted, GrowingAnswers, type GrowingMessage } from '../../questions/growing';
import { basesOf } from '../../questions/triggerOptions';
import type { Context } from '../../update/context';
import { readForm, readTriggerOptions } from '../../dispatch/form/form';
import type { Start } from '../../dispatch/item';
import { pollingOptions, type PollingOptions } from '../../dispatch/form/options';
import { RouteTrigger } from '../../dispatch/routeTrigger';
import { UpdateQueue, verdictOn } from '../../dispatch/route';
import { BotAccess, named, otherBot, report, warnWith } from '../../dispatch/botAccess';
import { isUnreadable, StoppedError, unreadableError } from '../../dispatch/unreadableUpdate';
import type { Diagnosis, PollState } from './getUpdates';
import { Executor } from './executor';
import type { Limits, PendingExecution } from './subscriptionUpdates';
import { UpdateTracker } from './tracker';
import { TriggerMemory } from '../../dispatch/staticData';
import { WrittenUpdates } from './writtenUpdates';

const MINUTE_MS = 60_000;

/** New at each start of n8n: a key with it does not block the repetition of an interrupted run. */
const THIS_START = randomUUID();

const CHATS = 'chats';
const GROWING = 'growing';

const GOOD: PollState[] = ['polling', 'removed'];
/** Problems that last are shown where the user looks. */
const SHOWN: PollState[] = ['webhook', 'conflict', 'token', 'refused', 'down'];

/** So that a trigger looks at its credential once a minute, even if the server holds a request for 30 s. */
const LOOKED_EVERY_MS = 25_000;

/** What n8n says of a credential that was deleted. */
const IS_GONE = /^Credential with ID .*(does not exist|was not found)/;
const STOPPED = 'This trigger has stopped.';
const GONE: [string, string] = [
	`The credential of this trigger has been deleted. ${STOPPED}`,
	'Choose another credential in the trigger, and publish the workflow again.',
];

/** How many people a message names. */
const MOST_NAMED = 20;

const listed = (names: string[]) =>
	[
		...names.slice(0, MOST_NAMED),
		...(names.length > MOST_NAMED ? [`and ${names.length - MOST_NAMED} others`] : []),
	].join(', ');

/** Whether n8n is starting, or has just become the leader: other workflows may be about to start. */
export const isStarting = (context: ITriggerFunctions) =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

/** One polling trigger: turns its updates into executions. */
export class PollingTrigger extends BotAccess<ITriggerFunctions> {
	readonly form = readForm(this.context);
	readonly options = readTriggerOptions<PollingOptions>(this.context, pollingOptions);
	readonly limits: Limits = {
		parallel: this.options.parallel,
		repeats: this.options.afterInterruption === 'again',
		longestMs: this.options.longestExecution * MINUTE_MS,
	};
	readonly isStarting = isStarting(this.context);

	/** A test run in the editor: it does not come again. */
	readonly isTest = isTestRun(this.context);

	isClosed = false;

	/** Leaves the poller; set by the start. */
	leave = async () => {};

	/** What it was last told. */
	private shown: PollState = 'polling';

	/** When it last looked at its credential, and since when it cannot read it, in ticks. */
	private lookedAt = ticks();
	private unreadSince?: number | 'said';

	/** What it remembers after a crash. A test run remembers nothing. */
	memory?: TriggerMemory;
	written?: WrittenUpdates;

	/** The change counter of the bot's chats at the last save. */
	private chatsKept = 0;

	readonly warn = warnWith(this.context);
	private readonly executor = new Executor(this);

	readonly subscription = subscriptionOf(this.bot, this.context);

	/** Stays the same when the same trigger comes back. */
	readonly id = this.subscription.id;

	readonly tracker = this.bot.part(UpdateTracker);
	private readonly updates = this.tracker.of(this.id);

	private readonly trigger = new RouteTrigger(this.context, this, {
		options: this.options,
		bases: basesOf(this.context, this.options.n8nAddress),
		form: () => this.form,
		isOver: () => this.isClosed,
		// If the trigger leaves, the updates that it gathered come again.
		hasAllSince: (...until) => this.isClosed || this.tracker.hasAllSince(...until),
		partsBefore: (update) => this.updates.partsBefore(update),
	});

	/** Throws UserError for an invalid field of the form. */
	constructor(context: ITriggerFunctions, credential: ICredentialsDecrypted) {
		super(context, credential);
		// Updates that an earlier publication began to judge go back to the server.
		this.subscription.forget(UpdateQueue);
		this.subscription.rules.raids.abandon();
	}

	/**
	 * n8n does not restart a trigger when its credential changes, so the trigger reads it again. If it is now
	 * for another bot, the trigger ends: the nodes of the workflow already act as that bot. It also ends if
	 * the credential is gone.
	 */
	async look(): Promise<void> {
		this.lookedAt = ticks();
		const { value: credential, error } = await settle(loadCredential(this.context));
		if (this.isClosed) return;
		// Otherwise n8n could not read it just now.
		const { message = '' } = (error ?? {}) as Partial<Error>;
		if (!credential && !IS_GONE.test(message)) return this.noteUnread(message);
		this.unreadSince = undefined;
		if (credential && botIdOf(credential.data) === this.bot.id) {
			this.credential = credential;
			return;
		}
		this.report(new UserError(...(credential ? otherBot(STOPPED) : GONE)));
		await this.close();
	}

	/** n8n's database can be slow for a moment; after a minute the user has to know. */
	private noteUnread(why: string): void {
		this.unreadSince ??= ticks();
		if (this.unreadSince === 'said' || ticks() - this.unreadSince < MINUTE_MS) return;
		this.unreadSince = 'said';
		this.report(
			new UserError(
				`n8n cannot read the credential of this trigger: ${why}`,
				'If it was deleted, choose another one, and publish the workflow again.',
			),
		);
	}

	/** Joins its bot, with what was saved before n8n started. */
	join(): void {
		const { limits, bot, context } = this;
		if (this.isTest) return this.updates.join(limits);
		this.memory = new TriggerMemory(context, bot.id, this.subscription.tally);
		bot.chats.restore(this.memory.read(CHATS));
		this.written = new WrittenUpdates(this, this.memory, bot.id);
		this.keepGrowing(this.memory, this.written);
	}

	/** Answers that grow are saved, so that the next start of n8n ends what was cut off. */
	private keepGrowing(memory: TriggerMemory, written: WrittenUpdates): void {
		const growing = this.bot.part(GrowingAnswers);
		let isDue = false;
		const save = async () =>
			await written.keep(GROWING, () => {
				isDue = false;
				return growing.messages;
			});
		const cutOff = this.isStarting ? memory.read<GrowingMessage>(GROWING) : [];
		// What it kept before it was unpublished may be whole since.
		const isOnlyOne = growing.keepers.size === 0;
		if (!this.isStarting) memory.write(GROWING, isOnlyOne ? growing.messages : []);
		growing.keepers.set(this.id, () => {
			if (written.isKept && !isDue) void save();
			isDue = written.isKept;
			return isDue;
		});
		if (cutOff.length > 0) void endInterrupted(cutOff, this.call, save);
	}

	/**
	 * Handles an update; the tracker holds the result. Resolves when its execution has ended, or at once if
	 * there is none. Never resolves if the trigger leaves before the execution begins.
	 */
	async take(update: Context): Promise<void> {
		const tracked = this.updates.judge(update);
		const judge = async () => await this.judge(update);
		const { value: start, error } = await this.settleFor(update, judge);
		if (error !== undefined) tracked.state = 'owed';
		else if (!start) tracked.state = 'done';
		else if (start.parts[0] === update) await this.run(start);
	}

	/** Settles what is done with an update. One that cannot be read is reported, and skipped. */
	private async settleFor<T>(
		update: Context,
		work: () => Promise<T>,
	): Promise<Partial<Settled<T>>> {
		const settled = await settle(work());
		if (!isUnreadable(settled.error)) return settled;
		this.report(unreadableError(update, settled.error));
		return {};
	}

	/** Resolves with what the update starts, alone or with others. */
	private async judge(update: Context): Promise<Start | undefined> {
		this.throwIfClosed();
		// First, all updates of the list are noted: one that is not there counts as forgotten by the server.
		await Promise.resolve();
		if (this.updates.hadEnded(update)) {
			this.bot.learn(update);
			return undefined;
		}
		const verdict = await verdictOn(update, this.trigger, () => true);
		this.throwIfClosed();
		if (typeof verdict === 'string') return undefined;
		this.trigger.acknowledge(update, verdict);
		return verdict;
	}

	/** Runs an update or a group as soon as its chat and a place are free. */
	private async run(start: Start): Promise<void> {
		const { parts } = start;
		const { id } = parts[0].chat;
		const chat = this.options.chatOrder && id !== undefined ? String(id) : undefined;
		const execution = await new Promise<PendingExecution>((resolve) =>
			this.updates.wait(parts, chat, resolve),
		);
		const begin = async () => {
			this.throwIfClosed();
			const data = await this.trigger.itemsOf(start);
			this.keepChats();
			await this.executor.execute({ parts, data, key: this.executionKeyOf(parts[0]), execution });
		};
		const { error } = await this.settleFor(parts[0], begin);
		if (error === undefined) execution.end();
		else execution.owe();
		this.written?.refresh();
	}

	/** Just before an execution: n8n saves them with it. */
	private keepChats(): void {
		const { chats } = this.bot;
		if (chats.changes === this.chatsKept) return;
		const isKept = this.memory?.write(CHATS, chats.toKeep());
		if (isKept) this.chatsKept = chats.changes;
	}

	noteHandedOver(execution: PendingExecution): void {
		if (this.isTest || this.options.confirm === 'started') execution.stored();
		// n8n takes one item for a test run; all others stay for the live workflow.
		if (this.isTest) void settle(this.close());
	}

	/** Checks for executions that block others for too long. Called in each round of the loop. */
	check(): void {
		// Not awaited: n8n's database can be slow.
		if (ticks() - this.lookedAt >= LOOKED_EVERY_MS) void settle(this.look());
		this.updates.check();
		this.written?.check();
		this.sayWhatIsDropped();
	}

	private sayWhatIsDropped(): void {
		const { begun, over } = this.updates.takeNews();
		if (begun.length > 0) {
			const givenUp = this.bot.part(GivenUp);
			givenUp.note(BOUNDS.waiting);
			givenUp.say(this.warn);
			this.report(
				new UserError(
					`${BOUNDS.waiting.most} updates wait for this workflow, and no more can. The newest updates of who has most of them are dropped: ${listed(begun.map((id) => `ID ${id}`))}`,
					'Updates of others are not dropped. Make this workflow faster, or set a higher Parallel Executions in the Options of its trigger.',
				),
			);
		}
		const dropped = over.map(([id, count]) => `${count} of ID ${id}`);
		if (over.length > 0) this.warn(`Updates were dropped: ${listed(dropped)}`);
	}

	show({ state, words }: Diagnosis): void {
		if (state === this.shown) return;
		this.shown = state;
		const { context } = this;
		const isGood = GOOD.includes(state);
		const error = new UserError(words);
		if (SHOWN.includes(state) || (this.isTest && !isGood)) this.report(error);
		else context.logger[isGood ? 'info' : 'warn'](named(context, words));
	}

	report(error: UserError): void {
		const { context } = this;
		if (!this.isTest) return report(context, error);
		// An error ends the test, and n8n does not close it then.
		context.emitError(toNodeError(context.getNode(), error));
		void settle(this.close());
	}

	/** From now on nothing begins; what has not begun comes again. */
	async close(): Promise<void> {
		if (this.isClosed) return;
		this.isClosed = true;
		this.bot.part(GrowingAnswers).leave(this.id);
		this.updates.leave(this.limits);
		this.sayWhatIsDropped();
		await this.leave();
	}

	private throwIfClosed(): void {
		if (this.isClosed) throw new StoppedError();
	}

	/** One execution per bot, update and node, however often the update comes. */
	private executionKeyOf(update: Context): string | undefined {
		if (this.isTest) return undefined;
		const key = [this.bot.id, update.identity, nodeKeyOf(this.context)];
		return [...key, ...(this.limits.repeats ? [THIS_START] : [])].join(':');
	}
}
