import { sleep } from 'n8n-workflow';

import type { Call } from '../../api/client';
import { settle } from '../../api/settle';
import { ticks } from '../../api/clock';
import type { Bot } from '../../bots/bot';
import type { Update } from '../../update/update';
import { StoppedError } from '../unreadableUpdate';
import { Backlog } from './backlog';
import {
	diagnose,
	escalate,
	pauseAfter,
	RECOVERED,
	removeWebhook,
	type Diagnosis,
} from './diagnosis';
import { getUpdates, MOST_UPDATES } from './getUpdates';
import { confirmWithoutPolling } from './lastConfirmation';
import { Ledger } from './ledger';
import { Listing } from './listing';
import { mayStartMore } from './n8nStart';
import type { PollingTrigger } from './pollingTrigger';

/** The server does not hold a poll while an update is open, so we ask again, less and less often. */
const ASK_AGAIN_MS = 25;
const ASK_AGAIN_LONGEST_MS = 1000;
/** A full answer gives enough to do for this time. */
const WHILE_FULL_MS = 250;
const SLICE_MS = 25;
/** So many polls in a row that were not held are no coincidence. */
const UNHELD_REPORTED = 5;
/** Conflicts in a row that may still be with our own last poll, which has just been ended. */
const OWN_CONFLICTS = 2;
/** After a trigger has left, nothing is confirmed for this time: it may come back and miss nothing. */
const REJOINING_MS = 2000;

/**
 * One getUpdates loop for one bot at one address, shared by all its triggers in this n8n (service
 * facts, "Updates"). An update is confirmed when every trigger is done with it: the offset of a poll
 * is never above the oldest one that is open. Only a poll that confirms nothing is held, so it is
 * always known what the server was told.
 */
export class Poller {
	/** The triggers that are here, each with its access to this bot. */
	private readonly members = new Map<PollingTrigger, Call>();

	private readonly ledger = new Ledger();
	private readonly backlog = new Backlog();
	private readonly listing = new Listing();

	/** Ends the poll that the server may be holding. */
	private held = new AbortController();

	private isRunning = false;
	private diagnosis?: Diagnosis;

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

	private readonly warnings = new Set<string>();

	/** Joins the loop, and starts it if it does not run. Returns what leaves it again. */
	join(trigger: PollingTrigger): () => Promise<void> {
		this.ledger.rejoin(trigger.id);
		this.rejoinUntil.delete(trigger.id);
		const { call } = trigger;
		this.members.set(trigger, call);
		if (trigger.isStarting && !this.isStarting) this.startSince = ticks();
		this.restartPoll();
		// The loop outlives its caller: it runs as long as there are subscribers.
		if (!this.isRunning) void this.loop();
		else if (this.diagnosis) trigger.show(this.diagnosis);
		this.backlog.giveAgain(trigger);
		return async () => {
			if (!this.members.delete(trigger)) return;
			if (!trigger.isTest) this.rejoinUntil.set(trigger.id, ticks() + REJOINING_MS);
			this.restartPoll();
			await this.confirmIfLast(call);
		};
	}

	get triggers(): PollingTrigger[] {
		return [...this.members.keys()];
	}

	private get ids(): string[] {
		return this.triggers.map(({ id }) => id);
	}

	/** Those whose updates the server has to keep: also of triggers that may be about to come again. */
	private get counted(): string[] {
		for (const [id, until] of this.rejoinUntil) if (ticks() >= until) this.rejoinUntil.delete(id);
		return [...this.ids, ...this.rejoinUntil.keys()];
	}

	/** Whether n8n is starting workflows, and some of them may be this bot's. */
	private get isStarting(): boolean {
		return mayStartMore(this.startSince);
	}

	/** Whether updates wait here, so that a poll must not be held. */
	private get isWaiting(): boolean {
		return this.isStarting ? !this.ledger.isEmpty : this.ledger.hasOpen(this.counted);
	}

	/** Ends a held poll, so that the next one asks for what is wanted now. Nothing is lost by it. */
	private restartPoll(): void {
		this.changes++;
		this.held.abort();
	}

	private async loop(): Promise<void> {
		this.isRunning = true;
		this.diagnosis = undefined;
		this.failures = this.conflicts = 0;
		while (this.members.size > 0) await this.round();
		this.isRunning = false;
	}

	private async round(): Promise<void> {
		const before = this.changes;
		for (const trigger of this.triggers) trigger.checkExecutions();
		const { value: updates, error } = await settle(this.poll());
		if (updates) {
			this.failures = this.conflicts = 0;
			this.show(undefined);
			await this.deal(updates);
		} else if (this.changes === before) {
			await this.recover(error);
		}
	}

	/** One trigger's access to the bot: another one's after each failure. */
	private get call(): Call {
		const call = [...this.members.values()][this.failures % this.members.size];
		if (call) return call;
		throw new StoppedError();
	}

