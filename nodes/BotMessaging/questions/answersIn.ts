import type { IDataObject } from 'n8n-workflow';

import { buttonData, callbackDataIn, partIn, pressedIn } from '../callbackData/buttonData';
import { answeredBy } from '../update/update';
import type { SentFile } from './question';
import type { AskedQuestion, ChatAnswer, QuestionState } from './state';

const FILES = ['photo', 'document', 'video', 'audio', 'voice', 'animation', 'video_note'];

const object = (value: unknown) => Object(value) as IDataObject;
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
	if (!isOf(botId, message) || !partIn(query.data)) return [];
	const pressed = pressedOf(query, state);
	if (!pressed) return [];
	const { callbackData, button } = pressed;
	const chatId = idOf(message.chat);
	const answering = {
		at: Date.now(),
		kind: 'press',
		chatId,
		messageId: String(message.message_id),
		user: object(query.from),
		button,
		lastMessageId: state.last.get(chatId),
	} as const;
	return [{ callbackData, queryId: String(query.id), answering }];
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

/** A message that replies to nothing: a text that is no command, or a file for a form. */
function plainIn(message: IDataObject, state: QuestionState): ChatAnswer[] {
	const { text, from } = message;
	const hasText = typeof text === 'string';
	if ((hasText && text.startsWith('/')) || answeredBy(message) || !from) return [];
	if (!hasText && !fileIn(message)) return [];
	return state
		.expectedOf(idOf(message.chat), idOf(message.sender_chat) || idOf(from))
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
