import type { RefusalRow } from './refusal';

const NEVER_WROTE =
	'This person has never written to the bot. They must open the chat with the bot and write first.';

/** What servers say about people and the members of a chat. */
export const ABOUT_PEOPLE: RefusalRow[] = [
	{
		says: 'bot was blocked by the user | USER_IS_BLOCKED',
		blocked:
			'This person blocked the bot, and only they can unblock it. Filter them out with an If node.',
	},
	{ says: "bot can't initiate conversation with a user", blocked: NEVER_WROTE },
	{ says: 'CHAT_WRITE_FORBIDDEN', only: 'draft_id', blocked: NEVER_WROTE },
	{
		says: 'CHAT_WRITE_FORBIDDEN | have no write access to the chat',
		toPerson: true,
		blocked:
			'The bot cannot write to this person. They must open the chat with the bot and write first. Filter them out with an If node.',
	},
	{
		says: 'user is deactivated | INPUT_USER_DEACTIVATED | USER_DELETED',
		blocked: 'This account was deleted or limited. Filter this person out with an If node.',
	},
	{
		says: "bot can't send messages to bots | bot can't send messages to the bot | USER_IS_BOT",
		badValue: 'This is the ID of a bot, and bots get no messages from bots.',
		check: ['chat_id'],
	},
	{
		says: 'TEXTDRAFT_PEER_INVALID',
		badValue: 'A draft is for a person, not for a group or channel.',
		check: ['chat_id'],
	},
	{
		says: 'VOICE_MESSAGES_FORBIDDEN',
		noRight: 'This person takes no voice and video messages. Send a text or another file.',
	},
	{
		says: 'USER_PRIVACY_RESTRICTED | PRIVACY_PREMIUM_REQUIRED',
		noRight: 'The privacy settings of this person do not allow this. Only they can change them.',
	},
	{
		says: 'USER_ALREADY_PARTICIPANT',
		alreadyDone: 'The person is in the chat already, so there is no join request to answer.',
	},
	{
		says: 'HIDE_REQUESTER_MISSING',
		notMember: 'This person has no open join request. Someone else may have answered it already.',
		check: ['chat_id', 'user_id'],
	},
	{
		says: 'CHANNELS_TOO_MUCH | USER_CHANNELS_TOO_MUCH',
		other:
			'The person is in as many groups and channels as the service allows. They must leave one first.',
	},
	{ says: 'USERS_TOO_MUCH', other: 'The chat has as many members as the service allows.' },
	{
		says: 'ADMINS_TOO_MUCH',
		other: 'The chat has as many administrators as the service allows. Demote one first.',
	},
	{
		says: 'BOTS_TOO_MUCH',
		other: 'The chat has as many bots as the service allows. Remove one first.',
	},
	{
		says: 'USER_BANNED_IN_CHANNEL',
		noRight:
			'The service does not let this bot write in groups and channels that are public. Ask the service’s bot support.',
	},
	{ says: 'USER_KICKED', noRight: 'The person is banned from this chat. Unban them first.' },
	{
		says: 'bot was kicked from | bot is not a member of | CHANNEL_PRIVATE | USER_NOT_PARTICIPANT',
		method: /^leaveChat$/,
		notMember: 'The bot is not in this chat, so it cannot leave it.',
		check: ['chat_id'],
	},
	{
		says: `user not found in the chat | USER_NOT_PARTICIPANT | PARTICIPANT_ID_INVALID
			| member not found`,
		notMember: 'The person is not in this chat.',
		check: ['chat_id', 'user_id'],
	},
	{
		says: 'user not found | USER_NOT_FOUND | USER_ID_INVALID | invalid user_id specified',
		notMember: 'The server does not know this person. The bot must have met them before.',
		check: ['user_id'],
	},
	{
		says: "can't promote self",
		noRight: 'A bot cannot change its own rights. Ask the owner of the chat to do it.',
	},
	{
		says: "can't restrict self | can't ban the chat itself",
		noRight: 'This is the bot itself, and it cannot do this to itself.',
		check: ['user_id'],
	},
	{
		says: "can't … chat owner | can't … chat creator",
		only: 'until_date',
		noRight:
			'The owner of a chat cannot be muted, restricted or banned. Filter the owner out with an If node.',
	},
	{
		says: 'user is an administrator | USER_ADMIN_INVALID',
		noRight:
			'A bot cannot mute, restrict or ban the administrators and the owner of a chat. Filter them out with an If node. The owner can remove the rights of an administrator first.',
	},
	{
		says: "can't … chat owner | can't … chat creator",
		noRight:
			'The owner of a chat has all rights, and nobody can change them. Filter the owner out with an If node.',
	},
	{
		says: 'only creator can edit their custom title',
		noRight:
			'Only the owner of a chat can change their own title. Filter the owner out with an If node.',
	},
	{
		says: 'user is not an administrator',
		only: 'custom_title',
		noRight: 'Only administrators have a title. Promote the person first.',
	},
	{
		says: 'user is not an administrator',
		noRight: 'The person is not an administrator of the chat.',
		check: ['user_id'],
	},
	{
		says: 'ADMIN_RANK_EMOJI_NOT_ALLOWED',
		badValue: 'A title cannot have emoji.',
		check: ['custom_title'],
	},
	{
		says: 'ADMIN_RANK_INVALID | custom title is too long',
		tooLong: 'The title of an administrator can have up to 16 characters.',
		check: ['custom_title'],
	},
	{
		says: 'UNTIL_DATE_INVALID',
		badValue: 'The service does not accept this time.',
		check: ['until_date'],
	},
	{
		says: 'sender chat is not a channel',
		badValue: 'It must be the ID of a channel, not of a person or a group.',
		check: ['sender_chat_id', 'chat_id'],
	},
];
