import type { IDataObject } from 'n8n-workflow';

import { Lanes } from '../../nodes/BotMessaging/api/queues';
import { operations } from '../../nodes/BotMessaging/operations';
import { items, useBot } from '../support/bot';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

const chatId = byId('={{ $json.chat }}');

const TWO = items({ chat: -1001, user: 1003 }, { chat: -1001, user: 1004 });

/** How often each field's value was encoded during `work`, by field name. */
async function encodingsDuring(operation: string, work: () => Promise<unknown>) {
	const { fields, additionalFields = [] } = operations.find(({ value }) => value === operation)!;
	const spies = [...fields, ...additionalFields].flatMap(({ name, wire }) =>
		typeof wire === 'object' ? [[name, jest.spyOn(wire, 'encode')] as const] : [],
	);
	try {
		await work();
		const counts = spies.map(([name, { mock }]) => [name, mock.calls.length] as const);
		return Object.fromEntries(counts.filter(([, count]) => count > 0));
	} finally {
		for (const [, spy] of spies) spy.mockRestore();
	}
}

async function encodingsOf(operation: string, parameters: IDataObject) {
	// The first request is refused three times before it is taken.
	await emulator.fault({ kind: 'error', status: 429, times: 3 });
	return await encodingsDuring(operation, async () => {
		const { error, json } = await run(operation, parameters, { items: TWO });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(2);
		expect(await emulator.calls()).toHaveLength(5);
	});
}

test.each<[operation: string, parameters: IDataObject, counts: Record<string, number>]>([
	['getChat', { chatId }, { chatId: 2 }],
	[
		'sendMessage',
		{ chatId, text: '**Hi**', additionalFields: { parseMode: 'languageModel', longText: 'split' } },
		{ chatId: 2, text: 2, parseMode: 2, replyMarkup: 2 },
	],
])('%s encodes each value once per item, however often it is sent', async (...row) => {
	const [operation, parameters, counts] = row;
	expect(await encodingsOf(operation, parameters)).toEqual(counts);
});

test('only a duration that counts from now is encoded for each attempt', async () => {
	const parameters = {
		chatId,
		userId: byId('={{ $json.user }}'),
		until: 'duration',
		untilAmount: 2,
	};
	expect(await encodingsOf('banChatMember', parameters)).toEqual({
		chatId: 2,
		userId: 2,
		until: 2 + 5,
	});
});

test.each<[operation: string, lanes: number]>([
	['sendMessage', TWO.length],
	['sendDice', TWO.length],
	['getChat', 0],
])('two items of %s take %i places in the order of their chat', async (operation, lanes) => {
	const entries = jest.spyOn(Lanes.prototype, 'inLane');
	try {
		const text = operation === 'sendMessage' ? { text: 'Hello' } : {};
		const { error } = await run(operation, { chatId, ...text }, { items: TWO });
		expect(error).toBeUndefined();
		const inOrder = entries.mock.calls.filter(([chat]) => chat !== undefined);
		expect(inOrder).toHaveLength(lanes);
	} finally {
		entries.mockRestore();
	}
});
