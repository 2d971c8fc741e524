import type { ErrorReason } from '../../nodes/BotMessaging/api/errors';
import { operations } from '../../nodes/BotMessaging/operations';

/*
 * Most of the refusals are in these public lists, which their authors have gathered from Telegram's server:
 * errors.go of tucnak/telebot, errors.rs of teloxide, cheatsheet.md of TelegramBotAPI/errors, and README.md of
 * vrumger/telegram-errors.
 */

/** Server wordings with the same meaning, and how the nodes explain them. */
export interface RefusalCase {
	reason: ErrorReason;
	/** The whole hint, or its end. */
	hint: RegExp;
	/** The operations that can get it, by their values. */
	of: string[];
	/** Each preceded by its status code, in the words of Telegram's server and similar ones. */
	says: string[];
}

const FILES = ['sendPhoto', 'sendDocument', 'sendVideo', 'sendAudio', 'sendVoice'];
const MEDIA = [...FILES, 'sendMediaGroup'];
const SENDS = ['sendMessage', ...MEDIA, 'copyMessage', 'sendDice', 'sendGame'];
const EDITS = ['editMessageText', 'editMessageReplyMarkup'];
const BANS = ['restrictChatMember', 'banChatMember'];
const MEMBERS = [...BANS, 'promoteChatMember', 'getChatMember'];
const JOINS = ['approveChatJoinRequest', 'declineChatJoinRequest'];
const LINKS = ['editChatInviteLink', 'revokeChatInviteLink'];
const PINS = ['pinChatMessage', 'unpinChatMessage'];
const IN_CHATS = [...SENDS, ...MEMBERS, 'getChat', 'setChatTitle', 'leaveChat', ...LINKS];
const ALL = operations.map(({ value }) => value);

const bad = (...words: string[]) => words.map((one) => `400 Bad Request: ${one}`);
const forbidden = (...words: string[]) => words.map((one) => `403 Forbidden: ${one}`);

const GONE: RefusalCase[] = [
	{
		reason: 'blocked',
		hint: /^This person blocked the bot/,
		of: SENDS,
		says: [...forbidden('bot was blocked by the user'), ...bad('USER_IS_BLOCKED')],
	},
	{
		reason: 'blocked',
		hint: /^This person has never written to the bot/,
		of: SENDS,
		says: [
			...forbidden("bot can't initiate conversation with a user"),
			"403 Unauthorized: bot can't initiate conversation with a user",
		],
	},
	{
		reason: 'blocked',
		hint: /^This person has never written to the bot/,
		of: ['sendMessageDraft'],
		says: bad('CHAT_WRITE_FORBIDDEN'),
	},
	{
		reason: 'blocked',
		hint: /^This account was deleted/,
		of: [...SENDS, 'sendMessageDraft'],
		says: [...forbidden('user is deactivated'), ...bad('INPUT_USER_DEACTIVATED', 'USER_DELETED')],
	},
	{
		reason: 'badValue',
		hint: /bots get no messages from bots\. Check Chat\.$/,
		of: [...SENDS, 'sendMessageDraft'],
		says: [
			...forbidden("bot can't send messages to bots"),
			"403 Unauthorized: bot can't send messages to bots",
			...bad('USER_IS_BOT'),
		],
	},
];

