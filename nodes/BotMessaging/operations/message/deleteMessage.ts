import type { IDataObject } from 'n8n-workflow';

import { chatId } from '../../fields/chat';
import { messageId } from '../../fields/message';
import type { Operation } from '../../operation/define';

/** Service facts, "Methods the service documents beyond the reference". */
export const deleteMessage: Operation = {
	resource: 'message',
	value: 'deleteMessage',
	name: 'Delete Message',
	action: 'Delete a message',
	description: 'Delete one message. For many, Delete Messages is faster.',
	fields: [chatId, messageId],
	output: () => [{ deleted: true }],
	alreadyDone: {
		says: /message to delete not found/i,
		output: ({ chat_id: chatId, message_id: messageId }) => [
			{ deleted: true, chatId, messageId } as IDataObject,
		],
	},
};
