import { chatId } from '../../fields/chat';
import type { Operation } from '../../engine/define';
import { CHECK_CHAT, NOT_A_MEMBER } from './hints';

/** What not every chat has; the items of all chats have the same keys. */
const NOT_ALWAYS = {
	title: null,
	username: null,
	first_name: null,
	description: null,
	permissions: null,
};

/** Service methods, 2.6. */
export const getChat: Operation<'getChat'> = {
	resource: 'chat',
	value: 'getChat',
	method: 'getChat',
	effect: 'read',
	ordered: false,
	name: 'Get',
	action: 'Get a chat',
	description: 'Get the title, the description and the permissions of a chat',
	hints: [CHECK_CHAT, NOT_A_MEMBER],
	fields: [chatId],
	output: (chat, body) => [{ chatId: chat?.id ?? body.chat_id, ...NOT_ALWAYS, ...chat }],
};
