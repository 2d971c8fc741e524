import type { RefusalRow } from './refusal';

/** What servers say about a chat and the bot's membership. */
export const ABOUT_CHATS: RefusalRow[] = [
	{
		says: `group chat was upgraded to a supergroup chat
			| group chat was migrated to a supergroup chat`,
		chatNotFound: 'The group has a new number. The triggers output it as chatId.',
		check: ['chat_id'],
	},
	{
		says: `the group chat was deleted | chat was deleted | group chat was deactivated
			| group is deactivated`,
		chatNotFound: 'This chat was deleted.',
	},
	{ says: 'chat_id is empty', badValue: 'The server got no chat.', check: ['chat_id'] },
	{
		says: 'chat_id must be numeric',
		badValue: 'The server takes no username here. Choose By ID.',
		check: ['chat_id'],
	},
	{
		says: `chat not found | channel not found | PEER_ID_INVALID | CHAT_ID_INVALID | CHANNEL_INVALID
			| USERNAME_NOT_OCCUPIED | USERNAME_INVALID`,
		chatNotFound:
			'The server does not know the chat, or the bot is not in it. The triggers output its ID as chatId.',
		check: ['chat_id', 'from_chat_id'],
	},
	{
		says: 'bot was kicked from',
		notMember: 'The bot was removed from this chat. Add it to the chat again.',
	},
	{
		says: 'bot is not a member of | CHANNEL_PRIVATE',
		notMember: 'The bot is not in this chat. Add it to the chat first.',
	},
	{
		says: `method is available … only | method is available only for | CHAT_TYPE_INVALID
			| can't … private chat | no administrators in the private chat
			| no invite links to a private chat`,
		badValue: 'This does not work with this kind of chat.',
		check: ['chat_id'],
	},
	{
		says: 'bot is restricted in the chat | CHAT_RESTRICTED',
		noRight: 'The bot or the group is restricted. Check the rights of the bot in that group.',
	},
	{
		says: 'CHAT_WRITE_FORBIDDEN | have no write access to the chat',
		noRight:
			'The bot may not write to this chat. Give it the right to send messages, or make it an administrator.',
	},
	{
		says: `not enough rights to send | have no rights to send a message | CHAT_SEND_PLAIN_FORBIDDEN
			| CHAT_SEND_MEDIA_FORBIDDEN | CHAT_SEND_PHOTOS_FORBIDDEN | CHAT_SEND_VIDEOS_FORBIDDEN
			| CHAT_SEND_AUDIOS_FORBIDDEN | CHAT_SEND_VOICES_FORBIDDEN | CHAT_SEND_DOCS_FORBIDDEN
			| CHAT_SEND_GIFS_FORBIDDEN | CHAT_SEND_STICKERS_FORBIDDEN | CHAT_SEND_GAME_FORBIDDEN
			| CHAT_SEND_POLL_FORBIDDEN | CHAT_SEND_INLINE_FORBIDDEN | CHAT_SEND_ROUNDVIDEOS_FORBIDDEN
			| CHAT_GUEST_SEND_FORBIDDEN`,
		noRight:
			'The chat does not let the bot send this. In the settings of the group, allow members to send it, or make the bot an administrator.',
	},
	{
		says: 'need administrator rights in the channel chat',
		noRight:
			'In a channel, only administrators can do this. Make the bot an administrator of the channel.',
	},
	{
		says: 'not enough rights to delete a message | not enough rights to delete message',
		noRight:
			'The bot may delete messages of other people only as an administrator. Make it an administrator with the right to delete messages.',
	},
	{
		says: 'not enough rights to view the scores',
		noRight: 'The bot may not see these scores: only the bot that sent the game may.',
	},
	{
		says: 'not enough rights to edit an administrator',
		noRight:
			'A bot can change only administrators that it promoted. Ask the owner of the chat to do it.',
	},
	{
		says: 'not enough rights to change custom title',
		noRight:
			'Make the bot an administrator of the chat with the right to add administrators. It can change only administrators that it promoted.',
	},
	{
		says: 'not enough rights | CHAT_ADMIN_REQUIRED | CHAT_ADMIN_INVITE_REQUIRED | RIGHT_FORBIDDEN',
		noRight:
			'Make the bot an administrator of the chat with the right to {right}. Bot > Check Setup, with this chat, names rights that it lacks, except those it would only grant.',
	},
	{
		says: 'CHAT_NOT_MODIFIED | chat title is not modified',
		alreadyDone: 'The chat already has this value, so there is nothing to change.',
	},
	{
		says: 'chat title is too long',
		method: /^setChatTitle$/,
		tooLong: 'The title is too long. Some servers take at most 128 characters.',
		check: ['title'],
	},
	{
		says: 'chat title is empty | CHAT_TITLE_EMPTY | title must be non-empty',
		method: /^setChatTitle$/,
		badValue: 'A chat needs a title.',
		check: ['title'],
	},
	{
		says: 'INVITE_HASH_INVALID | INVITE_HASH_EXPIRED | INVITE_HASH_EMPTY | invite link not found',
		badValue: 'It must be a complete link to this chat, and not one that has ended.',
		check: ['invite_link', 'chat_id'],
	},
	{
		says: `primary invite link can't be | invite link was made by somebody else
			| CHAT_INVITE_PERMANENT | INVITE_REVOKED_MISSING`,
		badValue:
			'A bot can change only links that it created. Its main link can be replaced, but not edited.',
		check: ['invite_link'],
	},
	{
		says: "member limit can't be specified | member_limit can't be specified",
		badValue: 'Member Limit and Needs Approval cannot be combined. Remove one of the two.',
	},
	{
		says: 'USAGE_LIMIT_INVALID | member_limit must be',
		badValue: 'It must be a whole number from 1 to 99,999.',
		check: ['member_limit'],
	},
	{
		says: 'EXPIRE_DATE_INVALID',
		badValue: 'The time must be in the future.',
		check: ['expire_date'],
	},
	{
		says: 'invite link name is too long',
		tooLong: 'The name of a link can have up to 32 characters.',
		check: ['name'],
	},
	{
		says: 'INVITES_TOO_MUCH',
		other: 'The chat has as many invite links as the service allows. Revoke one first.',
	},
];
