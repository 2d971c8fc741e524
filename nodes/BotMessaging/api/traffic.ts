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
import { Lanes } from './queues';
import { closeFiles, type Body } from './multipart';
import type { Pace, PacedRequest } from './pace';
import { mayHaveArrived, withRetries, type Effect, Stop } from './retry';
import { DEFAULT_PACE, type PaceOptions } from './turns';
import { settle, ticks } from './basics';

export interface TrafficOptions extends PaceOptions {
	/** Milliseconds without an answer after which a request is given up. */
	timeoutMs: number;
}

/** For users who never open the options. */
export const DEFAULT_TRAFFIC: TrafficOptions = { ...DEFAULT_PACE, timeoutMs: 60_000 };

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
	pace: Pace;
	moves: Moves;
	/** Learns in which chats the bot writes, or no longer can. */
	chats: { learnFrom: (result: unknown, chat: unknown, refusal?: string) => void };
}

export interface Reply {
	result: unknown;
	/** Whether an earlier attempt got no answer and may have run. */
	uncertain: boolean;
}

/** A request over its attempts. */
interface RequestProgress extends PacedRequest {
	body: () => Promise<Body>;
	/** Whether an attempt got no answer and may have run. */
	uncertain: boolean;
	/** Whether the server reported the chat's new ID. */
	hasMoved: boolean;
}

/** Sends an execution's requests: some at a time, in lanes, at the server's pace, with retries. */
export class Traffic {
	private readonly lanes: Lanes;

	private readonly stopping: Stop;

	constructor(
		private readonly call: AnyCall,
		readonly options: TrafficOptions,
		private readonly shared: Shared,
		signal?: AbortSignal,
	) {
		this.stopping = new Stop(signal);
		this.lanes = new Lanes(options.parallel, this.stopping, shared.names);
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
		const lane = given.ordered ? chat : undefined;
		return await this.lanes.inLane(lane, async () => await this.untilAnswered(given, chat));
	}

	/** Runs what only reads, such as a download, in a place and with retries. Throws its errors. */
	async read<T>(work: () => Promise<T>): Promise<T> {
		const attempt = async () =>
			await this.lanes.inPlace(async () => {
				this.stopping.check();
				return await work();
			});
		const series = async () => await withRetries('read', attempt, this.options, this.stopping);
		return await this.lanes.inLane(undefined, series);
	}

	/** Runs a task that holds the lane of a chat: no other ordered request goes out there. */
	async inTurn<T>(chat: string, task: () => Promise<T>): Promise<T> {
		return await this.lanes.inLane(this.placeOf(chat), task);
	}

	/** The chat in the spelling of `spellingOf`, with its current ID. */
	private placeOf(given: string): string {
		const chat = spellingOf(given);
		return this.shared.moves.currentIdOf(chat) ?? chat;
	}

	private async untilAnswered(given: Request, chat?: string): Promise<Reply> {
		const { method, effect, ordered, body } = given;
		const { options } = this;
		const cameAt = ticks();
		// Spread objects take many times the memory.
		// prettier-ignore
		const progress: RequestProgress = {
			method, effect, ordered, body, chat, options, cameAt,
			party: this, refusals: 0, uncertain: false, hasMoved: false,
		};
		const { value, error } = await settle(this.series(progress));
		if (value) return value;
		// The moved group did not take the request.
		if (progress.hasMoved) return await this.series(progress);
		throw error;
	}

	private async series(request: RequestProgress): Promise<Reply> {
		const { pace, names } = this.shared;
		const attempt = async () => await this.attempt(request);
		const line = { isHopeless: () => pace.isHopeless(request, names) };
		const series = withRetries(request.effect, attempt, this.options, this.stopping, line);
		const result = await series.catch((error: unknown) => {
			if (isRateLimit(error)) {
				pace.gaveUp(request, names, error);
				this.sayUntil(error, request);
			}
			// Doubt about one attempt applies to the whole request, however it ended.
			if (error instanceof RequestError) error.mayHaveArrived ||= request.uncertain;
			throw error;
		});
		return { result, uncertain: request.uncertain };
	}

	/** Says when the server takes a request again, if that is a longer wait than the user allows. */
	private sayUntil(error: AnswerError, request: RequestProgress): void {
		const { longestWaitMs } = this.options;
		const left = this.shared.pace.closedMs(request, this.shared.names);
		if (left <= longestWaitMs) return;
		error.refused = { until: new Date(Date.now() + left), longestWaitMs };
	}

	private async attempt(request: RequestProgress): Promise<unknown> {
		const { pace, names } = this.shared;
		const call = async () => await this.callNow(request);
		return await pace.run(request, names, this.stopping, call, async (work) => {
			const inPlace = async () => {
				if (pace.isUnlimited(request)) await this.lanes.apart();
				return await work();
			};
			return await this.lanes.inPlace(inPlace, request.refusals > 0);
		});
	}

	private async callNow(request: RequestProgress): Promise<unknown> {
		const { method, chat, body } = request;
		const { names, moves, chats } = this.shared;
		const parameters = withCurrentIds(await body(), moves);
		try {
			this.stopping.check();
			const { value: result, error } = await settle(this.call(method, parameters));
			if (error === undefined) names.learn(result, chat);
			// A refusal of a forward may be about the chat from which it is.
			const about = parameters.from_chat_id === undefined ? parameters.chat_id : undefined;
			chats.learnFrom(result, about, (error as Error | undefined)?.message);
			request.uncertain ||= mayHaveArrived(error);
			const move = error instanceof AnswerError ? moveIn(error, parameters) : undefined;
			if (move) {
				moves.note(...move);
				names.note(...move);
				request.hasMoved = true;
			}
			if (error !== undefined) throw error;
			return result;
		} finally {
			closeFiles(parameters);
		}
	}
}
