import { useEmulator } from '../support/emulator';
import { accepted, expectRefusal } from './answers';

const emulator = useEmulator();
const { users, chats, messages } = emulator.defaults;

const KEYBOARD = { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] };

const send = async (params: object) =>
	accepted(await emulator.api('sendMessage', { chat_id: chats.demoGroup, text: 'Hi', ...params }));

const stored = async (chatId: number, messageId: number) => {
	const { messages: all } = await emulator.state();
	return all.find((one) => one.chat_id === chatId && one.message_id === messageId);
};

describe('sendMessage', () => {
	test('answers with the message and stores it under the next number', async () => {
		const before = Date.now();
		const sent = await send({ text: 'Hello' });
		expect(sent).toEqual({
			message_id: 6,
			from: {
				id: emulator.defaults.botId,
				is_bot: true,
				first_name: 'Demo Bot',
				username: 'demo_bot',
			},
			chat: { id: chats.demoGroup, type: 'group', title: 'Demo Group', username: 'demo_group' },
			date: expect.any(Number),
			text: 'Hello',
		});
		expect(sent.date).toBeGreaterThanOrEqual(Math.floor(before / 1000));
		expect(sent.date).toBeLessThanOrEqual(Date.now() / 1000);
		expect(await stored(chats.demoGroup, 6)).toMatchObject({ text: 'Hello', deleted: false });
	});

	test('counts the messages of each chat separately', async () => {
		expect((await send({ chat_id: chats.quietGroup })).message_id).toBe(2);
		expect((await send({ chat_id: chats.demoGroup })).message_id).toBe(6);
	});

	test.each([
		['a numeric string', String(chats.demoGroup)],
		['a username', '@demo_group'],
		['a username in other letters', '@Demo_Group'],
	])('finds the chat by %s', async (_kind, chat_id) => {
		expect((await send({ chat_id })).chat.id).toBe(chats.demoGroup);
	});

	test('writes to a person who talks to the bot', async () => {
		expect((await send({ chat_id: chats.privateMia })).chat).toEqual({
			id: chats.privateMia,
			type: 'private',
			first_name: 'Mia',
			username: 'mia',
		});
	});

	test('shows the message that it replies to, however that was given', async () => {
		for (const reply of [
			{ reply_to_message_id: messages.byMia },
			{ reply_parameters: { message_id: messages.byMia } },
		]) {
			expect((await send(reply)).reply_to_message).toMatchObject({
				message_id: messages.byMia,
				text: 'Hello everybody!',
			});
		}
	});

	test.each([
		['an object', KEYBOARD],
		['JSON text', JSON.stringify(KEYBOARD)],
		['a button with a URL', { inline_keyboard: [[{ text: 'Go', url: 'https://example.org' }]] }],
		['another kind of keyboard', { remove_keyboard: true }],
	])('takes a keyboard as %s', async (_kind, reply_markup) => {
		const wanted = typeof reply_markup === 'string' ? KEYBOARD : reply_markup;
		expect((await send({ reply_markup })).reply_markup).toEqual(wanted);
	});

	test.each(['MarkdownV2', 'Markdown', 'HTML'])('takes parse mode %s', async (parse_mode) => {
		await send({ text: 'plain <b>bold</b>', parse_mode });
	});

	test.each<[string, object, number, string]>([
		['no chat', { chat_id: undefined }, 400, 'Bad Request: parameter "chat_id" is required'],
		['no text', { text: undefined }, 400, 'Bad Request: parameter "text" is required'],
		['blank text', { text: ' ' }, 400, 'Bad Request: message text is empty'],
		['long text', { text: 'x'.repeat(4097) }, 400, 'Bad Request: message is too long'],
		['an unknown chat', { chat_id: 77 }, 404, 'Not Found: chat not found'],
		['an unknown username', { chat_id: '@nobody' }, 404, 'Not Found: chat not found'],
		[
			'a chat without the bot',
			{ chat_id: chats.elsewhere },
			403,
			'Forbidden: bot is not a member of the group chat',
		],
		[
			'a reply to nothing',
			{ reply_to_message_id: 99 },
			400,
			'Bad Request: message to be replied not found',
		],
		['another parse mode', { parse_mode: 'BBCode' }, 400, 'Bad Request: unsupported parse_mode'],
		[
			'a tag left open',
			{ text: '<b>x', parse_mode: 'HTML' },
			400,
			`Bad Request: can't parse entities: can't find end tag "b"`,
		],
		[
			'tags that cross',
			{ text: '<b><i>x</b></i>', parse_mode: 'HTML' },
			400,
			`Bad Request: can't parse entities: unmatched end tag "b"`,
		],
		[
			'a bare bracket',
			{ text: '1 < 2', parse_mode: 'HTML' },
			400,
			"Bad Request: can't parse entities: unsupported start tag",
		],
	])('refuses %s', async (_kind, params, code, description) => {
		const valid = { chat_id: chats.demoGroup, text: 'Hi' };
		expectRefusal(await emulator.api('sendMessage', { ...valid, ...params }), code, description);
	});

	test('takes a text of exactly 4,096 characters', async () => {
		expect((await send({ text: 'x'.repeat(4096) })).text).toHaveLength(4096);
	});

	test.each([
		['rows that are no rows', { inline_keyboard: [{ text: 'a', callback_data: 'b' }] }],
		['a button without text', { inline_keyboard: [[{ callback_data: 'b' }]] }],
		['a button that does nothing', { inline_keyboard: [[{ text: 'a' }]] }],
		['too long data', { inline_keyboard: [[{ text: 'a', callback_data: 'é'.repeat(33) }]] }],
	])('refuses a keyboard with %s', async (_kind, reply_markup) => {
		const params = { chat_id: chats.demoGroup, text: 'Hi', reply_markup };
		expectRefusal(
			await emulator.api('sendMessage', params),
			400,
			"Bad Request: can't parse inline keyboard button",
		);
	});

	test('refuses a person who blocked the bot, until they unblock it', async () => {
		const mia = { user_id: users.mia, chat_id: chats.privateMia };
		await emulator.act('leave', mia);
		const params = { chat_id: chats.privateMia, text: 'Hi' };
		expectRefusal(
			await emulator.api('sendMessage', params),
			403,
			'Forbidden: bot was blocked by the user',
		);
		await emulator.act('join', mia);
		await send(params);
	});

	test.each<[string, object, string]>([
		[
			'muted',
			{ status: 'restricted', permissions: {} },
			'Forbidden: not enough rights to send messages to the chat',
		],
		['banned', { status: 'kicked' }, 'Forbidden: bot was kicked from the group chat'],
	])('refuses a group that %s the bot', async (_kind, member, description) => {
		const bot = { chat_id: chats.quietGroup, user_id: emulator.defaults.botId };
		await emulator.control('post', 'seed', { members: [{ ...bot, ...member }] });
		const params = { chat_id: chats.quietGroup, text: 'Hi' };
		expectRefusal(await emulator.api('sendMessage', params), 403, description);
	});
});
