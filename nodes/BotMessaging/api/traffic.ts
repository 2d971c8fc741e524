import {
	movedTo,
	moveIn,
	spellingOf,
	withCurrentIds,
	type ChatNames,
	type Moves,
} from './chatNames';
import type { AnyCall } from './client';
import { AnswerError, isRateLimit, RequestError } from './errors';
import { Lanes, KeyedQueue } from './queues';
import { closeFiles, type Body } from './multipart';
import { Limiters, type Precedence, type Refusals } from './limiters';
import { mayHaveArrived, withRetries, type Effect, type RetryOptions, Stop } from './retry';
import { settle, ticks } from './basics';

export interface TrafficOptions extends RetryOptions {
	/** Concurrent requests. */
	parallel: number;
	/** Requests a second, for the bot and for one chat; 0: as fast as the server lets. */
	ratePerBot: number;
	ratePerChat: number;
	/** Milliseconds without an answer after which a request is given up. */
	timeoutMs: number;
	/** `low`: all other requests of this bot come first. */
	priority: 'normal' | 'low';
}

/** For users who never open the options. */
export const DEFAULT_TRAFFIC: TrafficOptions = {
	parallel: 10,
	ratePerBot: 0,
	ratePerChat: 0,
	retries: 5,
	longestWaitMs: 60_000,
	timeoutMs: 60_000,
	priority: 'normal',
};

/** Fixed properties of a method. */
export interface Traits {
	/** The API's name for it. */
	method: string;
	effect: Effect;
	/** Whether requests about one chat are sent in the order of the items. */
	ordered: boolean;
}

export interface Request extends Traits {
	/** The chat it is about, if any. */
	chat?: string;
	/** Makes the parameters again for each attempt. */
	body: () => Promise<Body>;
}

/** Shared by all who send for a bot. */
interface Shared {
	names: ChatNames;
	precedence: Precedence;
	refusals: Refusals;
	moves: Moves;
}

export interface Reply {
	result: unknown;
	/** Whether an earlier attempt got no answer and may have run. */
	uncertain: boolean;
}

/** The progress of one request over its attempts. */
interface RequestProgress {
	wasRefused: boolean;
	/** When the limiter of its chat let the last attempt begin (ticks). */
	turnAt: number;
	/** Whether an attempt got no answer and may have run. */
	uncertain: boolean;
	/** Whether the server reported the chat's new ID. */
	hasMoved: boolean;
}

/** Sends an execution's requests: some at a time, in lanes, at the server's pace, with retries. */
export class Traffic {
	private readonly lanes: Lanes;

	private readonly limits: Limiters;

	/** Of requests that wait for the limiter of their chat. */
	private readonly turns = new KeyedQueue();

	private readonly stopping: Stop;

	constructor(
		private readonly call: AnyCall,
		readonly options: TrafficOptions,
		private readonly shared: Shared,
		signal?: AbortSignal,
	) {
		const { names } = shared;
		this.stopping = new Stop(signal);
		this.lanes = new Lanes(options.parallel, this.stopping, names);
		const { ratePerBot, ratePerChat, priority } = options;
		this.limits =
			priority === 'low'
				? shared.precedence.limitersOf(ratePerBot, ratePerChat, names)
				: new Limiters(ratePerBot, ratePerChat, names);
	}

	/** The chat's new ID for the API; `undefined` if it has not moved. */
	movedTo(chat: string): string | number | undefined {
		return movedTo(this.shared.moves, chat);
	}

	/** Resolves when there is little left to send. */
	async room(): Promise<void> {
		await this.lanes.room();
	}

	/** Whether no request begins any more, because of stop() or a cancelled execution. */
	get isStopped(): boolean {
		return this.stopping.isStopped;
	}

	/** From now on no request begins or waits; those under way finish. */
	stop(): void {
		this.stopping.call();
	}

	/**
	 * Resolves with the API's result. Throws AnswerError, TransportError or UserError.
	 * While a request waits, for its turn or to be sent again, it holds the lane of its chat, but no
	 * place.
	 */
	async send(given: Request): Promise<Reply> {
		const chat = given.chat === undefined ? undefined : this.placeOf(given.chat);
		const request = { ...given, chat };
		const lane = request.ordered ? chat : undefined;
		return await this.lanes.inLane(lane, async () => await this.untilAnswered(request));
	}

	/**
	 * Runs something that only reads without an API request, such as a download: in a place, with retries for
	 * temporary failures. Throws its errors, or TransportError `cancelled`.
	 */
	async read<T>(work: () => Promise<T>): Promise<T> {
		const attempt = async () =>
			await this.lanes.inPlace(async () => {
				this.stopping.check();
				return await work();
			});
		const series = async () => await withRetries('read', attempt, this.options, this.stopping);
		return await this.lanes.inLane(undefined, series);
	}

