import { Bounded, settle, ticks } from './basics';
import { BOUNDS } from './bounds';
import { ChatNames, spellingOf } from './chatNames';
import type { Call } from './client';
import { AnswerError, isRateLimit } from './errors';
import type { Body } from './multipart';
import { FORGET_MS, type Limiter, SECOND_MS } from './limiters';
import type { Owner } from './owner';
import { type Effect, grownMs, namedMs, PATIENCE, Stop } from './retry';
import { DEFAULT_PACE, type Paced, type PaceOptions, Turns } from './turns';

/** Chats whose limits are known. The least recently used one is forgotten. */
const MOST_CHATS = BOUNDS.paces;

/** If this many chats are refused in a row, and none is accepted in between, it is the bot's limit. */
const SEVERAL = 3;

/** A request, through all its repeats. */
export interface PacedRequest extends Paced {
	method: string;
	/** The chat it is about, in the spelling of `spellingOf`. */
	chat?: string;
	/** Whether requests about its chat go out one after the other. */
	ordered: boolean;
	/** `RefusedChats.balance` when the server refused it last because of the rate. */
	balance?: number;
}

/** Chats that the server refused lately, with requests that it counts together. */
class RefusedChats {
	/** By the time (ticks) of the first refusal, until the bot slows down for it. */
	readonly first = new Bounded<Limiter, number>(MOST_CHATS);

	/** Since the last accepted request, by the time (ticks) of the last refusal. */
	readonly inRow = new Bounded<Turns, number>(MOST_CHATS);

	/** For which the bot slowed down last, until it is clear whether its limit was the reason. */
	readonly blamed = new Bounded<Limiter, number>(MOST_CHATS);

	/** Accepted requests less those refused. */
	balance = 0;

	/** Refusals that are further apart say nothing about the bot. */
	forgetOld(now: number): void {
		for (const chats of [this.first, this.inRow, this.blamed] as Array<Map<unknown, number>>) {
			for (const [chat, at] of chats) if (now - at > FORGET_MS) chats.delete(chat);
		}
	}
}

/**
 * The pace of a bot at one address. All executions, nodes and triggers of this process share it, so what one
 * has learned of the bot or of a chat, all know. A request waits for its turn in its chat, then for its turn
 * of the bot; neither wait is a retry. Executions take turns, not requests: next is the one that has waited
 * longest since its last turn, and low priority comes after all others. Requests begin at once until the
 * server refuses; until then, only some are under way at once, more with each time that all went well.
 * A refusal slows down its chat, and the bot if several chats are refused, until their repeats show that it was
 * the chats; messages, changes and reads each have a rate of their own, unless the server shows that it counts
 * them together. Whatever waits for a chat stays in order: the refused request is sent again first, after the
 * wait that the server names and up to half as much again by chance. If that wait is longer than a request
 * allows, or one was refused through all its repeats, all that wait for that chat fail together; if no chat is
 * taken, others are tried ever more seldom, and after one and a half times the longest wait all fail.
 * Rates that users set hold for all, the lowest one while it is in use. A limit is forgotten after a minute
 * without a request, and doubted more from refusal to refusal: a bot's within two minutes, a chat's within
 * twenty; of more than 1,000 chats, the least recently used one is forgotten.
 */
export class Pace {
	private readonly ofBot = new Turns('bot');

	private readonly chats = new Bounded<string, Turns>(MOST_CHATS);

	private readonly refused: Readonly<Record<Effect, RefusedChats>> = {
		once: new RefusedChats(),
		repeatable: new RefusedChats(),
		read: new RefusedChats(),
	};

	/** Whether no limit of the bot is known. */
	isUnlimited({ effect }: Paced): boolean {
		return this.ofBot.limiterOf(effect).rate === Infinity;
	}

	/** Whether a repeat would be refused again. */
	isHopeless(request: PacedRequest, names: ChatNames): boolean {
		return [this.ofBot, this.chatOf(request, names)].some((turns) => turns.isHopeless(request));
	}

	/** Milliseconds that the server still asks to wait. */
	closedMs(request: PacedRequest, names: ChatNames): number {
		const all = [this.ofBot, this.chatOf(request, names)];
		return Math.max(...all.map((turns) => turns.limiterOf(request.effect).closedMs));
	}

