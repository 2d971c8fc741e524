import { settle, ticks } from '../../../api/basics';
import { UserError } from '../../../api/errors';
import { Stop } from '../../../api/retry';
import { withoutThoughts } from '../../../format';
import { beginningOf } from '../../../format/characters';
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
const TYPES_EVERY_MS = 4000;

/** Characters of what a model thinks and says. */
const MOST_IN_ALL = 1_000_000;

/** How many times the longest silence a source may work without a word, as while a model thinks. */
const LONGEST_THOUGHT = 10;

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
	private saidAt = ticks();

	/** Up to this length, the text is not too long, whatever of it are thoughts. */
	private fitsTo = MOST_IN_ANSWER;

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
	 * `show` throws. While there is nothing to show for longer than a moment, it calls `type`.
	 */
	async grow(show: () => Promise<number>, type: () => Promise<void>): Promise<void> {
		let typesAt = ticks() + LOOK_MS;
		while (!this.over.isStopped) {
			const isBegun = this.begun.isStopped;
			const showing = isBegun ? show() : Promise.resolve(0);
			const { value: count = 0, error } = await settle(showing);
			if (error !== undefined) {
				this.end();
				throw error;
			}
			if (count === 0 && ticks() >= typesAt) {
				typesAt = ticks() + TYPES_EVERY_MS;
				// Not awaited: it must not delay the first words.
				void type();
			}
			if (isBegun) await this.wait(this.over, count ? EVERY_MS : FIRST_MS);
			else await this.wait(this.begun, LOOK_MS);
			if (!isBegun && this.begun.isStopped) await this.wait(this.over, FIRST_MS);
		}
		this.end();
	}

	private async wait(stop: Stop, ms: number): Promise<void> {
		await settle(stop.wait(ms));
		const now = ticks();
		const isAlive = now - this.grownAt < this.longestSilenceMs;
		if (isAlive && now - this.saidAt < this.longestSilenceMs * LONGEST_THOUGHT) return;
		this.end(new UserError(`No more text came for ${this.longestSilenceMs / 1000} seconds`));
	}

	private async read(source: TextSource): Promise<void> {
		for await (const piece of source(this.closing.signal)) {
			if (this.over.isStopped) return;
			this.text += piece;
			this.grownAt = ticks();
			if (piece !== '') this.saidAt = this.grownAt;
			if (this.text.length > this.fitsTo) this.checkLength();
			if (this.text.trim() !== '') this.begun.call();
		}
	}

	/** What a model thinks does not count: it is long, and not shown. */
	private checkLength(): void {
		const said = withoutThoughts(this.text);
		this.fitsTo = this.text.length + MOST_IN_ANSWER - said.length;
		if (this.fitsTo >= this.text.length && this.text.length <= MOST_IN_ALL) return;
		this.text = beginningOf(said, MOST_IN_ANSWER);
		throw new UserError(
			said.length > MOST_IN_ANSWER
				? `The answer has more than ${MOST_IN_ANSWER} characters`
				: `The model has thought more than ${MOST_IN_ALL} characters`,
		);
	}

	private end(failure?: unknown): void {
		if (!this.over.isStopped) this.failure = failure as Error | undefined;
		this.begun.call();
		this.over.call();
		this.closing.abort();
	}
}
