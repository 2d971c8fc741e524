import type { IDataObject } from 'n8n-workflow';

import { wireId, type Answering } from './protocol';
import type { Question } from './question';

/** An answer that counts. */
export interface Answer {
	/** As people see it. */
	label: string;
	value: string | number;
	/** Which output it goes to, counted from 0, if each answer has one. */
	place: number;
	approved: boolean | null;
}

/** What the workflow continues with after an answer. */
export function answered(question: Question, answer: Answer, given?: Answering): IDataObject {
	const at = new Date().toISOString();
	return {
		...unanswered(question),
		chatId: wireId(given?.chatId ?? question.chatId),
		answer: answer.label,
		value: answer.value,
		text: given?.text ?? null,
		answerMessageId: given?.replyMessageId === undefined ? null : wireId(given.replyMessageId),
		// For a channel or a group the server names a stand-in, and an act would hit that one.
		user: given?.senderChatId === undefined ? (given?.user ?? null) : null,
		answeredAt: at,
		// As n8n's own nodes call it.
		respondedAt: at,
		approved: answer.approved,
	};
}

/** What the workflow continues with if nobody has answered in time. Nobody has approved anything then. */
export const unanswered = ({ chatId, messageId }: Question): IDataObject => ({
	answer: null,
	value: null,
	text: null,
	answerMessageId: null,
	user: null,
	chatId: wireId(chatId),
	messageId: wireId(messageId),
	answeredAt: null,
	respondedAt: null,
	approved: false,
});
