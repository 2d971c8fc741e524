import { sleep } from 'n8n-workflow';

import type { Call } from '../../api/client';
import { settle } from '../../api/settle';
import { ticks } from '../clock';
import type { Update } from '../update';
import { askForUpdates, MOST_UPDATES } from './ask';
import { Backlog } from './backlog';
import { confirmLast } from './lastWord';
import { Ledger } from './ledger';
import { isStartGoingOn } from './starting';
import type { Subscriber } from './subscriber';
import { diagnose, lasting, pauseAfter, RECOVERED, type Trouble } from './trouble';

/** The server does not hold a poll while an update is open: we look again, less and less often. */
const LOOK_AGAIN_MS = 25;
const LOOK_AGAIN_LONGEST_MS = 1000;
/** So many at once are enough for a while. */
const WHILE_FULL_MS = 250;
const SLICE_MS = 25;
/** So many polls in a row that were not held are no accident. */
const NOT_HELD_REPORTED = 5;
/** Conflicts in a row that may still be with our own poll before, which has just been ended. */
const OWN_CONFLICTS = 2;
/** After a trigger has left, nothing is confirmed for this time: it may come back and miss nothing. */
const REJOINING_MS = 2000;

/**
 * One getUpdates loop for one bot at one address, shared by all its triggers in this n8n (service
 * facts, "Updates"). An update is confirmed when every subscriber lets it be: the offset of a poll
 * is never above the oldest one that is open. Only a poll that confirms nothing is held, so it is
 * always known what the server was told.
 */
export class Poller {
	/** Who is there, each with its way to this bot. */
	private readonly members = new Map<Subscriber, Call>();

	private readonly ledger = new Ledger();

	private readonly backlog = new Backlog();

	private poll = new AbortController();

	private isRunning = false;

	private trouble?: Trouble;

	/** Polls in a row that failed, that brought nothing new, and that were not held. */
	private failures = 0;

	private quiet = 0;

	private notHeld = 0;

	/** Of these, the last ones for which nothing but another poll can be the reason. */
	private conflicts = 0;

	private failingSince = 0;

	/** When the first trigger came that n8n started by itself, while others may follow. */
	private startSince?: number;

	/** Until when a trigger that has left may come again, in ticks. */
	private rejoinUntil = -Infinity;

	/** Counts comings and goings: a pause must not outlast one. */
	private changes = 0;

	private readonly reported = new Set<string>();

	/** Joins the loop, and starts it if nobody is there. Gives back what leaves it again. */
	subscribe(subscriber: Subscriber): () => Promise<void> {
		this.ledger.rejoin(subscriber.id);
		const { call } = subscriber;
		this.members.set(subscriber, call);
		if (subscriber.isStarting) this.startSince ??= ticks();
		this.restartPoll();
		// The loop outlives its caller: it goes on as long as there are subscribers.
		if (!this.isRunning) void this.loop();
		else if (this.trouble) subscriber.tell(this.trouble);
		this.backlog.hand(subscriber);
		return async () => {
			if (!this.members.delete(subscriber)) return;
			if (!subscriber.isTest) this.rejoinUntil = ticks() + REJOINING_MS;
			this.restartPoll();
			await this.confirmLast(call);
		};
	}

	get subscribers(): Subscriber[] {
		return [...this.members.keys()];
	}

	private get ids(): string[] {
		return this.subscribers.map(({ id }) => id);
	}

	/** Whether n8n is starting workflows, of which some may be this bot's. */
	private get isStarting(): boolean {
		if (!isStartGoingOn(this.startSince ?? -Infinity)) this.startSince = undefined;
		return this.startSince !== undefined;
	}

	/** Whether a trigger may be about to join, so that nothing may be confirmed past it. */
	private get isJoining(): boolean {
		return this.isStarting || ticks() < this.rejoinUntil;
	}

	/** Whether updates wait here, so that a poll must not be held. */
	private get isWaiting(): boolean {
		return this.isJoining ? !this.ledger.isEmpty : this.ledger.hasOpen(this.ids);
	}

	/** Ends a held poll, so that the next one asks for what is wanted now. Nothing is lost by it. */
	private restartPoll(): void {
		this.changes++;
		this.poll.abort();
	}

	private async loop(): Promise<void> {
		this.isRunning = true;
		this.trouble = undefined;
		this.failures = this.conflicts = 0;
		while (this.members.size > 0) await this.round();
		this.isRunning = false;
	}

	private async round(): Promise<void> {
		const before = this.changes;
		for (const subscriber of this.subscribers) subscriber.look();
		const { value: updates, error } = await settle(this.fetch());
		if (updates) {
			this.failures = this.conflicts = 0;
			this.enter(undefined);
			await this.handOut(updates);
		} else if (this.changes === before) {
			await this.recover(error);
		}
	}

