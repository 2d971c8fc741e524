import { chatId } from '../../fields/chat';
import { operation } from '../../engine/define';

/** Reference 5.4. */
export const getChatMemberCount = operation('chat', 'getChatMemberCount', {
	effect: 'read',
	ordered: false,
	name: 'Get Member Count',
	action: 'Count the members of a chat',
	description: 'Get the number of members of a chat, including bots',
	fields: [chatId],
	output: (result, body) => [{ chatId: body.chat_id, memberCount: result }],
});
