import type { IDataObject } from 'n8n-workflow';

import { Bounded, isObject, settle, ticks } from '../api/basics';
import { BOUNDS } from '../api/bounds';
import type { Call } from '../api/client';
import { KeyedQueue, LatestOnly, Semaphore } from '../api/queues';
import type { CallbackData } from '../callbackData/buttonData';
import type { Context } from '../update/context';
import { idOf } from '../update/update';
import { answererOf, wireId, type Answering, type Delivery } from './question';
import { mayAnswer } from './who';

/** n8n reads and writes a whole execution for each answer: too many at once keep each other waiting. */
const MOST_AT_ONCE = 10;

/** Slots for people who were told that the question is not for them: they never block others. */
const MOST_OF_REFUSED = 3;

const MOST_REMEMBERED = BOUNDS.answers;
/** Questions to one person in a chat: what others are asked there takes none of their room. */
const MOST_EXPECTED = 20;

/** A few replies help; with more, anybody could make the bot flood a chat. */
const MOST_WORDS = 3;

/** n8n is not asked again for this time; a longer one would miss a new administrator. */
const KNOWN_MS = 4000;

/** Who may answer a question never changes, but n8n may have closed it since. */
const WHO_MS = 60_000;

/** Without an answer, a pressed button keeps spinning. A person gets this many from memory in this time. */
const TELL_AGAIN_MS = 2000;
const MOST_TOLD = 3;

type Topic = IDataObject[string];

/** A question, and the number of its message. */
export interface AskedQuestion {
	callbackData: CallbackData;
	messageId: string;
}

/** A typed question that a person can answer with their next message, without a reply. */
export interface ExpectedAnswer extends AskedQuestion {
	/** Whose next message it is. */
	userIds: string[];
	/** Unix milliseconds: when n8n stops waiting. */
	until: number;
	/** The topic that it was asked in; absent outside of topics. */
	topic?: Topic;
}

/** An answer as it came in a chat. */
export interface ChatAnswer {
	/** Absent if the server hides the buttons and we do not remember the question. */
	callbackData?: CallbackData;
	answering: Answering;
	/** The topic that it came in; absent outside of topics. */
	topic?: Topic;
	/** Identifies a press to answer it. */
	queryId?: string;
	/** Not a reply: if the question is closed, this is a normal message. */
	isPlain?: boolean;
}

const isOpen = ({ until }: ExpectedAnswer) => until > Date.now();

/** Whether two questions are the same. A form spans several messages. A supergroup counts them from 1 again. */
const isSame = (one: AskedQuestion, { callbackData, messageId }: AskedQuestion) =>
	one.callbackData.executionId === callbackData.executionId &&
	one.callbackData.nodeId === callbackData.nodeId &&
	(callbackData.kind === 'form' || one.messageId === messageId);

/** Identifies a question: message IDs can restart, execution IDs do not. */
const questionKeyOf = ({ callbackData, answering: { chatId, messageId } }: ChatAnswer) =>
	`${chatId}:${messageId}:${callbackData?.executionId ?? ''}`;

/** Identifies a person and a question. */
export const personKeyOf = (answer: ChatAnswer) =>
	`${questionKeyOf(answer)}:${answererOf(answer.answering)}`;

const pressKeyOf = (answer: ChatAnswer) =>
	`${personKeyOf(answer)}:${answer.callbackData?.step ?? ''}:${answer.answering.button}`;

type Who = NonNullable<Delivery['who']>;

/** A node of another version may say something else. */
const isWho = (who: unknown): who is Who =>
	isObject(who) &&
	['anyone', 'administrators', 'users'].includes(String(who.answerers)) &&
	Array.isArray(who.userIds);

/** `undefined` if the server does not say. */
type AdministratorIds = Promise<Set<string> | undefined>;

async function askForAdministrators(chatId: string, call: Call): AdministratorIds {
	const { value } = await settle(call('getChatAdministrators', { chat_id: wireId(chatId) }));
	return Array.isArray(value) ? new Set(value.map(({ user }) => String(user?.id))) : undefined;
}

/** What this process remembers about the questions of one bot. */
export class QuestionState {
	/** By update: all triggers of a bot see it, but only one passes the answer on. */
	readonly passed = new Bounded<string, Promise<boolean>>(MOST_REMEMBERED);

	/** The address where n8n last responded. */
	reachedAt?: string;

	/** The answers of one person to one question. */
	readonly turns = new LatestOnly();

	/** What each person writes: if it turns out to be no answer, it keeps its place in their chat. */
	readonly writers = new KeyedQueue();

	/** Messages to people whose answers were not taken. */
	readonly notices = new Semaphore(MOST_AT_ONCE);

	/** Requests for people who may answer, for people of whom we do not know it, and for those who may not. */
	private readonly requests = new Semaphore(MOST_AT_ONCE);
	private readonly requestsOfStrangers = new Semaphore(MOST_AT_ONCE);
	private readonly requestsOfRefused = new Semaphore(MOST_OF_REFUSED);

