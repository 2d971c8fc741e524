import type {
	ICredentialsDecrypted,
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { DateTime } from 'luxon';

import { createCall, loadCredential, type Call } from '../api/client';
import { maskedIn } from '../api/door';
import { tryJson, settle } from '../api/basics';
import { isProof, isRecent } from '../callbackData/proof';
import { keptIn, runAgain } from './pause';
import { outputsOf } from './outputs';
import type { Form } from './form/form';
import { takeFormAnswer } from './form/receive';
import {
	asDone,
	fill,
	isSameChat,
	movedTo,
	nameOf,
	showOutcome,
	TIMEOUT_MS,
	whenTaken,
	withLine,
	type WaitingNode,
	confirmedIn,
	donePage,
} from './outcome';
import {
	answered,
	hasGiven,
	isDecided,
	linesOf,
	respond,
	wireId,
	withAnswer,
	type Answer,
	type Answering,
	type Question,
	type SeveralAnswers,
} from './question';
import { checkTyped, howToAnswer } from './typed';

const NOT_YOU = 'This question is not for you.';

const object = (value: unknown) => Object(value) as IDataObject;

/** What a trigger says, if it can prove that it is one. */
function answeringIn(
	context: IWebhookFunctions,
	credential: ICredentialsDecrypted,
): Answering | undefined {
	// Without a body, n8n gives no object.
	const { payload, proof } = object(context.getBodyData());
	const { signature } = object(context.getQueryData());
	if (typeof payload !== 'string' || typeof signature !== 'string') return undefined;
	if (!isProof(proof, credential.data, signature, payload)) return undefined;
	const answering = tryJson(payload) as Answering | undefined;
	return answering && isRecent(answering.at) ? answering : undefined;
}

const MAY = ['creator', 'administrator'];

/** Whether this person may answer; `undefined` if the server does not say. */
async function mayAnswer(
	call: Call,
	{ answerers, userIds }: Pick<Question, 'answerers' | 'userIds'>,
	{ user, chatId, senderChatId }: Answering,
): Promise<boolean | undefined> {
	if (answerers === 'anyone') return true;
	const id = String(user.id);
	if (answerers === 'users') return userIds.includes(id);
	// An anonymous administrator writes in the name of the group. A private chat has only one person.
	if (senderChatId === chatId || id === chatId) return true;
	const ask = async (chat: string) =>
		await settle(call('getChatMember', { chat_id: wireId(chat), user_id: wireId(id) }));
	let asked = await ask(chatId);
	const now = movedTo(asked.error);
	if (now !== undefined) asked = await ask(now);
	if (asked.error !== undefined) return undefined;
	return MAY.includes(String(object(asked.value).status));
}

/** The answer, or what to tell the person instead. */
function answerIn({ choices, reply, words }: Question, { button, text }: Answering) {
	if (!reply) {
		const choice = choices.find((_one, place) => place === button);
		return choice ?? 'Press one of the other buttons to answer.';
	}
	if (text === undefined && button !== undefined) return words.helpText ?? howToAnswer(reply);
	const typed = checkTyped(text, reply, words.noticeForWrongReplies);
	if ('wrong' in typed) return typed.wrong;
	return { label: (text ?? '').trim(), value: typed.value, approved: null };
}

/** The line for an answer in the chat. */
function lineOf(
	{ context }: WaitingNode,
	{ words }: Question,
	{ label }: Answer,
	{ user }: Partial<Answering>,
): string {
	const time = DateTime.now().setZone(context.getTimezone()).toFormat('HH:mm');
	return fill(words.outcome, { answer: asDone(label), name: user ? nameOf(user) : '', time });
}

/** Continues the workflow, and then shows the outcome in the chat. */
function goOn(node: WaitingNode, question: Question, answer: Answer, given: Partial<Answering>) {
	const { context, call } = node;
	const { several } = question;
	const shown = several ? linesOf(several) : lineOf(node, question, answer, given);
	whenTaken(context, async () => {
		// A reply does not show where the question is now: another message may have its ID.
		const seenIn = given.kind === 'press' ? given.chatId : undefined;
		await showOutcome(call, question, shown, seenIn);
	});
	const item = { json: answered(question, answer, given), pairedItem: { item: 0 } };
	return outputsOf(context.getNode(), given.button ?? 0, item);
}

/** Takes one of several answers: n8n keeps waiting, or continues with all of them. */
function takeOneOf(
	node: WaitingNode,
	before: Question & { several: SeveralAnswers },
	answer: Answer,
	given: Answering,
): IWebhookResponseData {
	const { context, call } = node;
	const say = before.words.notice ?? answer.label;
	if (hasGiven(before.several, answer, given)) return respond('told', { say });
	const question = withAnswer(before, answer, given, lineOf(node, before, answer, given));
	const { several, chatId, messageId, sent, afterwards } = question;
	if (isDecided(several)) {
		return respond('taken', { say }, goOn(node, question, answer, given));
	}
	whenTaken(context, async () => {
		if (afterwards !== 'show') return;
		const message = { chat_id: wireId(chatId), message_id: wireId(messageId) };
		const text = withLine(sent, linesOf(several));
		await settle(call('editMessageText', { ...message, ...text, reply_markup: several.keyboard }));
	});
	const open = { ...question, several: { ...several, isResumed: true } };
	return respond('taken', { say, isOpen: true }, runAgain(context, { question: open }));
}

/** Takes an answer from a person who may give it, or says what is wrong with it. */
function takeAnswer(node: WaitingNode, question: Question, given: Answering): IWebhookResponseData {
	const { by, answerers, words } = question;
	const answer = answerIn(question, given);
	if (typeof answer === 'string') {
		// Then this person's next message may be the answer, even without a reply to the question.
		const isTheirs = answerers === 'users' || String(given.user.id) === given.chatId;
		return respond('told', { say: answer, next: by === 'reply' && isTheirs });
	}
	const { several } = question;
	if (several) return takeOneOf(node, { ...question, several }, answer, given);
	const say = words.notice ?? (given.kind === 'press' ? answer.label : undefined);
	return respond('taken', { say }, goOn(node, question, answer, given));
}

/** Whether the message and the kind of an answer fit this question. */
const isTo = ({ messageId, by }: Question, given: Answering) =>
	messageId === given.messageId && by !== 'links' && (given.kind === 'press' || by === 'reply');

/**
 * Takes what a trigger saw about a question or a form of this node, and continues the workflow if it is an
 * answer. Takes nothing without a proof made with the bot token, for another message, or from a person who
 * may not answer.
 */
async function receiveAnswer(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const credential = await loadCredential(context);
	const answering = answeringIn(context, credential);
	// A form's answers are stored, so secrets in them are masked.
	const given = answering && maskedIn(context, answering);
	if (!given) {
		context.getResponseObject().status(403).json({ message: 'No proof' }).end();
		return { noWebhookResponse: true };
	}
	const { question, form } = keptIn(context) as { question?: Question; form?: Form };
	const asked = form ?? question;
	if (!asked || (question && !isTo(question, given))) return respond('closed');
	const call = createCall(context, credential, { timeoutMs: TIMEOUT_MS });
	const isHere = await isSameChat(call, asked.chatId, given.chatId);
	if (isHere === false) return respond('closed');
	const answerers = question?.answerers ?? 'users';
	const may = isHere && (await mayAnswer(call, { ...asked, answerers }, given));
	if (may === undefined) return respond('told');
	if (!may) return respond('refused', { say: asked.words.noticeForOthers ?? NOT_YOU });
	const node = { context, credential, call };
	return question ? takeAnswer(node, question, given) : await takeFormAnswer(node, form!, given);
}

/** Serves the page for a person who opened a link button. */
async function receiveLink(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { question } = keptIn(context) as { question?: Question };
	const confirmed = confirmedIn(context, question);
	if (!('choice' in confirmed)) return confirmed;
	const credential = await loadCredential(context);
	const call = createCall(context, credential, { timeoutMs: TIMEOUT_MS });
	const { choice, button } = confirmed;
	const workflowData = goOn({ context, credential, call }, question!, choice, { button });
	return { webhookResponse: donePage(choice.label), workflowData };
}

const webhookOf = (httpMethod: 'GET' | 'POST'): IWebhookDescription => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
});

/** How n8n receives answers for a waiting execution: from a trigger, or from a link button. */
export const webhooks = [webhookOf('GET'), webhookOf('POST')];

/**
 * Handles all requests for a waiting execution. Never throws, because n8n would end the execution with the
 * error: whatever happens, the question stays open.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { answer } = context.getQueryData() as { answer?: unknown };
	const receiving = answer === undefined ? receiveAnswer(context) : receiveLink(context);
	const { value, error } = await settle(receiving);
	if (value) return value;
	context.logger.warn(`${context.getNode().name}: ${(error as Error).message}`);
	context.getResponseObject().status(500).json({ message: 'The answer was not accepted' }).end();
	return { noWebhookResponse: true };
}
