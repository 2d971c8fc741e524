import { TransportError } from './errors';
import type { Call } from './client';
import { Lanes } from './lanes';
import type { Body } from './multipart';
import { settle } from './settle';
import { isSend, withRetries, type RetryOptions } from './retry';

export interface TrafficOptions extends RetryOptions {
	/** Requests at a time. */
	parallel: number;
}

/** Right for a user who never opens the options. */
export const DEFAULT_TRAFFIC: TrafficOptions & { timeoutMs: number } = {
	parallel: 10,
	retries: 5,
	longestWaitMs: 60_000,
	timeoutMs: 60_000,
};

/** A request by its method and what makes its body, anew for each attempt. */
export interface Request {
	method: string;
	/** The chat it writes to: one request at a time, in the order they came. */
	lane?: string;
	body: () => Promise<Body>;
}

/** Writes to one chat keep their order; reads, deletes and moderation are not bound to it. */
export function laneOf(method: string, body: Body): string | undefined {
	if (!isSend(method) && method !== 'editMessageText') return undefined;
	return String(body.chat_id);
}

/** Sends an execution's requests: some at a time, in lanes, with retries. */
export class Traffic {
	private readonly lanes: Lanes;

	private stopped = false;

	constructor(
		private readonly call: Call,
		readonly options: TrafficOptions,
		private readonly signal?: AbortSignal,
	) {
		this.lanes = new Lanes(options.parallel);
	}

	/** From now on no request begins; those under way end by themselves. */
	stop(): void {
		this.stopped = true;
	}

	/** Resolves with the API's result. Throws AnswerError, TransportError or FieldError. */
	async send({ method, lane, body }: Request): Promise<Reply> {
		return await this.lanes.run(lane, async () => {
			let uncertain = false;
			const result = await withRetries(
				method,
				async () => {
					this.throwIfStopped(method);
					const { value, error } = await settle(
						body().then(async (sent) => await this.call(method, sent)),
					);
					if (error === undefined) return value;
					uncertain ||= error instanceof TransportError && error.mayHaveArrived;
					throw error;
				},
				this.options,
				this.signal,
			);
			return { result, uncertain };
		});
	}

	private throwIfStopped(method: string): void {
		if (this.stopped || this.signal?.aborted) {
			throw new TransportError(method, 'cancelled', 'The execution was stopped');
		}
	}
}

export interface Reply {
	result: unknown;
	/** An earlier attempt got no answer and may have been carried out already. */
	uncertain: boolean;
}
