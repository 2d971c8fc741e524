import { sleep } from 'n8n-workflow';

import type { Call } from '../api/client';
import { AnswerError, TransportError } from '../api/errors';
import type { Body } from '../api/multipart';
import { settle } from '../api/settle';
import { Ledger } from './ledger';
import { diagnose, RECOVERED, type Trouble } from './trouble';
import { hasNumber, type Update } from './update';

/** Seconds that the server holds a poll open. */
const HOLD_SECONDS = 30;
const TIMEOUT_MS = (HOLD_SECONDS + 15) * 1000;
/** Updates a poll brings at most. */
const MOST_UPDATES = 100;
/** The server does not hold a poll while an update is open: we look again, less and less often. */
const LOOK_AGAIN_MS = 25;
const LOOK_AGAIN_LONGEST_MS = 1000;
/** So many at once are enough for a while. */
const WHILE_FULL_MS = 250;
const SLICE_MS = 25;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 60_000;
/** Conflicts in a row that may still be with our own poll before, which has just been ended. */
const OWN_CONFLICTS = 2;
/** So long nothing is fetched when a trigger may be about to join, lest it miss an update. */
const JOINING_MS = 2000;
const LAST_WORD_MS = 2000;

/** One trigger that wants a bot's updates. */
export interface Subscriber {
	/** The same for the same trigger when it comes again. */
	id: string;
	/** The kinds it asks the server for. */
	kinds: string[];
	call: Call;
	/** n8n is starting, so others may be about to join. */
	isStarting: boolean;
	/** A test run in the editor: it does not come again. */
	isTest: boolean;
	/** Takes the bot's webhook away, if the user chose so. */
	removeWebhook: boolean;
	/** Resolves when the update may be confirmed; rejects if it was not dealt with. */
	take(update: Update): Promise<void>;
	/** Tells of a change of state, once per change. */
	tell(trouble: Trouble): void;
	/** The server does not know the token: this trigger cannot go on. */
	refused(error: AnswerError): void;
}

/**
 * One getUpdates loop for one bot, shared by all its triggers in this n8n (service facts,
 * "Updates"). An update is confirmed when every subscriber is done with it: the offset of a poll is
 * never above the oldest one that is not. Only a poll that confirms nothing is held, so it is always
 * known what the server was told.
 */
export class Poller {
	private readonly subscribers = new Set<Subscriber>();

	private readonly ledger = new Ledger();

	private poll = new AbortController();

	private isRunning = false;

	private trouble?: Trouble;

	/** Polls in a row that failed, and that brought nothing new while updates were open. */
	private failures = 0;

	private quiet = 0;

	/** Unix milliseconds before which nothing is fetched. */
	private notBefore = 0;

	/** Counts comings and goings: a pause must not outlast one. */
	private changes = 0;

	/** Whether a trigger is there already. */
	get isShared(): boolean {
		return this.subscribers.size > 0;
	}

	/** Joins the loop, and starts it if nobody is there. Gives back what leaves it again. */
	subscribe(subscriber: Subscriber): () => Promise<void> {
		this.subscribers.add(subscriber);
		this.notBefore = subscriber.isStarting ? Date.now() + JOINING_MS : 0;
		this.restartPoll();
		if (!this.isRunning) void this.loop();
		else if (this.trouble) subscriber.tell(this.trouble);
		return async () => {
			if (!this.subscribers.delete(subscriber)) return;
			if (!subscriber.isTest) this.notBefore = Date.now() + JOINING_MS;
			this.restartPoll();
			await this.confirmLast(subscriber.call);
		};
	}

	private get ids(): string[] {
		return [...this.subscribers].map(({ id }) => id);
	}

	/** Ends a held poll, so that the next one asks for what is wanted now. Nothing is lost by it. */
	private restartPoll(): void {
		this.changes++;
		this.poll.abort();
	}

	private async loop(): Promise<void> {
		this.isRunning = true;
		this.trouble = undefined;
		this.failures = 0;
		while (this.subscribers.size > 0) {
			if (Date.now() < this.notBefore) await sleep(SLICE_MS);
			else await this.round();
		}
		this.isRunning = false;
	}

	private async round(): Promise<void> {
		const before = this.changes;
		const { value: updates, error } = await settle(this.fetch());
		if (updates) {
			this.failures = 0;
			this.enter(undefined);
			await this.handOut(updates);
		} else if (this.changes === before) {
			await this.recover(error);
		}
	}

