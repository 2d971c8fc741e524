import { useGate } from '../../support/gate';
import { usePolling } from '../../support/pollingTests';

const { emulator, start, say, sendAlbum, pending, soon } = usePolling();
const putGate = useGate(emulator);

test('an album starts one execution with all its pictures, and all parts are confirmed', async () => {
	const trigger = await start({ downloadFiles: true });
	await sendAlbum(3);
	await soon('the album has come', () => trigger.started.length > 0);
	const [{ item }] = trigger.started;
	expect(item.json).toMatchObject({ text: 'our trip', mediaGroupId: 'trip' });
	expect(item.json.media).toHaveLength(3);
	expect(Object.keys(item.binary ?? {})).toEqual(['data', 'data1', 'data2']);
	await soon('all parts are confirmed', async () => (await pending()) === 0);
	expect(trigger.started).toHaveLength(1);
});

test('a raw album holds the updates of all its parts', async () => {
	const trigger = await start({ output: 'raw' });
	await sendAlbum(2);
	await soon('the album has come', () => trigger.started.length > 0);
	expect(trigger.started[0].item.json.album).toHaveLength(2);
});

test('each picture starts an execution if albums are not gathered', async () => {
	const trigger = await start({ options: { gatherAlbums: false } });
	await sendAlbum(3);
	await soon('all have come', () => trigger.started.length === 3);
	await soon('all are confirmed', async () => (await pending()) === 0);
});

test('an album that is interrupted by a stop arrives whole after the next start', async () => {
	const before = await start();
	await sendAlbum(2);
	await soon('it has been fetched', async () => (await emulator.calls('getUpdates')).length > 0);
	await before.stop();
	expect(await pending()).toBe(2);
	const after = await start();
	await sendAlbum(1);
	await soon('it has come', () => after.started.length > 0);
	expect(after.started[0].item.json.media).toHaveLength(3);
	await soon('all parts are confirmed', async () => (await pending()) === 0);
	expect(before.started).toEqual([]);
});

test('an update whose file is still being fetched when the trigger stops comes at the next start', async () => {
	const { gate, credential } = await putGate((body) => body.includes('file_id'));
	const form = { downloadFiles: true, options: { gatherAlbums: false } };
	const before = await start(form, {}, {}, credential);
	await sendAlbum(1);
	await gate.holding(1);
	await before.stop();
	const { came } = gate;
	gate.open();
	await soon('the file is fetched', () => gate.came > came);
	const after = await start(form, {}, {}, credential);
	await soon('it has come', () => after.started.length === 1);
	await soon('it is confirmed', async () => (await pending()) === 0);
	expect(before.started).toEqual([]);
});

test('messages after an album in its chat wait for it', async () => {
	const trigger = await start();
	await sendAlbum(2);
	await say('nice pictures');
	await soon('both have come', () => trigger.started.length === 2);
	expect(trigger.texts).toEqual(['our trip', 'nice pictures']);
});

test('a file arrives as binary data, and a file that cannot be fetched leaves a note', async () => {
	const trigger = await start({ downloadFiles: true });
	await sendAlbum(1);
	await soon('it has come', () => trigger.started.length === 1);
	expect(trigger.started[0].item.binary?.data).toMatchObject({ mimeType: 'image/png' });
	await emulator.fault({ kind: 'error', status: 404, method: 'getFile', description: 'gone' });
	await sendAlbum(1);
	await soon('the second has come', () => trigger.started.length === 2);
	expect(trigger.started[1].item.json).toMatchObject({
		text: 'our trip',
		downloadNote: 'Not fetched: gone',
	});
	await soon('both are confirmed', async () => (await pending()) === 0);
	expect(trigger.started).toHaveLength(2);
});

test.each([
	['getFile', { kind: 'error', status: 500, method: 'getFile' }],
	['getFile', { kind: 'cut', method: 'getFile' }],
])('a server that fails at %s once is asked again: %j', async (_method, fault) => {
	await emulator.fault(fault);
	const trigger = await start({ downloadFiles: true, options: { gatherAlbums: false } });
	await sendAlbum(1);
	await soon('it has come', () => trigger.started.length > 0);
	expect(trigger.started[0].item.json.downloadNote).toBeUndefined();
	expect(Object.keys(trigger.started[0].item.binary ?? {})).toEqual(['data']);
});
