import { type Bound, Bounded, settle, ticks } from '../api/basics';
import type { Call } from '../api/client';

/** How a trigger asks its bot's server for what is not in an update. */
export interface Server {
	/** With retries. */
	call: Call;
	warn(words: string): void;
}

/** After a failed request, the server is asked again after this time. */
const FAILED_KEPT_MS = 30_000;

interface ServerAnswer<T> {
	/** In ticks. */
	until: number;
	/** `undefined` if the server does not say. One request for all who ask. */
	value: Promise<T | undefined>;
	/** The same, once it is there. */
	known?: T;
}

/** The server's answers, cached by key. */
export class CachedAnswers<T> {
	private readonly answers: Bounded<string, ServerAnswer<T>>;

	constructor(
		private readonly keptMs: number,
		bound: Bound,
	) {
		this.answers = new Bounded(bound);
	}

	/** The cached answer; calls `ask` if there is no answer, or it is too old. */
	async get(key: string, ask: () => Promise<T | undefined>): Promise<T | undefined> {
		const known = this.answers.get(key);
		if (known && ticks() < known.until) return await known.value;
		const answer: ServerAnswer<T> = { until: ticks() + this.keptMs, value: ask() };
		this.answers.set(key, answer);
		const { value, error } = await settle(answer.value);
		answer.known = value;
		// An error is no answer of the server.
		if (error !== undefined) answer.until = 0;
		else if (value === undefined) answer.until = ticks() + FAILED_KEPT_MS;
		return await answer.value;
	}

	/** The cached answer, without a request. */
	known(key: string): T | undefined {
		const answer = this.answers.get(key);
		return answer && ticks() < answer.until ? answer.known : undefined;
	}

	forget(key: string): void {
		this.answers.delete(key);
	}
}
