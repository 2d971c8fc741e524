import type { Hint } from '../../engine/hints';

/** What the server says of messages that it is asked to delete. */
export const NOT_DELETED: Hint[] = [
	{
		description: 'message to delete not found',
		hint: 'The message does not exist, was deleted before, or belongs to another chat. Check Chat ID and Message ID.',
	},
	{
		description: 'not enough rights to delete message',
		hint: 'The bot may delete messages of others only as an administrator. Make it one, with the right to delete messages.',
	},
	{
		code: 403,
		hint: 'The bot or the group is restricted. Check the rights of the bot in that group.',
	},
];

export const WRONG_FILE: Hint[] = [
	{
		code: 400,
		hint: 'Check the file: its format may not be supported, or the File ID may belong to another bot.',
	},
];
