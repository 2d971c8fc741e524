import { chatId } from '../../fields/chat';
import { ifFormatRefused, longText } from '../../fields/format';
import { keyboards } from '../../fields/keyboard';
import {
	parseMode,
	replyToMessageId,
	sendAnyway,
	text,
	withoutReply,
	delivery,
	entities,
	linkPreviewOptions,
} from '../../fields/message';
import { operation } from '../../engine/define';
import { sendInParts } from './sendInParts';

/** Reference 5.2. */
export const sendMessage = operation('message', 'sendMessage', {
	effect: 'once',
	ordered: true,
	name: 'Send Message',
	action: 'Send a message or reply',
	description: 'Send a text message to a chat, optionally as a reply',
	fields: [chatId, text, ...keyboards],
	additionalFields: [
		parseMode,
		longText,
		ifFormatRefused,
		entities,
		linkPreviewOptions,
		...delivery,
		replyToMessageId,
		sendAnyway,
	],
	ifRefused: withoutReply,
	inParts: sendInParts,
});
