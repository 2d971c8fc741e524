import { chatId } from '../../fields/chat';
import { inlineKeyboard, replyMarkup } from '../../fields/keyboard';
import { messageId } from '../../fields/message';
import type { Operation } from '../../engine/define';
import { NOT_EDITED } from './hints';
import { doneTo } from './done';

/** Service documentation, "editMessageReplyMarkup". */
export const editMessageReplyMarkup: Operation<'editMessageReplyMarkup'> = {
	resource: 'message',
	value: 'editMessageReplyMarkup',
	method: 'editMessageReplyMarkup',
	effect: 'repeatable',
	ordered: true,
	name: 'Edit Buttons',
	action: 'Edit or remove buttons',
	description: 'Change the buttons below a message of the bot. Without buttons, they are removed.',
	hints: [
		{
			description: 'message is not modified',
			reason: 'badValue',
			hint: 'The message has these buttons already, or none. Change the keyboard, or skip the edit with an If node.',
		},
		{
			code: 400,
			reason: 'badValue',
			hint: 'Check the keyboard: only buttons below the message can be changed.',
		},
		...NOT_EDITED,
	],
	fields: [chatId, messageId],
	additionalFields: [inlineKeyboard, replyMarkup],
	alreadyDone: { says: /message is not modified/i, output: (body) => doneTo(true, body) },
};
