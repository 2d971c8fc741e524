import type { ErrorReason } from '../../../nodes/BotMessaging/api/reasons';
import type { Operation } from '../../../nodes/BotMessaging/engine/define';
import {
	hintsOf,
	meaningOf,
	meaningOfPage,
	UNKNOWN,
	type Hint,
} from '../../../nodes/BotMessaging/engine/hints';
import { operations } from '../../../nodes/BotMessaging/operations';

const hintFor = (...asked: Parameters<typeof meaningOf>) => meaningOf(...asked).hint;

const operation = (name: string) => operations.find(({ value }) => value === name)!;

/** The hint if no row fits. */
const FALLBACK = hintFor(UNKNOWN, 418, 'no such row');

/** Every status code that the API reference lists under a method, and what the hint is about. */
const LISTED: Array<[method: string, code: number, about: RegExp]> = [
	['restrictChatMember', 400, /Permissions/],
	['restrictChatMember', 401, /bot token/],
	['restrictChatMember', 403, /administrator.*restrict members/],
	['restrictChatMember', 404, /Chat and User/],
	['restrictChatMember', 500, /later/],
	['banChatMember', 400, /Chat and User/],
	['banChatMember', 401, /bot token/],
	['banChatMember', 403, /administrator.*restrict members/],
	['banChatMember', 404, /Chat and User/],
	['banChatMember', 500, /later/],
	['deleteMessages', 400, /message IDs/],
	['deleteMessages', 401, /bot token/],
	['deleteMessages', 403, /bot or the group is restricted/],
	['getChatMember', 400, /Chat and User/],
	['getChatMember', 401, /bot token/],
	['getChatMember', 403, /not in this chat/],
	['editMessageText', 400, /Text/],
	['editMessageText', 401, /bot token/],
	['editMessageText', 403, /only its own messages/],
	['editMessageText', 404, /Message ID/],
	['editMessageText', 500, /later/],
	...['sendMediaGroup', 'sendVideo', 'sendAudio', 'sendVoice'].flatMap(
		(method): Array<[string, number, RegExp]> => [
			[method, 400, /Check the file/],
			[method, 401, /bot token/],
			[method, 403, /may not write to this chat/],
			[method, 404, /Check Chat/],
			[method, 413, /smaller/],
			[method, 500, /later/],
		],
	),
	['sendDice', 400, /Kind/],
	['sendDice', 401, /bot token/],
	['sendDice', 403, /user blocked it/],
	['sendDice', 404, /Check Chat/],
	['sendDice', 500, /later/],
	['getGameHighScores', 400, /contains a game/],
	['getGameHighScores', 401, /bot token/],
	['getGameHighScores', 403, /only the bot that sent the game/],
	['getGameHighScores', 404, /User, Chat and Message ID/],
	['getGameHighScores', 500, /later/],
	['getMe', 401, /bot token/],
	['getMe', 500, /later/],
];

/** Words that fit no row by themselves. What a 404 is about has to be named. */
const wordsOf = (code: number | undefined) =>
	code === 404 ? 'some message, user or chat is missing' : 'something else';

test.each(LISTED)('%s %d', (method, code, about) => {
	expect(hintFor(operation(method), code, wordsOf(code))).toMatch(about);
});

/** Every description that the API reference names. */
test.each([
	['sendDice', 'MESSAGE_TOO_MUCH', /limits how fast/],
	['sendMessage', 'MESSAGE_TOO_MUCH', /limits how fast/],
	['sendDice', 'EMOTICON_STICKERPACK_MISSING', /one of the six kinds/],
	['deleteMessages', 'message to delete not found', /was deleted before/],
	['deleteMessages', 'not enough rights to delete message', /administrator/],
	['deleteMessages', 'chat not found', /Check Chat/],
	// These are of services of the same family.
	[
		'answerCallbackQuery',
		'query is too old and response timeout expired',
		/right after the trigger/,
	],
	['setWebhook', 'secret token contains unallowed characters', /Secret Token: 1 to 256/],
	['setWebhook', 'bad secret_token', /Secret Token/],
	['setWebhook', 'max_connections must be 1 to 100', /Max Connections.* 1 to 100/],
	['sendMessage', 'message is too long', /Shorten Text/],
	['editMessageText', 'message is too long', /Shorten Text/],
	['sendVideo', 'message caption is too long', /Shorten Caption/],
	[
		'restrictChatMember',
		'user is an administrator of the chat',
		/administrators .* cannot be muted/,
	],
	['banChatMember', "can't remove chat owner", /Owners and .* cannot be muted/],
])('%s: %s', (method, words, about) => {
	expect(hintFor(operation(method), 400, words)).toMatch(about);
	expect(hintFor(operation(method), 400, `Bad Request: ${words.toUpperCase()}`)).toMatch(about);
});

