import type { IDataObject, INodeExecutionData, IWebhookResponseData } from 'n8n-workflow';

import type { AnswerKind } from '../callbackData/buttonData';
import type { TypedReply } from './typed';

/** One of the answers to a question that several people answer. */
export interface GivenAnswer {
	/** Whose it is, as `answererOf` names people. */
	by: string;
	/** As the chat shows it. */
	line: string;
	/** As the workflow gets it. */
	shown: IDataObject & { approved: boolean | null };
}

/** What is kept of a question that waits for the answers of several people. */
export interface SeveralAnswers {
	needed: number;
	/** Whether one answer that does not approve ends it. */
	endsAtNo: boolean;
	answers: GivenAnswer[];
	/** Its buttons, to show them again. */
	keyboard: IDataObject;
	/** In which execution they work. */
	executionId: string;
	/** ISO 8601. */
	until: string;
	/** Whether n8n runs the node only to wait for the next answer. */
	isResumed: boolean;
}

/** What n8n keeps with the execution while a question is open. Nothing secret is in it. */
export interface Question {
	/** Made up for this question: the addresses of its link buttons hold it. */
	ref: string;
	/** Of the message, as the server gave them. */
	chatId: string;
	messageId: string;
	by: 'buttons' | 'reply' | 'links';
	choices: Answer[];
	reply?: TypedReply;
	answerers: 'anyone' | 'administrators' | 'users';
	/** Of the users who may answer. */
	userIds: string[];
	/** Absent: one answer is enough. */
	several?: SeveralAnswers;
	/** What becomes of the question once it is answered. */
	afterwards: 'show' | 'remove' | 'leave';
	/** The message as it was sent, to put the outcome under it; what is formatted is HTML. */
	sent: { text: string; parse_mode?: string; link_preview_options?: IDataObject };
	/** By the names of their fields; absent if the usual words are said. */
	words: {
		outcome: string;
		notice?: string;
		noticeForOthers?: string;
		helpText?: string;
		noticeForWrongReplies?: string;
	};
}

/** A file that somebody has sent, as the server has it. */
export interface SentFile {
	/** For example `photo` or `document`. */
	kind: string;
	id: string;
	name?: string;
	mimeType?: string;
	/** Of the album to which it belongs. */
	albumId?: string;
}

/** What a trigger has seen in a chat, as it tells it to the node that waits. */
export interface Answering {
	/** Unix milliseconds. */
	at: number;
	kind: AnswerKind;
	/** Of the question. Ids are texts: none is rounded. */
	chatId: string;
	messageId: string;
	/** Who has pressed or written. */
	user: IDataObject;
	/** In whose name an administrator writes who does not show who they are. */
	senderChatId?: string;
	/** Which button was pressed, counted from 0. */
	button?: number;
	/** What was written, and the number of that message. */
	text?: string;
	replyMessageId?: string;
	/** What was sent, if it was a file. */
	file?: SentFile;
	/** The last message of the chat that the trigger has seen. */
	lastMessageId?: string;
	/** Of a form: the step to which it belongs. */
	step?: string;
}

/** What becomes of an answer. The node that waits says the first four to the trigger. */
export interface Delivery {
	/**
	 * By its name it is known to come from this package. `taken`: the workflow continues. `told`: nothing
	 * happens, and the person is told why. `refused`: the same, whatever this person presses or writes.
	 * `running`: n8n is busy with the execution. `foreign`: n8n does not know the question.
	 */
	botMessagingOutcome:
		'taken' | 'told' | 'refused' | 'closed' | 'running' | 'unreachable' | 'foreign';
	/** What to say to the person. Without it, the trigger has words of its own. */
	say?: string;
	/** Whether the next message of this person may be the answer. */
	next?: boolean;
	/** Whether the question waits for further answers, although this one is taken. */
	isOpen?: boolean;
	/** Of a form: the step to which that message will belong. */
	step?: string;
}