const PEOPLE: RefusalCase[] = [
	{
		reason: 'alreadyDone',
		hint: /^The person is in the chat already/,
		of: ['declineChatJoinRequest'],
		says: bad('USER_ALREADY_PARTICIPANT'),
	},
	{
		reason: 'notMember',
		hint: /no open join request.* Check Chat and User\.$/,
		of: JOINS,
		says: bad('HIDE_REQUESTER_MISSING'),
	},
	{
		reason: 'other',
		hint: /as many groups and channels/,
		of: JOINS,
		says: bad('CHANNELS_TOO_MUCH', 'USER_CHANNELS_TOO_MUCH'),
	},
	{ reason: 'other', hint: /as many members/, of: JOINS, says: bad('USERS_TOO_MUCH') },
	{
		reason: 'other',
		hint: /as many administrators/,
		of: ['promoteChatMember'],
		says: bad('ADMINS_TOO_MUCH'),
	},
	{ reason: 'other', hint: /as many bots/, of: ['promoteChatMember'], says: bad('BOTS_TOO_MUCH') },
	{ reason: 'noRight', hint: /public/, of: SENDS, says: bad('USER_BANNED_IN_CHANNEL') },
	{ reason: 'noRight', hint: /Unban/, of: ['promoteChatMember'], says: bad('USER_KICKED') },
	{
		reason: 'notMember',
		hint: /not in this chat\. Check Chat and User\.$/,
		of: MEMBERS,
		says: [
			...bad('USER_NOT_PARTICIPANT', 'PARTICIPANT_ID_INVALID', 'member not found'),
			'404 Not Found: user not found in the chat',
		],
	},
	{
		reason: 'notMember',
		hint: /does not know this person.* Check User\.$/,
		of: [...MEMBERS, 'getUserProfilePhotos'],
		says: [
			...bad('user not found', 'USER_ID_INVALID', 'invalid user_id specified'),
			'400 [Error]: Bad Request: user not found',
		],
	},
	{
		reason: 'noRight',
		hint: /A bot cannot change its own rights/,
		of: ['promoteChatMember'],
		says: bad("can't promote self"),
	},
	{ reason: 'noRight', hint: /the bot itself/, of: BANS, says: bad("can't restrict self") },
	{
		reason: 'noRight',
		hint: /^The owner of a chat cannot be muted/,
		of: BANS,
		says: bad("can't remove chat owner", "can't demote chat creator"),
	},
	{
		reason: 'noRight',
		hint: /^A bot cannot mute.* the administrators and the owner/,
		of: BANS,
		says: bad('user is an administrator of the chat', 'USER_ADMIN_INVALID'),
	},
	{
		reason: 'noRight',
		hint: /^The owner of a chat has all rights/,
		of: ['promoteChatMember'],
		says: bad("can't remove chat owner", "can't demote chat creator"),
	},
	{
		reason: 'noRight',
		hint: /change their own title/,
		of: ['setChatAdministratorCustomTitle'],
		says: bad('only creator can edit their custom title'),
	},
	{
		reason: 'noRight',
		hint: /^Only administrators have a title/,
		of: ['setChatAdministratorCustomTitle'],
		says: bad('user is not an administrator'),
	},
	{
		reason: 'badValue',
		hint: /emoji\. Check Custom Title\.$/,
		of: ['setChatAdministratorCustomTitle'],
		says: bad('ADMIN_RANK_EMOJI_NOT_ALLOWED'),
	},
	{
		reason: 'tooLong',
		hint: /16 characters\. Check Custom Title\.$/,
		of: ['setChatAdministratorCustomTitle'],
		says: bad('ADMIN_RANK_INVALID', 'custom title is too long'),
	},
	{
		reason: 'noRight',
		hint: /privacy settings/,
		of: SENDS,
		says: bad('USER_PRIVACY_RESTRICTED', 'PRIVACY_PREMIUM_REQUIRED'),
	},
	{ reason: 'noRight', hint: /no voice/, of: ['sendVoice'], says: bad('VOICE_MESSAGES_FORBIDDEN') },
	{ reason: 'badValue', hint: /Check How Long\.$/, of: BANS, says: bad('UNTIL_DATE_INVALID') },
	{
		reason: 'badValue',
		hint: /Check Channel ID/,
		of: ['banChatSenderChat', 'unbanChatSenderChat'],
		says: bad('sender chat is not a channel'),
	},
];

