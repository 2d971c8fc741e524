import type { IDataObject } from 'n8n-workflow';

import {
	answeredBy,
	contentTypeOf,
	isForwarded,
	linksOf,
	mentionsOf,
	repliedTo,
	topicOf,
} from './content';
import {
	actorOf,
	authorOf,
	bringsMessage,
	chatOf,
	kindOf,
	mediaIn,
	mediaOf,
	messageOf,
	ownCommandOf,
	payloadOf,
	textOf,
	userOf,
	type Update,
} from './update';

const present = (fields: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const unlessEmpty = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);

/** What a workflow needs of a message that was answered: which one it is, whose, what it says, and its file. */
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

/** What only a message has. */
function ofMessage(update: Update, ownName?: string): IDataObject {
	if (!bringsMessage(update)) return {};
	const command = ownCommandOf(update, ownName);
	const media = mediaOf(update);
	const answered = repliedTo(update);
	return {
		text: textOf(update),
		// People write it in any case.
		command: command?.name.toLowerCase(),
		// Expressions of n8n may not read a field named arguments.
		commandArguments: command?.arguments,
		links: unlessEmpty(linksOf(update)),
		mentions: unlessEmpty(mentionsOf(update)),
		isForwarded: isForwarded(update),
		isReply: answered !== undefined,
		replyTo: answered && original(answered),
		mediaType: media?.type,
		fileId: media?.fileId,
		fileName: media?.fileName,
	};
}

/**
 * The flat form of an update, the same for every kind: what an update does not have is absent, and
 * the whole update is under `update`.
 *
 * @param ownName as `ownNameFor` gives it
 */
export function simplify(update: Update, ownName?: string): IDataObject {
	const payload = payloadOf(update);
	const message = messageOf(update);
	const chat = chatOf(update);
	const user = userOf(update);
	const actor = actorOf(update);
	const isPress = kindOf(update) === 'callback_query';
	return present({
		updateId: update.update_id,
		updateType: kindOf(update),
		contentType: contentTypeOf(update, ownName),
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
		...ofMessage(update, ownName),
		callbackQueryId: isPress ? payload.id : undefined,
		buttonData: isPress ? payload.data : undefined,
		callbackData: payload.data,
		date: bringsMessage(update) ? (message.edit_date ?? message.date) : payload.date,
		mediaGroupId: message.media_group_id,
		replyToMessageId: answeredBy(message)?.message_id,
		update,
	});
}
