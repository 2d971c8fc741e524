import type { IRun, ITriggerFunctions } from 'n8n-workflow';

import { settle, ticks } from '../../api/basics';
import { BOUNDS } from '../../api/bounds';
import { UserError } from '../../api/errors';
import { nodeKeyOf } from '../../memory/registry';
import { Context } from '../../update/context';
import type { Update } from '../../update/update';
import type {
	Limits,
	SubscriptionUpdates,
	TrackedUpdate,
	UpdateState,
} from './subscriptionUpdates';
import type { UpdateTracker } from './tracker';
import type { TriggerMemory } from '../../dispatch/staticData';

/** How many open updates of a workflow the server may forget: half of them can wait, the others are being judged. */
const MOST = 2 * BOUNDS.waiting.most;

/** How often a long list is refreshed: n8n saves all of it each time. */
const REFRESHED_EVERY_MS = 1000;
const LONG = 200;

/** Lists in the static data: of updates that wait, have ended, have begun (how often), and were grouped. */
const WAITING = 'waiting';
const ENDED = 'ended';
const BEGUN = 'begun';
const TOGETHER = 'together';

/** How many begun updates are remembered: one that never comes again is forgotten in the end. */
const MOST_BEGUN = 200;

export interface Subscriber {
	readonly context: ITriggerFunctions;
	readonly id: string;
	readonly tracker: UpdateTracker;
	readonly limits: Limits;
	warn(words: string): void;
	report(error: UserError): void;
}

/**
 * The open updates that the server has already forgotten, saved in the workflow's static data in case of a
 * crash. If other nodes use the static data, they are only in n8n's memory.
 */
export class WrittenUpdates {
	/** How often an update had begun but not ended before this start. */
	private readonly begunBefore: Array<[identity: string, times: number]>;

	private isAnySaved: boolean;

	/** What was last saved: some of it may have ended since then. */
	private writtenLast: TrackedUpdate[] = [];

	private emptyOnes = 0;
	private isEmptyOneOpen = false;
	private refreshedAt = -Infinity;
	private underWay: Promise<unknown> = Promise.resolve();
	private hasSaidThatTheyWait = false;
	private hasSaidThatOthersWait = false;
	private readonly updates: SubscriptionUpdates;

	/** The trigger comes, with what was written down before this start. */
	constructor(
		private readonly trigger: Subscriber,
		private readonly memory: TriggerMemory,
		private readonly botId: string,
	) {
		const { tracker, id, limits } = trigger;
		this.updates = tracker.of(id);
		this.begunBefore = memory.read<[string, number]>(BEGUN);
		const before = memory.read<Update>(WAITING).map((update) => new Context(update));
		this.isAnySaved = before.length > 0;
		const ended = limits.repeats ? memory.read<string>(ENDED) : [];
		this.updates.join(limits, before, ended, memory.read<string[]>(TOGETHER));
	}

	/** How often an update has begun and not ended, because n8n ended. */
	timesBegun({ identity }: Context): number {
		const before = this.begunBefore.find(([known]) => known === identity)?.[1] ?? 0;
		return before + (this.updates.stateOf(identity)?.timesBegun ?? 0);
	}

	/** An update is about to begin: n8n saves that with its execution. */
	begins(update: Context): void {
		const tracked = this.updates.stateOf(update.identity);
		if (tracked) tracked.timesBegun++;
		this.refresh();
	}

	private get list(): TrackedUpdate[] {
		return this.updates.open.filter(({ isWritten }) => isWritten);
	}

	/** Saves what the server still has, so that it can list newer updates. */
	async letGo(): Promise<void> {
		const { list, trigger } = this;
		const listed = trigger.tracker.unsafeFor(trigger.id);
		if (listed.length === 0) return;
		if (list.length + listed.length > MOST) return this.sayThatOthersWait(list.length);
		const note = () => {
			for (const one of listed) one.isWritten = true;
			this.isAnySaved = true;
		};
		if (!this.isKept) note();
		else if (!(await this.save(() => [...this.list, ...listed], note))) return;
		this.sayThatTheyWait();
	}

	/** Resolves when changes made now will be saved with the next execution. */
	async whenSaved(): Promise<void> {
		while (this.memory.isSaving) await settle(this.underWay);
	}

	/** Refreshes the list: n8n saves it with the next execution. */
	refresh(): void {
		const { list, memory, trigger } = this;
		memory.write(TOGETHER, this.updates.allTogether);
		if (trigger.limits.repeats) {
			memory.write(ENDED, this.ended);
			memory.write(BEGUN, this.notEnded);
		}
		if (list.length > LONG && ticks() - this.refreshedAt < REFRESHED_EVERY_MS) return;
		this.refreshedAt = ticks();
		if (memory.write(WAITING, this.worthKeeping(list))) this.writtenLast = list;
	}

