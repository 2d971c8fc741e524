import { sleep } from 'n8n-workflow';

import type { Call } from '../../api/client';
import { Bounded, settle, ticks } from '../../api/basics';
import { registry } from '../../memory/registry';
import type { Context } from '../../update/context';
import { StoppedError, unreadableEntry } from '../unreadableUpdate';
import {
	diagnose,
	escalate,
	pauseAfter,
	RECOVERED,
	removeWebhook,
	type Diagnosis,
} from './diagnosis';
import { confirmWithoutPolling, getUpdates, MOST_UPDATES } from './getUpdates';
import type { PollingTrigger } from './pollingTrigger';
import type { UpdateTracker } from './tracker';

/** The server does not hold a poll while an update is open, so we ask again, less and less often. */
const ASK_AGAIN_MS = 25;
const ASK_AGAIN_LONGEST_MS = 1000;
/** How soon a pause ends when a trigger comes or goes; of a long one, which is after a failure, less soon. */
const SLICE_MS = 25;
const LONG_SLICE_MS = 1000;
/** So many polls in a row that were not held are no coincidence. */
const UNHELD_REPORTED = 5;
/** Conflicts in a row that may still be with our own last poll, which has just been ended. */
const OWN_CONFLICTS = 2;
/** Words that are not said a second time. */
const MOST_SAID = 1000;
/** After a trigger has left, nothing is confirmed for this time: it may come back and miss nothing. */
const REJOINING_MS = 2000;
/** n8n has finished starting workflows when it has started none for this time. */
const QUIET_MS = 5000;
/** The longest wait for a start: one that never ends must not stop the bot. */
const LONGEST_START_MS = 120_000;

/** When n8n, while it starts, has last reached one of our triggers, whichever bot it has. */
class N8nStart {
	/** In ticks. */
	lastAt = -Infinity;
}

export function noteWorkflowStart(): void {
	registry.part(N8nStart).lastAt = ticks();
}

/**
 * One getUpdates loop for one bot at one address, shared by all its triggers in this n8n (service
 * facts, "Updates"). An update is confirmed when every trigger is done with it: the offset of a poll
 * is never above the oldest one that is open. Only a poll that confirms nothing is held, so it is
 * always known what the server was told.
 */
export class Poller {
	/** The triggers that are here, each with its access to this bot. */
	private readonly members = new Map<PollingTrigger, Call>();

	/** That of the bot: the first trigger brings it. */
	private tracker!: UpdateTracker;

	/** Ends the poll that the server may be holding. */
	private held = new AbortController();

	private isRunning = false;
	private diagnosis = RECOVERED;

	/** Polls in a row that failed, that brought nothing new, and that were not held. */
	private failures = 0;
	private quiet = 0;
	private unheld = 0;

	/** Of the failures, the last ones that only another poll can explain. */
	private conflicts = 0;

	private failingSince = 0;

	/** When n8n, while it started, began to start triggers of this bot. In ticks. */
	private startSince = -Infinity;

	/** Until when a trigger that has left may come again, in ticks, by its id. */
	private readonly rejoinUntil = new Map<string, number>();

	/** Counts comings and goings: a pause must not outlast one. */
	private changes = 0;

	private readonly said = new Bounded<string, true>(MOST_SAID);

	/** Joins the loop, and starts it if it does not run. Returns what leaves it again. */
	join(trigger: PollingTrigger): () => Promise<void> {
		this.tracker = trigger.tracker;
		trigger.join();
		this.rejoinUntil.delete(trigger.id);
		const { call } = trigger;
		this.members.set(trigger, call);
		if (trigger.isStarting && !this.isStarting) this.startSince = ticks();
		this.restartPoll();
		// The loop outlives its caller: it runs as long as there are subscribers.
		if (!this.isRunning) void this.loop();
		else if (this.diagnosis !== RECOVERED) trigger.show(this.diagnosis);
		return async () => {
			if (!this.members.delete(trigger)) return;
			this.tracker.of(trigger.id).leave();
			if (!trigger.isTest) this.rejoinUntil.set(trigger.id, ticks() + REJOINING_MS);
			this.restartPoll();
			await this.confirmIfLast(call);
		};
	}

	get triggers(): PollingTrigger[] {
		return [...this.members.keys()];
	}

	/** What keeps updates from being fetched; nothing if they are. */
	get trouble(): Diagnosis | undefined {
		return this.diagnosis === RECOVERED ? undefined : this.diagnosis;
	}

	/** Those whose updates the server has to keep: also of triggers that may be about to come again. */
	private get counted(): string[] {
		for (const [id, until] of this.rejoinUntil) if (ticks() >= until) this.rejoinUntil.delete(id);
		return [...this.triggers.map(({ id }) => id), ...this.rejoinUntil.keys()];
	}

	/** Whether n8n, which starts workflows one after the other, may still start some of this bot. */
	private get isStarting(): boolean {
		const now = ticks();
		const { lastAt } = registry.part(N8nStart);
		return now - lastAt < QUIET_MS && now - this.startSince < LONGEST_START_MS;
	}

	/** Whether updates wait here, so that a poll must not be held. */
	private get isWaiting(): boolean {
		const { tracker } = this;
		if (this.isStarting) return !tracker.isEmpty;
		return tracker.hasOpen(this.counted) || tracker.isJudging;
	}

	/** Ends a held poll, so that the next one asks for what is wanted now. Nothing is lost by it. */
	private restartPoll(): void {
		this.changes++;
		this.held.abort();
	}

	private async loop(): Promise<void> {
		this.isRunning = true;
		this.diagnosis = RECOVERED;
		this.failures = this.conflicts = 0;
		while (this.members.size > 0) await this.round();
		this.isRunning = false;
	}

