import type { IDataObject } from 'n8n-workflow';

import { chatId } from '../../fields/chat';
import { inlineKeyboard, replyMarkup } from '../../fields/keyboard';
import { messageId, parseMode, text } from '../../fields/message';
import type { Operation } from '../../engine/define';

/** API reference, "editMessageText". */
export const editMessageText: Operation = {
	resource: 'message',
	value: 'editMessageText',
	method: 'editMessageText',
	effect: 'repeatable',
	ordered: true,
	name: 'Edit Message Text',
	action: 'Edit a text message',
	description: 'Change the text of a message that the bot has sent',
	hints: [
		{
			description: 'message is not modified',
			hint: 'The message has this text already. Change the text, or skip the edit with an If node.',
		},
		{
			code: 400,
			hint: 'Check Text: it must be there and differ from what the message says now.',
		},
		{ code: 403, hint: 'A bot can edit only what it has sent itself. Check Message ID.' },
		{
			code: 404,
			hint: 'There is no such message in this chat. Check Chat ID and Message ID.',
		},
	],
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
