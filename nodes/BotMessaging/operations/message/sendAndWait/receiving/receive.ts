import type {
	ICredentialsDecrypted,
	IDataObject,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { DateTime } from 'luxon';

import { createCall, loadCredential, type Call } from '../../../../api/client';
import { tryJson } from '../../../../api/json';
import { settle } from '../../../../api/settle';
import { isSameChat, movedTo } from './moved';
import { stay, whenTaken } from './take';
import { FORM_OPERATION } from '../forms/form';
import { receiveFormAnswer } from '../forms/receive';
import { verdict, wireId, type Answering, type Envelope } from '../protocol';
import { asDone, fill, nameOf, showOutcome } from './outcomeLine';
import { outputsOf } from '../form/outputs';
import { isProof, isRecent } from '../proof';
import { questionOf, type Choice, type Question } from '../question';
import { answered, type Answer } from '../result';
import { checkTyped, howToAnswer } from './typed';

/** Somebody waits for the answer of each request. */
const TIMEOUT_MS = 10_000;

const NOT_YOU = 'This question is not for you.';

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

/** Whether this person may answer; `undefined` if the server does not say. */
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
	const ask = async (chat: string) =>
		await settle(call('getChatMember', { chat_id: wireId(chat), user_id: wireId(id) }));
	let asked = await ask(chatId);
	const now = movedTo(asked.error);
	if (now !== undefined) asked = await ask(now);
	if (asked.error !== undefined) return undefined;
	return MAY.includes(String(object(asked.value).status));
}

/** The answer, or what to tell the person if it is none. */
function answerIn(question: Question, { button, text }: Answering): Answer | string {
	const { choices, reply, words } = question;
	if (reply) {
		if (text === undefined && button !== undefined) {
			return words.helpText ?? howToAnswer(reply);
		}
		const typed = checkTyped(text, reply, words.noticeForWrongReplies);
		if ('wrong' in typed) return typed.wrong;
		return { label: (text ?? '').trim(), value: typed.value, place: 0, approved: null };
	}
	const choice: Choice | undefined = typeof button === 'number' ? choices[button] : undefined;
	if (!choice) return 'Press one of the other buttons to answer.';
	const { label, value, approves: approved } = choice;
	return { label, value, place: button!, approved };
}

/** Whether what this person writes next may be the answer, without a reply to the question. */
const isNextMessage = ({ by, answerers }: Question, { user, chatId }: Answering) =>
	by === 'reply' && (answerers === 'users' || String(user.id) === chatId);

/** Continues the workflow, and shows the outcome in the chat as soon as it does. */
export async function goOn(
	context: IWebhookFunctions,
	{ call, question, answer, given }: Going,
	webhookResponse: unknown,
): Promise<IWebhookResponseData> {
	const name = given ? nameOf(given.user) : '';
	const time = DateTime.now().setZone(context.getTimezone()).toFormat('HH:mm');
	const words = { answer: asDone(answer.label), name, time };
	whenTaken(context, async () => {
		// A reply says nothing of where the question is: another message may have its number by now.
		const seenIn = given?.kind === 'press' ? given.chatId : question.chatId;
		await showOutcome(call, question, fill(question.words.outcome, words), seenIn);
	});
	const item = { json: answered(question, answer, given), pairedItem: { item: 0 } };
	return { webhookResponse, workflowData: outputsOf(context.getNode(), answer.place, item) };
}

interface Going {
	call: Call;
	question: Question;
	answer: Answer;
	given?: Answering;
}

/**
 * Takes what a trigger has seen of a question that this node has asked, and continues the workflow
 * if it is an answer. Nothing is taken without a proof made with the bot token, nor for another
 * message, nor from anyone without the right to answer.
 */
export async function receiveAnswer(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const credential = await loadCredential(context);
	const given = answeringIn(context, credential);
	if (!given) {
		context.getResponseObject().status(403).json({ message: 'No proof' }).end();
		return { noWebhookResponse: true };
	}
	if (context.getNode().parameters.operation === FORM_OPERATION) {
		return await receiveFormAnswer(context, credential, given);
	}
	const question = questionOf(context);
	const isThis = question?.messageId === given.messageId;
	const kind = question?.by === 'reply' ? ['press', 'reply'] : ['press'];
	if (!question || !isThis || question.by === 'links' || !kind.includes(given.kind)) {
		return stay(verdict('closed'));
	}
	const call = createCall(context, credential, { timeoutMs: TIMEOUT_MS });
	const isHere = await isSameChat(call, question.chatId, given.chatId);
	if (isHere === false) return stay(verdict('closed'));
	const may = isHere && (await mayAnswer(call, question, given));
	const { notice, noticeForOthers } = question.words;
	if (may === undefined) return stay(verdict('told'));
	if (!may) return stay(verdict('told', noticeForOthers ?? NOT_YOU));
	const answer = answerIn(question, given);
	if (typeof answer === 'string') {
		return stay(verdict('told', answer, isNextMessage(question, given)));
	}
	const say = notice ?? (given.kind === 'press' ? answer.label : undefined);
	return await goOn(context, { call, question, answer, given }, verdict('taken', say));
}
