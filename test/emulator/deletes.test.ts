import { useEmulator } from '../support/emulator';
import { accepted, expectRefusal } from './answers';

const emulator = useEmulator();
const { botId, chats, messages, quietMessage } = emulator.defaults;

const NOT_FOUND = 'message to delete not found';
const NO_RIGHTS = 'not enough rights to delete message';

const deleteMessages = async (params: object) =>
	await emulator.api('deleteMessages', { chat_id: chats.demoGroup, ...params });

const leftIn = async (chatId: number) => {
	const { messages: all } = await emulator.state();
	return all.filter((one) => one.chat_id === chatId && !one.deleted).map((one) => one.message_id);
};

describe('deleteMessages', () => {
	test('deletes what the bot may delete, and answers true', async () => {
		const params = { message_ids: [messages.byMia, 99, messages.byBot] };
		expect(accepted(await deleteMessages(params))).toBe(true);
		expect(await leftIn(chats.demoGroup)).toEqual([
			messages.byOlga,
			messages.byNoah,
			messages.game,
		]);
	});

	test.each([false, undefined])('answers true with return_failed %s', async (return_failed) => {
		const answer = await deleteMessages({ message_ids: [99], return_failed });
		expect(accepted(answer)).toBe(true);
	});

	test('reports each ID with return_failed', async () => {
		accepted(await deleteMessages({ message_ids: [messages.byOlga] }));
		const answer = await deleteMessages({
			message_ids: [messages.byMia, messages.byOlga, 99, messages.byBot],
			return_failed: true,
		});
		expect(accepted(answer)).toEqual({
			deleted_message_ids: [messages.byMia, messages.byBot],
			failed_message_ids: [
				{ message_id: messages.byOlga, description: NOT_FOUND },
				{ message_id: 99, description: NOT_FOUND },
			],
		});
	});

	test('keeps messages that are older than 48 hours', async () => {
		await emulator.control('post', 'clock', { advance_seconds: 48 * 3600 });
		const { message_id } = accepted(
			await emulator.api('sendMessage', { chat_id: chats.demoGroup, text: 'Hi' }),
		);
		const answer = await deleteMessages({
			message_ids: [messages.byBot, message_id],
			return_failed: true,
		});
		expect(accepted(answer)).toEqual({
			deleted_message_ids: [message_id],
			failed_message_ids: [{ message_id: messages.byBot, description: NOT_FOUND }],
		});
	});

	test('lets a plain member delete its own messages, but not those of others', async () => {
		const own = await emulator.api('sendMessage', { chat_id: chats.quietGroup, text: 'Hi' });
		const { message_id } = accepted(own);
		const answer = await deleteMessages({
			chat_id: chats.quietGroup,
			message_ids: [quietMessage, message_id],
			return_failed: true,
		});
		expect(accepted(answer)).toEqual({
			deleted_message_ids: [message_id],
			failed_message_ids: [{ message_id: quietMessage, description: NO_RIGHTS }],
		});
		expect(await leftIn(chats.quietGroup)).toEqual([quietMessage]);
	});

	test.each([
		['nobody', 77, 'chat not found'],
		['an unknown username', '@nobody', 'chat not found'],
		['a user the bot has no chat with', emulator.defaults.users.zoe, NOT_FOUND],
	])('reports the failure for %s without an error', async (_kind, chat_id, description) => {
		const answer = await deleteMessages({ chat_id, message_ids: [1], return_failed: true });
		expect(accepted(answer)).toEqual({
			deleted_message_ids: [],
			failed_message_ids: [{ message_id: 1, description }],
		});
	});

	test('takes 100 ids and refuses 101', async () => {
		const ids = (length: number) => Array.from({ length }, (_none, index) => index + 1);
		expect(accepted(await deleteMessages({ message_ids: ids(100) }))).toBe(true);
		expectRefusal(
			await deleteMessages({ message_ids: ids(101) }),
			400,
			'Bad Request: too many messages to delete: at most 100',
		);
	});

	test.each<[string, object, number, string]>([
		['no ids', {}, 400, 'Bad Request: parameter "message_ids" is required'],
		[
			'ids that are text',
			{ message_ids: ['1'] },
			400,
			'Bad Request: parameter "message_ids" must be of type integers',
		],
		[
			'no chat',
			{ chat_id: undefined, message_ids: [1] },
			400,
			'Bad Request: parameter "chat_id" is required',
		],
		[
			'a chat without the bot',
			{ chat_id: chats.elsewhere, message_ids: [1] },
			403,
			'Forbidden: bot is not a member of the group chat',
		],
	])('refuses %s', async (_kind, params, code, description) => {
		expectRefusal(await deleteMessages(params), code, description);
	});

	test('refuses a restricted bot', async () => {
		await emulator.control('post', 'seed', {
			chats: [{ id: -1009, type: 'group', title: 'Strict' }],
			members: [{ chat_id: -1009, user_id: botId, status: 'restricted', permissions: {} }],
		});
		expectRefusal(
			await deleteMessages({ chat_id: -1009, message_ids: [1] }),
			403,
			'Forbidden: bot is restricted in the chat',
		);
	});
});

describe('deleteMessage', () => {
	const deleteMessage = async (chat_id: number, message_id: number) =>
		await emulator.api('deleteMessage', { chat_id, message_id });

	test('deletes one message, whose number is not used again', async () => {
		const { message_id } = accepted(
			await emulator.api('sendMessage', { chat_id: chats.demoGroup, text: 'Hi' }),
		);
		expect(accepted(await deleteMessage(chats.demoGroup, message_id))).toBe(true);
		const next = await emulator.api('sendMessage', { chat_id: chats.demoGroup, text: 'Hi' });
		expect(accepted(next).message_id).toBe(message_id + 1);
	});

	test('refuses a message that does not exist or that the bot may not delete', async () => {
		expectRefusal(await deleteMessage(chats.demoGroup, 99), 400, `Bad Request: ${NOT_FOUND}`);
		expectRefusal(
			await deleteMessage(chats.quietGroup, quietMessage),
			400,
			`Bad Request: ${NO_RIGHTS}`,
		);
		expectRefusal(await deleteMessage(77, 1), 404, 'Not Found: chat not found');
	});
});
