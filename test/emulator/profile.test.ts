import { useEmulator } from '../support/emulator';
import { accepted, expectRefusal } from './answers';

const emulator = useEmulator();
const { botId, users, chats } = emulator.defaults;

const HELP = { command: 'help', description: 'Help' };

describe('an inline query', () => {
	const article = {
		type: 'article',
		id: '1',
		title: 'Hours',
		input_message_content: { message_text: 'Open' },
	};
	const ask = async () =>
		(await emulator.act('inline', { user_id: users.mia, query: 'a' })).query_id;
	const answer = async (inline_query_id: string, results: object[]) =>
		await emulator.api('answerInlineQuery', { inline_query_id, results });

	test('reaches the bot', async () => {
		const id = await ask();
		expect(accepted(await emulator.api('getUpdates'))).toMatchObject([
			{ inline_query: { id, from: { id: users.mia }, query: 'a', offset: '' } },
		]);
	});

	test('is answered with articles and games, and other types are dropped', async () => {
		const game = { type: 'game', id: '2', game_short_name: 'demo_game' };
		accepted(await answer(await ask(), [article, game, { type: 'photo', id: '3' }]));
		const { inline_queries: queries } = await emulator.state();
		expect(queries).toMatchObject([{ answer: { results: [article, game], cache_time: 300 } }]);
	});

	test.each<[string, object[], string]>([
		['51 results', Array.from({ length: 51 }, () => article), 'RESULTS_TOO_MUCH'],
		[
			'an article without a text',
			[{ ...article, input_message_content: {} }],
			"can't parse inline query result",
		],
		['a game without its name', [{ type: 'game', id: '2' }], "can't parse inline query result"],
	])('is refused with %s', async (_what, results, words) => {
		expectRefusal(await answer(await ask(), results), 400, `Bad Request: ${words}`);
	});

	test('of another bot cannot be answered', async () => {
		await emulator.control('post', 'seed', { bots: [{ id: 77, token: '77:other' }] });
		const asked = { user_id: users.mia, query: 'a', bot_id: 77 };
		const { query_id } = await emulator.act('inline', asked);
		expectRefusal(
			await answer(query_id, [article]),
			400,
			'Bad Request: query is too old and response timeout expired or query ID is invalid',
		);
	});
});

describe('commands', () => {
	const set = async (commands: object[], more: object = {}) =>
		await emulator.api('setMyCommands', { commands, ...more });
	const get = async (more: object = {}) => accepted(await emulator.api('getMyCommands', more));

	test('are kept for each scope and language, and an empty list removes them', async () => {
		const scope = { type: 'chat', chat_id: chats.demoGroup };
		accepted(await set([HELP]));
		accepted(await set([{ ...HELP, command: 'ban' }], { scope, language_code: 'de' }));
		expect(await get()).toEqual([HELP]);
		expect(await get({ scope })).toEqual([]);
		expect(await get({ scope, language_code: 'de' })).toMatchObject([{ command: 'ban' }]);
		accepted(await set([]));
		expect(await get()).toEqual([]);
	});

	test.each<[string, object[], object, number, string]>([
		[
			'101 of them',
			Array.from({ length: 101 }, () => HELP),
			{},
			400,
			'Bad Request: BOT_COMMANDS_TOO_MUCH',
		],
		['capitals', [{ ...HELP, command: 'Help' }], {}, 400, 'Bad Request: BOT_COMMAND_INVALID'],
		[
			'33 characters',
			[{ ...HELP, command: 'x'.repeat(33) }],
			{},
			400,
			'Bad Request: BOT_COMMAND_INVALID',
		],
		[
			'no description',
			[{ command: 'help' }],
			{},
			400,
			'Bad Request: BOT_COMMAND_DESCRIPTION_INVALID',
		],
		[
			'another scope',
			[HELP],
			{ scope: { type: 'all' } },
			400,
			"Bad Request: can't parse BotCommandScope",
		],
		[
			'a chat that is not there',
			[HELP],
			{ scope: { type: 'chat', chat_id: 77 } },
			404,
			'Not Found: chat not found',
		],
		[
			'nobody',
			[HELP],
			{ scope: { type: 'chat_member', chat_id: -1001, user_id: 7 } },
			404,
			'Not Found: user not found',
		],
	])('are refused with %s', async (_what, commands, more, code, words) => {
		expectRefusal(await set(commands, more), code, words);
	});
});

describe('setMyDefaultAdministratorRights', () => {
	const set = async (params: object) =>
		await emulator.api('setMyDefaultAdministratorRights', params);

	test('keeps rights for groups and for channels, and can clear one of them', async () => {
		accepted(await set({ rights: { can_pin_messages: true } }));
		accepted(await set({ rights: { can_post_messages: true }, for_channels: true }));
		accepted(await set({}));
		const { bots } = await emulator.state();
		expect(bots.find(({ id }) => id === botId)?.default_rights).toEqual({
			channels: { can_post_messages: true },
		});
	});

	test.each([{ can_fly: true }, { can_pin_messages: 'yes' }])('refuses %j', async (rights) => {
		const [name] = Object.keys(rights);
		expectRefusal(await set({ rights }), 400, `Bad Request: invalid rights format: "${name}"`);
	});
});
