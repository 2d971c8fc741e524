import type { Hint } from '../../engine/hints';

/** What the server says of messages that it is asked to delete. */
export const NOT_DELETED: Hint[] = [
	{
		description: 'message to delete not found',
		hint: 'The message does not exist, was deleted before, or belongs to another chat. Check Chat and Message ID.',
	},
	{
		description: 'not enough rights to delete message',
		hint: 'The bot may delete messages of other people only as an administrator. Make it an administrator with the right to delete messages.',
	},
	{
		code: 403,
		hint: 'The bot or the group is restricted. Check the rights of the bot in that group.',
	},
];

/** What the server says of a message that it is asked to send on to another chat. */
export const NOT_SENT_ON: Hint[] = [
	{
		description: 'message to',
		hint: 'Check Chat, From Chat and Message ID. The bot must be in both chats, and the message must still be there.',
	},
	{
		description: "can't be",
		hint: 'Some messages cannot be forwarded or copied, such as protected messages and join messages. Filter them out with an If node.',
	},
];

/** What the server says of a message that it is asked to change. */
export const NOT_EDITED: Hint[] = [
	{ code: 403, hint: 'A bot can edit only its own messages. Check Message ID.' },
	{
		code: 404,
		hint: 'The chat has no such message. Check Chat and Message ID.',
	},
];

/** What the server says of a message that it is asked to pin or unpin. */
export const NOT_PINNED: Hint[] = [
	{
		description: 'not enough rights',
		hint: 'Make the bot an administrator of this chat, with the right to pin messages.',
	},
	{
		description: 'message to',
		hint: 'The chat has no such message, or it is not pinned. Check Chat and Message ID.',
	},
];

export const WRONG_FILE: Hint[] = [
	{
		code: 400,
		hint: 'Check the file: its format may not be supported, or the File ID may belong to another bot.',
	},
];
