import type { Hint } from '../../engine/hints';

export const CHECK_CHAT: Hint = {
	code: 400,
	reason: 'badValue',
	hint: 'Check Chat. This does not work with every kind of chat, for example not with private chats.',
};

const NOT_IN_CHAT = 'The bot is not in this chat. Add it to the chat first.';

export const NOT_A_MEMBER: Hint = { code: 403, reason: 'notMember', hint: NOT_IN_CHAT };

/** Why the server does not let a bot change a chat. */
export const lacking = (right: string): Hint[] => {
	const hint = `Make the bot an administrator of the chat with the right to ${right}.`;
	return [
		{ description: 'not enough rights', reason: 'noRight', hint },
		{ description: 'CHAT_ADMIN_REQUIRED', reason: 'noRight', hint },
		{
			description: 'not modified',
			reason: 'badValue',
			hint: 'The chat already has this value, so there is nothing to change.',
		},
		{ code: 403, reason: 'noRight', hint },
	];
};
