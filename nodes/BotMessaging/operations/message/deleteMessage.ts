import type { ParamsOf } from '../../../../reference';
import { chatId } from '../../fields/chat';
import { messageId } from '../../fields/message';
import type { Operation } from '../../engine/define';
import { NOT_DELETED } from './hints';

const outcome = (deleted: boolean, body: ParamsOf<'deleteMessage'>) => [
	{ deleted, chatId: body.chat_id, messageId: body.message_id },
];

/** Service facts, "Methods the service documents beyond the reference". */
export const deleteMessage: Operation<'deleteMessage'> = {
	resource: 'message',
	value: 'deleteMessage',
	method: 'deleteMessage',
	effect: 'repeatable',
	ordered: false,
	name: 'Delete Message',
	action: 'Delete a message',
	description: 'Delete one message. Use Delete Messages for many: it is faster.',
	hints: NOT_DELETED,
	fields: [chatId, messageId],
	output: (result, body) => outcome(result === true, body),
	alreadyDone: {
		says: /message to delete not found/i,
		output: (body) => outcome(true, body),
	},
};
