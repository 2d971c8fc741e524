import type { IDataObject } from 'n8n-workflow';

import type { MostOf } from '../../../../../../reference';
import type { Call } from '../../../../api/client';
import { settle } from '../../../../api/settle';
import { beginningOf } from '../../../../formatting/graphemes';
import type { Delivery } from './deliver';
import type { Desk } from './desk';
import type { Found } from './find';
import { answererOf, wireId } from '../protocol';
import type { TriggerWords } from './options';

/** Service methods, "answerCallbackQuery". */
export const MOST_IN_NOTICE: MostOf<'answerCallbackQuery', 'text'> = 200;

/** How a trigger speaks in the chats of its bot. */
export interface Voice {
	call: Call;
	words: TriggerWords;
}

/** The words for the person, by whether it was they who gave the answer that the question has. */
function wordsFor(
	words: TriggerWords,
	{ botMessagingOutcome: outcome, say }: Delivery,
	isAnswerer: boolean,
): string | undefined {
	switch (outcome) {
		case 'taken':
			return say;
		case 'told':
			return say ?? words.tryAgain;
		case 'running':
		case 'unreachable':
			return words.tryAgain;
		case 'foreign':
			return words.unknown;
		case 'closed':
			return say ?? (isAnswerer ? words.answered : words.closed);
	}
}

/** Names the question of an answer. */
export const nameOf = ({ answering: { chatId, messageId } }: Found) => `${chatId}:${messageId}`;

/** A server that was set up again gives the numbers of its messages a second time. */
function hasAnswered({ answeredBy }: Desk, found: Found): boolean {
	const { answering, carried } = found;
	const answerer = answeredBy.get(nameOf(found));
	if (answerer?.userId !== answererOf(answering)) return false;
	return carried === undefined || carried.executionId === answerer.executionId;
}

/**
 * Tells somebody what has become of their answer. What cannot be said any more, because the press is
 * too old or the message gone, stays unsaid.
 */
export async function tell(
	{ call, words }: Voice,
	desk: Desk,
	found: Found,
	delivery: Delivery,
): Promise<void> {
	const { answering, queryId } = found;
	const text = wordsFor(words, delivery, hasAnswered(desk, found));
	if (queryId !== undefined) {
		const isAlert = delivery.botMessagingOutcome !== 'taken';
		const shown = text && {
			text: beginningOf(text, MOST_IN_NOTICE),
			...(isAlert && { show_alert: true }),
		};
		await settle(call('answerCallbackQuery', { callback_query_id: queryId, ...shown }));
	} else if (text) {
		const { chatId, replyMessageId } = answering;
		const isAnswer = delivery.botMessagingOutcome === 'taken';
		if (!isAnswer && !desk.mayWrite(nameOf(found), answererOf(answering))) return;
		const reply = { chat_id: wireId(chatId), reply_to_message_id: wireId(replyMessageId) };
		const { value } = await settle(call('sendMessage', { ...reply, text }));
		const { message_id: id } = Object(value) as IDataObject;
		if (!isAnswer && id !== undefined && found.carried) {
			const { carried } = found;
			desk.corrections.set(`${chatId}:${String(id)}`, { carried, messageId: answering.messageId });
		}
	}
}

/** Takes the buttons of a closed question away. */
export async function removeButtons(call: Call, { answering }: Found): Promise<void> {
	const { chatId, messageId } = answering;
	const message = { chat_id: wireId(chatId), message_id: wireId(messageId) };
	await settle(call('editMessageReplyMarkup', message));
}
