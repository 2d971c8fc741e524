import { useEmulator } from '../support/emulator';
import { accepted, expectRefusal } from './answers';

const emulator = useEmulator();
const { botId, users, chats, messages } = emulator.defaults;

const KEYBOARD = { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] };
const MIA = { user_id: users.mia, chat_id: chats.demoGroup };

const updates = async (allowed_updates?: string[]) =>
	accepted(await emulator.api('getUpdates', { allowed_updates }));

const kinds = async () =>
	(await updates()).map((update: object) =>
		Object.keys(update).filter((key) => key !== 'update_id'),
	);

const sendKeyboard = async (chat_id: number = chats.demoGroup): Promise<number> => {
	const params = { chat_id, text: 'Sure?', reply_markup: KEYBOARD };
	return accepted(await emulator.api('sendMessage', params)).message_id;
};

const press = async (message_id: number, more: object = {}) =>
	await emulator.act('press', { ...MIA, message_id, callback_data: 'yes', ...more });

describe('a pressed button', () => {
	test('reaches the bot as callback_query', async () => {
		const message_id = await sendKeyboard();
		const { query_id } = await press(message_id);
		expect(await updates()).toEqual([
			{
				update_id: expect.any(Number),
				callback_query: {
					id: query_id,
					from: expect.objectContaining({ id: users.mia }),
					message: expect.objectContaining({ message_id, reply_markup: KEYBOARD }),
					chat_instance: expect.any(String),
					data: 'yes',
				},
			},
		]);
	});

	test.each([
		['with other data', async () => await press(await sendKeyboard(), { callback_data: 'no' })],
		['without data', async () => await press(await sendKeyboard(), { callback_data: undefined })],
		['on a message without buttons', async () => await press(messages.byBot)],
		['on a message of a person', async () => await press(messages.byMia)],
		['on a message that is not there', async () => await press(99)],
	])('is refused %s', async (_kind, pressed) => {
		expect(await pressed()).toEqual({ ok: false, refused: 'there is no such button' });
		expect(await updates()).toEqual([]);
	});

	test('is refused for people outside of the chat', async () => {
		const pressed = await press(await sendKeyboard(), { user_id: users.zoe });
		expect(pressed).toEqual({ ok: false, refused: 'you are not in this chat' });
	});
});

describe('answerCallbackQuery', () => {
	test('answers a query once, and the state shows how', async () => {
		const { query_id } = await press(await sendKeyboard());
		const params = { callback_query_id: query_id, text: 'Done', show_alert: true, cache_time: 5 };
		expect(accepted(await emulator.api('answerCallbackQuery', params))).toBe(true);
		const { callback_queries } = await emulator.state();
		expect(callback_queries).toMatchObject([
			{ id: query_id, answer: { text: 'Done', show_alert: true } },
		]);
		expectRefusal(
			await emulator.api('answerCallbackQuery', params),
			400,
			'Bad Request: query is too old and response timeout expired or query ID is invalid',
		);
	});

	test.each<[string, object, string]>([
		['no query', {}, 'parameter "callback_query_id" is required'],
		[
			'an unknown query',
			{ callback_query_id: '1' },
			'query is too old and response timeout expired or query ID is invalid',
		],
	])('refuses %s', async (_kind, params, reason) => {
		const answer = await emulator.api('answerCallbackQuery', params);
		expectRefusal(answer, 400, `Bad Request: ${reason}`);
	});
});

