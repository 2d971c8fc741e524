import { chatId } from '../../fields/chat';
import { keyboards } from '../../fields/keyboard';
import { parseMode, replyToMessageId, text } from '../../fields/message';
import type { Operation } from '../../engine/define';

/** API reference, "sendMessage, getUpdates, setWebhook"; further parameters: service facts. */
export const sendMessage: Operation = {
	resource: 'message',
	value: 'sendMessage',
	method: 'sendMessage',
	effect: 'once',
	ordered: true,
	name: 'Send Message',
	action: 'Send a text message',
	description: 'Send a text message to a chat',
	hints: [],
	fields: [chatId, text],
	additionalFields: [parseMode, ...keyboards, replyToMessageId],
};