const CHATS: RefusalCase[] = [
	{
		reason: 'chatNotFound',
		hint: /does not know the chat.* Check Chat\b/,
		of: IN_CHATS,
		says: [
			...bad('chat not found', 'PEER_ID_INVALID', 'CHAT_ID_INVALID', 'CHANNEL_INVALID'),
			...bad('USERNAME_NOT_OCCUPIED', 'USERNAME_INVALID', 'channel not found'),
			'404 Not Found: chat not found',
		],
	},
	{
		reason: 'chatNotFound',
		hint: /new number/,
		of: IN_CHATS,
		says: bad(
			'group chat was upgraded to a supergroup chat',
			'group chat was migrated to a supergroup chat',
		),
	},
	{
		reason: 'chatNotFound',
		hint: /was deleted/,
		of: IN_CHATS,
		says: [
			...forbidden('the group chat was deleted'),
			...bad('group chat was deactivated', 'group is deactivated'),
		],
	},
	{ reason: 'badValue', hint: /Check Chat\b/, of: SENDS, says: bad('chat_id is empty') },
	{
		reason: 'badValue',
		hint: /Choose By ID/,
		of: ['sendDice'],
		says: bad('chat_id must be numeric'),
	},
	{
		reason: 'notMember',
		hint: /was removed from this chat/,
		of: IN_CHATS.filter((name) => name !== 'leaveChat'),
		says: [
			...forbidden('bot was kicked from the group chat', 'bot was kicked from the supergroup chat'),
			...forbidden('bot was kicked from the channel chat'),
			'403 Unauthorized: bot was kicked from a chat',
		],
	},
	{
		reason: 'notMember',
		hint: /bot is not in this chat.* Add it/,
		of: IN_CHATS.filter((name) => name !== 'leaveChat'),
		says: [
			...forbidden('bot is not a member of the supergroup chat'),
			...forbidden('bot is not a member of the channel chat'),
			...bad('CHANNEL_PRIVATE'),
		],
	},
	{
		reason: 'notMember',
		hint: /so it cannot leave it\. Check Chat\.$/,
		of: ['leaveChat'],
		says: [
			...forbidden('bot is not a member of the group chat', 'bot was kicked from the group chat'),
			...bad('USER_NOT_PARTICIPANT'),
		],
	},
	{
		reason: 'badValue',
		hint: /this kind of chat\. Check Chat\.$/,
		of: [...BANS, 'setChatTitle', 'getChatAdministrators'],
		says: bad(
			...['method is available for supergroup and channel chats only'],
			...[
				'method is available only for supergroups and channel',
				'method is available only for supergroups',
			],
			...["can't change private chat title"],
			'there are no administrators in the private chat',
		),
	},
	{
		reason: 'noRight',
		hint: /may not write to this chat/,
		of: SENDS,
		says: [
			...forbidden('CHAT_WRITE_FORBIDDEN'),
			...bad('CHAT_WRITE_FORBIDDEN', 'have no write access to the chat'),
		],
	},
	{
		reason: 'noRight',
		hint: /settings of the group/,
		of: SENDS,
		says: bad(
			...['not enough rights to send text messages to the chat', 'CHAT_SEND_PLAIN_FORBIDDEN'],
			...['have no rights to send a message', 'not enough rights to send photos to the chat'],
			...['CHAT_SEND_MEDIA_FORBIDDEN', 'CHAT_SEND_PHOTOS_FORBIDDEN', 'CHAT_SEND_VIDEOS_FORBIDDEN'],
			...['CHAT_SEND_AUDIOS_FORBIDDEN', 'CHAT_SEND_VOICES_FORBIDDEN', 'CHAT_SEND_DOCS_FORBIDDEN'],
			...['CHAT_SEND_STICKERS_FORBIDDEN', 'CHAT_SEND_GAME_FORBIDDEN', 'CHAT_GUEST_SEND_FORBIDDEN'],
			...['CHAT_SEND_GIFS_FORBIDDEN', 'not enough rights to send stickers to the chat'],
		),
	},
	{ reason: 'noRight', hint: /is restricted/, of: SENDS, says: bad('CHAT_RESTRICTED') },
	{
		reason: 'noRight',
		hint: /administrator of the channel/,
		of: SENDS,
		says: bad('need administrator rights in the channel chat'),
	},
	{
		reason: 'noRight',
		hint: /^Make the bot an administrator of the chat with the right to restrict members\. Bot > Check Setup/,
		of: BANS,
		says: bad('not enough rights to restrict/unrestrict chat member', 'CHAT_ADMIN_REQUIRED'),
	},
	{
		reason: 'noRight',
		hint: /with the right to pin messages\. Bot > Check Setup/,
		of: PINS,
		says: bad(
			...['not enough rights to manage pinned messages in the chat', 'CHAT_ADMIN_REQUIRED'],
			'not enough rights to pin a message',
		),
	},
	{
		reason: 'noRight',
		hint: /with the right to invite users\. Bot > Check Setup/,
		of: [...LINKS, ...JOINS],
		says: bad('not enough rights to manage chat invite link', 'CHAT_ADMIN_INVITE_REQUIRED'),
	},
	{
		reason: 'noRight',
		hint: /add administrators and with every right that it should grant\. Bot > Check Setup, with this chat, names rights that it lacks, except those it would only grant\.$/,
		of: ['promoteChatMember', 'demoteChatMember'],
		says: [...bad('not enough rights', 'CHAT_ADMIN_REQUIRED'), ...forbidden('RIGHT_FORBIDDEN')],
	},
	{
		reason: 'noRight',
		hint: /right to change the chat info\. Bot > Check Setup/,
		of: ['setChatTitle'],
		says: bad('not enough rights to change chat title', 'CHAT_ADMIN_REQUIRED'),
	},
	{
		reason: 'tooLong',
		hint: /Check Title\.$/,
		of: ['setChatTitle'],
		says: bad('chat title is too long'),
	},
	{
		reason: 'badValue',
		hint: /Check Title\.$/,
		of: ['setChatTitle'],
		says: bad('CHAT_TITLE_EMPTY', 'title must be non-empty'),
	},
	{
		reason: 'badValue',
		hint: /Check Invite Link and Chat\.$/,
		of: LINKS,
		says: bad('INVITE_HASH_INVALID', 'INVITE_HASH_EXPIRED', 'INVITE_HASH_EMPTY'),
	},
	{
		reason: 'badValue',
		hint: /only links that it created.* Check Invite Link\.$/,
		of: LINKS,
		says: bad('CHAT_INVITE_PERMANENT', 'INVITE_REVOKED_MISSING'),
	},
	{
		reason: 'badValue',
		hint: /cannot be combined/,
		of: ['createChatInviteLink', 'editChatInviteLink'],
		says: bad("member limit can't be specified for links requiring administrator approval"),
	},
	{
		reason: 'badValue',
		hint: /Check Member Limit\.$/,
		of: ['createChatInviteLink', 'editChatInviteLink'],
		says: bad('USAGE_LIMIT_INVALID'),
	},
	{
		reason: 'badValue',
		hint: /Check Expires At\.$/,
		of: ['createChatInviteLink', 'editChatInviteLink'],
		says: bad('EXPIRE_DATE_INVALID'),
	},
	{
		reason: 'other',
		hint: /Revoke one/,
		of: ['createChatInviteLink'],
		says: bad('INVITES_TOO_MUCH'),
	},
];

