import { HINTS, hintFor } from '../../../nodes/BotMessaging/api/hints';

/** What is told where no row fits. */
const FALLBACK = hintFor('sendMessage', 418, 'no such row');

/** Every status code that the API reference lists under a method, and what the hint is about. */
const LISTED: Array<[method: string, code: number, about: RegExp]> = [
	['restrictChatMember', 400, /Permissions/],
	['restrictChatMember', 401, /bot token/],
	['restrictChatMember', 403, /administrator.*restrict members/],
	['restrictChatMember', 404, /Chat ID and User ID/],
	['restrictChatMember', 500, /later/],
	['banChatMember', 400, /Chat ID and User ID/],
	['banChatMember', 401, /bot token/],
	['banChatMember', 403, /administrator.*restrict members/],
	['banChatMember', 404, /Chat ID and User ID/],
	['banChatMember', 500, /later/],
	['deleteMessages', 400, /message ids/],
	['deleteMessages', 401, /bot token/],
	['deleteMessages', 403, /bot or the group is restricted/],
	['getChatMember', 400, /Chat ID and User ID/],
	['getChatMember', 401, /bot token/],
	['getChatMember', 403, /not in this chat/],
	['editMessageText', 400, /Text/],
	['editMessageText', 401, /bot token/],
	['editMessageText', 403, /only what it has sent itself/],
	['editMessageText', 404, /Message ID/],
	['editMessageText', 500, /later/],
	...['sendMediaGroup', 'sendVideo', 'sendAudio', 'sendVoice'].flatMap(
		(method): Array<[string, number, RegExp]> => [
			[method, 400, /Check the file/],
			[method, 401, /bot token/],
			[method, 403, /may not write to this chat/],
			[method, 404, /Chat ID/],
			[method, 413, /smaller/],
			[method, 500, /later/],
		],
	),
	['sendDice', 400, /Kind/],
	['sendDice', 401, /bot token/],
	['sendDice', 403, /blocked by the user/],
	['sendDice', 404, /Chat ID/],
	['sendDice', 500, /later/],
	['getGameHighScores', 400, /carries a game/],
	['getGameHighScores', 401, /bot token/],
	['getGameHighScores', 403, /only the bot that sent the game/],
	['getGameHighScores', 404, /User ID, Chat ID and Message ID/],
	['getGameHighScores', 500, /later/],
	['getMe', 401, /bot token/],
	['getMe', 500, /later/],
];

test.each(LISTED)('%s %d', (method, code, about) => {
	expect(hintFor(method, code, 'something else')).toMatch(about);
});

/** Every description that the API reference names. */
test.each([
	['sendDice', 'MESSAGE_TOO_MUCH', /limits how fast/],
	['sendMessage', 'MESSAGE_TOO_MUCH', /limits how fast/],
	['sendDice', 'EMOTICON_STICKERPACK_MISSING', /one of the six kinds/],
	['deleteMessages', 'message to delete not found', /was deleted before/],
	['deleteMessages', 'not enough rights to delete message', /administrator/],
	['deleteMessages', 'chat not found', /Check Chat ID/],
])('%s: %s', (method, words, about) => {
	expect(hintFor(method, 400, words)).toMatch(about);
	expect(hintFor(method, 400, `Bad Request: ${words.toUpperCase()}`)).toMatch(about);
});

test.each([502, 503, 504])('%d is a trouble of the server, like 500', (code) => {
	expect(hintFor('sendMessage', code, 'x')).toBe(hintFor('sendMessage', 500, 'x'));
});

test('two takers of the updates: 409', () => {
	expect(hintFor('getUpdates', 409, 'Conflict')).toMatch(/Delete the webhook, or stop the other/);
	expect(hintFor('sendMessage', 409, 'Conflict')).toBe(FALLBACK);
});

test.each(HINTS.map((row) => [JSON.stringify({ ...row, hint: undefined }), row] as const))(
	'the row %s is not hidden by one before it',
	(_row, { methods, code, description, hint }) => {
		expect(hintFor(methods?.[0] ?? 'sendMessage', code ?? 400, description ?? '')).toBe(hint);
	},
);

test('a hint says what to do, and blames nobody', () => {
	for (const { hint } of HINTS) {
		expect(hint).toMatch(/\.$/);
		expect(hint).not.toMatch(/\b(error|problem|failure|mistake)s?\b/i);
	}
});
