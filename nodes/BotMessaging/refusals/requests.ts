import { TOO_LARGE } from './files';
import { MESSAGE } from './messages';
import type { RefusalRow } from './refusal';

const TOO_FAST =
	'The server limits how fast a bot may write. Run the node again later, or with fewer items at a time.';

/** What servers say about rates. */
export const ABOUT_RATES: RefusalRow[] = [
	{
		says: 'SLOWMODE_WAIT_#',
		tooFast:
			'Slow mode is on in this group: a member may write only once in a while. Send less there, raise Max Wait under Speed and Retries, or make the bot an administrator.',
	},
	{
		says: 'PEER_FLOOD',
		tooFast:
			'The service limits this bot, because it writes to many people who do not write to it. Wait for some hours, and then write only to people who have written to the bot.',
	},
	{ says: 'MESSAGE_TOO_MUCH | FLOOD_WAIT_#', tooFast: TOO_FAST },
	{ code: 429, tooFast: TOO_FAST },
];

const OF_TRIGGER =
	'That of a trigger comes from WEBHOOK_URL of n8n. The Bot Messaging Polling Trigger needs none.';

/** What servers say of dice, games, answers, commands and webhooks. */
export const ABOUT_REQUESTS: RefusalRow[] = [
	{
		says: 'EMOTICON_STICKERPACK_MISSING | EMOTICON_INVALID | wrong dice emoji',
		badValue: 'Choose one of the six kinds. An expression must return that single emoji.',
		check: ['emoji'],
	},
	{
		says: 'RANDOM_ID_INVALID',
		badValue: 'It must be a whole number other than 0.',
		check: ['draft_id'],
	},
	{
		says: 'query is too old | query ID is invalid | QUERY_ID_INVALID',
		only: 'inline_query_id',
		messageGone:
			'An inline query can be answered only shortly afterwards. Put this step right after the trigger.',
		check: ['inline_query_id'],
	},
	{
		says: 'query is too old | query ID is invalid | QUERY_ID_INVALID',
		messageGone:
			'A button press can be answered only once, and only shortly afterwards. Put this step right after the trigger.',
		check: ['callback_query_id'],
	},
	{
		says: 'URL_INVALID',
		only: 'callback_query_id',
		badValue: 'The service opens only addresses of games, and links to the bot.',
		check: ['url'],
	},
	{ says: 'RESULT_ID_DUPLICATE', badValue: 'Two results have the same ID.', check: ['results'] },
	{ says: 'RESULTS_TOO_MUCH', badValue: 'An answer has at most 50 results.', check: ['results'] },
	{
		says: `can't parse inline query result | RESULT_ID_INVALID | RESULT_TYPE_INVALID
			| RESULT_ID_EMPTY | ARTICLE_TITLE_EMPTY | SEND_MESSAGE_TYPE_INVALID`,
		badValue: 'Every result needs the fields of its type.',
		check: ['results'],
	},
	{
		says: 'wrong game short name specified | GAME_BOT_INVALID',
		badValue:
			'The bot has no game of this name. It must be the name that you chose when you created the game.',
		check: ['game_short_name'],
	},
	{
		says: 'game is not of this bot',
		noRight: 'Only the bot that sent the game can set its scores.',
	},
	{
		says: `BOT_SCORE_NOT_MODIFIED | score is not higher | score must not be below 0
			| SCORE_INVALID`,
		badValue:
			'The person already has this or a higher score, or the score is below 0. Add Force to lower a score.',
		check: ['score'],
	},
	{
		says: 'game does not exist',
		method: /Game/,
		badValue: 'The message contains no game.',
		check: ['carrier', 'message_id'],
	},
	{
		says: 'BOT_COMMANDS_TOO_MUCH',
		badValue:
			'A bot can have at most 100 commands, and the server may limit their length together. Shorten the descriptions, or remove commands.',
		check: ['commands'],
	},
	{
		says: 'BOT_COMMAND_INVALID',
		badValue: 'A command has 1 to 32 characters: a-z, 0-9 and _.',
		check: ['commands'],
	},
	{
		says: 'BOT_COMMAND_DESCRIPTION_INVALID',
		badValue: 'The description of a command has 1 to 256 characters.',
		check: ['commands'],
	},
	{
		says: "can't parse BotCommandScope",
		badValue: 'The server does not accept for whom the commands are.',
		check: ['scope'],
	},
	{
		says: "can't parse BotCommand | commands are empty",
		badValue: 'Each command needs a name and a description.',
		check: ['commands'],
	},
	{
		says: 'secret token contains | secret token is too long | secret_token',
		badValue: 'A secret token has 1 to 256 characters, only A-Z, a-z, 0-9, _ and -.',
		check: ['secret_token'],
	},
	{
		says: 'max_connections must be',
		badValue: 'It must be a whole number from 1 to 100.',
		check: ['max_connections'],
	},
	{
		says: 'drop_pending_updates',
		badValue:
			'This server cannot drop updates that wait. Remove Drop Pending Updates, or set Pending Updates to Keep.',
	},
	{
		says: 'bad webhook…HTTPS',
		method: /^setWebhook$/,
		badValue: `The address must begin with https://. ${OF_TRIGGER}`,
		check: ['url'],
	},
	{
		says: 'bad webhook… port | bad webhook… ports',
		method: /^setWebhook$/,
		badValue: `The server does not push to this port: use one of those that it names. ${OF_TRIGGER}`,
		check: ['url'],
	},
	{
		says: 'bad webhook…resolve host',
		method: /^setWebhook$/,
		badValue: `The server cannot find this host name: it must be known in the public DNS. ${OF_TRIGGER}`,
		check: ['url'],
	},
	{
		says: 'bad webhook… reserved | bad webhook… private',
		method: /^setWebhook$/,
		badValue: `The server cannot reach an address in a private network. ${OF_TRIGGER}`,
		check: ['url'],
	},
	{
		says: 'bad webhook…certificate',
		method: /^setWebhook$/,
		badValue:
			'The server does not accept the certificate of this address. Renew it, with all certificates between it and its root.',
		check: ['url'],
	},
	{
		says: 'bad webhook',
		method: /^setWebhook$/,
		badValue:
			'The server must be able to reach the address of the webhook, over HTTPS with a valid certificate.',
		check: ['url'],
	},
	{
		says: `can't use getUpdates method while webhook is active | a WebHook is set
			| terminated by other getUpdates request | terminated by setWebhook request`,
		other:
			'Updates go to one receiver only: a published workflow with the Bot Messaging Polling Trigger, a webhook, or another program. Unpublish the workflow, delete the webhook, or stop the other program. Bot > Check Setup says which it is.',
	},
	{
		says: 'parameter … is required | unknown parameter',
		only: 'method',
		badValue:
			'Check the parameters: their names and values must match the documentation of the service.',
	},
	{
		code: 404,
		says: 'method not found',
		only: 'method',
		other: 'This server does not offer a method of this name.',
		check: ['method'],
	},
	{
		code: 404,
		says: 'method not found',
		only: 'from_chat_id',
		other:
			'This server does not offer the method {method}. Forward Message and Copy Message do almost the same: use the other one.',
	},
	{
		code: 404,
		says: 'method not found',
		other: 'This server does not offer the method {method}.',
	},
];

