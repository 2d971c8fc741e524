import type { IDataObject } from 'n8n-workflow';

import { Bounded, ticks } from '../api/basics';
import { LatestOnly, Semaphore } from '../api/queues';
import type { CallbackData } from '../callbackData/buttonData';
import { answererOf, type Answering, type Delivery } from './question';

/** n8n reads and writes a whole execution for each answer: too many at once keep each other waiting. */
const MOST_AT_ONCE = 10;

/** Of people who were told that a question is not for them: they never take the places of others. */
const MOST_OF_REFUSED = 3;

const MOST_REMEMBERED = 10_000;
const MOST_IN_A_CHAT = 20;

/** Some words of the bot help; more of them would let anybody fill a chat with them. */
const MOST_WORDS = 3;

/** So long n8n is not asked again: a person may be made an administrator meanwhile. */
const KNOWN_MS = 4000;

/** An n8n that is slow is asked less: after so many times the time that it took. */
const KNOWN_TIMES = 2;

/** An unanswered press only spins: what n8n was not asked about is answered no more often than this. */
const TELL_AGAIN_MS = 2000;

/** A question, and the number of its message. */
export interface AskedQuestion {
	callbackData: CallbackData;
	messageId: string;
}

/** A typed question that somebody answers with their next message, also without a reply. */
export interface ExpectedAnswer extends AskedQuestion {
	/** Whose next message it is; absent in a private chat. */
	userIds?: string[];
	/** Unix milliseconds: n8n waits no longer. */
	until: number;
}

/** An answer as it came in a chat. */
export interface ChatAnswer {
	/** Absent: the server does not show the question, and nobody here knows it. */
	callbackData?: CallbackData;
	answering: Answering;
	/** To answer a press with. */
	queryId?: string;
	/** Nobody has replied to the question: if it is over, this is a message like any other. */
	isPlain?: boolean;
}

type DeliveryOutcome = Delivery['botMessagingOutcome'];

/** What n8n says of a question that takes no more answers. */
const OVER: Array<DeliveryOutcome | undefined> = ['closed', 'foreign'];

const isOpen = ({ until }: ExpectedAnswer) => until > Date.now();

/** Whether two are one question. A form is in several messages; in a supergroup made of a group, their numbers begin again. */
const isSame = (one: AskedQuestion, { callbackData, messageId }: AskedQuestion) =>
	one.callbackData.executionId === callbackData.executionId &&
	one.callbackData.nodeId === callbackData.nodeId &&
	(callbackData.kind === 'form' || one.messageId === messageId);

/** Names a question: numbers of messages can begin again, those of executions do not. */
const keyOf = ({ callbackData, answering: { chatId, messageId } }: ChatAnswer) =>
	`${chatId}:${messageId}:${callbackData?.executionId ?? ''}`;

/** Names a person and a question. */
export const personKeyOf = (answer: ChatAnswer) =>
	`${keyOf(answer)}:${answererOf(answer.answering)}`;

const pressKeyOf = (answer: ChatAnswer) =>
	`${personKeyOf(answer)}:${answer.callbackData?.step ?? ''}:${answer.answering.button}`;

/** All that is remembered of the questions of one bot, by this process. */
export class QuestionState {
	/** By update: all triggers of a bot see its updates, and one of them passes an answer on. */
	readonly passed = new Bounded<string, Promise<boolean>>(MOST_REMEMBERED);

	/** Where n8n was reached last. */
	reachedAt?: string;

	/** The answers of one person to one question. */
	readonly turns = new LatestOnly();

	/** What people are told meanwhile. */
	readonly notices = new Semaphore(MOST_AT_ONCE);

	private readonly requests = new Semaphore(MOST_AT_ONCE);
	private readonly requestsOfRefused = new Semaphore(MOST_OF_REFUSED);

	/** By chat and message, also of the bot's corrections: of old messages, servers show no buttons. */
	private readonly questions = new Bounded<string, AskedQuestion>(MOST_REMEMBERED);

	/** The typed questions that a next message may answer, by chat, the oldest first. */
	private readonly expected = new Bounded<string, ExpectedAnswer[]>(MOST_REMEMBERED);

	/** Who has given the answer that a question has. */
	private readonly answeredBy = new Bounded<string, string>(MOST_REMEMBERED);

	/** What n8n said last, by question, by person and by press. In ticks. */
	private readonly said = new Bounded<string, { delivery: Delivery; until: number }>(
		MOST_REMEMBERED,
	);

	/** When a person was last answered from here, in ticks. */
	private readonly toldAt = new Bounded<string, number>(MOST_REMEMBERED);

	/** How often the bot has written to a person about wrong answers to a question. */
	private readonly written = new Bounded<string, number>(MOST_REMEMBERED);

	/** By chat: the number of the last message that was seen. */
	readonly last = new Bounded<string, string>(MOST_REMEMBERED);

	noteLast({ chat, message_id: id }: IDataObject): void {
		const chatId = String((Object(chat) as IDataObject).id);
		if (Number(id) > Number(this.last.get(chatId) ?? 0)) this.last.set(chatId, String(id));
	}

	/** @param seenAt its message, or the one in which the bot has said what was wrong with an answer */
	noteQuestion(chatId: string, question: AskedQuestion, seenAt = question.messageId): void {
		this.questions.set(`${chatId}:${seenAt}`, question);
	}

	/** The question to which a message belongs, which is its own one unless it is a correction. */
	questionAt(chatId: string, messageId: string): AskedQuestion | undefined {
		return this.questions.get(`${chatId}:${messageId}`);
	}

