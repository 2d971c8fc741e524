import { chatId } from '../../fields/chat';
import { keyboards } from '../../fields/keyboard';
import { parseMode, replyToMessageId, text } from '../../fields/message';
import { delivery, entities, linkPreviewOptions } from '../../fields/sending';
import type { Operation } from '../../engine/define';

/** API reference, "sendMessage, getUpdates, setWebhook"; further parameters: service facts. */
export const sendMessage: Operation = {
	resource: 'message',
	value: 'sendMessage',
	method: 'sendMessage',
	effect: 'once',
	ordered: true,
	name: 'Send Message',
	action: 'Send a text message or a reply',
	description: 'Send a text to a chat, also as a reply to a message',
	hints: [],
	fields: [chatId, text],
	additionalFields: [
		parseMode,
		entities,
		linkPreviewOptions,
		...delivery,
		...keyboards,
		replyToMessageId,
	],
};
