import { sleep } from 'n8n-workflow';

import type { Call } from '../api/client';
import { AnswerError } from '../api/errors';
import type { Body } from '../api/multipart';
import { settle } from '../api/settle';
import { diagnose, type PollState, type Trouble } from './trouble';
import type { Update } from './update';

/** Seconds that the server holds a poll open. */
const HOLD_SECONDS = 30;
const TIMEOUT_MS = (HOLD_SECONDS + 15) * 1000;
/** Updates a poll brings at most. */
const MOST_UPDATES = 100;
/** How soon to look again while updates are not finished: the server does not hold a poll then. */
const WHILE_BUSY_MS = 50;
const SLICE_MS = 25;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
/** While n8n starts, its workflows join one after the other: all of them shall get all updates. */
const JOINING_MS = 2000;
const LAST_WORD_MS = 2000;

/** One trigger that wants a bot's updates. */
export interface Subscriber {
	/** The kinds it asks the server for. */
	kinds: string[];
	call: Call;
	/** n8n is starting, so others may be about to join. */
	isStarting: boolean;
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
 * never above the oldest one that is not.
 */
export class Poller {
	private readonly subscribers = new Set<Subscriber>();

	/** Updates that were handed out and are not confirmed yet: whether all are done with it. */
	private readonly handed = new Map<number, boolean>();

	private highest?: number;

	private poll = new AbortController();

	private running = false;

	private state: PollState = 'polling';

	private joinedAt = 0;

	/** Counts what a pause must not outlast: updates done with, subscribers come and gone. */
	private changes = 0;

	/** Whether a trigger is there already. */
	get isShared(): boolean {
		return this.subscribers.size > 0;
	}

	/** Joins the loop, and starts it if nobody is there. Gives back what leaves it again. */
	subscribe(subscriber: Subscriber): () => Promise<void> {
		this.subscribers.add(subscriber);
		this.joinedAt = Date.now();
		this.restartPoll();
		if (!this.running) void this.loop();
		return async () => {
			if (!this.subscribers.delete(subscriber)) return;
			this.restartPoll();
			if (this.subscribers.size === 0) await this.confirmLast(subscriber.call);
		};
	}

	/** Ends a held poll, so that the next one asks for what is wanted now. Nothing is lost by it. */
	private restartPoll(): void {
		this.changes++;
		this.poll.abort();
	}

	private async loop(): Promise<void> {
		this.running = true;
		const { isStarting } = [...this.subscribers][0];
		while (isStarting && Date.now() - this.joinedAt < JOINING_MS) await sleep(SLICE_MS);
		let failures = 0;
		while (this.subscribers.size > 0) {
			const { value: updates, error } = await settle(this.fetch());
			if (updates) {
				failures = 0;
				this.enter({ state: 'polling', words: 'Fetching updates' });
				await this.handOut(updates);
			} else if (!this.poll.signal.aborted) {
				await this.recover(error, failures++);
			}
		}
		this.running = false;
	}

	private async fetch(): Promise<Update[]> {
		this.poll = new AbortController();
		const [{ call }] = this.subscribers;
		const offset = this.nextOffset();
		const isBusy = this.handed.size > 0 && [...this.handed.values()].includes(false);
		const body: Body = {
			...(offset !== undefined && { offset }),
			limit: MOST_UPDATES,
			timeout: isBusy ? 0 : HOLD_SECONDS,
			allowed_updates: [...new Set([...this.subscribers].flatMap(({ kinds }) => kinds))],
		};
		const updates = await call('getUpdates', body, {
			timeoutMs: TIMEOUT_MS,
			abortSignal: this.poll.signal,
		});
		if (offset !== undefined) this.forgetBelow(offset);
		return updates as Update[];
	}

	/** The first update that is not done with, or the one after the last. */
	private nextOffset(): number | undefined {
		const open = [...this.handed].filter(([, done]) => !done).map(([id]) => id);
		if (open.length > 0) return Math.min(...open);
		return this.highest === undefined ? undefined : this.highest + 1;
	}

	private forgetBelow(offset: number): void {
		for (const id of this.handed.keys()) if (id < offset) this.handed.delete(id);
		// Without open updates the server's next one comes whatever its number, even a lower one.
		if (this.handed.size === 0) this.highest = undefined;
	}

	private async handOut(updates: Update[]): Promise<void> {
		const fresh = updates.filter(({ update_id: id }) => !this.handed.has(id));
		for (const update of fresh) this.hand(update);
		if (fresh.length > 0 || updates.length === 0) return;
		// The server shows no more than this many: only a finished one makes place for others.
		await this.pause(updates.length === MOST_UPDATES ? LONGEST_PAUSE_MS : WHILE_BUSY_MS);
	}

	private hand(update: Update): void {
		const { update_id: id } = update;
		this.handed.set(id, false);
		this.highest = Math.max(this.highest ?? id, id);
		const takes = [...this.subscribers].map(async (subscriber) => await subscriber.take(update));
		void settle(Promise.all(takes)).then(({ error }) => {
			if (error === undefined) this.handed.set(id, true);
			else this.handed.delete(id);
			this.changes++;
		});
	}

	private async recover(error: unknown, failures: number): Promise<void> {
		if (error instanceof AnswerError && error.code === 401) {
			for (const subscriber of this.subscribers) subscriber.refused(error);
			this.subscribers.clear();
			return;
		}
		const [{ call }] = this.subscribers;
		const mayRemove = [...this.subscribers].some(({ removeWebhook }) => removeWebhook);
		const trouble = await diagnose(error, call, mayRemove);
		if (!trouble) return;
		// The server may need a moment to see that an earlier poll of ours has gone.
		if (trouble.state !== 'conflict' || failures > 1) this.enter(trouble);
		await this.pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures));
	}

	private enter(trouble: Trouble): void {
		if (trouble.state === this.state) return;
		this.state = trouble.state;
		for (const subscriber of this.subscribers) subscriber.tell(trouble);
	}

	/** Waits, but no longer than until something changes. */
	private async pause(ms: number): Promise<void> {
		const end = Date.now() + ms;
		const before = this.changes;
		while (Date.now() < end && this.changes === before) await sleep(SLICE_MS);
	}

	/** Confirms what is done with before nobody polls any more. */
	private async confirmLast(call: Call): Promise<void> {
		const offset = this.nextOffset();
		if (offset === undefined || ![...this.handed.values()].includes(true)) return;
		const { error } = await settle(
			call('getUpdates', { offset, limit: 1, timeout: 0 }, { timeoutMs: LAST_WORD_MS }),
		);
		if (error === undefined) this.forgetBelow(offset);
	}
}

const pollers = new Map<string, Poller>();

/** The poller of a bot; the same one for all triggers of this n8n. */
export function pollerOf(bot: string): Poller {
	const poller = pollers.get(bot) ?? new Poller();
	pollers.set(bot, poller);
	return poller;
}
