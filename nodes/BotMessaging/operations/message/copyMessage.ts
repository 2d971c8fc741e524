import { chatId } from '../../fields/chat';
import { buttons } from '../../fields/keyboard';
import {
	copyCaption,
	replyToMessageId,
	sendAnyway,
	withoutReply,
	delivery,
	showCaptionAboveMedia,
	videoStartTimestamp,
	sourceFields,
} from '../../fields/message';
import { outputOf } from '../../engine/result';
import { operation } from '../../engine/define';

/** Reference 5.2; the newest edition of the API returns a list. */
export const copyMessage = operation('message', 'copyMessage', {
	effect: 'once',
	ordered: true,
	name: 'Copy Message',
	action: 'Copy a message',
	description: 'Send a message to another chat as Forward does, but in the name of the bot',
	fields: [chatId, ...sourceFields, ...buttons],
	additionalFields: [
		copyCaption,
		showCaptionAboveMedia,
		videoStartTimestamp,
		...delivery,
		replyToMessageId,
		sendAnyway,
	],
	ifRefused: withoutReply,
	output: (result, { chat_id: chat }) =>
		outputOf(result).map((copy) => ({ chatId: chat, messageId: copy.message_id, ...copy })),
});
