import { useBot } from '../support/bot';

const { emulator, run } = useBot();

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
			chatId: '-1001',
			messageIds: ids.join(','),
		});
		expect(error).toBeUndefined();
		expect(json).toEqual([{ deleted: true }]);
		expect(bySize(await requested())).toEqual([50, 100, 100]);
		expect((await requested()).flat().sort((a, b) => a - b)).toEqual(ids);
		expect(await remaining()).toEqual([1, 2, 3, 4, 5]);
	});

	test('Report Each Message merges the answers: one item an id, in the order of the ids', async () => {
		const ids = await seedMessages(150);
		const asked = [...ids.slice(0, 120), 9001, ...ids.slice(120)];
		const { json } = await run('deleteMessages', {
			chatId: '-1001',
			messageIds: `={{ ${JSON.stringify(asked)} }}`,
			additionalFields: { returnFailed: true },
		});
		expect(json).toEqual(
			asked.map((messageId) =>
				messageId === 9001
					? { messageId, deleted: false, description: 'message to delete not found' }
					: { messageId, deleted: true },
			),
		);
		expect(await requested()).toHaveLength(2);
	});
});

describe('the ways to say which messages', () => {
	test.each([
		['commas, blanks, semicolons and line breaks', '1, 2;3\n4 5'],
		['an expression that gives a list of numbers', '={{ [1, 2, 3, 4, 5] }}'],
		['an expression that gives a list of texts', '={{ ["1", "2", "3", "4", "5"] }}'],
		['one number at the end of other text', '={{ "1,2,3,4," + 5 }}'],
		['ids that are given twice', '1,1,2,3,2,4,5'],
	])('%s', async (_kind, messageIds) => {
		await run('deleteMessages', { chatId: '-1001', messageIds });
		expect(await requested()).toEqual([[1, 2, 3, 4, 5]]);
	});

	test('a single number from an expression', async () => {
		await run('deleteMessages', { chatId: '-1001', messageIds: '={{ 3 }}' });
		expect(await requested()).toEqual([[3]]);
	});

	test('a range, both ends included', async () => {
		const { json } = await run('deleteMessages', {
			chatId: '-1001',
			messageSelection: 'range',
			firstMessageId: '2',
			lastMessageId: '4',
			additionalFields: { returnFailed: true },
		});
		expect(await requested()).toEqual([[2, 3, 4]]);
		expect(json.map(({ messageId }) => messageId)).toEqual([2, 3, 4]);
	});

	test('a range of one', async () => {
		await run('deleteMessages', {
			chatId: '-1001',
			messageSelection: 'range',
			firstMessageId: 2,
			lastMessageId: 2,
		});
		expect(await requested()).toEqual([[2]]);
	});

	test.each([
		['5', '4', 'Last Message ID (4) is below First Message ID (5)'],
		['1', '100001', 'The range from 1 to 100001 holds more than 100000 messages'],
		['0', '4', 'First Message ID must be a message id, but is 0'],
		['1', 'x', 'Last Message ID must be a whole number, but is "x"'],
	])('a range from %s to %s is refused', async (firstMessageId, lastMessageId, message) => {
		const { error } = await run('deleteMessages', {
			chatId: '-1001',
			messageSelection: 'range',
			firstMessageId,
			lastMessageId,
		});
		expect(error?.message).toBe(message);
		expect(await requested()).toEqual([]);
	});
});

describe('what becomes of each id', () => {
	test('the reasons of the reference, with what a Filter node needs', async () => {
		const { json } = await run('deleteMessages', {
			chatId: '-1002',
			messageIds: '1,77',
			additionalFields: { returnFailed: true },
		});
		expect(json).toEqual([
			{ messageId: 1, deleted: false, description: 'not enough rights to delete message' },
			{ messageId: 77, deleted: false, description: 'message to delete not found' },
		]);
	});

	test('a chat that does not exist fails id by id, not as a whole', async () => {
		const { json, error } = await run('deleteMessages', {
			chatId: '-9999',
			messageIds: '1',
			additionalFields: { returnFailed: true },
		});
		expect(error).toBeUndefined();
		expect(json).toEqual([{ messageId: 1, deleted: false, description: 'chat not found' }]);
	});

	test('Report Each Message that is added but off is sent as false', async () => {
		await run('deleteMessages', {
			chatId: '-1001',
			messageIds: '1',
			additionalFields: { returnFailed: false },
		});
		expect((await emulator.calls())[0].params).toEqual({
			chat_id: -1001,
			message_ids: [1],
			return_failed: false,
		});
	});
});
