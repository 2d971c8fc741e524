import type { Hint } from '../../engine/hints';

const PROTECTED =
	'Owners and administrators of a chat cannot be muted, restricted or banned by a bot. Remove their rights first, with Demote or in the chat, or filter them out with an If node.';

export const CHECK_CHAT_AND_USER: Hint = {
	code: 400,
	reason: 'badValue',
	hint: 'Check Chat and User.',
};

/** Why the server does not moderate a member. */
export const NOT_MODERATED: Hint[] = [
	{ description: 'is an administrator', reason: 'noRight', hint: PROTECTED },
	{ description: 'chat owner', reason: 'noRight', hint: PROTECTED },
	{
		code: 403,
		reason: 'noRight',
		hint: 'Make the bot an administrator of the chat with the right to restrict members. Owners and administrators cannot be banned or restricted.',
	},
	{
		code: 404,
		reason: 'notMember',
		hint: 'Check Chat and User: the bot must be in the chat, and the person must be known there.',
	},
];

const LACKS_RIGHTS =
	'Make the bot an administrator of the chat with the right to add administrators and with every right that it should grant. It can change only administrators that it promoted.';

/** Why the server does not change the rights of a member. */
export const NOT_PROMOTED: Hint[] = [
	{
		description: 'chat owner',
		reason: 'noRight',
		hint: 'The owner of a chat has all rights, and nobody can change them. Filter the owner out with an If node.',
	},
	{
		description: "can't promote self",
		reason: 'noRight',
		hint: 'A bot cannot change its own rights. Ask the owner of the chat to do it.',
	},
	{ description: 'not enough rights', reason: 'noRight', hint: LACKS_RIGHTS },
	{ description: 'RIGHT_FORBIDDEN', reason: 'noRight', hint: LACKS_RIGHTS },
	{ description: 'CHAT_ADMIN_REQUIRED', reason: 'noRight', hint: LACKS_RIGHTS },
	{ code: 403, reason: 'noRight', hint: LACKS_RIGHTS },
	{
		code: 404,
		reason: 'notMember',
		hint: 'Check Chat and User: the bot and the person must be in the chat.',
	},
];

/** Why the server does not ban a channel, or lift its ban. */
export const CHANNEL_NOT_MODERATED: Hint[] = [
	{
		description: 'not a channel',
		reason: 'badValue',
		hint: 'Check Channel ID: it must be the ID of a channel, not of a person or a group.',
	},
	{ code: 400, reason: 'badValue', hint: 'Check Chat and Channel ID.' },
	{
		code: 403,
		reason: 'noRight',
		hint: 'Make the bot an administrator of the chat with the right to restrict members.',
	},
	{
		code: 404,
		reason: 'chatNotFound',
		hint: 'Check Chat and Channel ID: the bot must be in the chat.',
	},
];
