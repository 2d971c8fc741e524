import { chatId } from '../../fields/chat';
import { inlineKeyboard, replyMarkup } from '../../fields/keyboard';
import { messageId, parseMode, shortText } from '../../fields/message';
import { entities, linkPreviewOptions } from '../../fields/sending';
import type { Operation } from '../../engine/define';
import { NOT_EDITED } from './hints';
import { doneTo } from './done';

/** API reference, "editMessageText". */
export const editMessageText: Operation<'editMessageText'> = {
	resource: 'message',
	value: 'editMessageText',
	method: 'editMessageText',
	effect: 'repeatable',
	ordered: true,
	name: 'Edit Message Text',
	action: 'Edit a text message',
	description: 'Change the text of a message sent by the bot',
	hints: [
		{
			description: 'message is not modified',
			reason: 'badValue',
			hint: 'The message has this text already. Change the text, or skip the edit with an If node.',
		},
		{
			code: 400,
			reason: 'badValue',
			hint: 'Check Text: it must not be empty and must differ from the current text of the message.',
		},
		...NOT_EDITED,
	],
	fields: [chatId, messageId, shortText],
	additionalFields: [parseMode, entities, linkPreviewOptions, inlineKeyboard, replyMarkup],
	alreadyDone: { says: /message is not modified/i, output: (body) => doneTo(true, body) },
};
