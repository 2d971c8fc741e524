import { useEmulator } from '../support/emulator';
import { deletedIn, gone } from '../support/deletions';
import { runNode } from '../support/engine';
import { byId } from '../support/locators';

const emulator = useEmulator();
const { demoGroup } = emulator.defaults.chats;

const deleted = deletedIn(demoGroup);

const HOUR = 3600;

const threeHoursAgo = Math.floor(Date.now() / 1000) - 3 * HOUR;

function cleanUp(items: object[], more: object = {}) {
	return runNode({
		credential: { baseUrl: emulator.url, pathForm: 'bot', botToken: emulator.token },
		parameters: {
			resource: 'message',
			operation: 'deleteMessages',
			chatId: byId(demoGroup),
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
		{ json: deleted(1), pairedItem: { item: 0 } },
		{ json: deleted(3), pairedItem: { item: 2 } },
	]);
	const calls = await emulator.calls();
	expect(calls.map(({ method, params }) => [method, params.message_ids])).toEqual([
		['deleteMessages', [1, 3]],
	]);
});

test.each([
	['date', { messageId: 1 }, 'Message Date is empty'],
	['messageId', { date: 0 }, 'Message ID is empty: this input item holds no message'],
])('an item without %s is refused, and nothing is deleted', async (_what, item, message) => {
	const { error } = await cleanUp([item]);
	expect(error?.message).toBe(message);
	expect(await emulator.calls()).toEqual([]);
});

test('the ID and the date can be in any column of a table', async () => {
	const sent_at = new Date(Date.now() - 3 * HOUR * 1000).toISOString();
	await cleanUp([{ message_id: 3, sent_at }], {
		messageId: '={{ $json.message_id }}',
		messageDate: '={{ $json.sent_at }}',
	});
	expect(await emulator.calls()).toMatchObject([{ status: 200, params: { message_ids: [3] } }]);
});

test('a messageId that is text is sent as a number', async () => {
	await cleanUp([{ messageId: '1', date: threeHoursAgo }]);
	expect(await emulator.calls()).toMatchObject([{ status: 200, params: { message_ids: [1] } }]);
});

test('a messageId that is not a number is refused', async () => {
	const { error } = await cleanUp([{ messageId: 'one', date: 0 }]);
	expect(error?.message).toBe('Message ID must be a whole number, but is "one"');
	expect(await emulator.calls()).toEqual([]);
});

test.each([
	['seconds as text', (seconds: number) => String(seconds)],
	['a date as text', (seconds: number) => new Date(seconds * 1000).toISOString()],
])('the date of an item may be %s', async (_what, form) => {
	const now = Math.floor(Date.now() / 1000);
	await cleanUp([
		{ messageId: 1, date: form(now - 3 * HOUR) },
		{ messageId: 2, date: form(now - HOUR) },
	]);
	expect(await emulator.calls()).toMatchObject([{ params: { message_ids: [1] } }]);
});

test('something that is not a date is refused', async () => {
	const { error } = await cleanUp([{ messageId: 1, date: 'soon' }]);
	expect(error?.message).toBe('Message Date is not a date: "soon"');
	expect(await emulator.calls()).toEqual([]);
});

test('a negative age is refused: it would delete new messages too', async () => {
	const { error } = await cleanUp([{ messageId: 1, date: 0 }], { age: '={{ -2 }}' });
	expect(error?.message).toBe('Older Than is -2, which is not an age');
	expect(await emulator.calls()).toEqual([]);
});

test('an age can be written as a time, and an empty age is refused', async () => {
	const now = Math.floor(Date.now() / 1000);
	const items = [
		{ messageId: 1, date: now - 3 * HOUR },
		{ messageId: 2, date: now - HOUR },
	];
	const { error } = await cleanUp(items, { age: 'forever' });
	expect(error?.message).toBe('Older Than is "forever", which is not an age');
	expect(await emulator.calls()).toEqual([]);
	await cleanUp(items, { age: '1h30m', ageUnit: 'days' });
	expect(await emulator.calls()).toMatchObject([{ params: { message_ids: [1] } }]);
});

test('an item that is not old enough counts as an item without requests', async () => {
	const { json } = await cleanUp([{ messageId: 1, date: 4_000_000_000 }], { additionalFields: {} });
	expect(json).toEqual([
		{ chatId: demoGroup, requested: 0, deleted: 0, failed: 0, unknown: 0, tooOld: 0, ...gone(0) },
	]);
	expect(await emulator.calls()).toEqual([]);
});

describe('a message older than 48 hours', () => {
	const OLD = Math.floor(Date.now() / 1000) - 48 * HOUR - 60;
	const tooOld = (messageId: number) => ({
		chatId: demoGroup,
		messageId,
		deleted: false,
		outcome: 'tooOld',
		description: 'older than 48 hours, which the service does not delete',
		errorReason: 'noRight',
	});

	test('is reported, and not sent to the server', async () => {
		const { json } = await cleanUp([
			{ messageId: 1, date: OLD },
			{ messageId: 2, date: threeHoursAgo },
		]);
		expect(json).toEqual([tooOld(1), deleted(2)]);
		expect(await emulator.calls()).toMatchObject([{ params: { message_ids: [2] } }]);
	});

	test('is counted', async () => {
		const { json } = await cleanUp([{ messageId: 1, date: OLD }], { additionalFields: {} });
		expect(json).toEqual([
			{ chatId: demoGroup, requested: 1, deleted: 0, failed: 0, unknown: 0, tooOld: 1, ...gone(0) },
		]);
		expect(await emulator.calls()).toEqual([]);
	});

	test('is recognized in the rows of a list, and a row without a date is sent', async () => {
		const rows = [
			{ messageId: 2, date: threeHoursAgo },
			{ messageId: 1, date: OLD },
			{ message_id: 3 },
		];
		const { json } = await cleanUp([{ rows }], {
			messageSelection: 'list',
			messageIds: '={{ $json.rows }}',
		});
		expect(json).toEqual([deleted(2), tooOld(1), deleted(3)]);
		expect(await emulator.calls()).toMatchObject([{ params: { message_ids: [2, 3] } }]);
	});
});

test('a message that an attempt without an answer deleted is reported as deleted', async () => {
	await emulator.fault({ kind: 'cut_after', method: 'deleteMessages' });
	const { json } = await cleanUp([{}], { messageSelection: 'list', messageIds: '1, 2' });
	expect(json).toEqual([deleted(1), deleted(2)]);
	expect(await emulator.calls('deleteMessages')).toHaveLength(2);
});
