import { setTimeout as pause } from 'node:timers/promises';

import type { Bot, Update, Webhook } from './entities';
import { withEmptyFields } from '../dialects/emptyFields';
import { Refusal } from './refusal';
import type { Store } from './store';
import { WebhookDelivery, type Delivery } from '../wire/webhooks';

/** Sent only if asked for by name (reference 3.2). */
const ONLY_BY_NAME = new Set(['chat_member', 'message_reaction']);

const KEPT_SECONDS = 24 * 3600;

/** How long a new poll waits for an older poll to end, as its caller may just have left. */
const FAREWELL_MS = 100;

export interface PollRequest {
	offset?: number;
	limit?: number;
	/** Seconds. */
	timeout?: number;
	allowed_updates?: string[];
}

const conflict = (reason: string) => new Refusal(409, `Conflict: ${reason}`);

const webhookActive = () =>
	conflict("can't use getUpdates method while webhook is active; use deleteWebhook first");

/** The updates of every bot, and the two ways out: held polls and webhook pushes. */
export class Updates {
	readonly deliveries: Delivery[] = [];

	/** Wakes the open poll of a bot, by bot id. */
	private readonly polls = new Map<number, () => void>();

	private readonly pushes = new Map<number, WebhookDelivery>();

	private readonly arrived = new WeakMap<Update, number>();

	constructor(private readonly store: Store) {}

	/** Queues an update for a bot, unless the bot does not want its kind. */
	add(bot: Bot, kind: string, payload: object): void {
		const wanted = bot.allowed_updates?.length
			? bot.allowed_updates.includes(kind)
			: !ONLY_BY_NAME.has(kind);
		if (!wanted) return;
		const { dialect } = this.store.settings;
		const update: Update = {
			update_id: bot.next_update_id++,
			[kind]: withEmptyFields(payload, kind, dialect),
		};
		this.arrived.set(update, this.store.now());
		bot.updates.push(update);
		this.store.changed('update', { bot_id: bot.id, update });
		this.polls.get(bot.id)?.();
		this.push(bot);
	}

	/** getUpdates (reference 3.2). `signal` ends a held call if the caller disconnects. */
	async poll(bot: Bot, request: PollRequest, signal: AbortSignal): Promise<Update[]> {
		if (bot.webhook) throw webhookActive();
		// A client that drops one call and starts the next looks like a second client, until the end of the
		// first connection is noticed.
		if (this.polls.has(bot.id)) await pause(FAREWELL_MS);
		if (this.polls.has(bot.id)) {
			throw conflict(
				'terminated by other getUpdates request; make sure that only one bot instance is running',
			);
		}
		if (request.allowed_updates) bot.allowed_updates = request.allowed_updates;
		this.confirm(bot, request.offset);
		this.dropOld(bot);
		const seconds = Math.min(request.timeout ?? 0, this.store.settings.longPollMaxSeconds);
		if (bot.updates.length === 0 && seconds > 0) await this.hold(bot, seconds * 1000, signal);
		if (bot.webhook) throw webhookActive();
		const fetched = bot.updates.slice(0, request.limit ?? 100);
		this.tell(bot, 'fetched', fetched);
		return fetched;
	}

	/** Drops all waiting updates of a bot. */
	drop(bot: Bot): void {
		this.sift(bot, 'dropped', () => false);
	}

	setWebhook(bot: Bot, webhook: Webhook | undefined): void {
		this.pushes.get(bot.id)?.stop();
		this.pushes.delete(bot.id);
		bot.webhook = webhook;
		this.polls.get(bot.id)?.();
		this.push(bot);
	}

	/** How many updates wait for a bot. */
	pending(bot: Bot): number {
		this.dropOld(bot);
		return bot.updates.length;
	}

	/** Ends all polls and pushes, and starts over with the bots of the current state. */
	reset(): void {
		this.stop();
		for (const bot of this.store.state.bots) {
			for (const update of bot.updates) this.arrived.set(update, this.store.now());
			this.push(bot);
		}
	}

	/** Ends all polls and pushes. */
	stop(): void {
		for (const wake of this.polls.values()) wake();
		for (const push of this.pushes.values()) push.stop();
		this.polls.clear();
		this.pushes.clear();
	}

	private push(bot: Bot): void {
		if (!bot.webhook) return;
		this.dropOld(bot);
		const push =
			this.pushes.get(bot.id) ?? new WebhookDelivery(this.store, bot, bot.webhook, this.deliveries);
		this.pushes.set(bot.id, push);
		push.wake();
	}

	/** Forgets the updates below the offset; a negative one counts from the end. */
	confirm(bot: Bot, offset: number | undefined): void {
		if (offset === undefined) return;
		const first = offset < 0 ? (bot.updates.at(offset)?.update_id ?? 0) : offset;
		this.sift(bot, 'confirmed', ({ update_id }) => update_id >= first);
	}

	private dropOld(bot: Bot): void {
		const oldest = this.store.now() - KEPT_SECONDS;
		this.sift(bot, 'dropped', (update) => (this.arrived.get(update) ?? 0) >= oldest);
	}

	/** Keeps the updates for which `stays` is true, and reports the fate of the others. */
	private sift(bot: Bot, fate: 'confirmed' | 'dropped', stays: (update: Update) => boolean): void {
		const gone = bot.updates.filter((update) => !stays(update));
		bot.updates = bot.updates.filter(stays);
		this.tell(bot, fate, gone);
	}

	private tell(bot: Bot, fate: 'fetched' | 'confirmed' | 'dropped', updates: Update[]): void {
		if (updates.length === 0) return;
		this.store.changed(fate, {
			bot_id: bot.id,
			update_ids: updates.map(({ update_id }) => update_id),
		});
	}

	private async hold(bot: Bot, ms: number, signal: AbortSignal): Promise<void> {
		await new Promise<void>((resolve) => {
			const timer = setTimeout(resolve, ms);
			const wake = () => {
				clearTimeout(timer);
				resolve();
			};
			this.polls.set(bot.id, wake);
			signal.addEventListener('abort', wake, { once: true });
			if (signal.aborted) wake();
		});
		this.polls.delete(bot.id);
	}
}
