import { DEFAULTS } from '../../support/emulator';
import type { TestEmulator } from '../../support/emulator';
import { botMessaging } from './execute';
import { chatId, type OperationCase } from './operationCase';

const { chats, users } = DEFAULTS;

/** Nobody listens there. */
const WEBHOOK_URL = 'http://127.0.0.1:9/updates';

const setWebhook = async (emulator: TestEmulator) =>
	await emulator.api('setWebhook', { url: WEBHOOK_URL });

/** The bot asks, and Mia presses the button. */
async function pressButton(emulator: TestEmulator): Promise<void> {
	const keyboard = { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] };
	const question = { chat_id: chatId, text: 'Yes?', reply_markup: keyboard };
	const { body } = await emulator.api('sendMessage', question);
	await emulator.act('press', {
		chat_id: chats.demoGroup,
		user_id: users.mia,
		message_id: body.result.message_id,
		callback_data: 'yes',
	});
}

export const callbackCases: OperationCase[] = [
	{
		operation: 'answerCallbackQuery',
		prepare: pressButton,
		before: [botMessaging({ resource: 'bot', operation: 'getUpdates' }, 'Updates')],
		parameters: {
			resource: 'callback',
			callbackQueryId: '={{ $json.callback_query.id }}',
			additionalFields: { text: 'Noted', showAlert: true },
		},
		check: async (items, emulator) => {
			expect(items).toEqual([{ success: true, callbackQueryId: expect.any(String) }]);
			expect((await emulator.state()).callback_queries).toMatchObject([
				{ user_id: users.mia, data: 'yes', answer: { text: 'Noted', show_alert: true } },
			]);
		},
	},
];

export const botCases: OperationCase[] = [
	{
		operation: 'getMe',
		parameters: { resource: 'bot' },
		check: async (items) => {
			expect(items).toEqual([
				{ id: DEFAULTS.botId, is_bot: true, first_name: 'Demo Bot', username: 'demo_bot' },
			]);
		},
	},
	{
		operation: 'getUpdates',
		prepare: async (emulator) => {
			const noahSays = { chat_id: chats.demoGroup, user_id: users.noah };
			await emulator.act('message', { ...noahSays, text: 'one' });
			await emulator.act('message', { ...noahSays, text: 'two' });
		},
		parameters: { resource: 'bot', additionalFields: { limit: 1 } },
		check: async (items) => {
			expect(items).toMatchObject([{ update_id: expect.any(Number), message: { text: 'one' } }]);
		},
	},
	{
		operation: 'setWebhook',
		parameters: {
			resource: 'bot',
			url: WEBHOOK_URL,
			additionalFields: { maxConnections: 3, allowedUpdates: ['message', 'chat_member'] },
		},
		check: async (items, emulator) => {
			expect(items).toEqual([{ success: true, url: WEBHOOK_URL }]);
			expect((await emulator.state()).bots).toMatchObject([
				{
					webhook: { url: WEBHOOK_URL, max_connections: 3 },
					allowed_updates: ['message', 'chat_member'],
				},
			]);
		},
	},
	{
		operation: 'deleteWebhook',
		prepare: setWebhook,
		parameters: { resource: 'bot' },
		check: async (items, emulator) => {
			expect(items).toEqual([{ deleted: true, dropPendingUpdates: false }]);
			const [bot] = (await emulator.state()).bots;
			expect(bot.webhook).toBeUndefined();
		},
	},
	{
		operation: 'getWebhookInfo',
		prepare: setWebhook,
		parameters: { resource: 'bot' },
		check: async (items) => {
			expect(items).toMatchObject([{ url: WEBHOOK_URL, pending_update_count: 0 }]);
		},
	},
];
