import { items, useBot } from '../support/bot';
import { allDeleted, deletedIn, failedIn, gone } from '../support/deletions';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

const FROM_ITEM = {
	chatId: byId('={{ $json.chat ?? -1001 }}'),
	messageIds: '={{ $json.ids }}',
};

const RETURN_FAILED = { additionalFields: { returnFailed: true } };

const deleted = deletedIn(-1001);
const one = allDeleted(-1001, 1);

const bodies = async () => (await emulator.calls('deleteMessages')).map(({ params }) => params);

describe('the messages of several items', () => {
	test('go out in one request, and each answer is paired with the item that its ID came from', async () => {
		const { outputs } = await run(
			'deleteMessages',
			{ ...FROM_ITEM, ...RETURN_FAILED },
			{ items: items({ ids: '1,2' }, { ids: '900' }, { ids: '3' }) },
		);
		expect(await bodies()).toEqual([
			{ chat_id: -1001, message_ids: [1, 2, 900, 3], return_failed: true },
		]);
		expect(outputs[0]).toEqual([
			{ json: deleted(1), pairedItem: { item: 0 } },
			{ json: deleted(2), pairedItem: { item: 0 } },
			{
				json: failedIn(-1001)(900, 'message to delete not found', 'messageGone'),
				pairedItem: { item: 1 },
			},
			{ json: deleted(3), pairedItem: { item: 2 } },
		]);
	});

	test('come back as one item per input item without Report Each Message', async () => {
		const { outputs } = await run('deleteMessages', FROM_ITEM, {
			items: items({ ids: '1' }, { ids: '2' }),
		});
		expect(await bodies()).toHaveLength(1);
		expect(outputs[0]).toEqual([
			{ json: one, pairedItem: { item: 0 } },
			{ json: one, pairedItem: { item: 1 } },
		]);
	});

	test('come back as one item per chat with One Total per Chat, and each message counts once', async () => {
		const { outputs } = await run(
			'deleteMessages',
			{ ...FROM_ITEM, additionalFields: { totalPerChat: true } },
			{
				items: items(
					{ ids: '1' },
					{ chat: -1003, ids: '5' },
					{ ids: '1, 900' },
					{ ids: 'two' },
					{ ids: '2' },
				),
				node: { onError: 'continueRegularOutput' },
			},
		);
		expect(await bodies()).toHaveLength(2);
		const [total, other, failed, ...more] = outputs[0];
		expect(more).toEqual([]);
		expect(total).toEqual({
			json: {
				chatId: -1001,
				requested: 3,
				deleted: 2,
				failed: 1,
				unknown: 0,
				tooOld: 0,
				...gone(1),
			},
			pairedItem: { item: 0 },
		});
		expect(other).toEqual({
			json: {
				chatId: -1003,
				requested: 1,
				deleted: 0,
				failed: 1,
				unknown: 0,
				tooOld: 0,
				...gone(1),
			},
			pairedItem: { item: 1 },
		});
		expect(failed).toMatchObject({ pairedItem: { item: 3 }, json: { errorReason: 'badValue' } });
	});

	test('an id that two items name is sent once and reported to both', async () => {
		const { outputs } = await run(
			'deleteMessages',
			{ ...FROM_ITEM, ...RETURN_FAILED },
			{ items: items({ ids: '1' }, { ids: '1' }) },
		);
		expect(await bodies()).toMatchObject([{ message_ids: [1] }]);
		expect(outputs[0]).toEqual([
			{ json: deleted(1), pairedItem: { item: 0 } },
			{ json: deleted(1), pairedItem: { item: 1 } },
		]);
	});

	test('go out in separate requests if their chats differ', async () => {
		await run('deleteMessages', FROM_ITEM, {
			items: items({ ids: '1' }, { chat: -1003, ids: '5' }, { ids: '2' }),
		});
		expect(await bodies()).toHaveLength(2);
		expect(await bodies()).toEqual(
			expect.arrayContaining([
				{ chat_id: -1001, message_ids: [1, 2], return_failed: true },
				{ chat_id: -1003, message_ids: [5], return_failed: true },
			]),
		);
	});

	test('go out together even if Report Each Message differs', async () => {
		const { outputs } = await run(
			'deleteMessages',
			{ ...FROM_ITEM, additionalFields: { returnFailed: '={{ $json.detail }}' } },
			{ items: items({ ids: '1', detail: true }, { ids: '2', detail: false }) },
		);
		expect(await bodies()).toMatchObject([{ message_ids: [1, 2] }]);
		expect(outputs[0]).toEqual([
			{ json: deleted(1), pairedItem: { item: 0 } },
			{ json: one, pairedItem: { item: 1 } },
		]);
	});

	test('go out in one request per item if Combine Items is off', async () => {
		await run(
			'deleteMessages',
			{ ...FROM_ITEM, additionalFields: { combineItems: false } },
			{ items: items({ ids: '1' }, { ids: '2' }) },
		);
		expect(await bodies()).toHaveLength(2);
		expect(await bodies()).toEqual(
			expect.arrayContaining([
				{ chat_id: -1001, message_ids: [1], return_failed: true },
				{ chat_id: -1001, message_ids: [2], return_failed: true },
			]),
		);
	});
});

