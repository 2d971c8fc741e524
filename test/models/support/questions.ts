import type { Delivery } from '../../../nodes/BotMessaging/questions/question';
import { QuestionState, type ExpectedAnswer } from '../../../nodes/BotMessaging/questions/state';
import { Context } from '../../../nodes/BotMessaging/update/context';

/** A question that a bot has asked in a chat, and what a model notes of it. */
export type Question = ExpectedAnswer & {
	chat: string;
	isOver?: boolean;
	/** In ms: when n8n said that it is closed. */
	closedAt?: number;
	/** Whose answer was taken. */
	by?: string;
};

/** One question in three is of the same execution as the one before, and one in five is a form. */
export function newQuestion(
	chat: string,
	number: number,
	which: number,
	about: Pick<Question, 'userIds' | 'until'>,
): Question {
	const isForm = which % 5 === 0;
	const executionId = isForm ? `form ${number}` : String(Math.ceil((number - 1) / 3));
	const kind = isForm ? ('form' as const) : ('reply' as const);
	const callbackData = { executionId, nodeId: 'n', signature: 'a'.repeat(64), kind };
	return { chat, messageId: String(number), callbackData, ...about };
}

/** A person and a question. */
export const keyOf = ({ chat, messageId }: Question, user: string) =>
	`${chat} ${messageId} ${user}`;

/** The questions of one bot, as a trigger remembers them. */
export class Questions {
	private readonly state = new QuestionState();

	ask({ chat, ...question }: Question): void {
		this.state.expect(chat, question);
	}

	/** The bot sees that a group has become a supergroup. */
	move(chat: string, to: string): void {
		const message = { chat: { id: chat }, migrate_to_chat_id: to };
		this.state.noteMove(new Context({ update_id: 1, message }));
	}

	/** n8n says what came of a person's answer. */
	hear(question: Question, user: string, delivery: object): void {
		this.state.learn(this.answer(question, user), delivery as Delivery);
	}

	mayWriteTo(question: Question, user: string): boolean {
		return this.state.mayWrite(this.answer(question, user));
	}

	/** The numbers of the questions that this person's next message may answer, oldest first. */
	openTo(chat: string, user: string): string[] {
		const numbers = this.state.expectedOf(chat, user).map(({ messageId }) => messageId);
		return numbers.reverse();
	}

	/** Whether n8n took this person's answer, and whether they get an answer from memory, without n8n. */
	saidOf(question: Question, user: string): [boolean, boolean] {
		const answer = this.answer(question, user);
		return [this.state.hasAnswered(answer), this.state.known(answer) !== undefined];
	}

	private answer({ chat, messageId, callbackData }: Question, user: string) {
		return { callbackData, answering: { chatId: chat, messageId, user: { id: user } } as never };
	}
}
