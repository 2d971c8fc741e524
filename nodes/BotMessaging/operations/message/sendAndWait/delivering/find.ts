import type { IDataObject } from 'n8n-workflow';

import { buttonData, carriedBy, looksCarried, type Carried } from '../buttonData';
import type { Question } from './desk';
import type { Answering, SentFile } from '../protocol';

/** An update that belongs to a question. */
export interface Found {
	/** Absent: the question had its buttons taken away before the press came. */
	carried?: Carried;
	answering: Answering;
	/** To answer a press with. */
	queryId?: string;
	/** Nobody has replied to the question: if it is over, this is a message like any other. */
	isPlain?: boolean;
}

/** What is known of the bot whose updates these are. */
export interface Finder {
	/** The number of the bot. */
	number?: string;
	/** Whether a message has been a question. */
	isQuestion: (chatId: string, messageId: string) => boolean;
	/** The question to which a message of the bot belongs that says what was wrong with an answer. */
	correctedBy: (chatId: string, messageId: string) => Question | undefined;
	/** The questions that the next message of this person may answer, the likeliest first. */
	expected: (chatId: string, userId: string) => Question[];
}

const FILES = ['photo', 'document', 'video', 'audio', 'voice', 'animation', 'video_note'];

const object = (value: unknown) => Object(value) as IDataObject;
const idOf = (value: unknown) => String(object(value).id ?? '');

/** Nobody else can write in the name of the bot; its posts in channels are in the channel's name. */
const isOwn = ({ from, sender_chat: channel, chat }: IDataObject, { number }: Finder) =>
	idOf(from) === number || (from === undefined && idOf(channel ?? chat) === idOf(chat));

function pressIn(query: IDataObject, finder: Finder): Found | undefined {
	const question = object(query.message);
	if (!isOwn(question, finder) || !looksCarried(query.data)) return undefined;
	const data = buttonData(question);
	const button = data.indexOf(String(query.data));
	const carried = carriedBy(question);
	const chatId = idOf(question.chat);
	const messageId = String(question.message_id);
	const isGone = data.length === 0;
	// What the data looks like says nothing: other buttons may look so too.
	if (isGone ? !finder.isQuestion(chatId, messageId) : !carried || button < 0) return undefined;
	return {
		carried,
		queryId: String(query.id),
		answering: {
			at: Date.now(),
			kind: 'press',
			chatId,
			messageId,
			user: object(query.from),
			button,
		},
	};
}

/** The file that a message brings, if it brings one. A picture comes in several sizes, the largest last. */
function fileIn(message: IDataObject): SentFile | undefined {
	const { photo, media_group_id: album } = message;
	const sized = Array.isArray(photo) ? { ...message, photo: photo.at(-1) as unknown } : message;
	const kind = FILES.find((one) => object((sized as IDataObject)[one]).file_id !== undefined);
	if (!kind) return undefined;
	const { file_id: id, file_name: name, mime_type: type } = object((sized as IDataObject)[kind]);
	return {
		kind,
		id: String(id),
		...(typeof name === 'string' && { name }),
		...(typeof type === 'string' && { mimeType: type }),
		...(album !== undefined && { albumId: String(album) }),
	};
}

const typedIn = (message: IDataObject, { carried, messageId }: Question): Found => ({
	carried,
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

/** The question to which a message replies: by what it carries, or to a correction. */
function repliedTo(message: IDataObject, finder: Finder): Question | undefined {
	const replied = object(message.reply_to_message);
	if (!isOwn(replied, finder)) return undefined;
	const messageId = String(replied.message_id);
	const carried = carriedBy(replied);
	if (carried) return carried.kind === 'press' ? undefined : { carried, messageId };
	return finder.correctedBy(idOf(replied.chat) || idOf(message.chat), messageId);
}

/**
 * A message that replies to nothing. A command is for the workflow, and so is what has no text, unless it
 * is a file for a form.
 */
function plainIn(message: IDataObject, finder: Finder): Found[] {
	const { text, reply_to_message: replied, from } = message;
	const hasText = typeof text === 'string';
	if ((hasText && text.startsWith('/')) || replied || !from) return [];
	if (!hasText && !fileIn(message)) return [];
	const expected = finder
		.expected(idOf(message.chat), idOf(message.sender_chat) || idOf(from))
		.filter(({ carried }) => hasText || carried.kind === 'form');
	return expected.map((question) => ({ ...typedIn(message, question), isPlain: true }));
}

/** What of an update may belong to a question of this bot: the likeliest first. */
export function find(update: IDataObject, finder: Finder): Found[] {
	if (update.callback_query) {
		const press = pressIn(object(update.callback_query), finder);
		return press ? [press] : [];
	}
	const message = object(update.message ?? update.channel_post);
	const question = repliedTo(message, finder);
	return question ? [typedIn(message, question)] : plainIn(message, finder);
}
