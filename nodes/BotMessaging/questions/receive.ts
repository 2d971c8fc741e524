import type {
	ICredentialsDecrypted,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { createCall, loadCredential, type Call } from '../api/client';
import { maskedIn } from '../api/door';
import type { Owner } from '../api/owner';
import { pacedCall } from '../api/pace';
import { tryJson, settle } from '../api/basics';
import { isProof, isRecent } from '../callbackData/proof';
import { objectOf } from '../update/update';
import { askedIn, cancelPlanned, NewerError, runAgain } from './pause';
import type { Form } from './form/form';
import { outputsOf } from './outputs';
import { takeFormAnswer } from './form/receive';
import {
	isAdministrator,
	isSameChat,
	lineOf,
	showEverywhere,
	TIMEOUT_MS,
	whenTaken,
	type WaitingNode,
	confirmedIn,
	donePage,
} from './outcome';
import {
	answered,
	decisiveIn,
	isOpen,
	linesOf,
	respond,
	withAnswer,
	type Choice,
	type Answering,
	type Question,
} from './question';
import { checkTyped, howToAnswer } from './typed';
import { mayAnswer } from './who';

/** The bot of a credential, in this process. */
type BotOf = (credential: ICredentialsDecrypted['data']) => Owner;

async function nodeOf(context: IWebhookFunctions, botOf: BotOf): Promise<WaitingNode> {
	const credential = await loadCredential(context);
	const call = createCall(context, credential, { timeoutMs: TIMEOUT_MS });
	return { context, credential, call: pacedCall(call, botOf(credential.data)) };
}

/** What a trigger says, if it can prove that it is one. */
function answeringIn(
	context: IWebhookFunctions,
	credential: ICredentialsDecrypted,
): Answering | undefined {
	// Without a body, n8n gives no object.
	const { payload, proof } = objectOf(context.getBodyData());
	const { signature } = objectOf(context.getQueryData());
	if (typeof payload !== 'string' || typeof signature !== 'string') return undefined;
	if (!isProof(proof, credential.data, signature, payload)) return undefined;
	const answering = tryJson(payload) as Answering | undefined;
	return answering && isRecent(answering.at) ? answering : undefined;
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

/** Continues the workflow, or waits for the other answers. Then shows the outcome in the chat. */
function goOn(node: WaitingNode, question: Question, answer: Choice, given: Partial<Answering>) {
	const { context, call } = node;
	const { several } = question;
	const shown = several ? linesOf(several) : lineOf(node, question, answer, given);
	whenTaken(context, async () => await showEverywhere(call, question, shown, given));
	if (isOpen(question)) return runAgain(context, { question });
	cancelPlanned(context);
	const item = { json: answered(question, answer, given), pairedItem: { item: 0 } };
	const no = decisiveIn(question);
	const isNo = ({ label, value }: Choice) => label === no?.answer && value === no.value;
	const place = no ? question.choices.findIndex(isNo) : given.button;
	return outputsOf(context.getNode(), place ?? 0, item);
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
	const say = words.notice ?? (given.kind === 'press' ? answer.label : undefined);
	const line = lineOf(node, question, answer, given);
	const several = question.several && withAnswer(question.several, answer, given, line);
	if (several === 'given before') return respond('told', { say });
	const now = { ...question, several };
	return respond('taken', { say, isOpen: isOpen(now) }, goOn(node, now, answer, given));
}

/** Whether the kind of an answer fits this question. */
const isOfKind = ({ by }: Question, given: Answering) =>
	by !== 'links' && (given.kind === 'press' || by === 'reply');

/** The chats in which a question or a form has a message with this ID. */
function chatsOf(asked: Question | Form, given: Answering): string[] {
	if (!('ref' in asked)) return [asked.chatId];
	const { chatId, messageId, copies = [] } = asked;
	const messages = [{ chatId, messageId }, ...copies];
	return messages.filter((one) => one.messageId === given.messageId).map((one) => one.chatId);
}

/** Whether an answer came from one of these chats; `undefined` if the server does not say. */
async function isInOneOf(call: Call, chats: string[], given: string) {
	const found: Array<boolean | undefined> = [];
	for (const chat of chats) found.push(await isSameChat(call, chat, given));
	return found.includes(true) || (found.includes(undefined) ? undefined : false);
}

/**
 * Takes what a trigger saw about a question or a form of this node, and continues the workflow if it is an
 * answer. Takes nothing without a proof made with the bot token, for another message, or from a person who
 * may not answer.
 */
async function receiveAnswer(
	context: IWebhookFunctions,
	botOf: BotOf,
): Promise<IWebhookResponseData> {
	const node = await nodeOf(context, botOf);
	const answering = answeringIn(context, node.credential);
	// A form's answers are stored, so secrets in them are masked.
	const given = answering && maskedIn(context, answering);
	if (!given) {
		context.getResponseObject().status(403).json({ message: 'No proof' }).end();
		return { noWebhookResponse: true };
	}
	const { question, form } = askedIn(context);
	const asked = form ?? question;
	if (!asked || (question && !isOfKind(question, given))) return respond('closed');
	const isHere = await isInOneOf(node.call, chatsOf(asked, given), given.chatId);
	if (isHere === false) return respond('closed');
	if (isHere === undefined) return respond('told');
	const { userIds, words } = asked;
	const say = words.noticeForOthers ?? 'This question is not for you.';
	const who = { answerers: question?.answerers ?? ('users' as const), userIds, say };
	const may = await mayAnswer(
		who,
		given,
		async (id) => await isAdministrator(node.call, given.chatId, id),
	);
	if (may === undefined) return respond('told', { who });
	if (!may) return respond('refused', { say, who });
	const taken = question ? takeAnswer(node, question, given) : takeFormAnswer(node, form!, given);
	const said = await taken;
	return { ...said, webhookResponse: { ...objectOf(said.webhookResponse), who } };
}

/** Serves the page for a person who opened a link button. */
async function receiveLink(
	context: IWebhookFunctions,
	botOf: BotOf,
): Promise<IWebhookResponseData> {
	const { question } = askedIn(context);
	const confirmed = confirmedIn(context, question);
	if (!('choice' in confirmed)) return confirmed;
	const { choice, button } = confirmed;
	const workflowData = goOn(await nodeOf(context, botOf), question!, choice, { button });
	return { webhookResponse: donePage(choice.label), workflowData };
}

/** How n8n receives answers for a waiting execution: from a trigger, or from a link button. */
export const webhooks = (['GET', 'POST'] as const).map((httpMethod): IWebhookDescription => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
}));

/** Handles all requests for a waiting execution. Never throws: n8n would end the execution. */
export async function receive(
	context: IWebhookFunctions,
	botOf: BotOf,
): Promise<IWebhookResponseData> {
	const { answer } = context.getQueryData() as { answer?: unknown };
	const take = answer === undefined ? receiveAnswer : receiveLink;
	const { value, error } = await settle(take(context, botOf));
	if (value) return value;
	const { message } = error as Error;
	context.logger.warn(`${context.getNode().name}: ${message}`);
	if (error instanceof NewerError) return respond('told', { say: `${message}.` });
	context.getResponseObject().status(500).json({ message: 'The answer was not accepted' }).end();
	return { noWebhookResponse: true };
}
