import type { Field } from '../engine/define';
import type { Hint } from '../engine/hints';
import { chat, integer, numericChat } from './encode';

const NO_CHAT =
	'Check Chat ID: the triggers give it as chatId. The bot must be a member of that chat.';

/** What to do where the server does not know the chat. */
const UNKNOWN_CHAT: Hint[] = [
	{ description: 'chat not found', hint: NO_CHAT },
	{ code: 404, hint: NO_CHAT },
];

export const chatId: Field = {
	displayName: 'Chat ID',
	name: 'chatId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. -1001234567890',
	description: 'The chat: its number, or its username as @name. The triggers give it as chatId.',
	refusals: UNKNOWN_CHAT,
	wire: { encode: chat },
};

export const numericChatId: Field = {
	...chatId,
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
	refusals: [
		{
			description: 'user not found',
			hint: 'Check User ID. The person must have been in this chat.',
		},
	],
	wire: { encode: integer },
};
