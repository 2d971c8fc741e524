import type { IDataObject } from 'n8n-workflow';

import { DEFAULTS } from '../../../emulator';
import { messageCases } from './messageCases';
import { chatId, memberOf, type OperationCase } from './operationCase';

const { chats, users, inlineMessageId } = DEFAULTS;

const memberCases: OperationCase[] = [
	{
		operation: 'restrictChatMember',
		parameters: {
			resource: 'member',
			chatId,
			userId: String(users.noah),
			permissions: 'textOnly',
			until: 'duration',
			untilAmount: 2,
			untilUnit: 'hours',
		},
		check: async (items, emulator) => {
			expect(items).toEqual([{ success: true }]);
			const noah = await memberOf(emulator, users.noah);
			expect(noah?.status).toBe('restricted');
			expect(noah?.permissions).toMatchObject({
				can_send_messages: true,
				can_send_media_messages: false,
				can_pin_messages: false,
			});
			expect(Math.abs(Number(noah?.until_date) - (Date.now() / 1000 + 7200))).toBeLessThan(60);
		},
	},
	{
		operation: 'banChatMember',
		parameters: { resource: 'member', chatId, userId: String(users.noah), until: 'permanent' },
		check: async (items, emulator) => {
			expect(items).toEqual([{ success: true }]);
			const noah = await memberOf(emulator, users.noah);
			expect(noah?.status).toBe('kicked');
			expect(noah?.until_date).toBeUndefined();
		},
	},
	{
		operation: 'getChatMember',
		parameters: { resource: 'member', chatId: '@demo_group', userId: String(users.milan) },
		check: async (items) => {
			expect(items).toMatchObject([
				{ status: 'administrator', user: { id: users.milan, first_name: 'Milan' } },
			]);
		},
	},
];

const otherCases: OperationCase[] = [
	{
		operation: 'getGameHighScores',
		parameters: {
			resource: 'game',
			userId: String(users.mia),
			carrier: 'inline',
			inlineMessageId,
		},
		check: async (items) => {
			const mia = items.find(({ user }) => (user as IDataObject).id === users.mia);
			expect(mia).toMatchObject({ score: 450 });
			const positions = items.map(({ position }) => Number(position));
			expect(positions).toEqual([...positions].sort((one, other) => one - other));
		},
	},
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
			url: 'http://127.0.0.1:9/updates',
			additionalFields: { maxConnections: 3, allowedUpdates: ['message', 'chat_member'] },
		},
		check: async (items, emulator) => {
			expect(items).toEqual([{ success: true }]);
			expect((await emulator.state()).bots).toMatchObject([
				{
					webhook: { url: 'http://127.0.0.1:9/updates', max_connections: 3 },
					allowed_updates: ['message', 'chat_member'],
				},
			]);
		},
	},
];

/** Every operation once. */
export const cases: OperationCase[] = [...messageCases, ...memberCases, ...otherCases];
