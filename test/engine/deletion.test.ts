import { allDeleted, deletedIn, failedIn, gone } from '../support/deletions';
import { items, useBot } from '../support/bot';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

const deleted = deletedIn(-1001);
const failed = failedIn(-1001);

interface Stored {
	chat_id: number;
	message_id: number;
	deleted: boolean;
}

/** Messages 1001 and up of the demo group, which the bot may delete. */
async function seedMessages(count: number): Promise<number[]> {
	const ids = Array.from({ length: count }, (_none, index) => 1001 + index);
	await emulator.control('post', 'seed', {
		messages: ids.map((message_id) => ({ message_id, chat_id: -1001, from_id: 1003, text: 'x' })),
	});
	return ids;
}

const requested = async () =>
	(await emulator.calls('deleteMessages')).map(({ params }) => params.message_ids as number[]);

const bySize = (lists: number[][]) => lists.map(({ length }) => length).sort((a, b) => a - b);

async function remaining(): Promise<number[]> {
	const { messages } = (await emulator.state()) as { messages: Stored[] };
	return messages
		.filter(({ chat_id, deleted }) => chat_id === -1001 && !deleted)
		.map(({ message_id }) => message_id);
}

describe('more ids than one request takes', () => {
	test('250 ids go out in three requests and come back as one item', async () => {
		const ids = await seedMessages(250);
		const { json, error } = await run('deleteMessages', {
			chatId: byId('-1001'),
			messageIds: ids.join(','),
		});
		expect(error).toBeUndefined();
		expect(json).toEqual([
			{ chatId: -1001, requested: 250, deleted: 250, failed: 0, unknown: 0, tooOld: 0, ...gone(0) },
		]);
		expect(bySize(await requested())).toEqual([50, 100, 100]);
		expect((await requested()).flat().sort((a, b) => a - b)).toEqual(ids);
		expect(await remaining()).toEqual([1, 2, 3, 4, 5]);
	});

	test('Report Each Message merges the answers: one item per ID, in the order of the IDs', async () => {
		const ids = await seedMessages(150);
		const asked = [...ids.slice(0, 120), 9001, ...ids.slice(120)];
		const { json } = await run('deleteMessages', {
			chatId: byId('-1001'),
			messageIds: `={{ ${JSON.stringify(asked)} }}`,
			additionalFields: { returnFailed: true },
		});
		expect(json).toEqual(
			asked.map((messageId) =>
				messageId === 9001
					? failed(messageId, 'message to delete not found', 'messageGone')
					: deleted(messageId),
			),
		);
		expect(await requested()).toHaveLength(2);
	});
});

describe('the ways to say which messages:', () => {
	test.each([
		['commas, blanks, semicolons and line breaks', '1, 2;3\n4 5'],
		['an expression that gives a list of numbers', '={{ [1, 2, 3, 4, 5] }}'],
		['an expression that gives a list of texts', '={{ ["1", "2", "3", "4", "5"] }}'],
		['one number at the end of other text', '={{ "1,2,3,4," + 5 }}'],
		['ids that are given twice', '1,1,2,3,2,4,5'],
		['a range', '1-5'],
		['a range with blanks', '1 - 5'],
		['a range with a long dash', '1–5'],
		['a range and ids', '1, 2-4; 5'],
		['a range in a list', '={{ [1, "2-4", 5] }}'],
		['JSON', '[1, 2, 3, 4, 5]'],
		['JSON of texts', ' ["1", "2", "3", "4", "5"]'],
		['items of a trigger or a table', '={{ [1, 2, 3, 4, 5].map((messageId) => ({ messageId })) }}'],
		['messages of the API', '={{ [1, 2, 3, 4, 5].map((id) => ({ message_id: id })) }}'],
	])('%s', async (_kind, messageIds) => {
		await run('deleteMessages', { chatId: byId('-1001'), messageIds });
		expect(await requested()).toEqual([[1, 2, 3, 4, 5]]);
	});

	test('a single number from an expression', async () => {
		await run('deleteMessages', { chatId: byId('-1001'), messageIds: '={{ 3 }}' });
		expect(await requested()).toEqual([[3]]);
	});

	test('one item of a trigger', async () => {
		await run(
			'deleteMessages',
			{ chatId: byId('-1001'), messageIds: '={{ $json }}' },
			{ items: items({ messageId: 3, text: 'x' }) },
		);
		expect(await requested()).toEqual([[3]]);
	});

	test('JSON with an id beyond 2^53 keeps it exact', async () => {
		await run('deleteMessages', { chatId: byId('-1001'), messageIds: '[1, 9007199254740993]' });
		expect(await requested()).toEqual([[1, '9007199254740993']]);
	});

	test.each([
		['5-1', 'Message IDs: the range from 5 to 1 goes downwards'],
		['1, 1-100001', 'Message IDs: the range from 1 to 100001 contains more than 100000 messages'],
		[
			'1-9007199254740993',
			'Message IDs: the range from 1 to 9007199254740993 has too large numbers',
		],
		['1-5-9', 'Message IDs must be a whole number, but is "1-5-9"'],
		['1, -5', 'Message IDs must be a message ID, but is -5'],
		['0', 'Message IDs must be a message ID, but is 0'],
		['-9007199254740993', 'Message IDs must be a message ID, but is -9007199254740993'],
		['[1, 2', 'Message IDs is not valid JSON'],
		['[]', 'Message IDs is empty'],
		['[[1, 2], [3]]', 'Message IDs holds a list'],
		['={{ { id: 1 } }}', 'Message IDs holds an object without messageId'],
	])('%s is refused', async (messageIds, message) => {
		const { error } = await run('deleteMessages', { chatId: byId('-1001'), messageIds });
		expect(error?.message).toBe(message);
		expect(await requested()).toEqual([]);
	});

	test('a range, including both ends', async () => {
		const { json } = await run('deleteMessages', {
			chatId: byId('-1001'),
			messageSelection: 'range',
			firstMessageId: '2',
			lastMessageId: '4',
			additionalFields: { returnFailed: true },
		});
		expect(await requested()).toEqual([[2, 3, 4]]);
		expect(json.map(({ messageId }) => messageId)).toEqual([2, 3, 4]);
	});

	test('a range of one message', async () => {
		await run('deleteMessages', {
			chatId: byId('-1001'),
			messageSelection: 'range',
			firstMessageId: 2,
			lastMessageId: 2,
		});
		expect(await requested()).toEqual([[2]]);
	});

	test.each([
		['5', '4', 'Last Message ID: the range from 5 to 4 goes downwards'],
		[
			'1',
			'100001',
			'Last Message ID: the range from 1 to 100001 contains more than 100000 messages',
		],
		['0', '4', 'First Message ID must be a message ID, but is 0'],
		['1', 'x', 'Last Message ID must be a whole number, but is "x"'],
	])('a range from %s to %s is refused', async (firstMessageId, lastMessageId, message) => {
		const { error } = await run('deleteMessages', {
			chatId: byId('-1001'),
			messageSelection: 'range',
			firstMessageId,
			lastMessageId,
		});
		expect(error?.message).toBe(message);
		expect(await requested()).toEqual([]);
	});
});

