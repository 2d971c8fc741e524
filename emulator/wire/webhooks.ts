import { setMaxListeners } from 'node:events';

import type { AxiosStatic } from 'axios';

import type { Bot, Update, Webhook } from '../world/entities';
import type { Store } from '../world/store';

/** One attempt to push an update. */
export interface Delivery {
	bot_id: number;
	update_id: number;
	url: string;
	attempt: number;
	/** The receiver's HTTP status; absent if there was no answer. */
	status?: number;
	error?: string;
	delivered: boolean;
	/** Whether the update was dropped after this attempt. */
	given_up?: boolean;
	started_at: number;
	duration_ms: number;
}

const TIMEOUT_MS = 60_000;
/** Telegram's own server waits a minute or two at most. */
const LONGEST_PAUSE_MS = 60_000;

const KEPT_DELIVERIES = 10_000;

let client: Promise<AxiosStatic> | undefined;

/**
 * Loads the HTTP client on the first push: it takes a fifth of the start-up time. Loads it only once, as
 * each import goes through tsx.
 */
async function loadClient(): Promise<AxiosStatic> {
	client ??= import('axios').then((loaded) => loaded.default);
	return await client;
}

/**
 * Pushes one bot's updates to one webhook (reference 3.3). Starts them in order, up to `max_connections`
 * at a time, and repeats each with growing pauses until a 2xx answer or the last attempt.
 */
export class WebhookDelivery {
	private readonly busy = new Set<number>();

	private readonly attempts = new Map<number, number>();

	private readonly timers = new Set<NodeJS.Timeout>();

	private readonly abort = new AbortController();

	constructor(
		private readonly store: Store,
		private readonly bot: Bot,
		private readonly webhook: Webhook,
		private readonly log: Delivery[],
	) {
		// Every running push listens once; Node warns above this number.
		setMaxListeners(webhook.max_connections, this.abort.signal);
	}

	/** Starts as many pushes as are allowed. */
	wake(): void {
		if (this.abort.signal.aborted) return;
		for (const update of this.bot.updates) {
			if (this.busy.size >= this.webhook.max_connections) return;
			if (this.busy.has(update.update_id)) continue;
			this.busy.add(update.update_id);
			// Nobody waits for a push: it records its outcome and starts the next.
			void this.push(update);
		}
	}

	/** Ends all pushes; undelivered updates stay with the bot. */
	stop(): void {
		this.abort.abort();
		for (const timer of this.timers) clearTimeout(timer);
	}

	private async push(update: Update): Promise<void> {
		const attempt = (this.attempts.get(update.update_id) ?? 0) + 1;
		this.attempts.set(update.update_id, attempt);
		const started = Date.now();
		const outcome = await this.post(update);
		if (this.abort.signal.aborted) return;
		const delivered = outcome.status !== undefined && outcome.status >= 200 && outcome.status < 300;
		const givenUp = !delivered && attempt >= this.store.settings.webhookMaxAttempts;
		this.record({
			bot_id: this.bot.id,
			update_id: update.update_id,
			url: this.webhook.url,
			attempt,
			...outcome,
			delivered,
			...(givenUp && { given_up: true }),
			started_at: started,
			duration_ms: Date.now() - started,
		});
		if (delivered || givenUp) {
			this.bot.updates = this.bot.updates.filter((other) => other !== update);
			this.attempts.delete(update.update_id);
			this.busy.delete(update.update_id);
			this.wake();
		} else {
			this.repeatLater(update, attempt);
		}
	}

	private repeatLater(update: Update, attempt: number): void {
		const timer = setTimeout(
			() => {
				this.timers.delete(timer);
				// As in `wake`.
				void this.push(update);
			},
			Math.min(this.store.settings.webhookRetryBaseMs * 2 ** (attempt - 1), LONGEST_PAUSE_MS),
		);
		this.timers.add(timer);
	}

	private record(delivery: Delivery): void {
		this.log.push(delivery);
		if (this.log.length > KEPT_DELIVERIES) this.log.shift();
		if (!delivery.delivered) {
			this.webhook.last_error_date = this.store.now();
			this.webhook.last_error_message =
				delivery.status === undefined
					? (delivery.error ?? 'Connection failed')
					: `Wrong response from the webhook: ${delivery.status}`;
		}
		this.store.changed('delivery', { delivery });
	}

	private async post(update: Update): Promise<{ status?: number; error?: string }> {
		try {
			const axios = await loadClient();
			const { status } = await axios.post(this.webhook.url, update, {
				timeout: TIMEOUT_MS,
				maxRedirects: 0,
				proxy: false,
				signal: this.abort.signal,
				validateStatus: () => true,
				headers: this.webhook.secret_token
					? { 'X-Telegram-Bot-Api-Secret-Token': this.webhook.secret_token }
					: {},
			});
			return { status };
		} catch (error) {
			return { error: (error as NodeJS.ErrnoException).code ?? (error as Error).message };
		}
	}
}
