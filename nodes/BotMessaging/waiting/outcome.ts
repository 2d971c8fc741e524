import type { IDataObject } from 'n8n-workflow';

import type { Call } from '../api/client';
import { settle } from '../api/settle';
import { shownText, toHtml } from '../formatting';
import { wireId } from './messages';
import type { Question } from './question';

/** What can stand in the line that shows the outcome. */
export interface OutcomeWords {
	answer: string;
	name: string;
	time: string;
}

/** What the buttons that the form brings along say once somebody has pressed them. */
const DONE: Record<string, string> = { Approve: 'Approved', Decline: 'Declined' };

/** An answer in the line that shows the outcome, for example "Approved by Milan". */
export const asDone = (label: string) => (Object.hasOwn(DONE, label) ? DONE[label] : label);

/** Fills `{answer}`, `{name}` and `{time}` in; anything else stays as it is. */
export const fill = (template: string, words: OutcomeWords) =>
	template.replace(/\{(answer|name|time)\}/g, (_all, name: keyof OutcomeWords) => words[name]);

/** A person as a chat shows them. */
export function nameOf({ first_name: first, last_name: last, username, id }: IDataObject): string {
	const name = [first, last].filter(Boolean).join(' ');
	return name || (username ? `@${String(username)}` : String(id ?? ''));
}

const escaped = (text: string) =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The question with a line below it, in the question's own formatting. */
function withLine({ text, parse_mode: mode, ...rest }: Question['sent'], line: string) {
	if (!mode) return { ...rest, text: `${text}\n\n${line}` };
	const shown = mode === 'HTML' ? undefined : shownText(text, mode);
	const html = shown ? toHtml(shown) : text;
	return { ...rest, text: `${html}\n\n${escaped(line)}`, parse_mode: 'HTML' };
}

/**
 * Shows in the chat that a question has been answered, as its form says. It is only for the eyes: the
 * answer counts also where the message cannot be changed.
 */
export async function showOutcome(call: Call, question: Question, line: string): Promise<void> {
	const { chatId, messageId, afterwards, by } = question;
	const message = { chat_id: wireId(chatId), message_id: wireId(messageId) };
	if (afterwards === 'leave' && by === 'buttons') return;
	if (afterwards === 'show') {
		const text = withLine(question.sent, line);
		const body = { ...message, ...text, reply_markup: { inline_keyboard: [] } };
		const { error } = await settle(call('editMessageText', body));
		if (error === undefined) return;
	}
	await settle(call('editMessageReplyMarkup', message));
}
