import type { Call } from './client';
import { AnswerError, RequestError, TransportError } from './errors';
import { Lanes } from './lanes';
import type { Body } from './multipart';
import { Pace } from './pace';
import { isSend, mayHaveArrived, withRetries, type RetryOptions } from './retry';
import { settle } from './settle';

export interface TrafficOptions extends RetryOptions {
	/** Requests at a time. */
	parallel: number;
	/** Requests a second, for the bot and for one chat; 0: as fast as the server lets. */
	ratePerBot: number;
	ratePerChat: number;
	/** Milliseconds without an answer after which a request is given up. */
	timeoutMs: number;
}

/** Right for a user who never opens the options. */
export const DEFAULT_TRAFFIC: TrafficOptions = {
	parallel: 10,
	ratePerBot: 0,
	ratePerChat: 0,
	retries: 5,
	longestWaitMs: 60_000,
	timeoutMs: 60_000,
};

export interface Request {
	method: string;
	/** The chat it is about, if any. */
	chat?: string;
	/** Makes the parameters, anew for each attempt. */
	body: () => Promise<Body>;
}

export interface Reply {
	result: unknown;
	/** An earlier attempt got no answer and may have been carried out already. */
	uncertain: boolean;
}

/** Writes to one chat keep their order; reads, deletes and moderation are not bound to it. */
const isOrdered = (method: string) => isSend(method) || method === 'editMessageText';

/** Sends an execution's requests: some at a time, in lanes, at the server's pace, with retries. */
export class Traffic {
	private readonly lanes: Lanes;

	private readonly pace: Pace;

	private readonly chatPaces = new Map<string, Pace>();

	private stopped = false;

	constructor(
		private readonly call: Call,
		readonly options: TrafficOptions,
		private readonly signal?: AbortSignal,
	) {
		this.lanes = new Lanes(options.parallel);
		this.pace = new Pace(options.ratePerBot);
	}

	/** Whether there is enough to send: as many requests wait for a free place as there are places. */
	get isBusy(): boolean {
		return this.lanes.ready >= this.options.parallel;
	}

	/** Whether no request begins any more, because of stop() or because the execution was cancelled. */
	get isStopped(): boolean {
		return this.stopped || this.signal?.aborted === true;
	}

	/** From now on no request begins; those under way end by themselves. */
	stop(): void {
		this.stopped = true;
	}

	/** Resolves with the API's result. Throws AnswerError, TransportError or FieldError. */
	async send(request: Request): Promise<Reply> {
		const { method, chat } = request;
		const reply = { result: undefined as unknown, uncertain: false };
		const attempt = async () => {
			const { value, error } = await settle(this.attempt(request));
			if (error === undefined) return value;
			reply.uncertain ||= mayHaveArrived(error);
			throw error;
		};
		await this.lanes.run(isOrdered(method) ? chat : undefined, async () => {
			const sent = await settle(withRetries(method, attempt, this.options, this.signal));
			// What is known of one attempt holds for the whole request, however it ended.
			if (sent.error instanceof RequestError) sent.error.mayHaveArrived ||= reply.uncertain;
			if (sent.error !== undefined) throw sent.error;
			reply.result = sent.value;
		});
		return reply;
	}

	private async attempt({ method, chat, body }: Request): Promise<unknown> {
		this.throwIfStopped(method);
		await this.paceOf(chat)?.turn(method, this.signal);
		await this.pace.turn(method, this.signal);
		const parameters = await body();
		this.throwIfStopped(method);
		const begunAt = Date.now();
		const { value, error } = await settle(this.call(method, parameters));
		if (error instanceof AnswerError && error.isRateLimit) this.pace.refused(begunAt);
		else this.pace.took();
		if (error === undefined) return value;
		throw error;
	}

	private paceOf(chat: string | undefined): Pace | undefined {
		if (chat === undefined || this.options.ratePerChat === 0) return undefined;
		const pace = this.chatPaces.get(chat) ?? new Pace(this.options.ratePerChat);
		this.chatPaces.set(chat, pace);
		return pace;
	}

	private throwIfStopped(method: string): void {
		if (this.isStopped) {
			throw new TransportError(method, 'cancelled', 'The execution was stopped');
		}
	}
}
