import type { IDataObject } from 'n8n-workflow';

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
export const getChat: Operation = {
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
	output: (result, body) => {
		const chat = (result ?? {}) as IDataObject;
		return [{ chatId: chat.id ?? (body.chat_id as number | string), ...NOT_ALWAYS, ...chat }];
	},
};
