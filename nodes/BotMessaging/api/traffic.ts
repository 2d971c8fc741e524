import { sleep } from 'n8n-workflow';

import type { Call } from './client';
import { AnswerError, RequestError } from './errors';
import { Lanes } from './lanes';
import type { Body } from './multipart';
import { Paces } from './paces';
import { mayHaveArrived, outcomeOf, withRetries, type Effect, type RetryOptions } from './retry';
import { settle, type Settled } from './settle';
import { Stop } from './stop';

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

/** What is true of a method, whoever calls it. */
export interface Traits {
	/** The API's name for it. */
	method: string;
	effect: Effect;
	/** Whether its requests about one chat go out one after the other, in the order of the items. */
	ordered: boolean;
}

export interface Request extends Traits {
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

/** Requests under way at most: many may wait for one slow chat while others go out. */
const AHEAD = 500;

const isRefusal = (error: unknown) => outcomeOf(error) === 'rateLimited';

/** Sends an execution's requests: some at a time, in lanes, at the server's pace, with retries. */
export class Traffic {
	private readonly lanes: Lanes;

	private readonly paces: Paces;

	private readonly stopping: Stop;

	/** Requests that have not been answered yet. */
	private underWay = 0;

	private readonly wantRoom: Array<() => void> = [];

	constructor(
		private readonly call: Call,
		readonly options: TrafficOptions,
		signal?: AbortSignal,
	) {
		this.lanes = new Lanes(options.parallel, async () => await this.heard());
		this.paces = new Paces(options.ratePerBot, options.ratePerChat);
		this.stopping = new Stop(signal);
	}

	/**
	 * Resolves when there is little to send: fewer requests wait for a free place than there are
	 * places, and not too many for their turn in a chat or to be sent again.
	 */
	async room(): Promise<void> {
		while (this.isFull) await new Promise<void>((resolve) => this.wantRoom.push(resolve));
	}

	private get isFull(): boolean {
		return this.underWay >= AHEAD || this.lanes.isFull;
	}

	private tellRoom(): void {
		if (!this.isFull) for (const resolve of this.wantRoom.splice(0)) resolve();
	}

	/** Whether no request begins any more, because of stop() or because the execution was cancelled. */
	get isStopped(): boolean {
		return this.stopping.isStopped;
	}

	/** From now on no request begins, and none waits; those under way end by themselves. */
	stop(): void {
		this.stopping.call();
	}

	/**
	 * Resolves with the API's result. Throws AnswerError, TransportError or UserError.
	 * While a request waits, for its turn or to be sent again, it holds the lane of its chat, but no
	 * place.
	 */
	async send(request: Request): Promise<Reply> {
		this.underWay++;
		try {
			return await this.untilAnswered(request);
		} finally {
			this.underWay--;
			this.tellRoom();
		}
	}

	private async untilAnswered(request: Request): Promise<Reply> {
		const { effect, ordered, chat } = request;
		let uncertain = false;
		let refusals = 0;
		const attempt = async () => {
			const { value, error, begunAt } = await this.attempt(request, refusals > 0);
			if (error === undefined) return value;
			uncertain ||= mayHaveArrived(error);
			// How often one request is refused says nothing about how many are too many.
			if (isRefusal(error) && refusals++ === 0) this.paces.refused(chat, begunAt);
			throw error;
		};
		const end = { stop: this.stopping, isHopeless: () => this.paces.isHopeless(chat) };
		const series = async () => await withRetries(effect, attempt, this.options, end);
		const inLane = this.lanes.inLane(ordered ? chat : undefined, series);
		const { value: result, error } = await settle(inLane);
		if (error === undefined) return { result, uncertain };
		if (isRefusal(error)) this.paces.gaveUp(chat);
		// What is known of one attempt holds for the whole request, however it ended.
		if (error instanceof RequestError) error.mayHaveArrived ||= uncertain;
		throw error;
	}

	private async attempt(
		request: Request,
		isRepeat: boolean,
	): Promise<Settled<unknown> & { begunAt: number }> {
		this.stopping.check();
		const pace = this.paces.ofChat(request.chat);
		if (pace) await pace.turn(this.stopping, isRepeat);
		const leave = await this.lanes.place();
		const giveBack = () => {
			leave();
			this.tellRoom();
		};
		const { value: answered, error: unsent } = await settle(this.inPlace(request));
		const hasFailed = (unsent ?? answered?.error) !== undefined;
		// The place is given back later; the failure is told at once.
		if (hasFailed) void this.heard().then(giveBack);
		else giveBack();
		if (answered) return answered;
		throw unsent;
	}

	/** Whoever hears of an error may stop all others: they begin only after that. */
	private async heard(): Promise<void> {
		if (!this.isStopped) await sleep(0);
	}

	private async inPlace(request: Request): Promise<Settled<unknown> & { begunAt: number }> {
		// For this all others wait as well, so it may be waited for in a place.
		await this.paces.bot.turn(this.stopping);
		return await this.callNow(request);
	}

	private async callNow({ method, chat, body }: Request) {
		const parameters = await body();
		this.stopping.check();
		const begunAt = Date.now();
		const settled = await settle(this.call(method, parameters));
		const { error } = settled;
		const isTaken = error === undefined || (error instanceof AnswerError && !isRefusal(error));
		if (isTaken) this.paces.took(chat);
		return { ...settled, begunAt };
	}
}
