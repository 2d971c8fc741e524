import { written } from '../support/logged';
import { items, useBot } from '../support/bot';
import { byId } from '../support/locators';

const { emulator, run } = useBot();
const { demoGroup, moderators } = emulator.defaults.chats;

const purge = (chatId: number, firstMessageId: number, lastMessageId: number) => ({
	chatId: byId(chatId),
	firstMessageId,
	lastMessageId,
});

/** Adds messages to a chat, from one id to another. */
async function seed(chat_id: number, first: number, last: number): Promise<void> {
	const messages = Array.from({ length: last - first + 1 }, (_none, index) => ({
		message_id: first + index,
		chat_id,
		from_id: 1003,
		text: 'x',
	}));
	await emulator.control('post', 'seed', { messages });
}

/** The number of messages in each request. */
const sizes = async () =>
	(await emulator.calls('deleteMessages')).map(({ params }) => params.message_ids.length as number);

const NOTHING = {
	deleted: 0,
	notFound: 0,
	failed: 0,
	unknown: 0,
	description: '',
	errorReason: '',
};

test('a range is deleted 100 per request, and the messages that existed are counted', async () => {
	await seed(demoGroup, 101, 250);
	const { json, error } = await run('purgeMessages', purge(demoGroup, 50, 349));
	expect(error).toBeUndefined();
	expect(json).toEqual([
		{
			chatId: demoGroup,
			firstMessageId: 50,
			lastMessageId: 349,
			requested: 300,
			...NOTHING,
			deleted: 150,
			notFound: 150,
		},
	]);
	expect(await sizes()).toEqual([100, 100, 100]);
});

test('a second run finds nothing more', async () => {
	await run('purgeMessages', purge(demoGroup, 1, 5));
	const { json } = await run('purgeMessages', purge(demoGroup, 1, 5));
	expect(json).toMatchObject([{ requested: 5, deleted: 0, notFound: 5 }]);
});

test('each item is a purge of its own chat', async () => {
	await seed(moderators, 1, 3);
	const { outputs } = await run(
		'purgeMessages',
		{
			chatId: byId('={{ $json.chatId }}'),
			firstMessageId: '={{ $json.from }}',
			lastMessageId: '={{ $json.to }}',
		},
		{ items: items({ chatId: demoGroup, from: 1, to: 2 }, { chatId: moderators, from: 1, to: 9 }) },
	);
	expect(outputs[0]).toMatchObject([
		{ json: { chatId: demoGroup, deleted: 2, notFound: 0 }, pairedItem: { item: 0 } },
		{ json: { chatId: moderators, deleted: 3, notFound: 6 }, pairedItem: { item: 1 } },
	]);
});

test('messages that the bot may not delete are counted, with the reason', async () => {
	const { json } = await run('purgeMessages', purge(-1002, 1, 2));
	expect(json).toMatchObject([
		{
			...NOTHING,
			failed: 1,
			notFound: 1,
			description: 'not enough rights to delete message',
			errorReason: 'noRight',
		},
	]);
});

test('after an attempt without an answer, the messages count as unknown', async () => {
	await emulator.fault({ kind: 'cut_after', method: 'deleteMessages' });
	const { json } = await run('purgeMessages', purge(demoGroup, 4, 9));
	expect(json).toMatchObject([{ ...NOTHING, unknown: 6 }]);
	expect(await sizes()).toEqual([6, 6]);
});

test('an attempt that fails is repeated', async () => {
	await emulator.fault({ kind: 'error', status: 500, method: 'deleteMessages' });
	const { json } = await run('purgeMessages', purge(demoGroup, 1, 5));
	expect(json).toMatchObject([{ requested: 5, deleted: 5 }]);
});

test('a refusal ends its own item, and no more is requested for it', async () => {
	const { outputs } = await run(
		'purgeMessages',
		{
			...purge(0, 1, 100_000),
			chatId: byId('={{ $json.chatId }}'),
			lastMessageId: '={{ $json.to }}',
		},
		{
			items: items({ chatId: -1004, to: 100_000 }, { chatId: demoGroup, to: 5 }),
			node: { onError: 'continueRegularOutput' },
		},
	);
	expect(outputs[0]).toMatchObject([
		{ json: { error: expect.stringContaining('not a member'), errorCode: 403 } },
		{ json: { deleted: 5 } },
	]);
	// Those that were running when the first one was refused.
	const refused = (await emulator.calls('deleteMessages')).filter(({ status }) => status === 403);
	expect(refused.length).toBeLessThanOrEqual(20);
});

test('n8n logs the progress every 1,000 messages', async () => {
	await seed(demoGroup, 1, 300);
	await run('purgeMessages', purge(demoGroup, 1, 2500));
	const lines = written.join('').match(/\d+ messages asked for so far, \d+ of them deleted/g);
	expect(lines).toEqual([
		'1000 messages asked for so far, 300 of them deleted',
		'2000 messages asked for so far, 300 of them deleted',
	]);
});

test.each([
	[1, 100_001, 'Last Message ID: the range from 1 to 100001 contains more than 100000 messages'],
	[0, 5, 'First Message ID must be a message ID, but is 0'],
])('from %s to %s is refused', async (first, last, message) => {
	const { error } = await run('purgeMessages', purge(demoGroup, first, last));
	expect(error?.message).toBe(message);
	expect(await sizes()).toEqual([]);
});

test('a chat that is not there is a failed item', async () => {
	const { json } = await run('purgeMessages', purge(-9999, 1, 150), {
		node: { onError: 'continueRegularOutput' },
	});
	expect(json).toMatchObject([{ chatId: -9999, errorReason: 'chatNotFound' }]);
});
