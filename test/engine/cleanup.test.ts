import { useEmulator } from '../support/emulator';
import { runNode } from '../support/engine';

const emulator = useEmulator();
const { demoGroup } = emulator.defaults.chats;

const HOUR = 3600;

function cleanUp(items: object[], more: object = {}) {
	return runNode({
		credential: { baseUrl: emulator.url, pathForm: 'bot', botToken: emulator.token },
		parameters: {
			resource: 'message',
			operation: 'deleteMessages',
			chatId: String(demoGroup),
			messageSelection: 'olderThan',
			age: 2,
			ageUnit: 'hours',
			additionalFields: { returnFailed: true },
			...more,
		},
		items: items.map((json) => ({ json: json as never })),
	});
}

test('only messages that are old enough are deleted, in one request', async () => {
	const now = Math.floor(Date.now() / 1000);
	const { outputs } = await cleanUp([
		{ messageId: 1, date: now - 3 * HOUR },
		{ messageId: 2, date: now - HOUR },
		{ messageId: 3, date: now - 2 * HOUR - 5 },
	]);
	expect(outputs[0]).toEqual([
		{ json: { messageId: 1, deleted: true }, pairedItem: { item: 0 } },
		{ json: { messageId: 3, deleted: true }, pairedItem: { item: 2 } },
	]);
	const calls = await emulator.calls();
	expect(calls.map(({ method, params }) => [method, params.message_ids])).toEqual([
		['deleteMessages', [1, 3]],
	]);
});

test('an item without messageId and date is refused, and nothing is deleted', async () => {
	const { error } = await cleanUp([{ messageId: 1 }]);
	expect(error?.message).toContain('no messageId and date');
	expect(await emulator.calls()).toEqual([]);
});

test('a messageId that is text goes out as the number it stands for', async () => {
	await cleanUp([{ messageId: '1', date: 0 }]);
	expect(await emulator.calls()).toMatchObject([{ status: 200, params: { message_ids: [1] } }]);
});

test('a messageId that is no number is refused', async () => {
	const { error } = await cleanUp([{ messageId: 'one', date: 0 }]);
	expect(error?.message).toBe('messageId must be a whole number, but is "one"');
	expect(await emulator.calls()).toEqual([]);
});

test('a range of 100,000 goes out in 1,000 full requests', async () => {
	const { json } = await cleanUp([{}], {
		messageSelection: 'range',
		firstMessageId: '1',
		lastMessageId: '100000',
		additionalFields: {},
	});
	expect(json).toEqual([{ deleted: true }]);
	const calls = await emulator.calls('deleteMessages');
	expect(calls).toHaveLength(1000);
	expect(calls.every(({ params }) => params.message_ids.length === 100)).toBe(true);
});

test('an attempt without an answer that deleted all the same is not reported as undeleted', async () => {
	await emulator.fault({ kind: 'cut_after', method: 'deleteMessages' });
	const { json } = await cleanUp([{}], { messageSelection: 'list', messageIds: '1, 2' });
	expect(json.map(({ deleted }) => deleted)).toEqual([true, true]);
	expect(await emulator.calls('deleteMessages')).toHaveLength(2);
});
