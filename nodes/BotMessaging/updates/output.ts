import type { IDataObject } from 'n8n-workflow';

import {
	bringsMessage,
	chatOf,
	commandOf,
	kindOf,
	mediaOf,
	messageOf,
	payloadOf,
	textOf,
	userOf,
	type Update,
} from './update';

/**
 * The flat form of an update, the same for every kind: what an update does not have is absent, and
 * the whole update stands under `update`.
 */
export function simplify(update: Update): IDataObject {
	const payload = payloadOf(update);
	const message = messageOf(update);
	const chat = chatOf(update);
	const user = userOf(update);
	const command = commandOf(update);
	const media = mediaOf(update);
	const isPress = kindOf(update) === 'callback_query';
	const flat: IDataObject = {
		updateId: update.update_id,
		updateType: kindOf(update),
		chatId: chat.id,
		chatType: chat.type,
		userId: user.id,
		username: user.username,
		firstName: user.first_name,
		messageId: message.message_id ?? payload.message_id,
		text: textOf(update),
		command: command?.name,
		commandArguments: command?.arguments,
		callbackQueryId: isPress ? payload.id : undefined,
		callbackData: payload.data,
		date: bringsMessage(update) ? (message.edit_date ?? message.date) : payload.date,
		mediaType: media?.type,
		fileId: media?.fileId,
		mediaGroupId: message.media_group_id,
		replyToMessageId: (message.reply_to_message as IDataObject | undefined)?.message_id,
		update,
	};
	return Object.fromEntries(Object.entries(flat).filter(([, value]) => value !== undefined));
}
