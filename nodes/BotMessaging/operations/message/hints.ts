import type { Hint } from '../../engine/hints';

/** What the server says of messages that it is asked to delete. */
export const NOT_DELETED: Hint[] = [
	{
		description: 'message to delete not found',
		reason: 'messageGone',
		hint: 'The message does not exist, was deleted before, or belongs to another chat. Check Chat and Message ID. If another published workflow of the same bot moderates this chat, it may have deleted the message first.',
	},
	{
		description: 'not enough rights to delete message',
		reason: 'noRight',
		hint: 'The bot may delete messages of other people only as an administrator. Make it an administrator with the right to delete messages.',
	},
	{
		description: "message can't be deleted",
		reason: 'noRight',
		hint: 'The service does not let a bot delete this message. It may be older than 48 hours.',
	},
	{
		code: 403,
		reason: 'noRight',
		hint: 'The bot or the group is restricted. Check the rights of the bot in that group.',
	},
];

/** What the server says of a message that it is asked to send on to another chat. */
export const NOT_SENT_ON: Hint[] = [
	{
		description: 'message to',
		reason: 'messageGone',
		hint: 'Check Chat, From Chat and Message ID. The bot must be in both chats, and the message must still be there.',
	},
	{
		description: "can't be",
		reason: 'noRight',
		hint: 'Some messages cannot be forwarded or copied, such as protected messages and join messages. Filter them out with an If node.',
	},
];

const NO_MESSAGE = 'The chat has no such message. Check Chat and Message ID.';

/** What the server says of a message that it is asked to change. */
export const NOT_EDITED: Hint[] = [
	{ code: 403, reason: 'noRight', hint: 'A bot can edit only its own messages. Check Message ID.' },
	{ description: 'message to edit', reason: 'messageGone', hint: NO_MESSAGE },
	{ code: 404, reason: 'messageGone', hint: NO_MESSAGE },
];

/** What the server says of a message that it is asked to pin or unpin. */
export const NOT_PINNED: Hint[] = [
	{
		description: 'not enough rights',
		reason: 'noRight',
		hint: 'Make the bot an administrator of this chat, with the right to pin messages.',
	},
	{
		description: 'message to',
		reason: 'messageGone',
		hint: 'The chat has no such message, or it is not pinned. Check Chat and Message ID.',
	},
];

export const WRONG_FILE: Hint[] = [
	{
		code: 400,
		reason: 'badFile',
		hint: 'Check the file: its format may not be supported, or the File ID may belong to another bot.',
	},
];
