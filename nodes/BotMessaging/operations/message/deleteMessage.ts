import type { ParamsOf } from '../../../../reference';
import { chatId } from '../../fields/chat';
import { messageId } from '../../fields/message';
import { operation } from '../../engine/define';

const outcome = (deleted: boolean, body: ParamsOf<'deleteMessage'>) => [
	{ deleted, chatId: body.chat_id, messageId: body.message_id },
];

/** Reference 5.2. */
export const deleteMessage = operation('message', 'deleteMessage', {
	effect: 'repeatable',
	ordered: false,
	name: 'Delete Message',
	action: 'Delete a message',
	description: 'Delete one message. Use Delete Messages for many: it is faster.',
	fields: [chatId, messageId],
	output: (result, body) => outcome(result === true, body),
	alreadyDone: {
		says: /message to delete not found/i,
		output: (body) => outcome(true, body),
	},
});