	private async round(): Promise<void> {
		const before = this.changes;
		for (const trigger of this.triggers) trigger.check();
		const { value: updates, error } = await settle(this.poll());
		if (updates) {
			this.failures = this.conflicts = 0;
			this.show(RECOVERED);
			await this.deal(updates);
		} else if (this.changes === before) {
			await this.recover(error);
		}
	}

	/** One trigger's access to the bot: another one's after each failure. */
	private get call(): Call {
		const call = [...this.members.values()][this.failures % this.members.size];
		if (!call) throw new StoppedError();
		return call;
	}

	private async poll(): Promise<Context[]> {
		this.held = new AbortController();
		const offset = this.isStarting ? undefined : this.tracker.offsetFor(this.counted);
		const begunAt = ticks();
		const { updates, unreadable, isEarly } = await getUpdates(
			this.call,
			offset,
			this.triggers.flatMap(({ form }) => form.kinds),
			this.tracker.isEmpty && !this.tracker.isJudging && this.failures === 0,
			this.held.signal,
		);
		for (const { id, why } of unreadable) {
			const error = unreadableEntry(id, why);
			this.sayOnce(error.message, (trigger) => trigger.report(error));
		}
		this.unheld = isEarly ? this.unheld + 1 : 0;
		const numbers = unreadable.flatMap(({ id }) => id ?? []);
		const isFull = updates.length + unreadable.length >= MOST_UPDATES;
		this.tracker.list(updates, numbers, offset, isFull ? undefined : begunAt);
		return updates;
	}

	/** Gives the updates to the triggers, and waits if the next poll would come too soon. */
	private async deal(updates: Context[]): Promise<void> {
		const isAnyNew = this.giveAllDue();
		const slowMs = this.pauseForServer();
		if (slowMs > 0) return await this.pause(slowMs);
		if (isAnyNew || !this.isWaiting || (await this.letGo(updates))) {
			this.quiet = 0;
			return;
		}
		this.quiet++;
		const ms = Math.min(ASK_AGAIN_LONGEST_MS, ASK_AGAIN_MS * this.quiet);
		await this.pause(ms, () => this.isWaiting);
	}

	/** Behind a full answer there may be more for others. Resolves with whether the server can list that now. */
	private async letGo({ length }: Context[]): Promise<boolean> {
		if (length < MOST_UPDATES || this.isStarting) return false;
		const before = this.tracker.offsetFor(this.counted);
		await Promise.all(this.triggers.map(async ({ written }) => await written?.letGo()));
		return this.tracker.offsetFor(this.counted) !== before;
	}

	private giveAllDue(): boolean {
		let isAny = false;
		for (const [trigger, call] of this.members) {
			for (const update of this.tracker.dueFor(trigger.id)) {
				isAny = true;
				// The loop continues: what becomes of an update is in the tracker.
				void trigger.take(update).then(async () => await this.confirmIfLast(call));
			}
		}
		return isAny;
	}

	/** Milliseconds to wait for a server that would be asked without a pause. */
	private pauseForServer(): number {
		if (this.tracker.ignoresOffset) {
			this.warnOnce(
				'The server repeats updates that were already confirmed, so the trigger polls only once a second. A server must not list updates below the offset of a request.',
			);
			return ASK_AGAIN_LONGEST_MS;
		}
		if (this.unheld === UNHELD_REPORTED) {
			this.warnOnce(
				'The server does not support long polling, so the trigger polls once a second. Updates can arrive up to a second later.',
			);
		}
		return this.unheld && Math.min(ASK_AGAIN_LONGEST_MS, ASK_AGAIN_MS * 2 ** this.unheld);
	}

	/** After a poll that failed: finds out why, removes a webhook if it may, and waits. */
	private async recover(error: unknown): Promise<void> {
		const before = this.changes;
		const { call } = this;
		let diagnosis = await diagnose(error, call);
		const mayRemove = this.triggers.some(({ options }) => options.removeWebhook);
		if (diagnosis.webhook && mayRemove && this.changes === before) {
			diagnosis = await removeWebhook(call, diagnosis.webhook);
		}
		if (this.changes !== before) return;
		if (this.failures++ === 0) this.failingSince = ticks();
		this.conflicts = diagnosis.state === 'conflict' ? this.conflicts + 1 : 0;
		if (this.conflicts === 0 || this.conflicts > OWN_CONFLICTS) {
			this.show(escalate(diagnosis, ticks() - this.failingSince));
		}
		await this.pause(pauseAfter(error, this.failures));
	}

	private show(diagnosis: Diagnosis): void {
		if (diagnosis.state === this.diagnosis.state) return;
		this.diagnosis = diagnosis;
		for (const trigger of this.triggers) trigger.show(diagnosis);
	}

	private warnOnce(words: string): void {
		this.sayOnce(words, (trigger) => trigger.warn(words));
	}

	private sayOnce(words: string, say: (trigger: PollingTrigger) => void): void {
		if (!this.said.has(words)) this.triggers.forEach(say);
		this.said.set(words, true);
	}

	/** Waits, but no longer than until a trigger comes or goes, or `isNeeded` says no. */
	private async pause(ms: number, isNeeded = () => true): Promise<void> {
		const before = this.changes;
		const slice = ms > 5 * LONG_SLICE_MS ? LONG_SLICE_MS : SLICE_MS;
		for (let left = ms; left > 0 && this.changes === before && isNeeded(); left -= slice) {
			await sleep(Math.min(left, slice));
		}
	}

	private async confirmIfLast(call: Call): Promise<void> {
		const isLast = () => this.members.size === 0 && !this.isStarting;
		await confirmWithoutPolling(call, this.tracker, isLast);
	}
}