	/**
	 * Makes a request when it is its turn. Resolves or rejects as it does, and throws as `Turns.next` does.
	 *
	 * @param inPlace runs what comes after the turn of the chat
	 */
	async run<T>(
		request: PacedRequest,
		names: ChatNames,
		stop: Stop,
		call: () => Promise<T>,
		inPlace = async (work: () => Promise<T>): Promise<T> => await work(),
	): Promise<T> {
		const { chat, ordered, options } = request;
		const { parallel, ratePerBot, ratePerChat, priority } = options;
		const ofChat = this.chatOf(request, names);
		this.ofBot.checkWait(request);
		// An execution reads its form for as many requests as begin; triggers begin one for each press.
		const mostAtOnce = request.party === this ? parallel : Infinity;
		const most = ordered && chat !== undefined ? 1 : mostAtOnce;
		const rate = chat === undefined ? 0 : ratePerChat;
		const given = ofChat.next(request, most, rate, stop);
		const turn = given instanceof Promise ? await given : given;
		const turnAt = ticks();
		const inTurn = async () => {
			// Those behind it in its chat would wait for the bot as well, and overtake it.
			if (priority === 'normal') turn.at = undefined;
			const { end } = await this.ofBot.next(request, parallel, ratePerBot, stop);
			turn.at = ticks();
			return await this.learn(request, names, turnAt, call).finally(end);
		};
		return await inPlace(inTurn).finally(turn.end);
	}

	/** The request has no repeats left: what waits for the same chat would fare no better. */
	gaveUp(request: PacedRequest, names: ChatNames, error: AnswerError): void {
		const { effect } = request;
		const ofChat = this.chatOf(request, names);
		ofChat.limiterOf(effect).gaveUp();
		if (!ofChat.limiterOf(effect).isHopeless) return;
		const { code, description, retryAfter } = error;
		ofChat.end(effect, () => new AnswerError(code, description, retryAfter));
	}

	private async learn<T>(
		request: PacedRequest,
		names: ChatNames,
		turnAt: number,
		call: () => Promise<T>,
	): Promise<T> {
		const begunAt = ticks();
		const { value, error } = await settle(call());
		// The answer may have shown that two names are of one chat.
		const ofChat = this.chatOf(request, names);
		if (isRateLimit(error)) this.wasRefused(request, ofChat, error, { begunAt, turnAt });
		else if (error === undefined || error instanceof AnswerError) {
			this.wasTaken(request, ofChat, begunAt);
		}
		if (error !== undefined) throw error;
		return value as T;
	}

	private wasTaken({ effect }: PacedRequest, ofChat: Turns, begunAt: number): void {
		const refused = this.refused[this.ofBot.countedAs(effect)];
		const { first, inRow, blamed } = refused;
		for (const turns of [this.ofBot, ofChat]) turns.limiterOf(effect).took(begunAt);
		if (begunAt > this.ofBot.limiterOf(effect).slowedAt) refused.balance++;
		inRow.clear();
		// Its chat takes messages, so it was the bot's limit.
		if (blamed.has(ofChat.limiterOf(effect))) blamed.clear();
		// If other chats are accepted, a refusal is about its chat.
		if (this.ofBot.limiterOf(effect).rate === Infinity) first.clear();
	}

