import { chatId } from '../../fields/chat';
import { inlineKeyboard, replyMarkup } from '../../fields/keyboard';
import { messageId, parseMode, text } from '../../fields/message';
import type { Operation } from '../../operation/define';

/** API reference, "editMessageText". */
export const editMessageText: Operation = {
	resource: 'message',
	value: 'editMessageText',
	name: 'Edit Message Text',
	action: 'Edit a text message',
	description: 'Change the text of a message that the bot has sent',
	fields: [chatId, messageId, text],
	additionalFields: [parseMode, inlineKeyboard, replyMarkup],
};
