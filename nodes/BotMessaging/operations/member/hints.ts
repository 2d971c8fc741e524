import type { Hint } from '../../engine/hints';

const PROTECTED =
	'Owners and administrators of a chat cannot be muted, restricted or banned by a bot. Remove their rights first, with Demote or in the chat, or filter them out with an If node.';

export const CHECK_CHAT_AND_USER: Hint = { code: 400, hint: 'Check Chat and User ID.' };

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
		hint: 'Check Chat and User ID: the bot must be in the chat, and the person must be known there.',
	},
];

const LACKS_RIGHTS =
	'Make the bot an administrator of the chat with the right to add administrators and with every right that it should grant. It can change only administrators that it promoted.';

/** Why the server does not change the rights of a member. */
export const NOT_PROMOTED: Hint[] = [
	{
		description: 'chat owner',
		hint: 'The owner of a chat has all rights, and nobody can change them. Filter the owner out with an If node.',
	},
	{
		description: "can't promote self",
		hint: 'A bot cannot change its own rights. Ask the owner of the chat to do it.',
	},
	{
		description: 'not a member of the',
		hint: 'The bot is not in this chat. Add it to the chat first.',
	},
	{ description: 'not enough rights', hint: LACKS_RIGHTS },
	{ description: 'RIGHT_FORBIDDEN', hint: LACKS_RIGHTS },
	{ description: 'CHAT_ADMIN_REQUIRED', hint: LACKS_RIGHTS },
	{ code: 403, hint: LACKS_RIGHTS },
	{ code: 404, hint: 'Check Chat and User ID: the bot and the person must be in the chat.' },
];

/** Why the server does not ban a channel, or lift its ban. */
export const CHANNEL_NOT_MODERATED: Hint[] = [
	{
		description: 'not a channel',
		hint: 'Check Channel ID: it must be the ID of a channel, not of a person or a group.',
	},
	{ code: 400, hint: 'Check Chat and Channel ID.' },
	{
		code: 403,
		hint: 'Make the bot an administrator of the chat with the right to restrict members.',
	},
	{ code: 404, hint: 'Check Chat and Channel ID: the bot must be in the chat.' },
];