	/** By question: who may answer, as n8n said. In ticks. */
	private readonly who = new Bounded<string, Who & { until: number }>(MOST_REMEMBERED);

	/** By chat: the IDs of its administrators, for all its questions. In ticks. */
	private readonly administrators = new Bounded<string, { ids: AdministratorIds; until: number }>(
		MOST_REMEMBERED,
	);

	/** By chat and message, including the bot's corrections: servers hide the buttons of old messages. */
	private readonly questions = new Bounded<string, AskedQuestion>(MOST_REMEMBERED);

	/** By chat, oldest first: typed questions that the next message may answer. */
	private readonly expected = new Bounded<string, ExpectedAnswer[]>(MOST_REMEMBERED);

	/** By question: the person whose answer was taken. */
	private readonly answeredBy = new Bounded<string, string>(MOST_REMEMBERED);

	/** What n8n said last, by question, by person and by press. In ticks. */
	private readonly said = new Bounded<string, { delivery: Delivery; until: number }>(
		MOST_REMEMBERED,
	);

	/** By person and question: how often they were answered from memory since a time in ticks. */
	private readonly told = new Bounded<string, { since: number; times: number }>(MOST_REMEMBERED);

	/** By person and question: how often the bot has written about wrong answers. */
	private readonly written = new Bounded<string, number>(MOST_REMEMBERED);

	/** By person and question: n8n may have taken an answer, because a response was lost. */
	readonly doubts = new Bounded<string, true>(MOST_REMEMBERED);

	/** By chat: the ID of the last message that we saw. */
	readonly last = new Bounded<string, string>(MOST_REMEMBERED);

	noteLast({ chat, message: { message_id: id } }: Context): void {
		const chatId = idOf(chat);
		if (Number(id) > Number(this.last.get(chatId) ?? 0)) this.last.set(chatId, String(id));
	}

	/** @param seenAt its own message, or a correction by the bot */
	noteQuestion(chatId: string, question: AskedQuestion, seenAt = question.messageId): void {
		this.questions.set(`${chatId}:${seenAt}`, question);
	}

	/** The question of a message: its own, or the one that a correction is about. */
	questionAt(chatId: string, messageId: string): AskedQuestion | undefined {
		return this.questions.get(`${chatId}:${messageId}`);
	}

	/** From now on the next message in this chat may be the answer. */
	expect(chatId: string, expected: ExpectedAnswer): void {
		const before = (this.expected.get(chatId) ?? []).filter(isOpen);
		const same = before.find((one) => isSame(one, expected));
		const others = before.filter((one) => one !== same);
		const userIds = [...new Set([...(same?.userIds ?? []), ...expected.userIds])];
		const next = { ...expected, ...same, callbackData: expected.callbackData, userIds };
		this.expected.set(chatId, [...others, next].slice(-MOST_REMEMBERED.most));
	}

	/** The questions that this person's next message in this topic may answer, the last one first. */
	expectedOf(chatId: string, userId: string, topic?: Topic): ExpectedAnswer[] {
		const all = (this.expected.get(chatId) ?? []).filter((one) => {
			// Thousands may be asked in one chat, and few of them this person.
			if (!one.userIds.includes(userId) || !isOpen(one)) return false;
			const key = `${chatId}:${one.messageId}:${one.callbackData.executionId}:${userId}`;
			// After too many words, only a reply counts.
			const mayWrite = (this.written.get(key) ?? 0) < MOST_WORDS;
			return mayWrite && String(one.topic) === String(topic);
		});
		return all.reverse().slice(0, MOST_EXPECTED);
	}

	/** The question is closed. */
	unexpect(chatId: string, question: AskedQuestion): void {
		const others = (this.expected.get(chatId) ?? []).filter((one) => !isSame(one, question));
		if (others.length > 0) this.expected.set(chatId, others);
		else this.expected.delete(chatId);
	}

	/** Notes from a message that a group has a new ID (reference 3.4). */
	noteMove({ chat, message }: Context): void {
		const { migrate_to_chat_id: to, migrate_from_chat_id: from } = message;
		const [old, current] = [String(from ?? chat.id), String(to ?? chat.id)];
		const before = this.expected.get(old);
		if (!before || old === current) return;
		this.expected.delete(old);
		const since = this.expected.get(current) ?? [];
		this.expected.set(current, [...before, ...since].slice(-MOST_REMEMBERED.most));
	}

	/** A recent reply of n8n that also applies to this answer. */
	known(answer: ChatAnswer): Delivery | undefined {
		const keys = [questionKeyOf, personKeyOf, pressKeyOf].map((keyFor) => keyFor(answer));
		const found = keys.map((key) => this.said.get(key));
		return found.find((one) => one && ticks() < one.until)?.delivery;
	}