	private async poll(): Promise<Update[]> {
		this.held = new AbortController();
		const offset = this.isStarting ? this.ledger.firstId : this.ledger.nextOffset(this.counted);
		const { updates, hasOther, isEarly } = await getUpdates(this.call, {
			offset,
			kinds: this.triggers.flatMap(({ form }) => form.kinds),
			mayHold: this.ledger.isEmpty && this.failures === 0,
			abortSignal: this.held.signal,
		});
		if (hasOther) this.warnOnce('The server listed an entry that is not an update. It is skipped.');
		this.unheld = isEarly ? this.unheld + 1 : 0;
		if (offset !== undefined) this.ledger.forgetBelow(offset);
		this.ledger.forgetGone(updates.map(({ update_id: id }) => id));
		return this.listing.fresh(updates, offset);
	}

	/** Gives the updates to the triggers, and waits if the next poll would come too soon. */
	private async deal(updates: Update[]): Promise<void> {
		const isAnyNew = updates.some((update) => this.isNew(update));
		for (const update of updates) this.giveToAll(update);
		if (this.listing.ignoresOffset) return await this.askOnceASecond();
		if (this.unheld > 0) return await this.slowDown();
		if (isAnyNew || !this.isWaiting) {
			this.quiet = 0;
			this.backlog.noteProgress();
			return;
		}
		this.quiet++;
		const isFull = updates.length === MOST_UPDATES;
		const ms = isFull ? WHILE_FULL_MS : Math.min(ASK_AGAIN_LONGEST_MS, ASK_AGAIN_MS * this.quiet);
		await this.pause(ms, () => this.isWaiting);
		if (isFull && !this.isStarting) this.backlog.noteStall(ms, updates, this.ledger, this.triggers);
	}

	/** A server that lists the same again at once would be asked without a pause. */
	private async askOnceASecond(): Promise<void> {
		this.warnOnce(
			'The server repeats updates that were already confirmed, so the trigger polls only once a second. A server must not list updates below the offset of a request.',
		);
		await this.pause(ASK_AGAIN_LONGEST_MS);
	}

	/** A server that does not hold a poll would be asked without a pause. */
	private async slowDown(): Promise<void> {
		if (this.unheld === UNHELD_REPORTED) {
			this.warnOnce(
				'The server does not support long polling, so the trigger polls once a second. Updates can arrive up to a second later.',
			);
		}
		await this.pause(Math.min(ASK_AGAIN_LONGEST_MS, ASK_AGAIN_MS * 2 ** this.unheld));
	}

	/** Whether one of the triggers has never had an update. */
	private isNew({ update_id: id }: Update): boolean {
		return this.ids.some((trigger) => this.ledger.progressOf(id, trigger) === undefined);
	}

	private giveToAll(update: Update): void {
		for (const trigger of this.triggers) {
			const progress = this.ledger.progressOf(update.update_id, trigger.id);
			if (progress !== undefined && progress !== 'owed') continue;
			// n8n was killed when it had written it down, and before the server heard of that.
			if (this.backlog.has(update, trigger)) this.ledger.keep(update.update_id, trigger.id);
			// The loop continues: what becomes of an update is in the ledger.
			else void this.give(update, trigger);
		}
	}

	private async give(update: Update, trigger: PollingTrigger): Promise<void> {
		const { update_id: id } = update;
		const call = this.members.get(trigger)!;
		this.ledger.begin(id, trigger.id);
		const { error } = await settle(trigger.process(update));
		const isDone = error === undefined;
		if (this.backlog.has(update, trigger)) return this.backlog.end(update, trigger, isDone);
		this.ledger.end(id, trigger.id, isDone ? 'done' : 'owed');
		await this.confirmIfLast(call);
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

	/** Shows each change of state once. */
	private show(diagnosis: Diagnosis | undefined): void {
		if (diagnosis?.state === this.diagnosis?.state) return;
		this.diagnosis = diagnosis;
		for (const trigger of this.triggers) trigger.show(diagnosis ?? RECOVERED);
	}

	private warnOnce(words: string): void {
		if (this.warnings.has(words)) return;
		this.warnings.add(words);
		for (const trigger of this.triggers) trigger.warn(words);
	}

	/** Waits, but no longer than until a trigger comes or goes, or `isNeeded` says no. */
	private async pause(ms: number, isNeeded = () => true): Promise<void> {
		const before = this.changes;
		for (let left = ms; left > 0 && this.changes === before && isNeeded(); left -= SLICE_MS) {
			await sleep(Math.min(left, SLICE_MS));
		}
	}

	private async confirmIfLast(call: Call): Promise<void> {
		const isLast = () => this.members.size === 0 && !this.isStarting;
		await confirmWithoutPolling(call, this.ledger, isLast);
	}
}

/** The names of the published workflows of this n8n that poll for a bot's updates. */
export function workflowsPolling(bot: Bot): string[] {
	const published = bot.part(Poller).triggers.filter(({ isTest }) => !isTest);
	return [...new Set(published.map(({ workflowName }) => workflowName))];
}
