import type { ServerResponse } from 'node:http';

const FIRST_UPDATE = 1_000_000;

/** The JSON of a setWebhook or getUpdates request. */
interface Asked {
	url?: string;
	secret_token?: string;
	offset?: number;
	/** How long a poll may be held, in seconds. */
	timeout?: number;
}

interface Update {
	update_id: number;
	message: object;
}

/** One chat with the bot. Measures how long each of the bot's answers takes. */
export class Conversation {
	private webhook: Asked = {};

	/** Updates that the bot has not confirmed, oldest first. */
	private updates: Update[] = [];

	private heldPoll?: () => void;

	/** The messages without an answer, by their text. */
	private readonly unanswered = new Map<string, () => void>();

	private written = 0;

	setWebhook(webhook: Asked): void {
		this.webhook = webhook;
	}

	/** Answers a poll, at once or as soon as there is an update. */
	poll({ offset = 0, timeout = 0 }: Asked, response: ServerResponse): void {
		this.updates = this.updates.filter(({ update_id: id }) => id >= offset);
		const answer = () => {
			clearTimeout(end);
			this.heldPoll = undefined;
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ ok: true, result: this.updates }));
		};
		const end = setTimeout(answer, timeout * 1000);
		if (this.updates.length > 0) {
			answer();
			return;
		}
		this.heldPoll = answer;
		response.once('close', () => {
			clearTimeout(end);
			if (this.heldPoll === answer) this.heldPoll = undefined;
		});
	}

	/** Sends a message to the bot; resolves with the milliseconds until the bot sends the same text. */
	async write(): Promise<number> {
		const number = ++this.written;
		const text = `Question ${number}`;
		const begun = performance.now();
		const answered = new Promise<void>((resolve) => this.unanswered.set(text, resolve));
		await this.deliver({
			update_id: FIRST_UPDATE + number,
			message: {
				message_id: number,
				from: { id: 1001, is_bot: false, first_name: 'Olga' },
				chat: { id: 1001, type: 'private', first_name: 'Olga' },
				date: Math.floor(Date.now() / 1000),
				text,
			},
		});
		await answered;
		return performance.now() - begun;
	}

	/** The bot has sent a text, or the beginning of one. */
	heard(text: string): void {
		this.unanswered.get(text)?.();
		this.unanswered.delete(text);
	}

	private async deliver(update: Update): Promise<void> {
		const { url, secret_token: secret = '' } = this.webhook;
		if (!url) {
			this.updates.push(update);
			this.heldPoll?.();
			return;
		}
		const { ok } = await fetch(url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				'x-telegram-bot-api-secret-token': secret,
			},
			body: JSON.stringify(update),
		});
		if (!ok) throw new Error('The webhook does not take an update');
	}
}
