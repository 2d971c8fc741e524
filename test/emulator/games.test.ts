import { useEmulator } from '../support/emulator';
import { accepted, expectRefusal } from './answers';

const emulator = useEmulator();
const { users, chats, messages, inlineMessageId } = emulator.defaults;

const roll = async (params: object) =>
	await emulator.api('sendDice', { chat_id: chats.demoGroup, ...params });

describe('sendDice', () => {
	test.each([
		['🎲', 6],
		['🎯', 6],
		['🎳', 6],
		['🏀', 5],
		['⚽', 5],
		['🎰', 64],
	])('%s throws every value from 1 to %i and no other', async (emoji, highest) => {
		const seen = new Set<number>();
		// Even with 64 values, 1,000 throws miss one only once in 100,000 runs.
		for (let batch = 0; batch < 20 && seen.size < highest; batch++) {
			const throws = await Promise.all(Array.from({ length: 50 }, () => roll({ emoji })));
			for (const answer of throws) {
				const { dice } = accepted(answer);
				expect(dice.emoji).toBe(emoji);
				seen.add(dice.value);
			}
		}
		const values = [...seen].sort((a, b) => a - b);
		expect(values).toEqual(Array.from({ length: highest }, (_none, index) => index + 1));
	});

	test('rolls a die by default', async () => {
		expect(accepted(await roll({})).dice.emoji).toBe('🎲');
	});

	test('accepts the ball with a variation selector as the ball', async () => {
		expect(accepted(await roll({ emoji: '⚽\uFE0F' })).dice.emoji).toBe('⚽');
	});

	test.each(['🎮', '🎲🎲', '🎲\uFE0F', 'constructor', 'dice'])('refuses %s', async (emoji) => {
		expectRefusal(await roll({ emoji }), 400, 'EMOTICON_STICKERPACK_MISSING');
	});

	test('accepts a numeric string, a reply and a keyboard, and ignores other parameters of the reference', async () => {
		const reply_markup = { inline_keyboard: [[{ text: 'Again', callback_data: 'again' }]] };
		const sent = accepted(
			await roll({
				chat_id: String(chats.demoGroup),
				reply_parameters: { message_id: messages.byMia, quote: 'nothing' },
				reply_markup: JSON.stringify(reply_markup),
				message_thread_id: 3,
				business_connection_id: 'x',
				disable_notification: true,
				protect_content: true,
				allow_paid_broadcast: true,
				message_effect_id: 'y',
			}),
		);
		expect(sent).toMatchObject({ reply_to_message: { message_id: messages.byMia }, reply_markup });
	});

	test.each<[string, object, number, string]>([
		['no chat', { chat_id: undefined }, 400, 'Bad Request: parameter "chat_id" is required'],
		['a username', { chat_id: '@demo_group' }, 400, 'Bad Request: chat_id must be numeric'],
		['an unknown chat', { chat_id: 77 }, 404, 'Not Found: chat not found'],
		[
			'a chat without the bot',
			{ chat_id: chats.elsewhere },
			403,
			'Forbidden: bot is not a member of the group chat',
		],
		[
			'something that is not a keyboard',
			{ reply_markup: 'buttons' },
			400,
			'Bad Request: parameter "reply_markup" must be of type object',
		],
		['a chosen value', { value: 6 }, 400, 'Bad Request: unknown parameter "value"'],
	])('refuses %s', async (_kind, params, code, description) => {
		expectRefusal(await roll(params), code, description);
	});

	test('refuses a person who blocked the bot', async () => {
		await emulator.act('leave', { user_id: users.mia, chat_id: chats.privateMia });
		expectRefusal(
			await roll({ chat_id: chats.privateMia }),
			403,
			'Forbidden: bot was blocked by the user',
		);
	});
});

describe('getGameHighScores', () => {
	const scores = async (params: object) => await emulator.api('getGameHighScores', params);
	const IN_CHAT = { chat_id: chats.demoGroup, message_id: messages.game };

	test.each([
		['a message', IN_CHAT],
		['an inline message', { inline_message_id: inlineMessageId }],
	])('shows the top players, the user and their neighbours, for %s', async (_kind, carrier) => {
		const rows = accepted(await scores({ user_id: users.mia, ...carrier }));
		// The seed has eight players from 1000 down to 300, Mia with 450 and Noah with 50.
		expect(rows.map((row: { score: number }) => row.score)).toEqual([
			1000, 900, 800, 600, 500, 450, 400, 300,
		]);
		expect(rows[5]).toEqual({
			position: 7,
			user: { id: users.mia, first_name: 'Mia' },
			score: 450,
		});
	});

	test('does not repeat the top for a user who is in it', async () => {
		const rows = accepted(await scores({ user_id: 1010, ...IN_CHAT }));
		expect(rows.map((row: { position: number }) => row.position)).toEqual([1, 2, 3]);
	});

	test('is empty for a user who has not played', async () => {
		expect(accepted(await scores({ user_id: users.zoe, ...IN_CHAT }))).toEqual([]);
	});

	const ONE_CARRIER = 'Bad Request: give either chat_id and message_id or inline_message_id';

	test.each<[string, object, number, string]>([
		[
			'no user',
			{ ...IN_CHAT, user_id: undefined },
			400,
			'Bad Request: parameter "user_id" is required',
		],
		['no carrier', {}, 400, ONE_CARRIER],
		['both carriers', { ...IN_CHAT, inline_message_id: inlineMessageId }, 400, ONE_CARRIER],
		['a carrier and a half', { chat_id: 1, inline_message_id: inlineMessageId }, 400, ONE_CARRIER],
		[
			'a chat alone',
			{ chat_id: chats.demoGroup },
			400,
			'Bad Request: chat_id and message_id are required',
		],
		[
			'a message alone',
			{ message_id: messages.game },
			400,
			'Bad Request: chat_id and message_id are required',
		],
		[
			'a username',
			{ ...IN_CHAT, chat_id: '@demo_group' },
			400,
			'Bad Request: parameter "chat_id" must be of type integer',
		],
		[
			'a message that carries no game',
			{ ...IN_CHAT, message_id: messages.byMia },
			400,
			'Bad Request: the game does not exist',
		],
		['an unknown user', { ...IN_CHAT, user_id: 77 }, 404, 'Not Found: user not found'],
		['an unknown chat', { ...IN_CHAT, chat_id: 77 }, 404, 'Not Found: chat not found'],
		['an unknown message', { ...IN_CHAT, message_id: 99 }, 404, 'Not Found: message not found'],
		['an unknown inline message', { inline_message_id: 'x' }, 404, 'Not Found: message not found'],
		[
			'a chat without the bot',
			{ ...IN_CHAT, chat_id: chats.elsewhere },
			403,
			'Forbidden: not enough rights to view the scores',
		],
	])('refuses %s', async (_kind, params, code, description) => {
		expectRefusal(await scores({ user_id: users.mia, ...params }), code, description);
	});
});

