import { Bounded, settle } from '../api/basics';
import { BOUNDS } from '../api/bounds';
import type { Call } from '../api/client';
import { buttonData, callbackDataIn, partIn, pressedIn } from '../callbackData/buttonData';
import { MOST } from '../fields/format';
import type { Context } from '../update/context';
import { idOf, isWrittenBy, mediaIn, objectOf, topicOf } from '../update/update';
import { wireId, type Answering, type SentFile } from './question';
import type { AskedQuestion, ChatAnswer, QuestionState } from './state';
import type { TriggerWords } from './triggerOptions';

const FILES = ['photo', 'document', 'video', 'audio', 'voice', 'animation', 'video_note'];

/** The pressed button and its question, as far as we know them. */
function pressedOf(
	{ chat, message, payload: { data } }: Context,
	state: QuestionState,
): (Pick<ChatAnswer, 'callbackData'> & { button?: number }) | undefined {
	const [chatId, messageId] = [idOf(chat), String(message.message_id)];
	const buttons = buttonData(message);
	if (buttons.length === 0) {
		// Without buttons: they were removed, or the server hides them because the message is old (date 0).
		const known = state.questionAt(chatId, messageId);
		const pressed = known && pressedIn(String(data), known.callbackData);
		return pressed ?? (message.date === 0 ? {} : undefined);
	}
	const callbackData = callbackDataIn(message);
	const button = buttons.indexOf(String(data));
	if (!callbackData || button < 0) return undefined;
	state.noteQuestion(chatId, { messageId, callbackData });
	return { callbackData, button };
}

function pressIn(update: Context, state: QuestionState, botId?: string): ChatAnswer[] {
	const { chat, doer: user, message, payload } = update;
	const isOurs = isWrittenBy(botId, message) && partIn(payload.data) !== undefined;
	const pressed = isOurs ? pressedOf(update, state) : undefined;
	if (!pressed) return [];
	const chatId = idOf(chat);
	const answering: Answering = {
		at: Date.now(),
		kind: 'press',
		chatId,
		messageId: String(message.message_id),
		user,
		button: pressed.button,
		lastMessageId: state.last.get(chatId),
	};
	const { callbackData } = pressed;
	return [{ callbackData, queryId: String(payload.id), topic: topicOf(message), answering }];
}

/** The file in a message, if any. */
function fileIn({ message }: Context): SentFile | undefined {
	const media = mediaIn(message, FILES);
	if (!media) return undefined;
	const { type: kind, fileId: id, fileName: name, mimeType } = media;
	const { media_group_id: album } = message;
	return {
		...{ kind, id },
		...(typeof name === 'string' && { name }),
		...(typeof mimeType === 'string' && { mimeType }),
		...(album !== undefined && { albumId: String(album) }),
	};
}

function typedIn(update: Context, { callbackData, messageId }: AskedQuestion): ChatAnswer {
	const { chat, message, text } = update;
	return {
		callbackData,
		topic: topicOf(message),
		answering: {
			at: Date.now(),
			kind: 'reply',
			chatId: idOf(chat),
			messageId,
			user: objectOf(message.from),
			senderChatId: idOf(message.sender_chat) || undefined,
			text: message.text === undefined ? undefined : text,
			replyMessageId: String(message.message_id),
			file: fileIn(update),
		},
	};
}

/** The question to which a message replies: by its buttons, or by the bot's correction. */
function repliedTo({ chat, message }: Context, state: QuestionState, botId?: string) {
	const replied = objectOf(message.reply_to_message);
	if (!isWrittenBy(botId, replied)) return undefined;
	const messageId = String(replied.message_id);
	const callbackData = callbackDataIn(replied);
	if (callbackData) return callbackData.kind === 'press' ? undefined : { callbackData, messageId };
	const known = state.questionAt(idOf(replied.chat) || idOf(chat), messageId);
	return known?.messageId === messageId ? undefined : known;
}

/**
 * Whether a message was not written here for the bot: a forwarded text, a text by an inline bot, or an answer
 * to a story or in another chat. People do forward files as their answer.
 */
const isForOthers = ({ isForwarded, message }: Context) =>
	Boolean(message.via_bot ?? message.reply_to_story ?? message.external_reply) ||
	(typeof message.text === 'string' && isForwarded);

/** A message that replies to nothing: a text that is no command, or a file for a form. */
function plainIn(update: Context, state: QuestionState): ChatAnswer[] {
	const { chat, message, repliedTo: answered, writerId } = update;
	const { text, from } = message;
	const hasText = typeof text === 'string';
	if ((hasText && text.startsWith('/')) || answered || !from) return [];
	if (isForOthers(update)) return [];
	if (!hasText && !fileIn(update)) return [];
	return state
		.expectedOf(idOf(chat), writerId, topicOf(message))
		.filter(({ callbackData }) => hasText || callbackData.kind === 'form')
		.map((question) => ({ ...typedIn(update, question), isPlain: true }));
}

/** What in an update may answer a question of this bot, the likeliest first. */
export function answersIn(
	update: Context,
	state: QuestionState,
	botId: string | undefined,
): ChatAnswer[] {
	if (update.isPress) return pressIn(update, state, botId);
	if (!update.isNew) return [];
	const question = repliedTo(update, state, botId);
	return question ? [typedIn(update, question)] : plainIn(update, state);
}

const MOST_REMEMBERED = BOUNDS.answers;

/** Apps cut a text at a good place in the second half of the longest possible message. */
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

/** Identifies the person in the chat. */
export const writerKeyOf = ({ chat, writerId }: Context) => `${idOf(chat)}:${writerId}`;

const isLong = ({ message: { text } }: Context) =>
	typeof text === 'string' && text.length > SHORTEST_PART;

/** Long answers to the questions of one bot. */
export class CutTexts {
	private readonly texts = new Bounded<string, CutText>(MOST_REMEMBERED);

	private readonly keyFor = (update: Context) =>
		`${writerKeyOf(update)}:${String(topicOf(update.message))}`;

	/** The text that a message may continue. A command or a forward continues none. */
	continuedBy(update: Context): CutText | undefined {
		const { date, isNew, message } = update;
		const cut = isNew ? this.texts.get(this.keyFor(update)) : undefined;
		if (!cut || typeof message.text !== 'string' || message.text.startsWith('/')) return undefined;
		if (isForOthers(update)) return undefined;
		if (!(Math.abs(date - cut.date) <= LONGEST_PAUSE)) return undefined;
		if (isLong(update)) cut.date = date;
		return cut;
	}

	/** Notes what a message answers, in case that more of its text follows. */
	note(update: Context, answer: CutText['answer']): void {
		if (!update.isNew || !isLong(update)) return;
		this.texts.set(this.keyFor(update), { date: update.date, answer, isTold: false });
	}
}

/**
 * Whether a message continues a text whose first part was an answer. Then it does not answer the next
 * question. If the first part was accepted, the person is told once that the rest does not count. Rejects if
 * the first part was not delivered and comes again.
 */
export async function isRest(
	cut: CutText,
	{ message: { message_id: id } }: Context,
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