export const NOT_KNOWN =
	'The server does not know this operation or address. If other operations work, this server does not have this one. If none works, check Base URL, Token Path and Bot Token in the credential.';
export const SERVER_TROUBLE = 'The server cannot do this at the moment. Run the node again later.';

/** Most servers that know the path name the missing chat or file. */
const NOTHING_MORE = 'Not Found | The server gave no reason (HTTP 404)';

const NOTHING_404 =
	'The code 404 means that the server does not know the chat, the person or the message, or does not offer the method {method}.';
const MEANS_404 =
	'The code 404 means that the server does not know the chat, the person or the message.';

/** What a status code means by itself (reference 2.3). */
export const ABOUT_CODES: RefusalRow[] = [
	{
		code: 401,
		token:
			'The server does not accept the bot token. In the credential, paste the complete bot token again. If the token was changed, get the new one from the service’s bot assistant. If n8n shows a workflow as partially published, publish it again.',
	},
	{
		code: 404,
		says: NOTHING_MORE,
		isAll: true,
		only: 'from_chat_id',
		other: `${NOTHING_404} If other chats give the same, use the other one of Forward Message and Copy Message.`,
	},
	{
		code: 404,
		says: NOTHING_MORE,
		isAll: true,
		only: 'chat_id',
		other: `${NOTHING_404} If no operation works, check Base URL, Token Path and Bot Token in the credential.`,
	},
	{ code: 404, says: NOTHING_MORE, isAll: true, other: NOT_KNOWN },
	{ code: 413, badFile: TOO_LARGE },
	{
		code: 400,
		badValue:
			'The code 400 means that a value is missing or does not fit, or that there is nothing to change.',
	},
	{
		code: 403,
		toPerson: true,
		blocked: 'The code 403 means that this person blocked the bot, or never wrote to it.',
	},
	{
		code: 403,
		noRight:
			'The code 403 means that the bot lacks a right, is not in the chat, or was blocked. Bot > Check Setup, with this chat, says if it is there, and names rights that it lacks.',
	},
	{
		code: 404,
		only: 'message_id',
		messageGone: MEANS_404,
		check: ['chat_id', 'from_chat_id', MESSAGE],
	},
	{ code: 404, chatNotFound: MEANS_404, check: ['chat_id', 'user_id'] },
	{ code: 500, unreachable: SERVER_TROUBLE },
];