	/** n8n's last reply to this person about the question. */
	lastTo(answer: ChatAnswer): Delivery['botMessagingOutcome'] | undefined {
		return this.said.get(personKeyOf(answer))?.delivery.botMessagingOutcome;
	}

	/** Whether n8n said before that the question is closed. */
	isClosed(answer: ChatAnswer): boolean {
		return this.said.has(questionKeyOf(answer));
	}

	/** Whether the question is over, as far as we know. */
	isOver(answer: ChatAnswer): boolean {
		return this.answeredBy.has(questionKeyOf(answer)) || this.isClosed(answer);
	}

	/**
	 * Whether this person may answer, as far as we know without n8n. A no counts for some seconds only: the
	 * person can become an administrator. A yes is no approval: only n8n takes answers.
	 */
	async mayAnswer(answer: ChatAnswer, call: Call): Promise<boolean | undefined> {
		const { chatId, user } = answer.answering;
		const who = this.who.get(questionKeyOf(answer));
		if (!who || ticks() >= who.until || this.isOver(answer)) return undefined;
		return await mayAnswer(who, answer.answering, async (id) => {
			const known = await this.administratorsOf(chatId, call);
			if (!known) return undefined;
			// Servers leave bots out of the list.
			return known.has(id) || (user.is_bot ? undefined : false);
		});
	}

	private async administratorsOf(chatId: string, call: Call): AdministratorIds {
		const known = this.administrators.get(chatId);
		if (known && ticks() < known.until) return await known.ids;
		const ids = askForAdministrators(chatId, call);
		this.administrators.set(chatId, { ids, until: ticks() + KNOWN_MS });
		return await ids;
	}

	/** The answer to a person who may not answer, if we know it without n8n. */
	async refusal(answer: ChatAnswer, call: Call): Promise<Delivery | undefined> {
		if ((await this.mayAnswer(answer, call)) !== false) return undefined;
		const say = this.who.get(questionKeyOf(answer))?.say;
		return { botMessagingOutcome: 'refused', say, isOwn: true };
	}

	/** A slot for a request with an answer of this person: those who may answer never wait for others. */
	async placeFor(answer: ChatAnswer, call: Call): Promise<() => void> {
		if (await this.mayAnswer(answer, call)) return await this.requests.enter();
		const isRefused = this.lastTo(answer) === 'refused';
		return await (isRefused ? this.requestsOfRefused : this.requestsOfStrangers).enter();
	}

	/** Remembers n8n's reply to an answer. */
	learn(answer: ChatAnswer, delivery: Delivery): void {
		const { callbackData, answering, topic } = answer;
		const { chatId, messageId, button } = answering;
		const { botMessagingOutcome: outcome, say, next, isOpen, who } = delivery;
		const person = answererOf(answering);
		const isOver = outcome === 'closed' || outcome === 'foreign';
		const isForm = callbackData?.kind === 'form';
		const known = { delivery, until: ticks() + KNOWN_MS };
		this.said.set(personKeyOf(answer), outcome === 'refused' ? known : { delivery, until: 0 });
		const forAll = { ...known, delivery: { ...delivery, mayBeTaken: undefined } };
		if (isOver) this.said.set(questionKeyOf(answer), forAll);
		if (isWho(who)) this.who.set(questionKeyOf(answer), { ...who, until: ticks() + WHO_MS });
		if (outcome === 'told' && say && button !== undefined) this.said.set(pressKeyOf(answer), known);
		if (callbackData && (outcome === 'taken' || isOver)) {
			this.unexpect(chatId, { callbackData, messageId });
		}
		if (outcome === 'taken') {
			this.written.delete(personKeyOf(answer));
			// Not for one of several answers, or of a form.
			if (!isForm && !isOpen) this.answeredBy.set(questionKeyOf(answer), person);
		}
		if (!next || !callbackData) return;
		const { step = callbackData.step } = delivery;
		const expected = { ...callbackData, kind: isForm ? 'form' : 'reply', step } as const;
		const userIds = [person];
		this.expect(chatId, { callbackData: expected, messageId, userIds, until: Infinity, topic });
	}

	hasAnswered(answer: ChatAnswer): boolean {
		return this.answeredBy.get(questionKeyOf(answer)) === answererOf(answer.answering);
	}

	/** Limits how often a person who answers again gets a response. */
	mayTellAgain(answer: ChatAnswer): boolean {
		const key = personKeyOf(answer);
		const before = this.told.get(key);
		const isRecent = before && ticks() - before.since < TELL_AGAIN_MS;
		const { since, times } = isRecent ? before : { since: ticks(), times: 0 };
		this.told.set(key, { since, times: times + 1 });
		return times < MOST_TOLD;
	}

	/** Whether the bot may write to this person about the question once more. */
	mayWrite(answer: ChatAnswer): boolean {
		const key = personKeyOf(answer);
		const times = (this.written.get(key) ?? 0) + 1;
		this.written.set(key, times);
		return times <= MOST_WORDS;
	}
}
