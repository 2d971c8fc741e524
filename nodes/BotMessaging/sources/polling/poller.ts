import { sleep } from 'n8n-workflow';

import type { Call } from '../../api/client';
import { Bounded, settle, ticks } from '../../api/basics';
import { BOUNDS } from '../../api/bounds';
import { UserError } from '../../api/errors';
import { registry } from '../../memory/registry';
import { onlyUnreadable, StoppedError, unreadableEntry } from '../../dispatch/unreadableUpdate';
import {
	diagnose,
	escalate,
	pauseAfter,
	RECOVERED,
	removeWebhook,
	type Diagnosis,
	confirmWithoutPolling,
	getUpdates,
} from './getUpdates';
import { missingAt } from '../../memory/unknownParameters';
import type { PollingTrigger } from './pollingTrigger';
import type { UpdateTracker } from './tracker';

/** The server does not hold a poll while an update is open, so we poll again, with growing pauses. */
const ASK_AGAIN_MS = 25;
const ASK_AGAIN_LONGEST_MS = 1000;
/** While each poll brings updates, polls begin no closer together: a poll costs more than an update. */
const BUSY_MS = 25;
/** After a pause of this length, a poll repeats the last offset before one confirms more. */
const LOOKED_AGAIN_MS = 100;
/** How soon a pause notices that a trigger came or left. Longer pauses, after failures, notice it later. */
const SLICE_MS = 25;
const LONG_SLICE_MS = 1000;
/** This many polls in a row that the server did not hold are no coincidence. */
const UNHELD_REPORTED = 5;
/** This many conflicts in a row can still come from our own previous poll, which has just ended. */
const OWN_CONFLICTS = 2;
/** More held polls that another program ended do not lengthen the pauses. */
const MOST_CUT_OFF = 5;
/** Another program counts as gone when no poll was in conflict with it for this time. */
const CONFLICT_OVER_MS = 60_000;
/** After a trigger has left, nothing is confirmed for this time: it may come back and miss nothing. */
const REJOINING_MS = 2000;

const STUCK: [string, string] = [
	'The server always lists the same updates, because it cannot be told which have arrived (offset). No newer ones come',
	'Use the Bot Messaging Trigger (webhook) with this server.',
];

/**
 * One getUpdates loop for one bot at one address, shared by all its triggers in this n8n (reference 3.2). An
 * update is confirmed when every trigger is done with it: the offset of a poll never passes the oldest open
 * update. The server holds only polls that confirm nothing, so we always know what it was told.
 */
export class Poller {
	/** The active triggers. */
	private readonly members = new Set<PollingTrigger>();

	/** The bot's tracker: the first trigger sets it. */
	private tracker!: UpdateTracker;

	/** Ends the poll that the server may be holding. */
	private held = new AbortController();

	private isRunning = false;
	private diagnosis = RECOVERED;

	/** Polls in a row that failed, brought nothing new, or were not held. */
	private failures = 0;
	private quiet = 0;
	private unheld = 0;

	/** The trigger whose access the next request uses: the token may be wrong in only one of the credentials. */
	private turn = 0;

	/** Failures in a row that were conflicts with another poll. */
	private conflicts = 0;

	/** Whether the server may hold the poll; how many held polls a conflict ended; and when one last did, in ticks. */
	private isHeld = false;
	private cutOff = 0;
	private cutOffAt = -Infinity;

	/** The last response had as many updates as fit in one. */
	private isFull = false;

	/** When the last poll began, in ticks, and whether it brought updates, but not all that fit in one. */
	private begunAt = 0;
	private isBusy = false;

	/** The offset of the last poll, and whether the next one repeats it. */
	private offset?: number;
	private looksAgain = false;

	private failingSince = 0;

	/** Until when a trigger that has left may come again, in ticks, by its id. */
	private readonly rejoinUntil = new Map<string, number>();

	/** Counts joins and leaves: each of them ends a pause. */
	private changes = 0;
	/** How many there had been when updates were last given out. */
	private dealtAfter = -1;

	/** The parameters of getUpdates that the server does not know. */
	private readonly leftOut = new Set<string>();

	private readonly said = new Bounded<string, true>(BOUNDS.notices);

	/**
	 * Joins the loop, and starts it if it is not running. What is in the way is told after the next poll: n8n
	 * does not close a test whose error comes from inside its start. Returns the function that leaves the loop.
	 */
	join(trigger: PollingTrigger): () => Promise<void> {
		this.tracker = trigger.tracker;
		trigger.join();
		this.rejoinUntil.delete(trigger.id);
		this.members.add(trigger);
		this.restartPoll();
		// Not awaited: the loop runs as long as there are triggers.
		if (!this.isRunning) void this.loop();
		return async () => {
			this.members.delete(trigger);
			if (!trigger.isTest) this.rejoinUntil.set(trigger.id, ticks() + REJOINING_MS);
			this.restartPoll();
			await this.confirmIfLast(trigger.call);
		};
	}

