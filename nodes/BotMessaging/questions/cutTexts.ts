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

/** Seconds, by the dates of the messages. */
const LONGEST_PAUSE = 2;

/** A text that an app may have cut, as it was too long for one message. */
interface CutText {
	/** Unix seconds: when its last long part was sent. */
	date: number;
	/** The answer that its first part was, if it was one. */
	answer: Promise<ChatAnswer | undefined>;
	/** Whether the person knows that the other parts do not count. */
	isTold: boolean;
}

const idOf = (value: unknown) => String((Object(value) as IDataObject).id ?? '');

const keyOf = ({ chat, from, sender_chat: sender }: IDataObject) =>
	`${idOf(chat)}:${idOf(sender) || idOf(from)}`;

const isLong = ({ text }: IDataObject) => typeof text === 'string' && text.length > SHORTEST_PART;

/** The long answers of people to the questions of one bot. */
export class CutTexts {
	private readonly texts = new Bounded<string, CutText>(MOST_REMEMBERED);

	/** The text of which a message may be a further part. A command is none. */
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
 * Whether a message is a further part of a text whose first part was given as an answer. It is no answer
 * to the next question then; if the first part was taken, the person is told so once. Rejects if the first
 * part comes again.
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
