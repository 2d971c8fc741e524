import { chatId } from '../../fields/chat';
import { messageId, disableNotification } from '../../fields/message';
import { operation } from '../../engine/define';
import { doneTo } from '../done';

/** Reference 5.2. */
export const pinChatMessage = operation('message', 'pinChatMessage', {
	effect: 'repeatable',
	ordered: true,
	name: 'Pin Message',
	action: 'Pin a message',
	description: 'Pin a message at the top of its chat',
	fields: [chatId, messageId],
	additionalFields: [
		{
			...disableNotification,
			description: 'Whether to pin the message without notifying the members',
		},
	],
	output: doneTo('chat_id', 'message_id'),
});
