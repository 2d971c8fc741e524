/** What to do about an answer of the API: the first row that fits is the one to show. */
export interface Hint {
	/** The methods it is about; without it, all. */
	methods?: string[];
	/** The status code; without it, any. */
	code?: number;
	/** A part of the API's description, in any case; without it, any. */
	description?: string;
	/** Only where the description names no chat, user or message, as a bare "Not Found". */
	namesNothing?: true;
	hint: string;
}

const MODERATION = ['banChatMember', 'restrictChatMember'];
const DELETES = ['deleteMessages', 'deleteMessage'];
const MEDIA = ['sendMediaGroup', 'sendVideo', 'sendAudio', 'sendVoice'];

const TOKEN =
	'The server does not accept the bot token. In the credential, paste the bot token again, whole. If it was changed in the meantime, ask the service’s bot assistant for the new one.';
const NOT_FOUND_CHAT =
	'Check Chat ID: the triggers give it as chatId. The bot must be a member of that chat.';
const TOO_FAST =
	'The server limits how fast a bot may write. Run it again later, or with fewer items at a time.';
const UNKNOWN =
	'The server does not know this operation or address. If other operations work, this server does not have this one. If none works, check Base URL, Token Path and Bot Token in the credential.';
const TOO_LARGE = 'The server does not take files of this size. Send a smaller one.';
const SERVER_TROUBLE = 'The server has trouble of its own. Run it again later.';
const PROTECTED =
	'Owners and administrators of a chat cannot be muted, restricted or banned by a bot. Take their rights away in the chat first, or leave them out with an If node.';

/** Every status code and named description of the API reference ("Errors"), specific rows first. */
export const HINTS: Hint[] = [
	{ description: 'MESSAGE_TOO_MUCH', hint: TOO_FAST },
	{ code: 429, hint: TOO_FAST },
	{
		description: 'EMOTICON_STICKERPACK_MISSING',
		hint: 'Choose one of the six kinds in Kind. An expression must give just that one emoji.',
	},
	{
		description: 'message to delete not found',
		hint: 'The message does not exist, was deleted before, or belongs to another chat. Check Chat ID and Message ID.',
	},
	{
		description: 'not enough rights to delete message',
		hint: 'The bot may delete messages of others only as an administrator. Make it one, with the right to delete messages.',
	},
	{ description: 'chat not found', hint: NOT_FOUND_CHAT },
	{
		description: 'user not found',
		hint: 'Check User ID. The person must have been in this chat.',
	},
	{
		description: "can't parse entities",
		hint: 'The formatting of the text is broken. Fix it, or remove Parse Mode to send the text as it is.',
	},
	{
		description: 'message is not modified',
		hint: 'The message has this text already. Change the text, or skip the edit with an If node.',
	},
	{
		description: 'message is too long',
		hint: 'The text is longer than the server takes in one message. Shorten Text, or split it over several messages.',
	},
	{
		description: 'caption is too long',
		hint: 'The caption is longer than the server takes. Shorten Caption, or send the rest as a message of its own.',
	},
	{
		description: 'query is too old',
		hint: 'A button press can be answered once, and only shortly after it. Put this step right after the trigger, and check Callback Query ID.',
	},
	{ methods: MODERATION, description: 'is an administrator', hint: PROTECTED },
	{ methods: MODERATION, description: 'chat owner', hint: PROTECTED },
	{
		methods: ['getUpdates'],
		code: 409,
		hint: 'Updates go to one place only: to a published workflow with the Bot Messaging Polling Trigger, to a webhook, or to another program. Unpublish that workflow. Delete the webhook, or stop the other program, if it is one of these.',
	},
	{ code: 401, hint: TOKEN },
	{ code: 404, namesNothing: true, hint: UNKNOWN },
	{
		methods: ['deleteMessages'],
		code: 400,
		hint: 'Check Chat ID and the message ids.',
	},
	{
		methods: ['restrictChatMember'],
		code: 400,
		hint: 'Check Chat ID, User ID and Permissions.',
	},
	{ methods: ['banChatMember', 'getChatMember'], code: 400, hint: 'Check Chat ID and User ID.' },
	{
		methods: ['editMessageText'],
		code: 400,
		hint: 'Check Text: it must be there and differ from what the message says now.',
	},
	{
		methods: MEDIA,
		code: 400,
		hint: 'Check the file: its format may not be supported, or the File ID may belong to another bot.',
	},
	{
		methods: ['sendDice'],
		code: 400,
		hint: 'Check Chat ID, Kind and the keyboard.',
	},
	{
		methods: ['getGameHighScores'],
		code: 400,
		hint: 'Check that the message carries a game, and that Game Message says where it was sent.',
	},
	{
		methods: ['setWebhook'],
		description: 'secret',
		hint: 'Check Secret Token: 1 to 256 characters, only A-Z, a-z, 0-9, _ and -.',
	},
	{
		methods: ['setWebhook'],
		description: 'connections',
		hint: 'Check Max Connections: a whole number from 1 to 100.',
	},
	{
		methods: ['setWebhook'],
		code: 400,
		hint: 'Check URL: the server must be able to reach it, over HTTPS with a valid certificate.',
	},
	{
		methods: MODERATION,
		code: 403,
		hint: 'Make the bot an administrator of the chat with the right to restrict members. Owners and administrators cannot be banned or restricted.',
	},
	{
		methods: DELETES,
		code: 403,
		hint: 'The bot or the group is restricted. Check the rights of the bot in that group.',
	},
	{
		methods: ['getChatMember'],
		code: 403,
		hint: 'The bot is not in this chat. Add it to the chat first.',
	},
	{
		methods: ['editMessageText'],
		code: 403,
		hint: 'A bot can edit only what it has sent itself. Check Message ID.',
	},
	{
		methods: ['getGameHighScores'],
		code: 403,
		hint: 'The bot may not see these scores: only the bot that sent the game can.',
	},
	{
		code: 403,
		hint: 'The bot may not write to this chat: it was blocked by the user, removed from the group, or lacks the right.',
	},
	{
		methods: ['editMessageText'],
		code: 404,
		hint: 'There is no such message in this chat. Check Chat ID and Message ID.',
	},
	{
		methods: ['getGameHighScores'],
		code: 404,
		hint: 'Check User ID, Chat ID and Message ID: one of them does not exist.',
	},
	{
		methods: MODERATION,
		code: 404,
		hint: 'Check Chat ID and User ID: the bot must be in the chat, and the person must be known there.',
	},
	{ code: 404, hint: NOT_FOUND_CHAT },
	{ code: 413, hint: TOO_LARGE },
	{ code: 400, hint: 'Check the values of this item in the form of the node.' },
	{ code: 500, hint: SERVER_TROUBLE },
];