describe('coming and going', () => {
	const ZOE = { user_id: users.zoe, chat_id: chats.demoGroup };

	test('is reported by a message, and by chat_member to bots that requested it', async () => {
		await updates(['message', 'chat_member']);
		await emulator.act('join', ZOE);
		await emulator.act('leave', ZOE);
		expect(await updates()).toMatchObject([
			{
				chat_member: {
					from: { id: users.zoe },
					old_chat_member: { status: 'left' },
					new_chat_member: { user: { id: users.zoe }, status: 'member' },
				},
			},
			{ message: { new_chat_members: [{ id: users.zoe, first_name: 'Zoe' }] } },
			{ message: { left_chat_member: { id: users.zoe } } },
			{ chat_member: { new_chat_member: { status: 'left' } } },
		]);
	});

	test('is refused for a person who is in the chat already', async () => {
		const again = await emulator.act('join', { ...ZOE, user_id: users.mia });
		expect(again).toEqual({ ok: false, refused: 'you are in this chat already' });
	});

	test('of a request to join is reported by chat_join_request', async () => {
		await emulator.act('join_request', ZOE);
		expect(await updates()).toMatchObject([
			{ chat_join_request: { from: { id: users.zoe }, user_chat_id: users.zoe } },
		]);
	});

	test('is reported by my_chat_member for the bot itself', async () => {
		await emulator.act('join', { user_id: botId, chat_id: chats.elsewhere });
		expect(await kinds()).toEqual([['my_chat_member'], ['message']]);
		accepted(await emulator.api('sendMessage', { chat_id: chats.elsewhere, text: 'Hi' }));
	});

	test('blocks and unblocks the bot in a private chat', async () => {
		const PRIVATE = { user_id: users.mia, chat_id: chats.privateMia };
		await emulator.act('leave', PRIVATE);
		await emulator.act('join', PRIVATE);
		expect(await updates()).toMatchObject([
			{ my_chat_member: { from: { id: users.mia }, new_chat_member: { status: 'kicked' } } },
			{ my_chat_member: { new_chat_member: { user: { id: botId }, status: 'member' } } },
		]);
		expect((await emulator.act('join', PRIVATE)).ok).toBe(false);
	});
});

describe('the updates of a bot', () => {
	const everything = async () => {
		await emulator.act('message', { ...MIA, text: 'Hi' });
		await emulator.act('edit', { ...MIA, message_id: messages.byMia, text: 'Hello' });
		await emulator.act('react', { ...MIA, message_id: messages.byBot, emoji: '👍' });
		await press(await sendKeyboard());
		await emulator.act('leave', MIA);
	};

	test('exclude memberships and reactions unless it named them', async () => {
		await everything();
		expect((await kinds()).flat()).toEqual([
			'message',
			'edited_message',
			'callback_query',
			'message',
		]);
	});

	test('have the kinds that it named last, or the default kinds after an empty list', async () => {
		await updates(['chat_member', 'message_reaction']);
		await everything();
		expect((await kinds()).flat()).toEqual(['message_reaction', 'chat_member']);
		await updates([]);
		await emulator.act('join', MIA);
		expect((await kinds()).flat().slice(2)).toEqual(['message']);
	});

	test('have for a reaction the former one and the message', async () => {
		await updates(['message_reaction']);
		await emulator.act('react', { ...MIA, message_id: messages.byBot, emoji: '👍' });
		expect(await updates()).toMatchObject([
			{
				message_reaction: {
					chat: { id: chats.demoGroup },
					message_id: messages.byBot,
					user: { id: users.mia },
					new_reaction: [{ type: 'emoji', emoji: '👍' }],
				},
			},
		]);
	});

	test('include memberships only if the bot is an administrator', async () => {
		await updates(['chat_member']);
		await emulator.act('leave', { user_id: users.mia, chat_id: chats.quietGroup });
		expect(await updates()).toEqual([]);
	});

	test('include a ban by the bot, with its author and the former status', async () => {
		await updates(['chat_member']);
		accepted(await emulator.api('banChatMember', MIA));
		expect(await updates()).toMatchObject([
			{
				chat_member: {
					from: { id: botId },
					old_chat_member: { status: 'member' },
					new_chat_member: { status: 'kicked' },
				},
			},
		]);
	});
});

test('an album by a person is one message for each picture, in one group', async () => {
	for (const caption of ['Left', 'Right']) {
		await emulator.act('message', { ...MIA, photo: true, caption, media_group_id: 'g1' });
	}
	expect(await updates()).toMatchObject([
		{ message: { caption: 'Left', media_group_id: 'g1', photo: [{ width: 1, height: 1 }] } },
		{ message: { caption: 'Right', media_group_id: 'g1' } },
	]);
});

test.each([
	['/ban@demo_bot now', [{ type: 'bot_command', offset: 0, length: 13 }]],
	['please /help me', [{ type: 'bot_command', offset: 7, length: 5 }]],
	['a path/like this', undefined],
	['no command', undefined],
])('commands in "%s" are marked', async (text, entities) => {
	await emulator.act('message', { ...MIA, text });
	const [{ message }] = await updates();
	expect(message.entities).toEqual(entities);
});