const MESSAGES: RefusalCase[] = [
	{
		reason: 'topicGone',
		hint: /no such topic.* Check Topic ID\.$/,
		of: ['sendMessage', ...MEDIA, 'forwardMessage', 'copyMessage', 'sendDice'],
		says: bad('message thread not found', 'TOPIC_DELETED', 'TOPIC_ID_INVALID'),
	},
	{
		reason: 'topicGone',
		hint: /is closed.* Check Topic ID\.$/,
		of: ['sendMessage', ...MEDIA, 'forwardMessage', 'copyMessage', 'sendDice'],
		says: bad('TOPIC_CLOSED', 'message thread is closed'),
	},
	{
		reason: 'badValue',
		hint: /no topics\. Check Chat and Topic ID\.$/,
		of: ['sendMessage', ...MEDIA],
		says: bad('the chat is not a forum'),
	},
	{
		reason: 'messageGone',
		hint: /reply to, or it was deleted\. Check Reply to Message ID\.$/,
		of: ['sendMessage', ...MEDIA, 'copyMessage', 'sendDice'],
		says: bad(
			...['message to be replied not found', 'message to reply not found'],
			...['replied message not found', 'REPLY_MESSAGE_ID_INVALID'],
		),
	},
	{
		reason: 'messageGone',
		hint: /deleted before.* Check Chat and Message/,
		of: ['deleteMessage'],
		says: bad('message to delete not found'),
	},
	{
		reason: 'messageGone',
		hint: /in both chats.* Check Chat, From Chat and Message ID\.$/,
		of: ['forwardMessage', 'copyMessage'],
		says: bad('message to forward not found', 'message to copy not found'),
	},
	{
		reason: 'messageGone',
		hint: /not pinned\. Check Chat and Message ID\.$/,
		of: ['unpinChatMessage'],
		says: bad('message to unpin not found'),
	},
	{
		reason: 'messageGone',
		hint: /^The chat has no such message\. Check Chat and Message ID\.$/,
		of: [...EDITS, 'pinChatMessage'],
		says: bad(
			...['message to edit not found', 'message to pin not found', 'MESSAGE_ID_INVALID'],
			'MSG_ID_INVALID',
		),
	},
	{
		reason: 'messageGone',
		hint: /^The chat has no such message\. Check From Chat and Message ID\.$/,
		of: ['forwardMessage', 'copyMessage'],
		says: bad('message not found'),
	},
	{
		reason: 'badValue',
		hint: /Check Message ID\.$/,
		of: ['deleteMessage', ...EDITS],
		says: bad('message identifier is not specified'),
	},
	{
		reason: 'badValue',
		hint: /at most 100 messages/,
		of: ['deleteMessages'],
		says: bad('too many message identifiers specified'),
	},
	{
		reason: 'noRight',
		hint: /only its own messages/,
		of: EDITS,
		says: bad("message can't be edited", 'MESSAGE_AUTHOR_REQUIRED', 'MESSAGE_EDIT_TIME_EXPIRED'),
	},
	{
		reason: 'noRight',
		hint: /48 hours/,
		of: ['deleteMessage'],
		says: bad(
			...["message can't be deleted", "message can't be deleted for everyone"],
			'MESSAGE_DELETE_FORBIDDEN',
		),
	},
	{
		reason: 'noRight',
		hint: /messages of other people/,
		of: ['deleteMessage'],
		says: bad('not enough rights to delete a message', 'not enough rights to delete message'),
	},
	{
		reason: 'noRight',
		hint: /protected messages/,
		of: ['forwardMessage', 'copyMessage'],
		says: bad(
			...["message can't be forwarded", "the message can't be copied"],
			...["message has protected content and can't be forwarded", 'CHAT_FORWARDS_RESTRICTED'],
			'administrators of the chat restricted message forwarding',
		),
	},
	{
		reason: 'badValue',
		hint: /^The message has no text: it is a photo/,
		of: ['editMessageText'],
		says: bad('there is no text in the message to edit'),
	},
	{
		reason: 'badValue',
		hint: /^The text is empty.* Check Text\.$/,
		of: ['sendMessage', 'editMessageText', 'sendMessageDraft'],
		says: bad('message text is empty', 'MESSAGE_EMPTY', 'text must be non-empty'),
	},
	{
		reason: 'tooLong',
		hint: /4,096 characters\. Shorten Text/,
		of: ['sendMessage', 'editMessageText', 'sendMessageDraft'],
		says: bad('message is too long', 'MESSAGE_TOO_LONG', 'text is too long'),
	},
	{
		reason: 'tooLong',
		hint: /200 characters\. Shorten Text\.$/,
		of: ['answerCallbackQuery'],
		says: bad('MESSAGE_TOO_LONG'),
	},
	{
		reason: 'tooLong',
		hint: /1,024 characters\. Shorten Caption, or add Long Text/,
		of: MEDIA,
		says: bad('message caption is too long', 'MEDIA_CAPTION_TOO_LONG'),
	},
	{
		reason: 'badValue',
		hint: /^The formatting of the text is broken/,
		of: ['sendMessage', 'editMessageText', ...FILES],
		says: bad(
			"can't parse entities: Can't find end of the entity starting at byte offset 5",
			'unsupported parse_mode',
		),
	},
	{
		reason: 'badValue',
		hint: /Check (Caption )?Entities \(JSON\)\.$/,
		of: ['sendMessage', 'editMessageText', ...FILES],
		says: bad(
			...['ENTITY_BOUNDS_INVALID', 'ENTITY_MENTION_USER_INVALID', 'ENTITY_TEXTURL_INVALID'],
			'can\'t parse MessageEntity: Field "type" must be of type String',
		),
	},
	{ reason: 'tooLong', hint: /formatting/, of: ['sendMessage'], says: bad('ENTITIES_TOO_LONG') },
	{
		reason: 'badValue',
		hint: /half of an emoji/,
		of: ['sendMessage'],
		says: bad('strings must be encoded in UTF-8', 'text must be encoded in UTF-8'),
	},
	{
		reason: 'badValue',
		hint: /^The address of a button is not valid.* Check Reply Markup\.$/,
		of: ['sendMessage', ...FILES, ...EDITS],
		says: bad(
			'BUTTON_URL_INVALID',
			"inline keyboard button URL 'http://localhost' is invalid: Wrong HTTP URL",
		),
	},
	{
		reason: 'badValue',
		hint: /1 to 64 bytes\. Check Reply Markup\.$/,
		of: ['sendMessage', ...EDITS],
		says: bad('BUTTON_DATA_INVALID'),
	},
	{
		reason: 'badValue',
		hint: /leads to a person.* Check Reply Markup\.$/,
		of: ['sendMessage', ...EDITS],
		says: bad('BUTTON_USER_PRIVACY_RESTRICTED', 'BUTTON_USER_INVALID'),
	},
	{ reason: 'badValue', hint: /start the game/, of: ['sendGame'], says: bad('BUTTON_POS_INVALID') },
	{
		reason: 'tooLong',
		hint: /too many buttons/,
		of: ['sendMessage', ...EDITS],
		says: bad('REPLY_MARKUP_TOO_LONG', 'reply markup is too long'),
	},
	{
		reason: 'badValue',
		hint: /does not accept the buttons.* Check Reply Markup\.$/,
		of: ['sendMessage', ...EDITS],
		says: bad(
			...["can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"],
			...["can't parse reply keyboard markup JSON object", 'object expected as reply markup'],
			...['BUTTON_TYPE_INVALID', 'REPLY_MARKUP_INVALID', 'inline keyboard expected'],
		),
	},
];

