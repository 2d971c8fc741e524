import type { IDataObject } from 'n8n-workflow';

import type { Context } from './context';
import { mediaIn, authorOf, topicOf, answeredBy } from './update';

const present = (fields: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const unlessEmpty = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);

/** What a workflow needs of the replied-to message: its ID, author, text and file. */
function original(message: IDataObject): IDataObject {
	const from = authorOf(message);
	const media = mediaIn(message);
	return present({
		messageId: message.message_id,
		userId: from.id,
		username: from.username,
		firstName: from.first_name,
		text: message.text ?? message.caption,
		mediaType: media?.type,
		fileId: media?.fileId,
		fileName: media?.fileName,
		date: message.date,
	});
}

function ofMessage(update: Context): IDataObject {
	if (!update.bringsMessage) return {};
	const { ownCommand: command, media, repliedTo: answered } = update;
	return {
		text: update.text,
		// People write it in any case.
		command: command?.name.toLowerCase(),
		// Expressions of n8n may not read a field named arguments.
		commandArguments: command?.arguments,
		links: unlessEmpty(update.texts.links),
		mentions: unlessEmpty(update.texts.mentions),
		isForwarded: update.isForwarded,
		isReply: answered !== undefined,
		replyTo: answered && original(answered),
		mediaType: media?.type,
		fileId: media?.fileId,
		fileName: media?.fileName,
	};
}

/** An update in the same flat form for every kind. Missing data is absent; `update` is the whole update. */
export function simplify(update: Context): IDataObject {
	const { raw, payload, message, chat, user, actor, isPress } = update;
	return present({
		updateId: raw.update_id,
		updateType: update.kind,
		contentType: update.contentType,
		chatId: chat.id,
		chatType: chat.type,
		userId: user.id,
		username: user.username,
		firstName: user.first_name,
		languageCode: user.language_code,
		actorId: actor.id,
		actorName: actor.first_name ?? actor.title,
		messageId: message.message_id ?? payload.message_id,
		topicId: topicOf(message),
		...ofMessage(update),
		callbackQueryId: isPress ? payload.id : undefined,
		buttonData: isPress ? payload.data : undefined,
		callbackData: payload.data,
		date: update.bringsMessage ? (message.edit_date ?? message.date) : payload.date,
		mediaGroupId: message.media_group_id,
		replyToMessageId: answeredBy(message)?.message_id,
		update: raw,
	});
}
