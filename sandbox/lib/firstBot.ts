import { DEFAULTS } from '../../emulator/world/defaults';

interface Update {
	update_id: number;
	message?: { chat: { id: number }; text?: string; from?: { first_name?: string } };
}

const POLL_SECONDS = 20;
const CELLS = 20;

/** A progress bar for a terminal or a chat; `share` is between 0 and 1. */
export function barOf(share: number): string {
	const full = Math.floor(Math.min(share, 1) * CELLS);
	return `${'█'.repeat(full)}${'░'.repeat(CELLS - full)} ${Math.floor(Math.min(share, 1) * 100)} %`;
}

/** A simple bot that answers in the emulator's chats until n8n is ready. */
export class FirstBot {
	private readonly end = new AbortController();

	/** Resolves when it gets no more updates, also if another program gets them now. */
	readonly ended: Promise<void>;

	/** The message that shows the progress of n8n. */
	private shown: Promise<number> | undefined;

	/** @param hint text below each answer */
	constructor(
		private readonly emulatorUrl: string,
		private readonly hint = 'Soon workflows of n8n answer here.',
	) {
		this.ended = this.poll();
	}

	/** Shows in the Demo Group how much of n8n is there, always in the same message. */
	async showProgress(share: number): Promise<void> {
		const text = `n8n is being fetched: ${barOf(share)}`;
		const chat_id = DEFAULTS.chats.demoGroup;
		if (this.shown) {
			await this.call('editMessageText', { chat_id, message_id: await this.shown, text });
			return;
		}
		this.shown = this.call('sendMessage', { chat_id, text }).then(
			(result) => (result as { message_id: number }).message_id,
		);
		await this.shown;
	}

	/** After this it gets no updates: they belong to the workflows. */
	async stop(): Promise<void> {
		this.end.abort();
		await this.ended;
	}

	private async call(method: string, body: object, signal?: AbortSignal): Promise<unknown> {
		const answer = await fetch(`${this.emulatorUrl}/bot${DEFAULTS.token}/${method}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
			signal,
		});
		return ((await answer.json()) as { result?: unknown }).result;
	}

	private async poll(): Promise<void> {
		const { signal } = this.end;
		let offset = 0;
		while (!signal.aborted) {
			try {
				const body = { offset, timeout: POLL_SECONDS };
				const updates = await this.call('getUpdates', body, signal);
				if (!Array.isArray(updates)) return;
				for (const update of updates as Update[]) {
					offset = update.update_id + 1;
					await this.answer(update);
				}
			} catch (obstacle) {
				if (!signal.aborted) throw obstacle;
			}
		}
		// Confirm answered updates, so that nobody else handles them.
		if (offset > 0) await this.call('getUpdates', { offset, timeout: 0 });
	}

	private async answer({ message }: Update): Promise<void> {
		if (message?.text === undefined) return;
		const text = `Hello, ${message.from?.first_name ?? 'you'}! You wrote: ${message.text}\n\n${this.hint}`;
		await this.call('sendMessage', { chat_id: message.chat.id, text });
	}
}
