import type { IDataObject, INodeExecutionData, IWebhookResponseData } from 'n8n-workflow';

import type { AnswerKind } from '../callbackData/buttonData';
import type { TypedReply } from './typed';
import type { WhoMayAnswer } from './who';

/** One answer to a question for several people. */
interface GivenAnswer {
	/** Who answered, as `answererOf` identifies people. */
	by: string;
	/** The line in the chat. */
	line: string;
	/** The data for the workflow. */
	shown: IDataObject & { approved: boolean | null };
}

/** What is stored of a question for several people. */
export interface SeveralAnswers {
	needed: number;
	/** Whether one answer that does not approve ends it. */
	endsAtNo: boolean;
	answers: GivenAnswer[];
}

/** When and where an open question is asked again. */
export interface Reminder {
	/** Unix milliseconds of the next one. */
	at: number;
	seconds: number;
	/** The text, with `{names}`; empty for the usual one. */
	words: string;
	/** The chat to escalate to. */
	to?: string;
	/** Whether the next one goes there. */
	isGiven?: boolean;
	/** The topic of the question. */
	topic?: IDataObject[string];
}

/** What n8n stores with the execution while a question is open. It contains no secrets. */
export interface Question extends WhoMayAnswer {
	/** Random: the addresses of the link buttons contain it. */
	ref: string;
	/** Of the message, as the server gave them. */
	chatId: string;
	messageId: string;
	by: 'buttons' | 'reply' | 'links';
	choices: Choice[];
	reply?: TypedReply;
	/** Absent: one answer is enough. */
	several?: SeveralAnswers;
	/** Its buttons, to show them again after one of several answers, and in a reminder. */
	keyboard?: IDataObject;
	reminder?: Reminder;
	/** Its other messages; `isOld`: it came before the last reminder, and has no buttons any more. */
	copies?: Array<{ chatId: string; messageId: string; isOld?: boolean }>;
	/** What happens with the message once the question is answered. */
	afterwards: 'show' | 'remove' | 'leave';
	/** The sent message, to add the outcome to it; formatted text is HTML. */
	sent: { text: string; parse_mode?: string; link_preview_options?: IDataObject };
	/** By field name; absent ones use the defaults. */
	words: {
		outcome: string;
		notice?: string;
		noticeForOthers?: string;
		helpText?: string;
		noticeForWrongReplies?: string;
		/** Absent: the message stays as it is. */
		timeUp?: string;
	};
}

/** A file that a person sent. */
export interface SentFile {
	/** For example `photo` or `document`. */
	kind: string;
	id: string;
	name?: string;
	mimeType?: string;
	/** The album that it belongs to. */
	albumId?: string;
}

/** What a trigger saw in a chat, and tells the waiting node. */
export interface Answering {
	/** Unix milliseconds. */
	at: number;
	kind: AnswerKind;
	/** IDs of the question. They are text, so that none is rounded. */
	chatId: string;
	messageId: string;
	user: IDataObject;
	/** The chat in whose name an anonymous administrator writes. */
	senderChatId?: string;
	button?: number;
	/** The written text, and the ID of its message. */
	text?: string;
	replyMessageId?: string;
	file?: SentFile;
	/** ID of the last message in the chat that the trigger saw. */
	lastMessageId?: string;
	/** Forms: the step that it belongs to. */
	step?: string;
}

/** The outcome of an answer. The waiting node reports the first four to the trigger. */
export interface Delivery {
	/**
	 * The name shows that it comes from this package. `taken`: the workflow continues. `told`: nothing happens,
	 * and the person learns why. `refused`: the same, whatever this person presses or writes. `running`: n8n is
	 * busy with the execution. `foreign`: n8n does not know the question.
	 */
	botMessagingOutcome:
		'taken' | 'told' | 'refused' | 'closed' | 'running' | 'unreachable' | 'foreign';
	/** What to tell the person. Otherwise the trigger uses its own texts. */
	say?: string;
	/** Whether the person's next message may be the answer. */
	next?: boolean;
	/** Whether the question stays open for more answers after this one. */
	isOpen?: boolean;
	/** Forms: the step that the next message will belong to. */
	step?: string;
	/** Who may answer, and what others are told, so that the trigger can refuse them by itself. */
	who?: WhoMayAnswer & { say: string };
	/** An earlier try had no response, so n8n may have taken this answer then. Only for this person. */
	mayBeTaken?: true;
	/** The trigger refused by itself: n8n was not asked. */
	isOwn?: true;
}