/** Words of services of the same family, some with another code. */
test.each<[method: string, code: number, words: string, reason: ErrorReason]>([
	['sendMessage', 403, 'user is deactivated', 'blocked'],
	['sendMessage', 403, "bot can't initiate conversation with a user", 'blocked'],
	['sendMessage', 400, 'chat not found', 'chatNotFound'],
	['banChatMember', 400, 'not enough rights to restrict/unrestrict chat member', 'noRight'],
	['setChatTitle', 400, 'CHAT_ADMIN_REQUIRED', 'noRight'],
	['deleteMessage', 400, "message can't be deleted for everyone", 'noRight'],
	['sendPhoto', 403, 'bot was kicked from the supergroup chat', 'notMember'],
	['getChatMember', 400, 'USER_NOT_PARTICIPANT', 'notMember'],
	['getChatMember', 400, 'PARTICIPANT_ID_INVALID', 'notMember'],
	['editMessageText', 400, 'message to edit not found', 'messageGone'],
	['pinChatMessage', 400, 'MESSAGE_ID_INVALID', 'messageGone'],
	['sendVideo', 400, 'message to be replied not found', 'messageGone'],
	['sendMessage', 429, 'Too Many Requests: retry after 5', 'tooFast'],
	['createChatInviteLink', 400, 'invite link name is too long', 'tooLong'],
	['answerCallbackQuery', 400, 'MESSAGE_TOO_LONG', 'tooLong'],
	['sendVideo', 400, 'wrong file identifier/HTTP URL specified', 'badFile'],
	['sendVideo', 413, 'Request Entity Too Large', 'badFile'],
	['sendMessage', 400, "can't parse entities", 'badValue'],
	['sendMessage', 401, 'Unauthorized', 'token'],
	['getMe', 502, 'Bad Gateway', 'unreachable'],
	['sendMessage', 404, 'Not Found', 'other'],
	['sendMessage', 418, 'I am a teapot', 'other'],
])('%s %d, %s: %s', (method, code, words, reason) => {
	expect(meaningOf(operation(method), code, words).reason).toBe(reason);
});

test.each([502, 503, 504])('%d is a trouble of the server, like 500', (code) => {
	expect(hintFor(operation('sendMessage'), code, 'x')).toBe(
		hintFor(operation('sendMessage'), 500, 'x'),
	);
});

test('two takers of the updates: 409', () => {
	expect(hintFor(operation('getUpdates'), 409, 'Conflict')).toMatch(
		/delete the webhook, or stop the other/,
	);
	expect(hintFor(operation('sendMessage'), 409, 'Conflict')).toBe(FALLBACK);
});

describe('404', () => {
	const UNKNOWN = /does not know this operation or address|does not offer/;

	test.each(['', 'Not Found', 'no /sendMessage or /getChatMember'])(
		'%j names no chat, user or message: it is about operation or address, in every operation',
		(words) => {
			for (const each of operations) expect(hintFor(each, 404, words)).toMatch(UNKNOWN);
		},
	);

	test('words about the method say that this server does not offer it, in every operation', () => {
		for (const each of operations) {
			expect(hintFor(each, 404, 'Not Found: method not found')).toMatch(/server does not offer/);
		}
	});

	test.each(['chat not found', 'USER_NOT_FOUND', 'message to edit not found', 'no such member'])(
		'%j is about what it names',
		(words) => {
			for (const each of operations) expect(hintFor(each, 404, words)).not.toMatch(UNKNOWN);
		},
	);
});

test('nothing but the server says whether a chat is there: its number may have either sign', () => {
	for (const { hint } of operations.flatMap(hintsOf)) expect(hint).not.toMatch(/negative/);
});

test.each<[status: number | undefined, about: RegExp]>([
	[301, /Check Base URL and Token Path/],
	[400, /Check Base URL and Token Path/],
	[401, /Check Base URL and Bot Token.* proxy/],
	[403, /Check Base URL and Bot Token.* proxy/],
	[404, /check Base URL, Token Path and Bot Token/],
	[407, /The proxy .* asks for a login/],
	[413, /smaller/],
	[500, /later/],
	[502, /later/],
	[200, /Check Base URL and Token Path/],
	[undefined, /Check the chat before you run the node again/],
])('a page of %s instead of an answer', (status, about) => {
	expect(meaningOfPage(status).hint).toMatch(about);
});

/** Whether an answer that a row is about leads to its hint. */
function isShown(asked: Operation, { code, description, namesNothing, hint }: Hint): boolean {
	const words = description ?? (namesNothing ? '' : wordsOf(code));
	// Without its name, as a row cannot know it.
	return hintFor({ ...asked, action: undefined }, code ?? 400, words) === hint;
}

test.each(operations.map((each) => [each.value, each] as const))(
	'no row of %s itself is hidden by one before it',
	(_name, each) => {
		expect(each.hints.filter((hint) => !isShown(each, hint))).toEqual([]);
	},
);

test('no row is hidden in every operation', () => {
	const all = operations.flatMap(hintsOf);
	const shown = operations.flatMap((each) => hintsOf(each).filter((hint) => isShown(each, hint)));
	expect(all.filter((hint) => !shown.includes(hint))).toEqual([]);
});

test('a hint says what to do, and blames nobody', () => {
	for (const { hint } of operations.flatMap(hintsOf)) {
		expect(hint).toMatch(/\.$/);
		expect(hint).not.toMatch(/\b(error|problem|failure|mistake)s?\b/i);
	}
});