const OF_FILES: RefusalCase[] = [
	{
		reason: 'badFile',
		hint: /Check File ID: it must be the fileId/,
		of: [...MEDIA, 'getFile'],
		says: bad(
			...['wrong file identifier/HTTP URL specified', 'wrong file identifier specified'],
			...['wrong remote file identifier specified: Wrong padding length', 'invalid file_id'],
			...['wrong file_id or the file is temporarily unavailable', 'FILE_REFERENCE_EXPIRED'],
			...[
				'wrong remote file id specified: Wrong string length',
				'wrong file id',
				'invalid file id',
			],
			"wrong remote file id specified: can't unserialize it. Wrong last symbol",
		),
	},
	{
		reason: 'badFile',
		hint: /up to 10 MB/,
		of: ['sendPhoto'],
		says: bad(
			'file of size 11000000 bytes is too big for a photo; the maximum size is 10485760 bytes',
		),
	},
	{ reason: 'badFile', hint: /usually 20 MB/, of: ['getFile'], says: bad('file is too big') },
	{
		reason: 'badFile',
		hint: /smaller file\.$/,
		of: ['sendDocument', 'sendVideo', 'sendAudio', 'sendVoice'],
		says: [
			'413 Request Entity Too Large',
			'400 Request Entity Too Large',
			...bad('file is too big', 'FILE_PART_TOO_BIG'),
		],
	},
	{
		reason: 'badFile',
		hint: /^The server could not get the file from its address/,
		of: MEDIA,
		says: bad(
			...['failed to get HTTP URL content', 'wrong type of the web page content'],
			...['WEBPAGE_CURL_FAILED', 'WEBPAGE_MEDIA_EMPTY', 'wrong HTTP URL specified'],
			...["can't upload file by URL", 'wrong HTTP URL'],
		),
	},
	{
		reason: 'badFile',
		hint: /10,000 pixels/,
		of: ['sendPhoto', 'sendMediaGroup'],
		says: bad('PHOTO_INVALID_DIMENSIONS'),
	},
	{
		reason: 'badFile',
		hint: /cannot read the file/,
		of: MEDIA,
		says: bad(
			...['IMAGE_PROCESS_FAILED', 'PHOTO_EXT_INVALID', 'PHOTO_SAVE_FILE_INVALID', 'MEDIA_INVALID'],
			...['VIDEO_FILE_INVALID', 'VIDEO_CONTENT_TYPE_INVALID', 'MEDIA_EMPTY'],
		),
	},
	{
		reason: 'badFile',
		hint: /of another kind/,
		of: MEDIA,
		says: bad("can't use file of type Document as Photo", 'type of file mismatch'),
	},
	{
		reason: 'badFile',
		hint: /^The file is empty/,
		of: MEDIA,
		says: bad('file must be non-empty', 'FILE_PARTS_INVALID'),
	},
	{
		reason: 'badFile',
		hint: /got no file/,
		of: FILES,
		says: bad('there is no photo in the request', 'there is no document in the request'),
	},
	{
		reason: 'badFile',
		hint: /in one album/,
		of: ['sendMediaGroup'],
		says: bad(
			...["document can't be mixed with other media types", 'MEDIA_GROUPED_INVALID'],
			"can't use the media of the specified type in the album",
		),
	},
	{
		reason: 'badFile',
		hint: /2 to 10 files/,
		of: ['sendMediaGroup'],
		says: bad('too many messages to send as an album', 'Too much messages to send as an album'),
	},
	{
		reason: 'badFile',
		hint: /the list of files\. Check Media Source\.$/,
		of: ['sendMediaGroup'],
		says: bad("can't parse InputMedia: media not found"),
	},
];