	/**
	 * Runs a task that holds the lane of a chat: no other ordered request goes out there; the task itself sends
	 * unordered ones. Resolves or rejects as the task does.
	 */
	async inTurn<T>(chat: string, task: () => Promise<T>): Promise<T> {
		return await this.lanes.inLane(this.placeOf(chat), task);
	}

	/** The chat in the spelling of `spellingOf`, with its current ID. */
	private placeOf(given: string): string {
		const chat = spellingOf(given);
		return this.shared.moves.currentIdOf(chat) ?? chat;
	}

	private async untilAnswered(request: Request): Promise<Reply> {
		const progress = { wasRefused: false, turnAt: 0, uncertain: false, hasMoved: false };
		const { value, error } = await settle(this.series(request, progress));
		if (value) return value;
		// The moved group did not take the request.
		if (progress.hasMoved) return await this.series(request, progress);
		throw error;
	}

	private async series(request: Request, progress: RequestProgress): Promise<Reply> {
		const { effect, chat } = request;
		const attempt = async () => await this.attempt(request, progress);
		const isHopeless = () => this.limits.of(chat).some((limiter) => limiter.isHopeless);
		const series = withRetries(effect, attempt, this.options, this.stopping, isHopeless);
		const result = await series.catch((error: unknown) => {
			if (isRateLimit(error)) for (const limiter of this.limits.of(chat)) limiter.gaveUp();
			if (error instanceof AnswerError) this.sayUntil(error, request);
			// Doubt about one attempt applies to the whole request, however it ended.
			if (error instanceof RequestError) error.mayHaveArrived ||= progress.uncertain;
			throw error;
		});
		return { result, uncertain: progress.uncertain };
	}

	/** The key of the waits: the chat, otherwise the method. */
	private waitsBy({ chat, method }: Request): string {
		return chat === undefined ? method : this.shared.names.chatOf(chat);
	}

	/** Milliseconds until the server takes a request, if the user does not allow that long. */
	private tooLongMs(request: Request): number | undefined {
		const left = this.shared.refusals[request.effect].leftMs(this.waitsBy(request));
		return left > this.options.longestWaitMs ? left : undefined;
	}

	/** Throws if a wait that the server asked for is longer than the user allows, and is not over. */
	private checkWait(request: Request): void {
		const left = this.tooLongMs(request);
		if (left !== undefined) throw new AnswerError(429, 'Too Many Requests', left / 1000);
	}

	private sayUntil(error: AnswerError, request: Request): void {
		const left = this.tooLongMs(request);
		if (!error.isRateLimit || left === undefined) return;
		const { longestWaitMs } = this.options;
		error.refused = { until: new Date(Date.now() + left), longestWaitMs };
	}

	private async attempt(request: Request, progress: RequestProgress): Promise<unknown> {
		this.stopping.check();
		this.checkWait(request);
		const { chat } = request;
		const ofChat = this.limits.ofChat(chat);
		// One request of a chat at a time asks its limiter, which may be another one by then.
		const turn = async () => await this.limits.ofChat(chat)?.turn(this.stopping);
		if (ofChat && ofChat.rate < Infinity) await this.turns.run(chat!, turn);
		else ofChat?.take();
		progress.turnAt = ticks();
		return await this.lanes.inPlace(async () => {
			if (this.limits.ofBot.rate === Infinity) await this.lanes.apart();
			// Everybody else waits for this too, so it may keep its place while it waits.
			const isLow = this.options.priority === 'low';
			if (isLow) await this.shared.precedence.clear(this.stopping);
			await this.limits.ofBot.turn(this.stopping);
			const call = async () => await this.callNow(request, progress);
			return await (isLow ? call() : this.shared.precedence.first(call));
		});
	}

	private async callNow(request: Request, progress: RequestProgress): Promise<unknown> {
		const { method, chat, body } = request;
		const { names, refusals, moves } = this.shared;
		const parameters = withCurrentIds(await body(), moves);
		try {
			this.stopping.check();
			this.checkWait(request);
			const begunAt = ticks();
			const { value: result, error } = await settle(this.call(method, parameters));
			if (error === undefined) names.learn(result, chat);
			progress.uncertain ||= mayHaveArrived(error);
			const waits = refusals[request.effect];
			if (isRateLimit(error)) {
				this.limits.refused(chat, begunAt, progress.turnAt, progress.wasRefused);
				waits.refused(this.waitsBy(request), error);
				progress.wasRefused = true;
			} else if (error === undefined || error instanceof AnswerError) {
				this.limits.took(chat, begunAt);
				waits.took(this.waitsBy(request));
			}
			const move = error instanceof AnswerError ? moveIn(error, parameters) : undefined;
			if (move) {
				moves.note(...move);
				names.note(...move);
				progress.hasMoved = true;
			}
			if (error !== undefined) throw error;
			return result;
		} finally {
			closeFiles(parameters);
		}
	}
}