/** What the node says to the trigger. n8n waits as before, or continues with the data. */
export const respond = (
	botMessagingOutcome: Delivery['botMessagingOutcome'],
	{ next, ...more }: Omit<Delivery, 'botMessagingOutcome'> = {},
	workflowData?: INodeExecutionData[][],
): IWebhookResponseData => ({
	webhookResponse: { botMessagingOutcome, ...more, ...(next && { next }) },
	...(workflowData && { workflowData }),
});

/** An id as the API wants it: a number, unless that would round it. */
export const wireId = <T extends string | undefined>(id: T): number | T =>
	Number.isSafeInteger(Number(id)) ? Number(id) : id;

/** Who answers, as one is told from another: for all channels, the server names the same user. */
export const answererOf = ({ senderChatId, user }: Answering): string =>
	senderChatId ?? String(user.id);

/** An answer that counts, or a button that gives it. */
export interface Answer {
	/** As people see it. */
	label: string;
	value: string | number;
	approved: boolean | null;
}

/** What the workflow continues with after an answer. */
export function answered(
	question: Question,
	{ label, value, approved }: Answer,
	given: Partial<Answering> = {},
): IDataObject {
	const { chatId = question.chatId, text = null, replyMessageId, senderChatId, user } = given;
	const at = new Date().toISOString();
	return {
		...unanswered({ ...question, chatId }),
		answer: label,
		value,
		text,
		answerMessageId: wireId(replyMessageId) ?? null,
		// For a channel or a group the server names a stand-in, and an act would hit that one.
		user: senderChatId === undefined ? (user ?? null) : null,
		answeredAt: at,
		respondedAt: at,
		approved: question.several?.answers.every(({ shown }) => shown.approved) ?? approved,
	};
}

/** What the workflow gets of all answers: also those of a question whose time is up. */
function answersOf({ several, userIds, answerers }: Question): IDataObject {
	if (!several) return {};
	const { answers } = several;
	const isMissing = (id: string) => !answers.some(({ by }) => by === id);
	return {
		answers: answers.map(({ shown }) => shown),
		// Of other people nobody knows who would have answered.
		notAnswered: answerers === 'users' ? userIds.filter(isMissing).map(wireId) : null,
	};
}

/** What a question and a form output of their answer if there is none. */
export const answeredByNobody = ({
	chatId,
	messageId,
}: Pick<Question, 'chatId' | 'messageId'>) => ({
	user: null,
	chatId: wireId(chatId),
	messageId: wireId(messageId),
	answeredAt: null,
	// As n8n's own nodes call it.
	respondedAt: null,
});

/** What the workflow continues with if nobody has answered in time. Nobody has approved anything then. */
export const unanswered = (question: Question): IDataObject => ({
	answer: null,
	value: null,
	text: null,
	answerMessageId: null,
	...answeredByNobody(question),
	approved: false,
	...answersOf(question),
});

type SharedQuestion = Question & { several: SeveralAnswers };

/** The question with one more answer. A person has one: a later one takes the place of it. */
export function withAnswer(
	question: SharedQuestion,
	{ label, value, approved }: Answer,
	given: Answering,
	line: string,
): SharedQuestion {
	const { several } = question;
	const by = answererOf(given);
	const answer: GivenAnswer = {
		by,
		line,
		shown: {
			answer: label,
			value,
			approved,
			user: given.senderChatId === undefined ? given.user : null,
			answeredAt: new Date().toISOString(),
		},
	};
	const others = several.answers.filter((one) => one.by !== by);
	return { ...question, several: { ...several, answers: [...others, answer] } };
}

/** Whether this person has given the same answer before. */
export const hasGiven = (
	{ answers }: SeveralAnswers,
	{ label, value }: Answer,
	given: Answering,
): boolean =>
	answers.some(
		({ by, shown }) => by === answererOf(given) && shown.answer === label && shown.value === value,
	);

/** Whether nobody else has to answer. */
export const isDecided = ({ answers, needed, endsAtNo }: SeveralAnswers): boolean =>
	answers.length >= needed || (endsAtNo && answers.some(({ shown }) => shown.approved === false));

/** A line for each answer, as the chat shows them. */
export const linesOf = ({ answers }: SeveralAnswers): string =>
	answers.map(({ line }) => line).join('\n');
