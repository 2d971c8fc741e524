import { chatId, userId } from '../../fields/chat';
import type { Operation } from '../../operation/define';

/** API reference, "getChatMember". */
export const getChatMember: Operation = {
	resource: 'member',
	value: 'getChatMember',
	name: 'Get',
	action: 'Get the status and rights of a member',
	description: 'Get the status and the rights of a member of a chat',
	fields: [chatId, userId],
};
