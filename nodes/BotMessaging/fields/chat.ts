import type { Field } from '../operation/define';
import { chat, integer, numericChat } from './encode';

export const chatId: Field = {
	displayName: 'Chat ID',
	name: 'chatId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. -1001234567890',
	description: 'The chat: its number, or its username as @name. The triggers give it as chatId.',
	wire: { encode: chat },
};

export const numericChatId: Field = {
	displayName: 'Chat ID',
	name: 'chatId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. -1001234567890',
	description:
		'The number of the chat. A username does not work here. The triggers give it as chatId.',
	wire: { encode: numericChat },
};

export const userId: Field = {
	displayName: 'User ID',
	name: 'userId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 123456789',
	description: 'The number of the user. The triggers give it as userId.',
	wire: { encode: integer },
};
