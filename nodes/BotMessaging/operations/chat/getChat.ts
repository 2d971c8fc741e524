import { chatId } from '../../fields/chat';
import { operation } from '../../engine/define';

/** Not every chat has these; the items of all chats should have the same keys. */
const NOT_ALWAYS = {
	title: null,
	username: null,
	first_name: null,
	description: null,
	permissions: null,
};

/** Reference 5.4. */
export const getChat = operation('chat', 'getChat', {
	effect: 'read',
	ordered: false,
	name: 'Get',
	action: 'Get a chat',
	description: 'Get the title, the description and the permissions of a chat',
	fields: [chatId],
	output: (chat, body) => [{ chatId: chat?.id ?? body.chat_id, ...NOT_ALWAYS, ...chat }],
});