	/** One of the subscribers' ways to the server: another one each time that it fails. */
	private get call(): Call {
		return [...this.members.values()][this.failures % this.members.size];
	}

	private async fetch(): Promise<Update[]> {
		this.poll = new AbortController();
		const offset = this.isJoining ? this.ledger.first : this.ledger.offset(this.ids);
		const { updates, hasOther, isEarly } = await askForUpdates(this.call, {
			offset,
			kinds: this.subscribers.flatMap(({ kinds }) => kinds),
			mayHold: this.ledger.isEmpty && this.failures === 0,
			abortSignal: this.poll.signal,
		});
		if (hasOther) this.report('The server listed something that is no update. It is left out.');
		this.notHeld = isEarly ? this.notHeld + 1 : 0;
		if (offset !== undefined) this.ledger.forgetBelow(offset);
		this.ledger.forgetGone(updates.map(({ update_id: id }) => id));
		return updates;
	}

	private async handOut(updates: Update[]): Promise<void> {
		const fresh = updates.filter((update) => this.hand(update));
		if (this.notHeld > 0) return await this.slowDown();
		if (fresh.length > 0 || !this.isWaiting) {
			this.quiet = 0;
			this.backlog.move();
			return;
		}
		this.quiet++;
		const isFull = updates.length === MOST_UPDATES;
		const ms = isFull ? WHILE_FULL_MS : Math.min(LOOK_AGAIN_LONGEST_MS, LOOK_AGAIN_MS * this.quiet);
		await this.pause(ms, () => this.isWaiting);
		if (isFull && !this.isJoining) this.backlog.stall(ms, this.ledger, this.subscribers);
	}

	/** A server that does not hold a poll would be asked without a pause. */
	private async slowDown(): Promise<void> {
		if (this.notHeld === NOT_HELD_REPORTED) {
			this.report(
				'The server does not hold a request for updates until there are some, so it is asked once a second. An update can take that much longer.',
			);
		}
		await this.pause(Math.min(LOOK_AGAIN_LONGEST_MS, LOOK_AGAIN_MS * 2 ** this.notHeld));
	}

	/** Gives an update to all that do not have it. Whether it is new to one of them. */
	private hand(update: Update): boolean {
		const { update_id: id } = update;
		const standings = this.subscribers.map((subscriber) => {
			const standing = this.ledger.standing(id, subscriber.id);
			// The loop goes on: what becomes of an update is in the ledger.
			if (standing === undefined || standing === 'owed') void this.give(update, subscriber);
			return standing;
		});
		return standings.includes(undefined);
	}

	private async give(update: Update, subscriber: Subscriber): Promise<void> {
		const { update_id: id } = update;
		const call = this.members.get(subscriber)!;
		this.ledger.begin(id, subscriber.id);
		const { error } = await settle(subscriber.take(update));
		if (this.backlog.settle(update, subscriber.id, error === undefined)) return;
		this.ledger.settle(id, subscriber.id, error === undefined ? 'done' : 'owed');
		await this.confirmLast(call);
	}

	private async recover(error: unknown): Promise<void> {
		const before = this.changes;
		const mayRemove = this.subscribers.some(({ removeWebhook }) => removeWebhook);
		const trouble = await diagnose(error, this.call, mayRemove);
		if (this.changes !== before) return;
		if (this.failures++ === 0) this.failingSince = ticks();
		this.conflicts = trouble.state === 'conflict' ? this.conflicts + 1 : 0;
		if (this.conflicts === 0 || this.conflicts > OWN_CONFLICTS) {
			this.enter(lasting(trouble, ticks() - this.failingSince));
		}
		await this.pause(pauseAfter(error, this.failures));
	}

	private enter(trouble: Trouble | undefined): void {
		if (trouble?.state === this.trouble?.state) return;
		this.trouble = trouble;
		for (const subscriber of this.subscribers) subscriber.tell(trouble ?? RECOVERED);
	}

	private report(words: string): void {
		if (this.reported.has(words)) return;
		this.reported.add(words);
		for (const subscriber of this.subscribers) subscriber.warn(words);
	}

	/** Waits, but no longer than until somebody comes or goes, or `isNeeded` says no. */
	private async pause(ms: number, isNeeded = () => true): Promise<void> {
		const before = this.changes;
		for (let left = ms; left > 0 && this.changes === before && isNeeded(); left -= SLICE_MS) {
			await sleep(Math.min(left, SLICE_MS));
		}
	}

	/** Where nobody polls any more, confirms what is done with. */
	private async confirmLast(call: Call): Promise<void> {
		await confirmLast(call, this.ledger, () => this.members.size === 0 && !this.isStarting);
	}
}
