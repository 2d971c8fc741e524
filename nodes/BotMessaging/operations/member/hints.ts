import type { Hint } from '../../engine/hints';

const PROTECTED =
	'Owners and administrators of a chat cannot be muted, restricted or banned by a bot. Take their rights away in the chat first, or leave them out with an If node.';

export const CHECK_CHAT_AND_USER: Hint = { code: 400, hint: 'Check Chat ID and User ID.' };

/** Why the server does not moderate a member. */
export const NOT_MODERATED: Hint[] = [
	{ description: 'is an administrator', hint: PROTECTED },
	{ description: 'chat owner', hint: PROTECTED },
	{
		code: 403,
		hint: 'Make the bot an administrator of the chat with the right to restrict members. Owners and administrators cannot be banned or restricted.',
	},
	{
		code: 404,
		hint: 'Check Chat ID and User ID: the bot must be in the chat, and the person must be known there.',
	},
];