const FALLBACK = 'Look up the code in the documentation of the service, or run it again later.';

/** Words for a chat, a user or a message; not as parts of a method's name, as in sendMessage. */
const NAMED = /(?<![a-z])(chat|group|channel|user|member|participant|peer|message|msg)s?(?![a-z])/i;

/** The next step for an answer that said no. */
export function hintFor(method: string, code: number, description: string): string {
	const words = description.toLowerCase();
	const row = HINTS.find(
		(hint) =>
			(!hint.methods || hint.methods.includes(method)) &&
			(hint.code === undefined || hint.code === (code > 500 ? 500 : code)) &&
			(!hint.description || words.includes(hint.description.toLowerCase())) &&
			(!hint.namesNothing || !NAMED.test(words)),
	);
	return row?.hint ?? FALLBACK;
}

const ODD_ANSWER =
	'The server answered in a form that this node does not know. Check the chat before you run it again.';
const ELSEWHERE =
	'Something other than the bot API answers at this address. Check Base URL and Token Path in the credential.';

const PAGES: Record<number, string> = {
	401: 'Something before the API asks for a login. Check Base URL and Bot Token in the credential, and the proxy if n8n goes through one.',
	403: 'Something before the API does not let n8n through. Check Base URL and Bot Token in the credential, and the proxy or firewall if there is one.',
	404: UNKNOWN,
	407: 'The proxy between n8n and the server asks for a login. Ask who runs your n8n to give it one.',
	413: TOO_LARGE,
};

/** The next step for an answer that is not of the API, by its HTTP status. */
export function pageHintFor(status: number | undefined): string {
	if (status !== undefined && status >= 500) return SERVER_TROUBLE;
	return status === undefined ? ODD_ANSWER : (PAGES[status] ?? ELSEWHERE);
}
