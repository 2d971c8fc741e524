import type { PushServer } from '../../support/pushServer';
import { useWebhooks } from '../../support/webhookTests';

const { emulator, listen, sendAlbum, info, soon } = useWebhooks();
const { chats, users } = emulator.defaults;

test('an album starts one execution with all its pictures if the user chose so', async () => {
	const trigger = await listen({ options: { gatherAlbums: true }, downloadFiles: true });
	await trigger.open();
	await sendAlbum(3);
	await soon('all are delivered', async () => (await info()).pending_update_count === 0);
	expect(trigger.started).toHaveLength(1);
	const [{ item }] = trigger.started;
	expect(item.json).toMatchObject({ text: 'our trip', mediaGroupId: 'trip', mediaType: 'photo' });
	expect(item.json.media).toHaveLength(3);
	expect(Object.keys(item.binary ?? {})).toEqual(['data', 'data1', 'data2']);
});

test('by default, each picture starts an execution', async () => {
	const trigger = await listen();
	await trigger.open();
	await sendAlbum(3);
	await soon('all have come', () => trigger.started.length === 3);
});

test.each([
	['n8n could not start it', (server: PushServer) => void (server.failures = 1)],
	['the server gave up waiting', (server: PushServer) => server.cutAll()],
])('an album starts once and whole although %s', async (_why, hinder) => {
	const trigger = await listen({ options: { gatherAlbums: true } });
	await trigger.open();
	await sendAlbum(2);
	await soon('both are on their way', () => trigger.server.pushes === 2);
	hinder(trigger.server);
	await soon('all are delivered', async () => (await info()).pending_update_count === 0);
	expect(trigger.server.pushes).toBeGreaterThan(2);
	expect(trigger.started).toHaveLength(1);
	expect(trigger.started[0].item.json.media).toHaveLength(2);
});

test('a file arrives as binary data with its name and type', async () => {
	const trigger = await listen({ downloadFiles: true });
	await trigger.open();
	await sendAlbum(1);
	await soon('it has come', () => trigger.started.length === 1);
	expect(trigger.started[0].item.binary?.data).toMatchObject({
		mimeType: 'image/png',
		fileName: expect.stringMatching(/\.png$/),
		fileSize: expect.stringMatching(/B$/),
	});
	expect(trigger.started[0].item.json).not.toHaveProperty('downloadNote');
});

test.each([
	[true, ['answered', 'data']],
	[false, ['data']],
])(
	'the file of the message that was answered arrives too (%s)',
	async (downloadAnswered, fields) => {
		const trigger = await listen({ downloadFiles: true, downloadAnswered });
		await trigger.open();
		await sendAlbum(1);
		await soon('it has come', () => trigger.started.length === 1);
		const picture = { user_id: users.mia, chat_id: chats.demoGroup, photo: true };
		const { messageId } = trigger.started[0].item.json;
		await emulator.act('message', { ...picture, reply_to_message_id: messageId });
		await soon('the answer has come', () => trigger.started.length === 2);
		expect(Object.keys(trigger.started[1].item.binary ?? {}).sort()).toEqual(fields);
	},
);

test('a file that cannot be fetched leaves a note, and nothing arrives twice', async () => {
	const trigger = await listen({ downloadFiles: true });
	await trigger.open();
	await emulator.fault({ kind: 'error', status: 404, method: 'getFile', description: 'gone' });
	await sendAlbum(1);
	await soon('it is delivered', async () => (await info()).pending_update_count === 0);
	expect(trigger.started).toHaveLength(1);
	expect(trigger.started[0].item.json).toMatchObject({
		text: 'our trip',
		downloadNote: 'Not fetched: gone',
	});
	expect(trigger.started[0].item).not.toHaveProperty('binary');
});

test('a file that the filters hold back is not fetched', async () => {
	const trigger = await listen({ downloadFiles: true, filters: { textContains: 'nothing' } });
	await trigger.open();
	await sendAlbum(1);
	await soon('it is delivered', async () => (await info()).pending_update_count === 0);
	expect(await emulator.calls('getFile')).toEqual([]);
	expect(trigger.started).toEqual([]);
});
