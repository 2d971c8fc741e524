import { chatId } from '../../fields/chat';
import { messageId } from '../../fields/message';
import type { Operation } from '../../engine/define';
import { NOT_DELETED } from './hints';

/** Service facts, "Methods the service documents beyond the reference". */
export const deleteMessage: Operation = {
	resource: 'message',
	value: 'deleteMessage',
	method: 'deleteMessage',
	effect: 'repeatable',
	ordered: false,
	name: 'Delete Message',
	action: 'Delete a message',
	description: 'Delete one message. For many, Delete Messages is faster.',
	hints: NOT_DELETED,
	fields: [chatId, messageId],
	output: (result, { chat_id: chat, message_id: message }) => [
		{ deleted: result === true, chatId: chat as string, messageId: message as number },
	],
	alreadyDone: {
		says: /message to delete not found/i,
		output: ({ chat_id: chat, message_id: message }) => [
			{ deleted: true, chatId: chat as string, messageId: message as number },
		],
	},
};