	/** The identities of what would run again after a crash, although its execution has ended. */
	private get ended(): string[] {
		const { tracker, id } = this.trigger;
		const over = this.writtenLast.filter(({ isOpen }) => !isOpen);
		return [...new Set([...tracker.endedFor(id), ...over.map(({ update }) => update.identity)])];
	}

	/** What counts as begun at the next start. The server may not list all earlier updates yet. */
	private get notEnded(): Array<[identity: string, times: number]> {
		const begun = this.updates.open
			.filter(({ timesBegun }) => timesBegun > 0)
			.map(({ update, timesBegun }) => [update.identity, timesBegun] as const);
		const before = this.begunBefore.flatMap(([identity, times]) => {
			const tracked = this.updates.stateOf(identity);
			if (tracked?.isOpen === false) return [];
			return [[identity, times + (tracked?.timesBegun ?? 0)] as const];
		});
		return [...new Map([...begun, ...before])].slice(-MOST_BEGUN);
	}

	/** Empties the list when all are done: the next execution may be far away. */
	check(): void {
		if (this.updates.waitingCount === 0) this.hasSaidThatTheyWait = false;
		if (!this.isAnySaved || this.list.length > 0) return;
		this.isAnySaved = this.hasSaidThatOthersWait = false;
		// Not awaited: the next list is saved after it.
		if (this.isKept) void this.save(() => this.list);
	}

	/** With Always Output Data, n8n would give the empty execution an item. */
	get isKept(): boolean {
		return this.memory.isKept && !this.trigger.context.getNode().alwaysOutputData;
	}

	private async save(listNow: () => TrackedUpdate[], onSaved?: () => void): Promise<boolean> {
		const worthKeeping = () => {
			this.refreshedAt = ticks();
			this.writtenLast = listNow();
			return this.worthKeeping(this.writtenLast);
		};
		return await this.keep(WAITING, worthKeeping, onSaved);
	}

	/**
	 * Has n8n save a list now. Resolves with whether it has.
	 *
	 * @param onSaved is called before anything else is written
	 */
	async keep(name: string, listNow: () => unknown[], onSaved = () => {}): Promise<boolean> {
		const haveSaved = () => this.beginEmptyExecution();
		const saved = this.underWay.then(
			async () => await this.memory.save(name, listNow, haveSaved, onSaved),
		);
		this.underWay = saved;
		return await saved;
	}

	/** What n8n may not know after a crash. An n8n without keys would run twice what it has been given. */
	private worthKeeping(list: TrackedUpdate[]): Update[] {
		const knowsKeys = this.trigger.context.emit.length >= 4;
		const known: UpdateState[] = knowsKeys ? ['stored'] : ['stored', 'handed'];
		return list.filter(({ state }) => !known.includes(state)).map(({ update }) => update.raw);
	}

	/**
	 * Makes n8n save the static data, as it does for each execution. This execution has no item, and always the
	 * same key, so that n8n has at most one. If one still waits for a worker, the next one gets another key,
	 * because n8n would replace the first.
	 */
	private beginEmptyExecution(): void {
		if (this.isEmptyOneOpen) this.emptyOnes++;
		this.isEmptyOneOpen = true;
		const { context } = this.trigger;
		const key = [this.botId, 'saved', nodeKeyOf(context), this.emptyOnes].join(':');
		const ended = context.helpers.createDeferredPromise<IRun>();
		void settle(ended.promise).then(() => (this.isEmptyOneOpen = false));
		context.emit([[]], undefined, ended, key);
	}

	private sayThatTheyWait(): void {
		const { waitingCount } = this.updates;
		if (this.hasSaidThatTheyWait || waitingCount === 0) return;
		this.hasSaidThatTheyWait = true;
		this.trigger.warn(
			`${waitingCount} executions of this workflow wait until earlier ones have ended (see Parallel Executions and Keep Order in a Chat in the Options of the trigger). Other workflows of the bot do not wait for them.`,
		);
	}

	private sayThatOthersWait(count: number): void {
		if (this.hasSaidThatOthersWait) return;
		this.hasSaidThatOthersWait = true;
		this.trigger.report(
			new UserError(
				`${count} updates wait for this workflow, and it cannot store more. Now the other workflows of this bot wait for it, too`,
				'Make this workflow faster, or set a higher Parallel Executions in the Options of its trigger.',
			),
		);
	}
}