describe('an id that is asked for twice', () => {
	const numbers = (first: number, last: number) =>
		Array.from({ length: last - first + 1 }, (_none, index) => first + index);

	const sent = async () => (await bodies()).flatMap(({ message_ids: ids }) => ids);

	const ascending = (ids: number[]) => [...ids].sort((a, b) => a - b);

	test('in one item goes out once, also across a boundary of 100', async () => {
		const { json } = await run('deleteMessages', {
			chatId: byId('-1001'),
			messageIds: `={{ ${JSON.stringify([...numbers(1, 150), ...numbers(1, 150)])} }}`,
		});
		expect(ascending(await sent())).toEqual(numbers(1, 150));
		expect(json).toEqual([
			{
				chatId: -1001,
				requested: 150,
				deleted: 5,
				failed: 145,
				unknown: 0,
				tooOld: 0,
				...gone(145),
			},
		]);
	});

	test('in several items goes out once, and each item gets its outcome', async () => {
		const { outputs } = await run('deleteMessages', FROM_ITEM, {
			items: items({ ids: '1-150' }, { ids: '3, 149' }, { ids: '101-160' }),
		});
		expect(ascending(await sent())).toEqual(numbers(1, 160));
		expect(outputs[0]).toEqual(
			[
				{ requested: 150, deleted: 5, failed: 145 },
				{ requested: 2, deleted: 1, failed: 1 },
				{ requested: 60, deleted: 0, failed: 60 },
			].map((counts, item) => ({
				json: { chatId: -1001, ...counts, unknown: 0, tooOld: 0, ...gone(counts.failed) },
				pairedItem: { item },
			})),
		);
	});

	test('in several items goes out for each of them if they are not combined', async () => {
		await run(
			'deleteMessages',
			{ ...FROM_ITEM, additionalFields: { combineItems: false } },
			{ items: items({ ids: '1,1' }, { ids: '1' }) },
		);
		expect(await sent()).toEqual([1, 1]);
	});
});

describe('a request that is refused as a whole', () => {
	const twoChats = items({ chat: -1004, ids: '1' }, { ids: '1,2' }, { chat: -1004, ids: '2' });

	test('fails the items in it, and the others continue', async () => {
		const { outputs } = await run('deleteMessages', FROM_ITEM, {
			items: twoChats,
			node: { onError: 'continueRegularOutput' },
		});
		const failed = {
			error: expect.stringContaining('bot is not a member'),
			errorCode: 403,
			errorReason: 'notMember',
			chatId: -1004,
		};
		expect(outputs[0]).toEqual([
			{ json: failed, pairedItem: { item: 0 } },
			{ json: allDeleted(-1001, 2), pairedItem: { item: 1 } },
			{ json: failed, pairedItem: { item: 2 } },
		]);
	});

	test('ends the execution with its first item if the node stops on errors', async () => {
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

	test('ends only its own item if a field is wrong', async () => {
		const { outputs } = await run('deleteMessages', FROM_ITEM, {
			items: items({ ids: '1' }, { ids: 'two' }, { ids: '3' }),
			node: { onError: 'continueRegularOutput' },
		});
		expect(await bodies()).toMatchObject([{ message_ids: [1, 3] }]);
		expect(outputs[0]).toEqual([
			{ json: one, pairedItem: { item: 0 } },
			{
				json: {
					error: 'Message IDs must be a whole number, but is "two"',
					errorCode: 'invalidField',
					errorReason: 'badValue',
					chatId: -1001,
				},
				pairedItem: { item: 1 },
			},
			{ json: one, pairedItem: { item: 2 } },
		]);
	});
});
