import type {
	ICredentialsDecrypted,
	IDataObject,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { DateTime } from 'luxon';

import { createCall, loadCredential, type Call } from '../api/client';
import { tryJson } from '../api/json';
import { settle } from '../api/settle';
import { verdict, wireId, type Answering, type Envelope, type Verdict } from './messages';
import { asDone, fill, nameOf, showOutcome } from './outcome';
import { outputsOf } from './outputs';
import { isProof, isRecent } from './proof';
import { questionOf, type Choice, type Question } from './question';
import { checkTyped, howToAnswer } from './typed';

/** Somebody waits for the answer of each request. */
const TIMEOUT_MS = 10_000;

const NOT_YOU = 'This question is not for you.';

/** An answer that counts. */
interface Answer {
	/** As people see it. */
	label: string;
	value: string | number;
	/** Which output it goes to, counted from 0, where each answer has one. */
	place: number;
	approved: boolean | null;
}

const object = (value: unknown) => Object(value) as IDataObject;

/** What a trigger says, if it can prove that it is one. */
function answeringIn(
	context: IWebhookFunctions,
	credential: ICredentialsDecrypted,
): Answering | undefined {
	// A request without a body has no object there.
	const { payload, proof } = object(context.getBodyData()) as Partial<Envelope>;
	const { signature } = context.getQueryData() as { signature?: unknown };
	if (typeof payload !== 'string' || typeof signature !== 'string') return undefined;
	if (!isProof(proof, credential.data, signature, payload)) return undefined;
	const answering = tryJson(payload) as Answering | undefined;
	return answering && isRecent(answering.at) ? answering : undefined;
}

const MAY = ['creator', 'administrator'];

/** Whether this person may answer; `undefined` where the server does not say. */
async function mayAnswer(
	call: Call,
	question: Question,
	{ user, chatId, senderChatId }: Answering,
): Promise<boolean | undefined> {
	const { answerers, userIds } = question;
	if (answerers === 'anyone') return true;
	const id = String(user.id);
	if (answerers === 'users') return userIds.includes(id);
	// An administrator who does not show who they are writes in the name of the group. In a private
	// chat there is nobody else.
	if (senderChatId === chatId || id === chatId) return true;
	const asked = await settle(
		call('getChatMember', { chat_id: wireId(chatId), user_id: wireId(id) }),
	);
	if (asked.error !== undefined) return undefined;
	return MAY.includes(String(object(asked.value).status));
}

/** The answer, or what to tell the person where it is none. */
function answerIn(question: Question, { button, text }: Answering): Answer | string {
	const { choices, reply, words } = question;
	if (reply) {
		if (text === undefined && button !== undefined) {
			return words.helpText ?? howToAnswer(reply.type, reply.list);
		}
		const typed = checkTyped(text, reply.type, reply.list);
		if ('wrong' in typed) return words.noticeForWrongReplies ?? typed.wrong;
		return { label: (text ?? '').trim(), value: typed.value, place: 0, approved: null };
	}
	const choice: Choice | undefined = typeof button === 'number' ? choices[button] : undefined;
	if (!choice) return 'Press one of the other buttons to answer.';
	const { label, value, approves: approved } = choice;
	return { label, value, place: button!, approved };
}

/** What the workflow goes on with. */
function resultOf(question: Question, answer: Answer, given?: Answering): IDataObject {
	const { chatId, messageId } = question;
	return {
		answer: answer.label,
		value: answer.value,
		text: given?.text ?? null,
		user: given?.user ?? null,
		chatId: wireId(chatId),
		messageId: wireId(messageId),
		answeredAt: new Date().toISOString(),
		approved: answer.approved,
	};
}

/** Goes on with the workflow. */
export async function goOn(
	context: IWebhookFunctions,
	{ call, question, answer, given }: Going,
	webhookResponse: unknown,
): Promise<IWebhookResponseData> {
	const name = given ? nameOf(given.user) : '';
	const time = DateTime.now().setZone(context.getTimezone()).toFormat('HH:mm');
	const words = { answer: asDone(answer.label), name, time };
	await showOutcome(call, question, fill(question.words.outcome, words));
	const item = { json: resultOf(question, answer, given), pairedItem: { item: 0 } };
	return { webhookResponse, workflowData: outputsOf(context.getNode(), answer.place, item) };
}

interface Going {
	call: Call;
	question: Question;
	answer: Answer;
	given?: Answering;
}

/** Does not go on: n8n waits as before. */
const stay = (webhookResponse: Verdict): IWebhookResponseData => ({ webhookResponse });

/**
 * Takes what a trigger has seen of a question that this node has asked, and goes on with the workflow
 * where it is an answer. Nothing is taken without a proof made with the bot token, nor for another
 * message, nor from somebody who may not answer.
 */
export async function receiveAnswer(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const credential = await loadCredential(context);
	const given = answeringIn(context, credential);
	if (!given) {
		context.getResponseObject().status(403).json({ message: 'No proof' }).end();
		return { noWebhookResponse: true };
	}
	const question = questionOf(context);
	const isThis = question?.chatId === given.chatId && question.messageId === given.messageId;
	const kind = question?.by === 'reply' ? ['press', 'reply'] : ['press'];
	if (!question || !isThis || question.by === 'links' || !kind.includes(given.kind)) {
		return stay(verdict('closed'));
	}
	const call = createCall(context, credential, { timeoutMs: TIMEOUT_MS });
	const may = await mayAnswer(call, question, given);
	const { notice, noticeForOthers } = question.words;
	if (may === undefined) return stay(verdict('told'));
	if (!may) return stay(verdict('told', noticeForOthers ?? NOT_YOU));
	const answer = answerIn(question, given);
	if (typeof answer === 'string') return stay(verdict('told', answer));
	const say = notice ?? (given.kind === 'press' ? answer.label : undefined);
	return await goOn(context, { call, question, answer, given }, verdict('taken', say));
}