describe('sendGame', () => {
	const send = async (params: object) =>
		await emulator.api('sendGame', {
			chat_id: chats.demoGroup,
			game_short_name: 'demo_game',
			...params,
		});
	const button = (more: object) => ({ inline_keyboard: [[{ text: 'Go', ...more }]] });

	test('has a button that starts it, unless it gets its own', async () => {
		const play = { inline_keyboard: [[{ text: 'Play Demo Game', callback_game: {} }]] };
		expect(accepted(await send({}))).toMatchObject({
			game: { title: 'Demo Game' },
			reply_markup: play,
		});
		const reply_markup = button({ callback_game: {} });
		expect(accepted(await send({ reply_markup }))).toMatchObject({ reply_markup });
	});

	test.each<[string, object, number, string]>([
		[
			'an unknown game',
			{ game_short_name: 'x' },
			400,
			'Bad Request: wrong game short name specified',
		],
		['an unknown chat', { chat_id: 77 }, 404, 'Not Found: chat not found'],
		[
			'a chat without the bot',
			{ chat_id: chats.elsewhere },
			403,
			'Forbidden: bot is not a member of the group chat',
		],
		[
			'a first button that does not start the game',
			{ reply_markup: button({ callback_data: 'go' }) },
			400,
			'Bad Request: the first button must start the game',
		],
	])('refuses %s', async (_kind, params, code, description) => {
		expectRefusal(await send(params), code, description);
	});
});

describe('setGameScore', () => {
	const card = { chat_id: chats.demoGroup, message_id: messages.game };
	const set = async (params: object) =>
		await emulator.api('setGameScore', { user_id: users.mia, score: 500, ...card, ...params });
	const inline = { chat_id: undefined, message_id: undefined, inline_message_id: inlineMessageId };
	const scoreOf = async (id: number) =>
		(await emulator.state()).games[0].scores.find(({ user_id }) => user_id === id)?.score;

	test('raises a score, and the message is edited', async () => {
		expect(accepted(await set({}))).toMatchObject({
			message_id: messages.game,
			edit_date: expect.any(Number),
		});
		expect(await scoreOf(users.mia)).toBe(500);
	});

	test('adds a player, and leaves the message unchanged if asked to', async () => {
		const sent = accepted(await set({ user_id: users.olga, score: 0, disable_edit_message: true }));
		expect(sent).not.toHaveProperty('edit_date');
		expect(await scoreOf(users.olga)).toBe(0);
	});

	test('lowers a score only with force', async () => {
		for (const score of [450, 10]) {
			expectRefusal(await set({ score }), 400, 'Bad Request: the score is not higher');
		}
		accepted(await set({ score: 10, force: true }));
		expect(await scoreOf(users.mia)).toBe(10);
	});

	test('answers true for an inline message', async () => {
		expect(accepted(await set(inline))).toBe(true);
		expect(await scoreOf(users.mia)).toBe(500);
	});

	test.each<[string, object, number, string]>([
		[
			'a score below 0',
			{ score: -1, force: true },
			400,
			'Bad Request: the score must not be below 0',
		],
		['no score', { score: undefined }, 400, 'Bad Request: parameter "score" is required'],
		['an unknown user', { user_id: 77 }, 404, 'Not Found: user not found'],
		['an unknown message', { message_id: 99 }, 404, 'Not Found: message not found'],
		[
			'a message without a game',
			{ message_id: messages.byBot },
			400,
			'Bad Request: the game does not exist',
		],
		[
			'two carriers',
			{ inline_message_id: inlineMessageId },
			400,
			'Bad Request: give either chat_id and message_id or inline_message_id',
		],
	])('refuses %s', async (_kind, params, code, description) => {
		expectRefusal(await set(params), code, description);
	});

	test('refuses a game of another bot', async () => {
		const message = { ...card, message_id: 60, from_id: 77, game: { short_name: 'demo_game' } };
		await emulator.control('post', 'seed', { messages: [message] });
		expectRefusal(await set({ message_id: 60 }), 403, 'Forbidden: the game is not of this bot');
	});
});