	private wasRefused(
		request: PacedRequest,
		ofChat: Turns,
		error: AnswerError,
		{ begunAt, turnAt }: { begunAt: number; turnAt: number },
	): void {
		const { effect } = request;
		const isRepeat = request.refusals++ > 0;
		if (!error.isSlowMode) this.ofBot.noteRefusal(effect);
		const [bot, chat] = [this.ofBot.limiterOf(effect), ofChat.limiterOf(effect)];
		const refused = this.refused[this.ofBot.countedAs(effect)];
		const { first, inRow, blamed } = refused;
		const now = ticks();
		refused.forgetOld(now);
		// If more were accepted than refused since its last refusal, it is the chat.
		const isAboutChat = error.isSlowMode || refused.balance > (request.balance ?? Infinity);
		if (!isAboutChat) refused.balance--;
		request.balance = refused.balance;
		if (isAboutChat) {
			first.delete(chat);
			if (blamed.delete(chat) && blamed.size === 0) bot.forgive();
		}
		if (begunAt >= bot.slowedAt) {
			const isFirst = !isRepeat && chat.refusedSince === Infinity;
			if (isFirst && !isAboutChat) first.set(chat, now);
			// A method is no chat: if it counts with messages, the bot's limit is enough.
			const isOfBot = request.chat === undefined && this.ofBot.countedAs(effect) !== effect;
			if (!isOfBot) chat.refused(turnAt);
		}
		chat.close(namedMs(error), namedMs(error) || grownMs(request.refusals, request.options));
		ofChat.endTooLong(effect);
		if (isAboutChat) return;
		// Repeated refusals of one request say nothing about the bot's limit.
		if (!isRepeat && first.size >= (bot.isTrying ? 1 : SEVERAL)) {
			// While the server takes nothing, and names a time, slower does not help.
			const isOfUse = !namedMs(error) || bot.refusedSince === Infinity;
			if (isOfUse) bot.refused(begunAt, blamed.size > 0);
			for (const wronged of first.keys()) {
				wronged.forgive();
				if (isOfUse) blamed.set(wronged, now);
			}
			first.clear();
		}
		inRow.set(ofChat, now);
		if (inRow.size < SEVERAL || !namedMs(error)) return;
		// These may be the only chats that are refused, so one more is tried now and then.
		const triedMs = Math.max(SECOND_MS, (now - bot.refusedSince) / 10);
		bot.close(namedMs(error), Math.min(namedMs(error), triedMs));
		this.ofBot.endTooLong(effect);
	}

	/** The turns of the chat of a request; of its method, if it is about no chat. */
	private chatOf({ chat, method }: PacedRequest, names: ChatNames): Turns {
		const key = chat === undefined ? method : names.chatOf(chat);
		// What we learned under a chat's name applies to its ID.
		const turns = this.chats.get(key) ?? this.chats.get(chat ?? key) ?? new Turns('chat');
		if (chat !== undefined) this.chats.delete(chat);
		this.chats.set(key, turns);
		return turns;
	}
}

/** What a method does, by the beginning of its name. */
const effectOf = (method: string): Effect =>
	method.startsWith('get') ? 'read' : method.startsWith('send') ? 'once' : 'repeatable';

/** A person waits for these requests, and nobody repeats them by hand. */
const OPTIONS: PaceOptions = { ...DEFAULT_PACE, ...PATIENCE };

/**
 * The requests of triggers, and of nodes that take an answer, at the pace of their bot: all of them together
 * take turns like one execution, so that what many people cause neither overtakes nor holds up the messages
 * in a chat. What the server refuses because of the rate is sent again. Reads do not wait, because getUpdates
 * is held. Throws as `Pace.run` does, also after some time without a turn: the chat may be a busy one.
 */
export const pacedCall =
	(call: Call, bot: Owner): Call =>
	async (method, body, callOptions) => {
		const request = async () => await call(method, body, callOptions);
		const effect = effectOf(method);
		if (effect === 'read') return await request();
		const [pace, names] = [bot.part(Pace), bot.part(ChatNames)];
		const { chat_id: id } = body as Body;
		const chat = id === undefined ? undefined : spellingOf(String(id));
		const begun = {
			...{ effect, method, chat, options: OPTIONS },
			...{ ordered: false, party: pace, cameAt: ticks(), refusals: 0 },
		};
		const { retries, longestWaitMs } = OPTIONS;
		const late = AbortSignal.timeout(longestWaitMs);
		const { abortSignal = late, places } = callOptions ?? {};
		const stop = new Stop(AbortSignal.any([abortSignal, late]));
		const inPlace = async <T>(work: () => Promise<T>) => await (places?.run(work) ?? work());
		for (;;) {
			const { value, error } = await settle(pace.run(begun, names, stop, request, inPlace));
			if (error === undefined) return value!;
			const mayRepeat = isRateLimit(error) && namedMs(error) <= longestWaitMs;
			if (!mayRepeat || begun.refusals > retries || pace.isHopeless(begun, names)) throw error;
		}
	};
