import { chatId } from '../../fields/chat';
import { editedKeyboard, replyMarkup } from '../../fields/keyboard';
import { messageId, parseMode, shortText } from '../../fields/message';
import { entities, linkPreviewOptions } from '../../fields/sending';
import type { Operation } from '../../engine/define';
import { changedOf } from './done';

/** Reference 5.2. */
export const editMessageText: Operation<'editMessageText'> = {
	resource: 'message',
	value: 'editMessageText',
	method: 'editMessageText',
	effect: 'repeatable',
	ordered: true,
	name: 'Edit Message Text',
	action: 'Edit a text message',
	description:
		'Change the text of a message sent by the bot. Without Buttons, the message loses its buttons.',
	fields: [
		chatId,
		messageId,
		{
			...shortText,
			hint: 'The edit removes the buttons of the message. To keep them, add Buttons again under Additional Fields.',
		},
	],
	additionalFields: [parseMode, entities, linkPreviewOptions, editedKeyboard, replyMarkup],
	...changedOf,
};
