import { settle, ticks } from '../../../api/basics';
import { UserError } from '../../../api/errors';
import { Stop } from '../../../api/retry';
import type { TextSource } from './sources';

/** Characters that fit into ten messages. A model that repeats itself must not fill a chat. */
export const MOST_IN_ANSWER = 40_000;

/** Milliseconds that the first words wait for more of them. */
const FIRST_MS = 400;

/** Milliseconds between two changes in the chat. */
const EVERY_MS = 1200;

/** How often it is looked whether more text comes. */
const LOOK_MS = 1000;

/** People see for some five seconds that the bot is typing. */
const TYPES_EVERY = 4;

/** A text that grows, until its source ends, fails, says nothing for too long, or is stopped. */
export class Growth {
	text = '';

	/** Why the text is not whole. */
	failure?: Error;

	isStopped = false;

	private readonly begun: Stop;
	private readonly over: Stop;
	private readonly closing = new AbortController();
	private grownAt = ticks();

	/**
	 * @param longestSilenceMs the source is given up after this long without text
	 * @param signal of the execution: it is cancelled
	 */
	constructor(
		source: TextSource,
		private readonly longestSilenceMs: number,
		signal?: AbortSignal,
	) {
		this.begun = new Stop(signal);
		this.over = new Stop(signal);
		void settle(this.read(source)).then(({ error }) => this.end(error));
	}

	/** A person stops it: what has come stays. */
	readonly stop = (): void => {
		if (this.over.isStopped) return;
		this.isStopped = true;
		this.end();
	};

	/**
	 * Calls `show` for the first words, and from then on again and again, until the text is over. Throws what
	 * `show` throws. Until the first words, it calls `type` if they take longer than a moment.
	 */
	async grow(show: () => Promise<number>, type: () => Promise<void>): Promise<void> {
		for (let looks = 0; !this.begun.isStopped; looks++) {
			// Not awaited: it must not delay the first words.
			if (looks % TYPES_EVERY === 1) void type();
			await this.wait(this.begun, LOOK_MS);
		}
		await this.wait(this.over, FIRST_MS);
		while (!this.over.isStopped) {
			const { value: count, error } = await settle(show());
			if (error !== undefined) {
				this.end();
				throw error;
			}
			await this.wait(this.over, count ? EVERY_MS : FIRST_MS);
		}
		this.end();
	}

	private async wait(stop: Stop, ms: number): Promise<void> {
		await settle(stop.wait(ms));
		if (ticks() - this.grownAt < this.longestSilenceMs) return;
		this.end(new UserError(`No more text came for ${this.longestSilenceMs / 1000} seconds`));
	}

	private async read(source: TextSource): Promise<void> {
		for await (const piece of source(this.closing.signal)) {
			if (this.over.isStopped) return;
			this.text += piece;
			this.grownAt = ticks();
			if (this.text.length > MOST_IN_ANSWER) {
				this.text = this.text.slice(0, MOST_IN_ANSWER);
				throw new UserError(`The answer has more than ${MOST_IN_ANSWER} characters`);
			}
			if (this.text.trim() !== '') this.begun.call();
		}
	}

	private end(failure?: unknown): void {
		if (!this.over.isStopped) this.failure = failure as Error | undefined;
		this.begun.call();
		this.over.call();
		this.closing.abort();
	}
}
