import type { IDataObject } from 'n8n-workflow';

import type { Call } from '../../../../api/client';
import { settle } from '../../../../api/settle';
import { escapeHtml, shownText, toHtml } from '../../../../formatting';
import { visible } from '../../../../formatting/visible';
import { movedTo } from './moved';
import { wireId } from '../protocol';
import type { Question } from '../question';

/** What the line can contain that shows the outcome. */
export interface OutcomeWords {
	answer: string;
	name: string;
	time: string;
}

/** What the buttons that the form brings along say once somebody has pressed them. */
const DONE = new Map([
	['Approve', 'Approved'],
	['Decline', 'Declined'],
]);

/** An answer in the line that shows the outcome, for example "Milan: Approved". */
export const asDone = (label: string) => DONE.get(label) ?? label;

/**
 * Fills `{answer}`, `{name}` and `{time}` in; anything else stays as it is. A name, or what was typed,
 * cannot look like the outcome of something else.
 */
export const fill = (template: string, words: OutcomeWords) =>
	template.replace(/\{(answer|name|time)\}/g, (_all, name: keyof OutcomeWords) =>
		visible(words[name]),
	);

/** A person as a chat shows them. */
export function nameOf({ first_name: first, last_name: last, username, id }: IDataObject): string {
	const name = [first, last].filter(Boolean).join(' ');
	return name || (username ? `@${String(username)}` : String(id ?? ''));
}

/** The question with a line below it, in the question's own formatting. */
function withLine({ text, parse_mode: mode, ...rest }: Question['sent'], line: string) {
	if (!mode) return { ...rest, text: `${text}\n\n${line}` };
	const shown = mode === 'HTML' ? undefined : shownText(text, mode);
	const html = shown ? toHtml(shown) : text;
	return { ...rest, text: `${html}\n\n${escapeHtml(line)}`, parse_mode: 'HTML' };
}

/**
 * Shows in the chat that a question has been answered, as its form says: if the group has another
 * number by now, in a message of its own. It is only for the eyes: the answer counts also if the
 * message cannot be changed.
 *
 * @param seenIn the chat in which the message is now, as far as it is known
 */
export async function showOutcome(
	call: Call,
	question: Question,
	line: string,
	seenIn: string,
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
