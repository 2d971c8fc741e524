import type {
	ICredentialsDecrypted,
	IDataObject,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { DateTime } from 'luxon';

import { settle } from '../api/basics';
import type { Call } from '../api/client';
import { AnswerError } from '../api/errors';
import { escapeHtml } from '../format';
import { visible } from '../format/characters';
import { isOpen, wireId, type Question, type Choice, type Answering } from './question';

/** The node that waits, as it takes an answer. */
export interface WaitingNode {
	context: IWebhookFunctions;
	credential: ICredentialsDecrypted;
	call: Call;
}

/** A person waits for each response. */
export const TIMEOUT_MS = 10_000;

/** A group's new ID, if a request failed because the group has become a supergroup. */
export const movedTo = (error: unknown): string | undefined =>
	error instanceof AnswerError ? error.migrateToChatId : undefined;

/** Whether the server has answered with a no, and will do so again. */
export const isRefusal = (error: unknown): error is AnswerError =>
	error instanceof AnswerError && !error.isRateLimit && error.code < 500;

/** Whether a user is an administrator of the chat; `undefined` if the server does not say. */
export async function isAdministrator(call: Call, chatId: string, id: string) {
	const ask = async (chat: string) =>
		await settle(call('getChatMember', { chat_id: wireId(chat), user_id: wireId(id) }));
	let asked = await ask(chatId);
	const now = movedTo(asked.error);
	if (now !== undefined) asked = await ask(now);
	if (asked.error !== undefined) return undefined;
	return ['creator', 'administrator'].includes(String(asked.value?.status));
}

/**
 * Whether an answer came from the chat of its question. A group that becomes a supergroup gets a new ID; the
 * server tells it when asked for the old one. `undefined` if the server does not say.
 */
export async function isSameChat(
	call: Call,
	asked: string,
	given: string,
): Promise<boolean | undefined> {
	if (asked === given) return true;
	const { error } = await settle(call('getChat', { chat_id: wireId(asked) }));
	if (error === undefined) return false;
	return isRefusal(error) ? movedTo(error) === given : undefined;
}

/**
 * Runs a task when n8n has accepted an answer, but not if it has already continued with another answer or
 * after the time limit. n8n sends its response only after it has saved that the execution runs again, and an
 * error if it could not.
 */
export function whenTaken(context: IWebhookFunctions, task: () => Promise<void>): void {
	const response = context.getResponseObject();
	const name = context.getNode().name;
	response.once('finish', () => {
		if (response.statusCode >= 400) return;
		task().catch((error: Error) => context.logger.warn(`${name}: ${error.message}`));
	});
}

/** What the default buttons become in the outcome, for example "Milan: Approved". */
const DONE = new Map([
	['Approve', 'Approved'],
	['Decline', 'Declined'],
]);

/** Fills in `{answer}`, `{name}` and `{time}`. None of them can look like another outcome. */
export const fill = (template: string, words: Record<'answer' | 'name' | 'time', string>) =>
	template.replace(/\{(answer|name|time)\}/g, (_all, name: keyof typeof words) =>
		visible(words[name]),
	);

/** A person's name as chats show it. */
export function nameOf({ first_name: first, last_name: last, username, id }: IDataObject): string {
	const name = [first, last].filter(Boolean).join(' ');
	return name || (username ? `@${String(username)}` : String(id ?? ''));
}

/** The time of day in the time zone of the workflow. */
export const timeIn = (context: Pick<IWebhookFunctions, 'getTimezone'>): string =>
	DateTime.now().setZone(context.getTimezone()).toFormat('HH:mm');

/** The line for an answer in the chat. */
export function lineOf(
	{ context }: WaitingNode,
	{ words }: Question,
	{ label }: Choice,
	{ user }: Partial<Answering>,
): string {
	const name = user ? nameOf(user) : '';
	return fill(words.outcome, { answer: DONE.get(label) ?? label, name, time: timeIn(context) });
}

/** Shows the answers in all messages of a question. */
export async function showEverywhere(
	call: Call,
	question: Question,
	lines: string,
	given: Partial<Answering>,
): Promise<void> {
	const { chatId, messageId, copies = [] } = question;
	for (const place of [{ chatId, messageId }, ...copies.filter((one) => !one.isOld)]) {
		// A reply does not show where the question is now: another message may have its ID.
		const isIt = given.kind === 'press' && given.messageId === place.messageId;
		await showOutcome(call, { ...question, ...place }, lines, isIt ? given.chatId : undefined);
	}
}

/**
 * Shows the answers in the chat, as the form says. If the group has a new ID by now, in a new message. It is
 * only for the eyes: an answer counts even if the message cannot be changed.
 *
 * @param lines one or more, below the question
 * @param seenIn the chat where the message is now, if known
 */
async function showOutcome(
	call: Call,
	question: Question,
	lines: string,
	seenIn = question.chatId,
): Promise<void> {
	const { chatId, messageId, afterwards, by, sent } = question;
	const message = { chat_id: wireId(seenIn), message_id: wireId(messageId) };
	const keyboard = isOpen(question) ? question.keyboard : undefined;
	if (keyboard ? afterwards !== 'show' : afterwards === 'leave' && by === 'buttons') return;
	if (afterwards === 'show') {
		const added = sent.parse_mode ? escapeHtml(lines) : lines;
		const text = { ...sent, text: `${sent.text}\n\n${added}` };
		const body = { ...message, ...text, reply_markup: keyboard ?? { inline_keyboard: [] } };
		const { error } = await settle(call('editMessageText', body));
		if (error === undefined || keyboard) return;
		const now = movedTo(error) ?? (seenIn === chatId ? undefined : seenIn);
		if (now !== undefined) await settle(call('sendMessage', { ...text, chat_id: wireId(now) }));
	}
	await settle(call('editMessageReplyMarkup', message));
}

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
body { font: 1.1rem/1.5 system-ui, sans-serif; margin: 15vh auto 0; max-width: 24rem; padding: 0 1rem; text-align: center; }
button { background: #1f6feb; border: 0; border-radius: 0.5rem; color: #fff; font: inherit; padding: 0.6rem 1.6rem; }
</style>
</head>
<body><h1>${escapeHtml(title)}</h1>${content}</body>
</html>`;

const CLOSED_PAGE = page('This question is closed', '<p>You can close this page.</p>');

/** The page after an answer was taken. */
export const donePage = (label: string) =>
	page(label, '<p>Your answer has been received. You can close this page.</p>');

const HTML = 'text/html; charset=utf-8';

function show(context: IWebhookFunctions, html: string): IWebhookResponseData {
	context.getResponseObject().setHeader('content-type', HTML).status(200).end(html);
	return { noWebhookResponse: true };
}

/** The choice that a person has confirmed, or else the page to show. n8n has checked the signature. */
export function confirmedIn(
	context: IWebhookFunctions,
	question: Question | undefined,
): { choice: Choice; button: number } | IWebhookResponseData {
	const { answer, question: ref } = context.getQueryData() as Record<string, unknown>;
	const button = Number(answer);
	const choice = question?.choices[button];
	if (!choice || question?.by !== 'links' || question.ref !== ref) {
		return show(context, CLOSED_PAGE);
	}
	// Messengers open links for previews, so only the button on the page answers.
	if (context.getRequestObject().method !== 'POST') {
		const form = '<form method="post"><button type="submit">Confirm</button></form>';
		return show(context, page(choice.label, form));
	}
	// If another link was opened a moment before, n8n sends an error as JSON. People get a page instead.
	const response = context.getResponseObject();
	response.json = () => response.status(409).setHeader('content-type', HTML).end(CLOSED_PAGE);
	return { choice, button };
}