describe('the outcome of a delete', () => {
	const REPORT = { additionalFields: { returnFailed: true } };

	test('counts what the server has confirmed, not what was requested', async () => {
		const { json } = await run('deleteMessages', { chatId: byId('-1001'), messageIds: '1,2,77' });
		expect(json).toEqual([
			{ chatId: -1001, requested: 3, deleted: 2, failed: 1, unknown: 0, tooOld: 0, ...gone(1) },
		]);
	});

	test.each([
		['a bot without the right', '-1002', 'noRight'],
		['an unknown chat', '-9999', 'chatNotFound'],
	])('fails if nothing of a chat could be deleted: %s', async (_why, chatId, errorReason) => {
		const wanted = { chatId: byId('={{ $json.chat }}'), messageIds: '1,2' };
		for (const additionalFields of [{}, { totalPerChat: true }]) {
			const { json } = await run(
				'deleteMessages',
				{ ...wanted, additionalFields },
				{
					items: items({ chat: chatId }, { chat: -1001 }),
					node: { onError: 'continueRegularOutput' },
				},
			);
			const other = expect.objectContaining({ chatId: -1001 });
			expect(json).toHaveLength(2);
			expect(json).toContainEqual(expect.objectContaining({ chatId: Number(chatId), errorReason }));
			expect(json).toContainEqual(other);
		}
		const { error } = await run('deleteMessages', wanted, { items: items({ chat: chatId }) });
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '400' });
	});

	test('counts a message that does not exist as gone', async () => {
		const messageIds = '901,902';
		const { json, error } = await run('deleteMessages', { chatId: byId('-1001'), messageIds });
		expect(error).toBeUndefined();
		expect(json).toEqual([{ ...allDeleted(-1001, 2), deleted: 0, failed: 2, alreadyGone: 2 }]);
	});

	test('has the reasons of the reference, with what a Filter node needs', async () => {
		const { json } = await run('deleteMessages', {
			chatId: byId('-1002'),
			messageIds: '1,77',
			...REPORT,
		});
		expect(json).toEqual([
			failedIn(-1002)(1, 'not enough rights to delete message', 'noRight'),
			failedIn(-1002)(77, 'message to delete not found', 'messageGone'),
		]);
	});

	test('has an error for each ID, not one for all, if a chat does not exist', async () => {
		const { json, error } = await run('deleteMessages', {
			chatId: byId('-9999'),
			messageIds: '1',
			...REPORT,
		});
		expect(error).toBeUndefined();
		expect(json).toEqual([failedIn(-9999)(1, 'chat not found', 'chatNotFound')]);
	});

	test('has the same keys for each ID', async () => {
		const { json } = await run('deleteMessages', {
			chatId: byId('-1001'),
			messageIds: '1,77',
			...REPORT,
		});
		const keys = ['chatId', 'messageId', 'deleted', 'outcome', 'description', 'errorReason'];
		expect(json.map((item) => Object.keys(item))).toEqual([keys, keys]);
		expect(json[0].description).toBe('');
	});

	test.each([true, false, undefined])(
		'includes the failures with Report Each Message %s',
		async (returnFailed) => {
			await run('deleteMessages', {
				chatId: byId('-1001'),
				messageIds: '1',
				additionalFields: returnFailed === undefined ? {} : { returnFailed },
			});
			expect((await emulator.calls())[0].params).toEqual({
				chat_id: -1001,
				message_ids: [1],
				return_failed: true,
			});
		},
	);

	test('a message that is deleted by itself comes back with its chat and number', async () => {
		const { json } = await run('deleteMessage', { chatId: byId('-1001'), messageId: '3' });
		expect(json).toEqual([{ deleted: true, chatId: -1001, messageId: 3 }]);
	});
});
