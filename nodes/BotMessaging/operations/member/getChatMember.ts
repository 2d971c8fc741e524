import { chatId } from '../../fields/chat';
import { userId } from '../../fields/user';
import { operation } from '../../engine/define';

/** Reference 5.4. */
export const getChatMember = operation('member', 'getChatMember', {
	effect: 'read',
	ordered: false,
	name: 'Get',
	action: 'Get a member',
	description: 'Get the status and the rights of a member of a chat',
	fields: [chatId, userId],
	output: (result, body) => [{ chatId: body.chat_id, userId: body.user_id, ...result }],
});
