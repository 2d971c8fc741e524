import type { IDataObject } from 'n8n-workflow';

import { Bounded, settle } from '../api/basics';
import { BOUNDS } from '../api/bounds';
import type { Call } from '../api/client';
import { buttonData, callbackDataIn, partIn, pressedIn } from '../callbackData/buttonData';
import { MOST } from '../fields/format';
import { answeredBy, isForward, topicOf } from '../update/update';
import { object, wireId, type Answering, type SentFile } from './question';
import type { AskedQuestion, ChatAnswer, QuestionState } from './state';
import type { TriggerWords } from './triggerOptions';

const FILES = ['photo', 'document', 'video', 'audio', 'voice', 'animation', 'video_note'];

const idOf = (value: unknown) => String(object(value).id ?? '');

/** Nobody else can write in the bot's name. In channels, the bot posts in the channel's name. */
const isOf = (botId: string | undefined, { from, sender_chat: channel, chat }: IDataObject) =>
	idOf(from) === botId || (from === undefined && idOf(channel ?? chat) === idOf(chat));

/** The pressed button and its question, as far as we know them. */
function pressedOf(
	{ data, message: shown }: IDataObject,
	state: QuestionState,
): (Pick<ChatAnswer, 'callbackData'> & { button?: number }) | undefined {
	const message = object(shown);
	const [chatId, messageId] = [idOf(message.chat), String(message.message_id)];
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

function pressIn(query: IDataObject, state: QuestionState, botId?: string): ChatAnswer[] {
	const message = object(query.message);
	const isOurs = isOf(botId, message) && partIn(query.data) !== undefined;
	const pressed = isOurs ? pressedOf(query, state) : undefined;
	if (!pressed) return [];
	const chatId = idOf(message.chat);
	const answering: Answering = {
		at: Date.now(),
		kind: 'press',
		chatId,
		messageId: String(message.message_id),
		user: object(query.from),
		button: pressed.button,
		lastMessageId: state.last.get(chatId),
	};
	const { callbackData } = pressed;
	return [{ callbackData, queryId: String(query.id), topic: topicOf(message), answering }];
}

/** The file in a message, if any. A photo comes in several sizes, the largest last. */
function fileIn(message: IDataObject): SentFile | undefined {
	const files = FILES.map((kind) => ({ kind, file: object([message[kind]].flat().at(-1)) }));
	const found = files.find(({ file }) => file.file_id !== undefined);
	if (!found) return undefined;
	const { file_id: id, file_name: name, mime_type: type } = found.file;
	const { media_group_id: album } = message;
	return {
		kind: found.kind,
		id: String(id),
		...(typeof name === 'string' && { name }),
		...(typeof type === 'string' && { mimeType: type }),
		...(album !== undefined && { albumId: String(album) }),
	};
}

const typedIn = (message: IDataObject, { callbackData, messageId }: AskedQuestion): ChatAnswer => ({
	callbackData,
	topic: topicOf(message),
	answering: {
		at: Date.now(),
		kind: 'reply',
		chatId: idOf(message.chat),
		messageId,
		user: object(message.from),
		senderChatId: idOf(message.sender_chat) || undefined,
		text: typeof message.text === 'string' ? message.text : undefined,
		replyMessageId: String(message.message_id),
		file: fileIn(message),
	},
});

/** The question to which a message replies: by its buttons, or by the bot's correction. */
function repliedTo(message: IDataObject, state: QuestionState, botId?: string) {
	const replied = object(message.reply_to_message);
	if (!isOf(botId, replied)) return undefined;
	const messageId = String(replied.message_id);
	const callbackData = callbackDataIn(replied);
	if (callbackData) return callbackData.kind === 'press' ? undefined : { callbackData, messageId };
	const known = state.questionAt(idOf(replied.chat) || idOf(message.chat), messageId);
	return known?.messageId === messageId ? undefined : known;
}

/**
 * Whether a message was not written here for the bot: a forwarded text, a text by an inline bot, or an answer
 * to a story or in another chat. People do forward files as their answer.
 */
const isForOthers = (message: IDataObject) =>
	Boolean(message.via_bot ?? message.reply_to_story ?? message.external_reply) ||
	(typeof message.text === 'string' && isForward(message));

/** A message that replies to nothing: a text that is no command, or a file for a form. */
function plainIn(message: IDataObject, state: QuestionState): ChatAnswer[] {
	const { text, from } = message;
	const hasText = typeof text === 'string';
	if ((hasText && text.startsWith('/')) || answeredBy(message) || !from) return [];
	if (isForOthers(message)) return [];
	if (!hasText && !fileIn(message)) return [];
	return state
		.expectedOf(idOf(message.chat), idOf(message.sender_chat) || idOf(from), topicOf(message))
		.filter(({ callbackData }) => hasText || callbackData.kind === 'form')
		.map((question) => ({ ...typedIn(message, question), isPlain: true }));
}

/** What people write, in a group or in a channel. */
export const messageIn = (update: IDataObject) => object(update.message ?? update.channel_post);

/** The parts of an update that may answer a question of this bot, the likeliest first. */
export function answersIn(
	update: IDataObject,
	state: QuestionState,
	botId: string | undefined,
): ChatAnswer[] {
	if (update.callback_query) return pressIn(object(update.callback_query), state, botId);
	const message = messageIn(update);
	const question = repliedTo(message, state, botId);
	return question ? [typedIn(message, question)] : plainIn(message, state);
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
export const keyOf = ({ chat, from, sender_chat: sender }: IDataObject) =>
	`${idOf(chat)}:${idOf(sender) || idOf(from)}`;

const isLong = ({ text }: IDataObject) => typeof text === 'string' && text.length > SHORTEST_PART;

/** Long answers to the questions of one bot. */
export class CutTexts {
	private readonly texts = new Bounded<string, CutText>(MOST_REMEMBERED);

	private readonly keyFor = (message: IDataObject) =>
		`${keyOf(message)}:${String(topicOf(message))}`;

	/** The text that a message may continue. A command or a forward continues none. */
	continuedBy(message: IDataObject): CutText | undefined {
		const { text, date } = message;
		const cut = this.texts.get(this.keyFor(message));
		if (!cut || typeof text !== 'string' || text.startsWith('/')) return undefined;
		if (isForOthers(message)) return undefined;
		if (!(Math.abs(Number(date) - cut.date) <= LONGEST_PAUSE)) return undefined;
		if (isLong(message)) cut.date = Number(date);
		return cut;
	}

	/** Notes what a message answers, in case that more of its text follows. */
	note(message: IDataObject, answer: CutText['answer']): void {
		if (!isLong(message)) return;
		this.texts.set(this.keyFor(message), { date: Number(message.date), answer, isTold: false });
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