const REQUESTS: RefusalCase[] = [
	{
		reason: 'tooFast',
		hint: /^Slow mode is on/,
		of: ['sendMessage', 'sendPhoto'],
		says: bad('SLOWMODE_WAIT_30'),
	},
	{
		reason: 'tooFast',
		hint: /limits how fast/,
		of: ['sendMessage', 'sendDice', 'editMessageText'],
		says: [
			...['429 Too Many Requests: retry after 5', '400 MESSAGE_TOO_MUCH'],
			...bad('FLOOD_WAIT_20'),
		],
	},
	{
		reason: 'tooFast',
		hint: /people who do not write to it/,
		of: ['sendMessage', 'copyMessage'],
		says: bad('PEER_FLOOD'),
	},
	{
		reason: 'badValue',
		hint: /six kinds.* Check Kind\.$/,
		of: ['sendDice'],
		says: bad('EMOTICON_STICKERPACK_MISSING'),
	},
	{
		reason: 'badValue',
		hint: /Check Draft ID\.$/,
		of: ['sendMessageDraft'],
		says: bad('RANDOM_ID_INVALID'),
	},
	{
		reason: 'badValue',
		hint: /for a person.* Check Chat\.$/,
		of: ['sendMessageDraft'],
		says: bad('TEXTDRAFT_PEER_INVALID'),
	},
	{
		reason: 'messageGone',
		hint: /^A button press .* Check Callback Query ID\.$/,
		of: ['answerCallbackQuery'],
		says: bad(
			'query is too old and response timeout expired or query ID is invalid',
			'QUERY_ID_INVALID',
		),
	},
	{
		reason: 'messageGone',
		hint: /^An inline query .* Check Inline Query ID\.$/,
		of: ['answerInlineQuery'],
		says: bad('query is too old and response timeout expired or query ID is invalid'),
	},
	{
		reason: 'badValue',
		hint: /Check URL\.$/,
		of: ['answerCallbackQuery'],
		says: bad('URL_INVALID'),
	},
	{
		reason: 'badValue',
		hint: /same ID\. Check Specify Results\.$/,
		of: ['answerInlineQuery'],
		says: bad('RESULT_ID_DUPLICATE'),
	},
	{
		reason: 'badValue',
		hint: /50 results/,
		of: ['answerInlineQuery'],
		says: bad('RESULTS_TOO_MUCH'),
	},
	{
		reason: 'badValue',
		hint: /fields of its type/,
		of: ['answerInlineQuery'],
		says: bad('can\'t parse inline query result: Can\'t find field "id"', 'RESULT_TYPE_INVALID'),
	},
	{
		reason: 'badValue',
		hint: /Check Game Short Name\.$/,
		of: ['sendGame'],
		says: bad('wrong game short name specified', 'GAME_BOT_INVALID'),
	},
	{
		reason: 'badValue',
		hint: /Check Score\.$/,
		of: ['setGameScore'],
		says: bad('BOT_SCORE_NOT_MODIFIED'),
	},
	{
		reason: 'badValue',
		hint: /at most 100 commands.* Check Commands\.$/,
		of: ['setMyCommands'],
		says: bad('BOT_COMMANDS_TOO_MUCH'),
	},
	{
		reason: 'badValue',
		hint: /a-z, 0-9 and _\. Check Commands\.$/,
		of: ['setMyCommands'],
		says: bad('BOT_COMMAND_INVALID'),
	},
	{
		reason: 'badValue',
		hint: /1 to 256 characters\. Check Commands\.$/,
		of: ['setMyCommands'],
		says: bad('BOT_COMMAND_DESCRIPTION_INVALID'),
	},
	{
		reason: 'badValue',
		hint: /Check Scope\.$/,
		of: ['setMyCommands', 'getMyCommands'],
		says: bad("can't parse BotCommandScope: Unsupported type specified"),
	},
	{
		reason: 'badValue',
		hint: /Check Secret Token\.$/,
		of: ['setWebhook'],
		says: bad('secret token contains unallowed characters', 'secret token is too long'),
	},
	{
		reason: 'badValue',
		hint: /^The address must begin with https.* WEBHOOK_URL of n8n.* Check URL\.$/,
		of: ['setWebhook'],
		says: bad('bad webhook: HTTPS url must be provided for webhook'),
	},
	{
		reason: 'badValue',
		hint: /^The server does not push to this port/,
		of: ['setWebhook'],
		says: bad('bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443'),
	},
	{
		reason: 'badValue',
		hint: /^The server cannot find this host name/,
		of: ['setWebhook'],
		says: bad('bad webhook: Failed to resolve host: Name or service not known'),
	},
	{
		reason: 'badValue',
		hint: /^The server cannot reach an address in a private network/,
		of: ['setWebhook'],
		says: bad('bad webhook: IP address 10.0.0.1 is reserved'),
	},
	{
		reason: 'badValue',
		hint: /^The server does not accept the certificate/,
		of: ['setWebhook'],
		says: bad('bad webhook: SSL error {certificate verify failed}'),
	},
	{
		reason: 'badValue',
		hint: /valid certificate\. Check URL\.$/,
		of: ['setWebhook'],
		says: bad('bad webhook: URL host is empty'),
	},
	{
		reason: 'other',
		hint: /one receiver only/,
		of: ['getUpdates'],
		says: [
			"409 Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
			'409 Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
		],
	},
	{ reason: 'token', hint: /bot token/, of: ALL, says: ['401 Unauthorized'] },
	{
		reason: 'other',
		hint: /^The code 404 means .+ method (?:sendMessage|getChat)\. If no operation works/,
		of: ['sendMessage', 'getChat'],
		says: ['404 Not Found', '404 The server gave no reason (HTTP 404)'],
	},
	{
		reason: 'other',
		hint: /^The server does not know this operation or address/,
		of: ['getMe', 'getFile', 'answerCallbackQuery'],
		says: ['404 Not Found', '404 The server gave no reason (HTTP 404)'],
	},
	{
		reason: 'other',
		hint: /use the other one of Forward Message and Copy Message/,
		of: ['forwardMessage', 'copyMessage'],
		says: ['404 Not Found', '404 The server gave no reason (HTTP 404)'],
	},
	{ reason: 'other', hint: /does not offer/, of: ALL, says: ['404 Not Found: method not found'] },
	{ reason: 'unreachable', hint: /later/, of: ALL, says: ['500 Internal Server Error'] },
];

export const REFUSAL_CASES = [
	...[...GONE, ...PEOPLE, ...CHATS, ...MESSAGES],
	...[...OF_FILES, ...REQUESTS],
];

/** Refusals that no row with words may match, although each contains words of a row. */
export const UNKNOWN_REFUSALS = [
	...bad('', 'something else', 'MESSAGE_TOO_ODD', 'SUPERUSER_DELETED', 'the chat is odd'),
	...bad('user went away', 'message has moved', 'file is odd', 'query is odd', 'BOT_ODD'),
	...bad('poll has already been closed', 'STICKERSET_INVALID', "can't parse URL"),
	...bad('commands are odd', 'topic is odd', 'text is odd', 'button is odd', 'PARTICIPANT'),
	...['403 Forbidden', '403 Forbidden: no more', '404 Not Found: something odd', '409 Conflict'],
	...['418 I am a teapot', '400 Bad Request', '404 Not Found: some message, user or chat'],
];