	/** A trigger is about to join: nothing that it has not got is confirmed, however long the server takes. */
	async whileComing<T>({ id }: PollingTrigger, work: () => Promise<T>): Promise<T> {
		this.rejoinUntil.set(id, Infinity);
		return await work().finally(() => this.rejoinUntil.set(id, ticks() + REJOINING_MS));
	}

	get triggers(): PollingTrigger[] {
		return [...this.members];
	}

	/** What keeps updates from being fetched, if anything. */
	get trouble(): Diagnosis | undefined {
		return this.diagnosis === RECOVERED ? undefined : this.diagnosis;
	}

	/** What the server cannot do, in words. */
	get lacks(): string | undefined {
		return missingAt([...this.leftOut]);
	}

	/** The triggers whose updates the server has to keep, including those that may come back. */
	private get counted(): string[] {
		for (const [id, until] of this.rejoinUntil) if (ticks() >= until) this.rejoinUntil.delete(id);
		return [...this.triggers.map(({ id }) => id), ...this.rejoinUntil.keys()];
	}

	/** Whether updates wait here, so that the server must not hold a poll. */
	private get isWaiting(): boolean {
		const { tracker } = this;
		if (registry.isStarting) return !tracker.isEmpty;
		return tracker.hasOpen(this.counted) || tracker.isJudging;
	}

	/** Whether a trigger has come with updates that waited before a restart. They come after the next poll. */
	private get owes(): boolean {
		const isDue = ({ id }: PollingTrigger) => this.tracker.dueFor(id).length > 0;
		return this.dealtAfter !== this.changes && this.triggers.some(isDue);
	}

	/** Ends a held poll, so that the next one uses the current settings. Nothing is lost. */
	private restartPoll(): void {
		this.changes++;
		this.held.abort();
		// The next poll can be in conflict with this one.
		if (this.cutOff <= OWN_CONFLICTS) this.cutOff = 0;
	}

	private async loop(): Promise<void> {
		this.isRunning = true;
		this.diagnosis = RECOVERED;
		this.failures = this.conflicts = this.cutOff = 0;
		while (this.members.size > 0) await this.round();
		this.isRunning = false;
	}

	private async round(): Promise<void> {
		const before = this.changes;
		for (const trigger of this.triggers) trigger.check();
		const { error } = await settle(this.poll());
		this.looksAgain = error !== undefined;
		// The server may have restarted its numbers meanwhile, as after a pause.
		if (this.looksAgain) this.offset = this.tracker.lastOffset;
		if (error === undefined) {
			this.failures = this.conflicts = 0;
			if (ticks() - this.cutOffAt >= CONFLICT_OVER_MS) this.cutOff = 0;
			if (this.cutOff <= OWN_CONFLICTS) this.show(RECOVERED);
			await this.deal();
		} else if (this.changes === before) {
			// Not awaited: n8n's database can be slow.
			for (const trigger of this.triggers) void settle(trigger.look());
			await this.recover(error);
		}
	}

	/** One trigger's access to the bot; each failure moves on to the next trigger. */
	private get call(): Call {
		const trigger = this.triggers[this.turn % this.members.size];
		if (!trigger) throw new StoppedError();
		return trigger.call;
	}

	private async poll(): Promise<void> {
		this.held = new AbortController();
		if (registry.isStarting) this.offset = undefined;
		else if (!this.looksAgain) this.offset = this.tracker.offsetFor(this.counted);
		const offset = this.leftOut.has('offset') ? undefined : this.offset;
		const isIdle = this.tracker.isEmpty && !this.tracker.isJudging && !this.owes;
		this.isHeld = isIdle && this.failures === 0;
		this.begunAt = ticks();
		const { updates, unreadable, isFull, isEarly } = await getUpdates(
			this.call,
			offset,
			this.triggers.flatMap(({ form }) => form.kinds),
			this.isHeld,
			this.held.signal,
			this.leftOut,
		);
		const { lacks } = this;
		if (lacks) this.sayOnce(lacks, (trigger) => trigger.warn(lacks));
		const numbers = unreadable.flatMap(({ id }) => id ?? []);
		const isStuck = isFull && updates.length + numbers.length === 0;
		for (const { id, why } of unreadable) {
			const error = isStuck ? onlyUnreadable(why) : unreadableEntry(id, why);
			this.sayOnce(error.message, (trigger) => trigger.report(error));
		}
		this.isFull = isFull;
		this.tracker.list(updates, numbers, offset, isFull ? undefined : this.begunAt);
		this.unheld = isEarly && this.tracker.isEmpty ? this.unheld + 1 : 0;
	}

