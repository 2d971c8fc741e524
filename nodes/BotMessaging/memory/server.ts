import { Bounded, ticks } from '../api/basics';
import type { Call } from '../api/client';

/** How a trigger asks the server of its bot about what an update alone does not say. */
export interface Server {
	/** Patient: it tries again. */
	call: Call;
	warn(words: string): void;
}

/** The server is asked again after this time if it has not said. */
const FAILED_KEPT_MS = 30_000;

interface ServerAnswer<T> {
	/** In ticks. */
	until: number;
	/** `undefined` if the server does not say. One request for all who ask. */
	value: Promise<T | undefined>;
}

/** What a server was asked, by key: kept for a while. */
export class CachedAnswers<T> {
	private readonly answers: Bounded<string, ServerAnswer<T>>;

	/** @param most answers that are kept; those asked last */
	constructor(
		private readonly keptMs: number,
		most: number,
	) {
		this.answers = new Bounded(most);
	}

	/** The answer to a question; `ask` is called if there is none, or it is too old. */
	async get(key: string, ask: () => Promise<T | undefined>): Promise<T | undefined> {
		const known = this.answers.get(key);
		if (known && ticks() < known.until) return await known.value;
		const answer: ServerAnswer<T> = { until: ticks() + this.keptMs, value: ask() };
		this.answers.set(key, answer);
		const value = await answer.value;
		if (value === undefined) answer.until = ticks() + FAILED_KEPT_MS;
		return value;
	}

	forget(key: string): void {
		this.answers.delete(key);
	}
}
