import { Refusal } from '../world/refusal';
import type { Store } from '../world/store';

const WINDOW_MS = 1000;

/** Limits how many messages a bot sends in any second, in total and to one chat. */
export class Rates {
	private readonly sent = new Map<string, number[]>();

	constructor(private readonly store: Store) {}

	/** Counts one sending request. Throws `MESSAGE_TOO_MUCH` or 429 above the rate. */
	count(botId: number, chatId: unknown): void {
		const { sendRatePerSecond, perChatSendRatePerSecond } = this.store.settings;
		const limits: Array<[string, number]> = [
			[`${botId}`, sendRatePerSecond],
			[`${botId}:${this.store.findChat(chatId)?.id}`, perChatSendRatePerSecond],
		];
		const limited = limits.filter(([, limit]) => limit > 0);
		if (limited.some(([key, limit]) => this.recent(key).length >= limit)) throw this.refusal();
		for (const [key] of limited) this.recent(key).push(Date.now());
	}

	clear(): void {
		this.sent.clear();
	}

	private recent(key: string): number[] {
		const times = this.sent.get(key) ?? [];
		this.sent.set(key, times);
		const oldest = Date.now() - WINDOW_MS;
		while ((times[0] ?? Infinity) <= oldest) times.shift();
		return times;
	}

	private refusal(): Refusal {
		const { rateLimitStyle, retryAfterSeconds } = this.store.settings;
		if (rateLimitStyle === 'message_too_much') return new Refusal(400, 'MESSAGE_TOO_MUCH');
		const told = retryAfterSeconds > 0;
		return new Refusal(
			429,
			told ? `Too Many Requests: retry after ${retryAfterSeconds}` : 'Too Many Requests',
			told ? { retry_after: retryAfterSeconds } : undefined,
		);
	}
}
