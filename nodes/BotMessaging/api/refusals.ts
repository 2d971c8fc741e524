import { Bounded } from './bounded';
import { ticks } from './clock';
import type { Effect } from './retry';

/** After this time the server is asked again, however long a wait it asks for. */
const LONGEST_MS = 3_600_000;

const MOST = 1000;

/** This many chats refused in a row, and none accepted between them, are at the bot's limit. */
export const SEVERAL = 3;

/** What a server asks to wait before it takes the next request of one kind: about a chat, or of the whole bot. */
class Waits {
	/** By chat: when the wait is over (ticks). */
	private readonly ends = new Bounded<string, number>(MOST);

	/** Those of them that were refused after the last request that was accepted. */
	private readonly inRow = new Bounded<string, number>(MOST);

	private endOfBot = 0;

	/** The server refused a request, and asks to wait this many seconds. */
	refused(chat: string, seconds: number): void {
		const end = ticks() + Math.min(seconds * 1000, LONGEST_MS);
		this.ends.set(chat, end);
		this.inRow.set(chat, end);
		this.endOfBot = [...this.inRow.values()].sort((a, b) => b - a)[SEVERAL - 1] ?? 0;
	}

	/** The server took a request. */
	took(chat: string): void {
		this.ends.delete(chat);
		this.inRow.clear();
		this.endOfBot = 0;
	}

	/** Milliseconds until the server may take a request again; 0 if it may now. */
	leftMs(chat: string): number {
		const end = Math.max(this.ends.get(chat) ?? 0, this.endOfBot);
		return Math.max(0, end - ticks());
	}
}

/**
 * The waits of a bot, for all executions and nodes. Servers limit what is written more than what is done
 * and read: in a chat that takes no more messages for a while, a ban may be possible.
 */
export class Refusals {
	private readonly waits: Record<Effect, Waits> = {
		once: new Waits(),
		repeatable: new Waits(),
		read: new Waits(),
	};

	of(effect: Effect): Waits {
		return this.waits[effect];
	}
}
