import { Bounded } from '../../../../api/bounded';
import { KeyedQueue, Semaphore } from '../../../../api/queues';
import type { Carried } from '../buttonData';
import type { Reach } from './deliver';
import { Line } from './line';

/** n8n reads and writes a whole execution for each answer: too many at once keep each other waiting. */
const MOST_AT_ONCE = 10;

const MOST_REMEMBERED = 10_000;

/** Some words of the bot help; more of them would let anybody fill a chat with them. */
const MOST_WORDS = 3;

/** A question, and the number of its message. */
export interface Question {
	carried: Carried;
	messageId: string;
}

/** A person whose answer an execution has taken. */
export interface Answerer {
	userId: string;
	executionId?: string;
}

/**
 * What is remembered of the questions of one bot: its own, so that no bot waits for the presses of
 * another. Questions are named by chat and message.
 */
export class Desk {
	/** By update: all triggers of a bot see its updates, and one of them passes an answer on. */
	readonly passed = new Bounded<string, Promise<boolean>>(MOST_REMEMBERED);

	/** The addresses of n8n. */
	readonly reach: Reach = {};

	/** Requests to n8n. */
	readonly requests = new Semaphore(MOST_AT_ONCE);

	/** What people are told meanwhile. */
	readonly notices = new Semaphore(MOST_AT_ONCE);

	/** The questions to which the bot's own corrections belong, by chat and message. */
	readonly corrections = new Bounded<string, Question>(MOST_REMEMBERED);

	/** Who has given the answer that a question has, and to which execution, by question. */
	readonly answeredBy = new Bounded<string, Answerer>(MOST_REMEMBERED);

	private readonly order = new KeyedQueue();
	private readonly lines = new Bounded<string, Line>(MOST_REMEMBERED);
	private readonly foreign = new Bounded<string, true>(MOST_REMEMBERED);
	private readonly said = new Bounded<string, number>(MOST_REMEMBERED);

	/** The answers to one question, which are brought in the order in which they came. */
	lineOf(question: string): Line {
		const line = this.lines.get(question) ?? new Line(question, this.order);
		this.lines.set(question, line);
		return line;
	}

	/** Whether an answer to it has come in since n8n started. */
	knows(question: string): boolean {
		return this.lines.has(question);
	}

	/** Whether it is news that this question is not of this n8n. */
	isFirstForeign(question: string): boolean {
		const isFirst = !this.foreign.has(question);
		this.foreign.set(question, true);
		return isFirst;
	}

	/** Whether the bot may write to somebody in the chat about their answers to a question again. */
	mayWrite(question: string, userId: string): boolean {
		const key = `${question}:${userId}`;
		const said = (this.said.get(key) ?? 0) + 1;
		this.said.set(key, said);
		return said <= MOST_WORDS;
	}

	/** What the bot has written about earlier answers to it counts no more. */
	forgive(question: string, userId: string): void {
		this.said.delete(`${question}:${userId}`);
	}

	/** Whether the bot has written as often as it may: then it takes no plain message for an answer. */
	hasWrittenEnough(question: string, userId: string): boolean {
		return (this.said.get(`${question}:${userId}`) ?? 0) >= MOST_WORDS;
	}
}
