import type { IDataObject } from 'n8n-workflow';

import { DEFAULTS } from '../../support/emulator';
import { botCases, callbackCases } from './botCases';
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
			const noah = await memberOf(emulator, users.noah);
			expect(items).toEqual([
				{
					success: true,
					chatId: chats.demoGroup,
					userId: users.noah,
					untilDate: noah?.until_date,
				},
			]);
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
			expect(items).toEqual([
				{ success: true, chatId: chats.demoGroup, userId: users.noah, untilDate: null },
			]);
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

const gameCases: OperationCase[] = [
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
];

/** Every operation once. */
export const cases: OperationCase[] = [
	...messageCases,
	...memberCases,
	...gameCases,
	...callbackCases,
	...botCases,
];
