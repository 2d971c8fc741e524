import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import type { Call } from '../api/client';
import { AnswerError } from '../api/errors';
import { settle } from '../api/basics';
import { escapeHtml } from '../format';
import { visible } from '../format/visible';
import { wireId, type Question } from './question';

/** The number that a group has now, if a request failed because it has become a supergroup. */
export const movedTo = (error: unknown): string | undefined =>
	error instanceof AnswerError ? error.migrateToChatId : undefined;

const doesNotSay = (error: unknown) =>
	!(error instanceof AnswerError) || error.isRateLimit || error.code >= 500;

/**
 * Whether an answer was given in the chat of its question. A group gets another number when it becomes
 * a supergroup; the server says which, if it is asked by the old one. `undefined` if it does not say.
 */
export async function isSameChat(
	call: Call,
	asked: string,
	given: string,
): Promise<boolean | undefined> {
	if (asked === given) return true;
	const { error } = await settle(call('getChat', { chat_id: wireId(asked) }));
	if (error === undefined) return false;
	return doesNotSay(error) ? undefined : movedTo(error) === given;
}

/**
 * Calls a task when n8n has taken an answer, and not if it has gone on already: with another answer, or
 * because the time was up. n8n sends the response only after it has written down that the execution
 * runs again, and an error if that was not possible.
 */
export function whenTaken(context: IWebhookFunctions, task: () => Promise<void>): void {
	const response = context.getResponseObject();
	const name = context.getNode().name;
	response.once('finish', () => {
		if (response.statusCode >= 400) return;
		task().catch((error: Error) => context.logger.warn(`${name}: ${error.message}`));
	});
}

/** What the buttons that the form brings along say once somebody has pressed them. */
const DONE = new Map([
	['Approve', 'Approved'],
	['Decline', 'Declined'],
]);

/** An answer in the line that shows the outcome, for example "Milan: Approved". */
export const asDone = (label: string) => DONE.get(label) ?? label;

/** Fills `{answer}`, `{name}` and `{time}` in. None of them can look like the outcome of something else. */
export const fill = (template: string, words: Record<'answer' | 'name' | 'time', string>) =>
	template.replace(/\{(answer|name|time)\}/g, (_all, name: keyof typeof words) =>
		visible(words[name]),
	);

/** A person as a chat shows them. */
export function nameOf({ first_name: first, last_name: last, username, id }: IDataObject): string {
	const name = [first, last].filter(Boolean).join(' ');
	return name || (username ? `@${String(username)}` : String(id ?? ''));
}

/** The question with a line below it, or several. */
export function withLine({ text, parse_mode: mode, ...rest }: Question['sent'], line: string) {
	if (!mode) return { ...rest, text: `${text}\n\n${line}` };
	return { ...rest, text: `${text}\n\n${escapeHtml(line)}`, parse_mode: 'HTML' };
}

/**
 * Shows in the chat that a question has been answered, as its form says: if the group has another
 * number by now, in a message of its own. It is only for the eyes: the answer counts also if the
 * message cannot be changed.
 *
 * @param seenIn the chat in which the message is now, if it is known
 */
export async function showOutcome(
	call: Call,
	question: Question,
	line: string,
	seenIn = question.chatId,
): Promise<void> {
	const { chatId, messageId, afterwards, by } = question;
	const message = { chat_id: wireId(seenIn), message_id: wireId(messageId) };
	if (afterwards === 'leave' && by === 'buttons') return;
	if (afterwards === 'show') {
		const text = withLine(question.sent, line);
		const body = { ...message, ...text, reply_markup: { inline_keyboard: [] } };
		const { error } = await settle(call('editMessageText', body));
		if (error === undefined) return;
		const now = movedTo(error) ?? (seenIn === chatId ? undefined : seenIn);
		if (now !== undefined) await settle(call('sendMessage', { ...text, chat_id: wireId(now) }));
	}
	await settle(call('editMessageReplyMarkup', message));
}