/** The node's response to the trigger. n8n keeps waiting, or continues with the data. */
export const respond = (
	botMessagingOutcome: Delivery['botMessagingOutcome'],
	{ next, isOpen, ...more }: Omit<Delivery, 'botMessagingOutcome'> = {},
	workflowData?: INodeExecutionData[][],
): IWebhookResponseData => ({
	webhookResponse: {
		botMessagingOutcome,
		...more,
		...(next && { next }),
		...(isOpen && { isOpen }),
	},
	...(workflowData && { workflowData }),
});

/** An id as the API wants it: a number, unless that would round it. */
export const wireId = <T extends string | undefined>(id: T): number | T =>
	Number.isSafeInteger(Number(id)) ? Number(id) : id;

/** Identifies a person. The server names the same user for all channels, so the channel counts. */
export const answererOf = ({ senderChatId, user }: Answering): string =>
	senderChatId ?? String(user.id);

/** A possible answer, or the button for it. */
export interface Choice {
	label: string;
	value: string | number;
	approved: boolean | null;
}

/** An answer as the workflow gets it. */
const shownOf = (
	{ label, value, approved }: Choice,
	{ senderChatId, user }: Partial<Answering>,
) => ({
	answer: label,
	value,
	approved,
	// For a channel or a group, the server names a placeholder user; a ban would hit that user.
	user: (senderChatId === undefined && user) || null,
	answeredAt: new Date().toISOString(),
});

/** Of several answers, the one that decides: the last one that does not approve, if there is one. */
export const decisiveIn = ({ several }: Question) =>
	several?.answers.filter(({ shown }) => !shown.approved).at(-1)?.shown;

/** The node's output after an answer. */
export function answered(
	question: Question,
	answer: Choice,
	given: Partial<Answering> = {},
): IDataObject {
	const { chatId = question.chatId, text = null, replyMessageId } = given;
	const shown = decisiveIn(question) ?? shownOf(answer, given);
	return {
		...unanswered({ ...question, chatId }),
		...shown,
		text,
		answerMessageId: wireId(replyMessageId) ?? null,
		respondedAt: shown.answeredAt,
		approved: question.several?.answers.every((one) => one.shown.approved) ?? answer.approved,
	};
}

/** The IDs of the listed people who have not answered. */
export const missingIn = ({ several, userIds }: Question): string[] =>
	userIds.filter((id) => !several?.answers.some(({ by }) => by === id));

/** All answers for the workflow, also if the time is up. */
function answersOf(question: Question): IDataObject {
	if (!question.several) return {};
	return {
		answers: question.several.answers.map(({ shown }) => shown),
		// Only a list of users tells who has not answered.
		notAnswered: question.answerers === 'users' ? missingIn(question).map(wireId) : null,
	};
}

/** The output of a question or a form without an answer. */
export const answeredByNobody = ({
	chatId,
	messageId,
}: Pick<Question, 'chatId' | 'messageId'>) => ({
	user: null,
	chatId: wireId(chatId),
	messageId: wireId(messageId),
	answeredAt: null,
	// The name in n8n's own nodes.
	respondedAt: null,
});

/** The node's output if nobody answers in time: nothing is approved. */
export const unanswered = (question: Question): IDataObject => ({
	answer: null,
	value: null,
	text: null,
	answerMessageId: null,
	...answeredByNobody(question),
	approved: false,
	...answersOf(question),
});

/** The answers with one more. It replaces an earlier one of the same person, unless it is the same. */
export function withAnswer(
	several: SeveralAnswers,
	answer: Choice,
	given: Answering,
	line: string,
): SeveralAnswers | 'given before' {
	const by = answererOf(given);
	const shown = shownOf(answer, given);
	const before = several.answers.find((one) => one.by === by)?.shown;
	if (before?.answer === shown.answer && before.value === shown.value) return 'given before';
	const others = several.answers.filter((one) => one.by !== by);
	return { ...several, answers: [...others, { by, line, shown }] };
}

/** Whether more people have to answer. */
export function isOpen({ several }: Question): boolean {
	if (!several || several.answers.length >= several.needed) return false;
	return !several.endsAtNo || several.answers.every(({ shown }) => shown.approved);
}

/** One line per answer for the chat. */
export const linesOf = ({ answers }: SeveralAnswers): string =>
	answers.map(({ line }) => line).join('\n');
