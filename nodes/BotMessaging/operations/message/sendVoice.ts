import { chatId } from '../../fields/chat';
import { inlineKeyboard, replyMarkup } from '../../fields/keyboard';
import { fileFields } from '../../fields/media';
import { caption, duration, parseMode, replyToMessageId } from '../../fields/message';
import type { Operation } from '../../engine/define';
import { WRONG_FILE } from './hints';

/** API reference, "sendVoice". */
export const sendVoice: Operation = {
	resource: 'message',
	value: 'sendVoice',
	method: 'sendVoice',
	effect: 'once',
	ordered: true,
	name: 'Send Voice',
	action: 'Send a voice message',
	description: 'Send a recording, shown as a voice message',
	hints: WRONG_FILE,
	fields: [chatId, ...fileFields('voice', 'voice message')],
	additionalFields: [caption, duration, parseMode, replyToMessageId, inlineKeyboard, replyMarkup],
};
