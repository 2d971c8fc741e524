import type { IDataObject } from 'n8n-workflow';

import { Bounded, settle } from '../api/basics';
import type { Call } from '../api/client';
import { MOST } from '../fields/format';
import { wireId } from './question';
import type { ChatAnswer, QuestionState } from './state';
import type { TriggerWords } from './triggerOptions';

const MOST_REMEMBERED = 10_000;

/** Apps cut a text at a good place in the second half of what one message can hold. */
const SHORTEST_PART = MOST.text / 2;

/** Seconds, by message dates. */
const LONGEST_PAUSE = 2;

/** A text that was too long for one message, so an app may have split it. */
interface CutText {
	/** Unix seconds of its last long part. */
	date: number;
	/** Its first part, if that was an answer. */
	answer: Promise<ChatAnswer | undefined>;
	/** Whether the person knows that the other parts do not count. */
	isTold: boolean;
}

const idOf = (value: unknown) => String((Object(value) as IDataObject).id ?? '');

const keyOf = ({ chat, from, sender_chat: sender }: IDataObject) =>
	`${idOf(chat)}:${idOf(sender) || idOf(from)}`;

const isLong = ({ text }: IDataObject) => typeof text === 'string' && text.length > SHORTEST_PART;

/** Long answers to the questions of one bot. */
export class CutTexts {
	private readonly texts = new Bounded<string, CutText>(MOST_REMEMBERED);

	/** The text that a message may continue. A command continues none. */
	continuedBy(message: IDataObject): CutText | undefined {
		const { text, date } = message;
		const cut = this.texts.get(keyOf(message));
		if (!cut || typeof text !== 'string' || text.startsWith('/')) return undefined;
		if (!(Math.abs(Number(date) - cut.date) <= LONGEST_PAUSE)) return undefined;
		if (isLong(message)) cut.date = Number(date);
		return cut;
	}

	/** Notes what a message answers, in case that more of its text follows. */
	note(message: IDataObject, answer: CutText['answer']): void {
		if (!isLong(message)) return;
		this.texts.set(keyOf(message), { date: Number(message.date), answer, isTold: false });
	}
}

/**
 * Whether a message continues a text whose first part was an answer. Then it does not answer the next
 * question. If the first part was accepted, the person is told once that the rest does not count. Rejects if
 * the first part was not delivered and comes again.
 */
export async function isRest(
	cut: CutText,
	{ message_id: id }: IDataObject,
	{ call, words }: { call: Call; words: TriggerWords },
	state: QuestionState,
): Promise<boolean> {
	const answer = await cut.answer;
	if (!answer) return false;
	const outcome = state.lastTo(answer);
	if (outcome === 'taken' && !cut.isTold) {
		cut.isTold = true;
		const { callbackData, answering } = answer;
		const text = callbackData?.kind === 'form' ? words.cutInForm : words.cut;
		const to = { chat_id: wireId(answering.chatId), reply_to_message_id: wireId(String(id)) };
		await settle(call('sendMessage', { ...to, text }));
	}
	return outcome === 'taken' || outcome === 'told';
}
