import type { IDataObject } from 'n8n-workflow';

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
	// The Message that the lost answer held is not to be had any more.
	alreadyDone: {
		says: /message is not modified/i,
		output: ({ chat_id: chatId, message_id: messageId }) => [
			{ success: true, chatId, messageId } as IDataObject,
		],
	},
};