	/** Gives the updates to the triggers, and waits if the next poll would come too soon. */
	private async deal(): Promise<void> {
		this.dealtAfter = this.changes;
		let isAnyNew = false;
		for (const trigger of this.members) {
			for (const update of this.tracker.dueFor(trigger.id)) {
				// What is owed again and again must not make the loop spin.
				isAnyNew ||= !this.tracker.of(trigger.id).stateOf(update.identity);
				// Not awaited: the tracker holds the result.
				void trigger.take(update).then(async () => await this.confirmIfLast(trigger.call));
			}
		}
		if (this.leftOut.has('offset')) {
			// It may list the same updates again and again.
			this.unheld = isAnyNew ? 0 : this.unheld + 1;
			if (this.isFull && !isAnyNew)
				this.sayOnce(STUCK[0], (one) => one.report(new UserError(...STUCK)));
		}
		const wasBusy = this.isBusy;
		this.isBusy = isAnyNew && !this.isFull;
		const busyMs = wasBusy && this.isBusy ? this.begunAt + BUSY_MS - ticks() : 0;
		const slowMs = Math.max(busyMs, this.pauseForServer());
		if (slowMs > 0) return await this.pause(slowMs);
		if (isAnyNew || !this.isWaiting || (await this.letGo())) {
			this.quiet = 0;
			return;
		}
		this.quiet++;
		const ms = Math.min(ASK_AGAIN_LONGEST_MS, ASK_AGAIN_MS * this.quiet);
		await this.pause(ms, () => this.isWaiting);
		// If the server restarted its numbers meanwhile, the next offset would confirm updates that nobody has seen.
		this.looksAgain = ms >= LOOKED_AGAIN_MS && !this.isWaiting;
	}

	/** After a full response, there may be more updates. Resolves with whether the server can list them. */
	private async letGo(): Promise<boolean> {
		if (!this.isFull || registry.isStarting) return false;
		const before = this.tracker.offsetFor(this.counted);
		await Promise.all(this.triggers.map(async ({ written }) => await written?.letGo()));
		return this.tracker.offsetFor(this.counted) !== before;
	}

	/** How many milliseconds to wait so that we do not flood a server that does not hold polls. */
	private pauseForServer(): number {
		if (this.unheld === UNHELD_REPORTED) {
			const words =
				'The server answers polls at once although it has no new updates, so the trigger polls once a second. Updates can arrive up to a second later.';
			this.sayOnce(words, (trigger) => trigger.warn(words));
		}
		return this.unheld && Math.min(ASK_AGAIN_LONGEST_MS, ASK_AGAIN_MS * 2 ** this.unheld);
	}

	/** After a failed poll: finds the cause, removes a webhook if allowed, and waits. */
	private async recover(error: unknown): Promise<void> {
		const before = this.changes;
		const asked = this.call;
		const abortSignal = this.held.signal;
		const call: Call = async (method, body) => await asked(method, body, { abortSignal });
		let diagnosis = await diagnose(error, call);
		const mayRemove = this.triggers.some(({ options }) => options.removeWebhook);
		if (diagnosis.webhook && mayRemove && this.changes === before) {
			diagnosis = await removeWebhook(call, diagnosis.webhook);
		}
		if (this.changes !== before) return;
		if (this.failures++ === 0) this.failingSince = ticks();
		this.turn++;
		const isConflict = diagnosis.state === 'conflict';
		this.conflicts = isConflict ? this.conflicts + 1 : 0;
		if (isConflict && this.isHeld) {
			this.cutOff = Math.min(MOST_CUT_OFF, this.cutOff + 1);
			this.cutOffAt = ticks();
		}
		if (!isConflict || Math.max(this.conflicts, this.cutOff) > OWN_CONFLICTS) {
			this.show(escalate(diagnosis, ticks() - this.failingSince));
		}
		await this.pause(pauseAfter(error, Math.max(this.failures, this.cutOff), diagnosis.webhook));
	}

	private show(diagnosis: Diagnosis): void {
		this.diagnosis = diagnosis;
		for (const trigger of this.triggers) trigger.show(diagnosis);
	}

	private sayOnce(words: string, say: (trigger: PollingTrigger) => void): void {
		if (!this.said.has(words)) this.triggers.forEach(say);
		this.said.set(words, true);
	}

	/** Waits until the time is up, a trigger joins or leaves, or `isNeeded` returns false. */
	private async pause(ms: number, isNeeded = () => true): Promise<void> {
		const before = this.changes;
		const slice = ms > 5 * LONG_SLICE_MS ? LONG_SLICE_MS : SLICE_MS;
		for (let left = ms; left > 0 && this.changes === before && isNeeded(); left -= slice) {
			await sleep(Math.min(left, slice));
		}
	}

	private async confirmIfLast(call: Call): Promise<void> {
		const isLast = () =>
			this.members.size === 0 && !registry.isStarting && !this.leftOut.has('offset');
		await confirmWithoutPolling(call, this.tracker, isLast);
	}
}
