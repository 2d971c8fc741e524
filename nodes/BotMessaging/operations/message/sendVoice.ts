import { chatId } from '../../fields/chat';
import { inlineKeyboard, replyMarkup } from '../../fields/keyboard';
import { fileFields } from '../../fields/media';
import { caption, duration, parseMode, replyToMessageId } from '../../fields/message';
import type { Operation } from '../../operation/define';

/** API reference, "sendVoice". */
export const sendVoice: Operation = {
	resource: 'message',
	value: 'sendVoice',
	name: 'Send Voice',
	action: 'Send a voice message',
	description: 'Send a recording, shown as a voice message',
	fields: [chatId, ...fileFields('voice', 'voice message')],
	additionalFields: [caption, duration, parseMode, replyToMessageId, inlineKeyboard, replyMarkup],
};