	private async fetch(): Promise<Update[]> {
		this.poll = new AbortController();
		const [{ call }] = this.subscribers;
		const offset = this.ledger.offset(this.ids);
		const mayHold = this.ledger.isEmpty && this.failures === 0;
		const body: Body = {
			...(offset !== undefined && { offset }),
			limit: MOST_UPDATES,
			timeout: mayHold ? HOLD_SECONDS : 0,
			allowed_updates: [...new Set([...this.subscribers].flatMap(({ kinds }) => kinds))],
		};
		const updates = await call('getUpdates', body, {
			timeoutMs: TIMEOUT_MS,
			abortSignal: this.poll.signal,
		});
		if (!Array.isArray(updates) || !updates.every(hasNumber)) {
			throw new TransportError('getUpdates', 'unreadable', 'The server sent no list of updates');
		}
		if (offset !== undefined) this.ledger.forgetBelow(offset);
		this.ledger.forgetGone(updates.map(({ update_id: id }) => id));
		return updates;
	}

	private async handOut(updates: Update[]): Promise<void> {
		const fresh = updates.filter((update) => this.hand(update));
		const isOpen = () => this.ledger.hasOpen(this.ids);
		if (fresh.length > 0 || !isOpen()) {
			this.quiet = 0;
			return;
		}
		this.quiet++;
		const isFull = updates.length === MOST_UPDATES;
		const ms = isFull ? WHILE_FULL_MS : Math.min(LOOK_AGAIN_LONGEST_MS, LOOK_AGAIN_MS * this.quiet);
		await this.pause(ms, isOpen);
	}

	/** Gives an update to all that do not have it. Whether it is new to one of them. */
	private hand(update: Update): boolean {
		const { update_id: id } = update;
		const standings = [...this.subscribers].map((subscriber) => {
			const standing = this.ledger.standing(id, subscriber.id);
			if (standing === undefined || standing === 'owed') void this.give(update, subscriber);
			return standing;
		});
		return standings.includes(undefined);
	}

	private async give(update: Update, subscriber: Subscriber): Promise<void> {
		const { update_id: id } = update;
		this.ledger.note(id, subscriber.id, 'running');
		const { error } = await settle(subscriber.take(update));
		this.ledger.note(id, subscriber.id, error === undefined ? 'done' : 'owed');
		await this.confirmLast(subscriber.call);
	}

	private async recover(error: unknown): Promise<void> {
		if (error instanceof AnswerError && error.code === 401) {
			for (const subscriber of this.subscribers) subscriber.refused(error);
			this.subscribers.clear();
			return;
		}
		const before = this.changes;
		const [{ call }] = this.subscribers;
		const mayRemove = [...this.subscribers].some(({ removeWebhook }) => removeWebhook);
		const trouble = await diagnose(error, call, mayRemove);
		if (this.changes !== before) return;
		this.failures++;
		if (trouble.state !== 'conflict' || this.failures > OWN_CONFLICTS) this.enter(trouble);
		const told = error instanceof AnswerError ? (error.retryAfter ?? 0) * 1000 : 0;
		const grown = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.failures - 1));
		await this.pause(Math.max(told, grown));
	}

	private enter(trouble: Trouble | undefined): void {
		if (trouble?.state === this.trouble?.state) return;
		this.trouble = trouble;
		for (const subscriber of this.subscribers) subscriber.tell(trouble ?? RECOVERED);
	}

	/** Waits, but no longer than until somebody comes or goes, or `isNeeded` says no. */
	private async pause(ms: number, isNeeded = () => true): Promise<void> {
		const end = Date.now() + ms;
		const before = this.changes;
		while (Date.now() < end && this.changes === before && isNeeded()) await sleep(SLICE_MS);
	}

	/** Where nobody polls any more, confirms what is done with. */
	private async confirmLast(call: Call): Promise<void> {
		const end = Date.now() + LAST_WORD_MS;
		while (this.subscribers.size === 0 && Date.now() < end) {
			const offset = this.ledger.offset([]);
			if (offset === undefined || this.ledger.below(offset).length === 0) return;
			const { error } = await settle(
				call('getUpdates', { offset, limit: 1, timeout: 0 }, { timeoutMs: LAST_WORD_MS }),
			);
			if (error === undefined) return this.ledger.forgetBelow(offset);
			// The server may need a moment to see that our own poll has ended.
			if (!(error instanceof AnswerError && error.code === 409)) return;
			await sleep(FIRST_PAUSE_MS);
		}
	}
}

const pollers = new Map<string, Poller>();

/** The poller of a bot; the same one for all triggers of this n8n. */
export function pollerOf(bot: string): Poller {
	const poller = pollers.get(bot) ?? new Poller();
	pollers.set(bot, poller);
	return poller;
}