	/** From now on the next message in this chat may be the answer. */
	expect(chatId: string, expected: ExpectedAnswer): void {
		const before = (this.expected.get(chatId) ?? []).filter(isOpen);
		const { callbackData, userIds } = expected;
		const same = before.find((one) => isSame(one, expected));
		const ids = same?.userIds && userIds && [...new Set([...same.userIds, ...userIds])];
		const next = same ? { ...same, callbackData, userIds: ids } : expected;
		const others = before.filter((one) => one !== same);
		this.expected.set(chatId, [...others, next].slice(-MOST_IN_A_CHAT));
	}

	/** The questions that this person's next message may answer, the last one first. */
	expectedOf(chatId: string, userId: string): ExpectedAnswer[] {
		const all = (this.expected.get(chatId) ?? []).filter(isOpen).filter((one) => {
			const key = `${chatId}:${one.messageId}:${one.callbackData.executionId}:${userId}`;
			// After too many words, only a reply counts.
			const mayWrite = (this.written.get(key) ?? 0) < MOST_WORDS;
			return mayWrite && (one.userIds?.includes(userId) ?? userId === chatId);
		});
		return all.reverse();
	}

	/** The question is not open any more. */
	unexpect(chatId: string, question: AskedQuestion): void {
		const others = (this.expected.get(chatId) ?? []).filter((one) => !isSame(one, question));
		if (others.length > 0) this.expected.set(chatId, others);
		else this.expected.delete(chatId);
	}

	/** Learns from an update that a group has got another number (reference 3.4). */
	noteMove(update: IDataObject): void {
		const message = Object(update.message) as IDataObject;
		const { migrate_to_chat_id: to, migrate_from_chat_id: from } = message;
		if (to === undefined && from === undefined) return;
		const id = (Object(message.chat) as IDataObject).id;
		const [old, current] = [String(from ?? id), String(to ?? id)];
		const before = this.expected.get(old);
		if (!before) return;
		this.expected.delete(old);
		const since = this.expected.get(current) ?? [];
		this.expected.set(current, [...before, ...since].slice(-MOST_IN_A_CHAT));
	}

	/** What n8n has said a moment ago, and would say of this answer as well. */
	known(answer: ChatAnswer): Delivery | undefined {
		const keys = [keyOf, personKeyOf, pressKeyOf].map((keyFor) => keyFor(answer));
		const found = keys.map((key) => this.said.get(key));
		return found.find((one) => one && ticks() < one.until)?.delivery;
	}

	/** What n8n said last of an answer of this person to the question. */
	lastTo(answer: ChatAnswer): DeliveryOutcome | undefined {
		return this.said.get(personKeyOf(answer))?.delivery.botMessagingOutcome;
	}

	/** The same of a question that takes no more answers. */
	lastOf(answer: ChatAnswer): DeliveryOutcome | undefined {
		return this.said.get(keyOf(answer))?.delivery.botMessagingOutcome;
	}

	/** Whether the question takes no more answers, as far as is known. */
	isOver(answer: ChatAnswer): boolean {
		return this.answeredBy.has(keyOf(answer)) || OVER.includes(this.lastOf(answer));
	}

	/** Where requests to n8n with an answer of this person have their places. */
	placesFor(answer: ChatAnswer): Semaphore {
		return this.lastTo(answer) === 'refused' ? this.requestsOfRefused : this.requests;
	}

	/** Learns from what n8n says of an answer, and how many milliseconds that took. */
	learn(answer: ChatAnswer, delivery: Delivery, tookMs = 0): void {
		const { callbackData, answering } = answer;
		const { chatId, messageId, button } = answering;
		const { botMessagingOutcome: outcome, say, next, isOpen } = delivery;
		const person = answererOf(answering);
		const isOver = OVER.includes(outcome);
		const isForm = callbackData?.kind === 'form';
		const known = { delivery, until: ticks() + Math.max(KNOWN_MS, KNOWN_TIMES * tookMs) };
		this.said.set(personKeyOf(answer), outcome === 'refused' ? known : { delivery, until: 0 });
		if (isOver) this.said.set(keyOf(answer), known);
		if (outcome === 'told' && say && button !== undefined) this.said.set(pressKeyOf(answer), known);
		if (callbackData && (outcome === 'taken' || isOver)) {
			this.unexpect(chatId, { callbackData, messageId });
		}
		if (outcome === 'taken') {
			this.written.delete(personKeyOf(answer));
			// It may be one of several answers.
			if (!isForm && !isOpen) this.answeredBy.set(keyOf(answer), person);
		}
		if (!next || !callbackData) return;
		const { step = callbackData.step } = delivery;
		const expected = { ...callbackData, kind: isForm ? 'form' : 'reply', step } as const;
		const userIds = person === chatId ? undefined : [person];
		this.expect(chatId, { callbackData: expected, messageId, userIds, until: Infinity });
	}

	/** Whether it was this person who gave the answer that the question has. */
	hasAnswered(answer: ChatAnswer): boolean {
		return this.answeredBy.get(keyOf(answer)) === answererOf(answer.answering);
	}

	/** Whether a person is answered again who has answered again a moment ago. */
	mayTellAgain(answer: ChatAnswer): boolean {
		const key = personKeyOf(answer);
		if (ticks() - (this.toldAt.get(key) ?? -Infinity) < TELL_AGAIN_MS) return false;
		this.toldAt.set(key, ticks());
		return true;
	}

	/** Whether the bot may write to somebody in the chat about their answers to a question again. */
	mayWrite(answer: ChatAnswer): boolean {
		const key = personKeyOf(answer);
		const times = (this.written.get(key) ?? 0) + 1;
		this.written.set(key, times);
		return times <= MOST_WORDS;
	}
}
