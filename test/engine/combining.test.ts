import { items, useBot } from '../support/bot';

const { emulator, run } = useBot();

const FROM_ITEM = {
	chatId: '={{ $json.chat ?? -1001 }}',
	messageIds: '={{ $json.ids }}',
};

const RETURN_FAILED = { additionalFields: { returnFailed: true } };

const bodies = async () => (await emulator.calls('deleteMessages')).map(({ params }) => params);

describe('the messages of several items', () => {
	test('go out in one request, and each answer is paired with the item its id came from', async () => {
		const { outputs } = await run(
			'deleteMessages',
			{ ...FROM_ITEM, ...RETURN_FAILED },
			{ items: items({ ids: '1,2' }, { ids: '900' }, { ids: '3' }) },
		);
		expect(await bodies()).toEqual([
			{ chat_id: -1001, message_ids: [1, 2, 900, 3], return_failed: true },
		]);
		expect(outputs[0]).toEqual([
			{ json: { messageId: 1, deleted: true }, pairedItem: { item: 0 } },
			{ json: { messageId: 2, deleted: true }, pairedItem: { item: 0 } },
			{
				json: { messageId: 900, deleted: false, description: 'message to delete not found' },
				pairedItem: { item: 1 },
			},
			{ json: { messageId: 3, deleted: true }, pairedItem: { item: 2 } },
		]);
	});

	test('come back as one item an item without Report Each Message', async () => {
		const { outputs } = await run('deleteMessages', FROM_ITEM, {
			items: items({ ids: '1' }, { ids: '2' }),
		});
		expect(await bodies()).toHaveLength(1);
		expect(outputs[0]).toEqual([
			{ json: { deleted: true }, pairedItem: { item: 0 } },
			{ json: { deleted: true }, pairedItem: { item: 1 } },
		]);
	});

	test('an id that two items name is sent once and told to both', async () => {
		const { outputs } = await run(
			'deleteMessages',
			{ ...FROM_ITEM, ...RETURN_FAILED },
			{ items: items({ ids: '1' }, { ids: '1' }) },
		);
		expect(await bodies()).toMatchObject([{ message_ids: [1] }]);
		expect(outputs[0]).toEqual([
			{ json: { messageId: 1, deleted: true }, pairedItem: { item: 0 } },
			{ json: { messageId: 1, deleted: true }, pairedItem: { item: 1 } },
		]);
	});

	test('of different chats go out apart', async () => {
		await run('deleteMessages', FROM_ITEM, {
			items: items({ ids: '1' }, { chat: -1003, ids: '5' }, { ids: '2' }),
		});
		expect(await bodies()).toHaveLength(2);
		expect(await bodies()).toEqual(
			expect.arrayContaining([
				{ chat_id: -1001, message_ids: [1, 2] },
				{ chat_id: -1003, message_ids: [5] },
			]),
		);
	});

	test('items that differ in Report Each Message go out apart', async () => {
		const { outputs } = await run(
			'deleteMessages',
			{ ...FROM_ITEM, additionalFields: { returnFailed: '={{ $json.detail }}' } },
			{ items: items({ ids: '1', detail: true }, { ids: '2', detail: false }) },
		);
		expect(await bodies()).toHaveLength(2);
		expect(outputs[0]).toEqual([
			{ json: { messageId: 1, deleted: true }, pairedItem: { item: 0 } },
			{ json: { deleted: true }, pairedItem: { item: 1 } },
		]);
	});

	test('Combine Items off sends one request an item', async () => {
		await run(
			'deleteMessages',
			{ ...FROM_ITEM, additionalFields: { combineItems: false } },
			{ items: items({ ids: '1' }, { ids: '2' }) },
		);
		expect(await bodies()).toHaveLength(2);
		expect(await bodies()).toEqual(
			expect.arrayContaining([
				{ chat_id: -1001, message_ids: [1] },
				{ chat_id: -1001, message_ids: [2] },
			]),
		);
	});
});

describe('a request that is refused as a whole', () => {
	const twoChats = items({ chat: -1004, ids: '1' }, { ids: '1,2' }, { chat: -1004, ids: '2' });

	test('fails the items in it, and the others go on', async () => {
		const { outputs } = await run('deleteMessages', FROM_ITEM, {
			items: twoChats,
			node: { onError: 'continueRegularOutput' },
		});
		const failed = { error: expect.stringContaining('bot is not a member'), errorCode: 403 };
		expect(outputs[0]).toEqual([
			{ json: failed, pairedItem: { item: 0 } },
			{ json: { deleted: true }, pairedItem: { item: 1 } },
			{ json: failed, pairedItem: { item: 2 } },
		]);
	});

	test('ends the execution with its first item, where errors end it', async () => {
		const { error, outputs } = await run('deleteMessages', FROM_ITEM, { items: twoChats });
		expect(error).toMatchObject({
			message: expect.stringContaining('bot is not a member'),
			httpCode: '403',
			context: { itemIndex: 0 },
		});
		expect(outputs).toEqual([]);
	});

	test('an item whose ids are in a refused and in a good request has failed', async () => {
		await emulator.fault({ kind: 'error', method: 'deleteMessages', status: 400, times: 1 });
		const many = Array.from({ length: 101 }, (_none, index) => index + 1);
		const { outputs } = await run(
			'deleteMessages',
			{ ...FROM_ITEM },
			{
				items: items({ ids: many }, { chat: -1003, ids: [1] }),
				node: { onError: 'continueRegularOutput' },
			},
		);
		expect(await bodies()).toHaveLength(3);
		expect(outputs[0]).toHaveLength(2);
		expect(outputs[0].filter(({ json }) => json.errorCode === 400)).toHaveLength(1);
	});

	test('a wrong field ends only its own item', async () => {
		const { outputs } = await run('deleteMessages', FROM_ITEM, {
			items: items({ ids: '1' }, { ids: 'two' }, { ids: '3' }),
			node: { onError: 'continueRegularOutput' },
		});
		expect(await bodies()).toMatchObject([{ message_ids: [1, 3] }]);
		expect(outputs[0]).toEqual([
			{ json: { deleted: true }, pairedItem: { item: 0 } },
			{
				json: {
					error: 'Message IDs must be a whole number, but is "two"',
					errorCode: 'invalidField',
				},
				pairedItem: { item: 1 },
			},
			{ json: { deleted: true }, pairedItem: { item: 2 } },
		]);
	});
});
