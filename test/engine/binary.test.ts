import type { IBinaryData, IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { inFolder, inMemory } from '../support/binary';
import { useBot } from '../support/bot';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

type Keep = (content: string, fileName: string | undefined, type: string) => Promise<IBinaryData>;

async function sent(operation: string, parameters: IDataObject, binary: IBinaryKeyData = {}) {
	const result = await run(
		operation,
		{ chatId: byId('-1001'), ...parameters },
		{ items: [{ json: {}, binary }] },
	);
	const [call] = await emulator.calls();
	return { ...result, call };
}

/** The entries of a media group as they went out with uploads. */
const entriesOf = (call: { params: { media?: string } }) =>
	JSON.parse(call.params.media ?? '') as object[];

/** Downloads the server's file with this id. */
async function contentOf(fileId: string): Promise<string> {
	const { body } = await emulator.api('getFile', { file_id: fileId });
	const file = await fetch(`${emulator.url}/file/bot${emulator.token}/${body.result.file_path}`);
	return await file.text();
}

describe.each<[where: string, keep: Keep]>([
	['in memory', async (...file) => inMemory(...file)],
	['in the folder of n8n', async (...file) => await inFolder(...file)],
])('binary data %s', (_where, keep) => {
	test.each([
		['sendVideo', 'video', 'video/mp4', 'mp4'],
		['sendAudio', 'audio', 'audio/mpeg', 'mp3'],
		['sendVoice', 'voice', 'audio/ogg', 'ogg'],
	])('%s uploads name, type and every byte', async (operation, key, type, ending) => {
		const content = 'ä'.repeat(70_000);
		const { call, json } = await sent(
			operation,
			{ source: 'binary', binaryPropertyName: 'file' },
			{ file: await keep(content, 'Büro 1.bin', type) },
		);
		expect(call.content_type).toBe('multipart/form-data');
		expect(call.files).toEqual({
			// The name does not tell the type.
			[key]: { filename: `Büro 1.${ending}`, mime_type: type, size: 140_000 },
		});
		const [message] = json as Array<Record<string, { file_id: string }>>;
		expect(await contentOf(message[key].file_id)).toBe(content);
	});

	test.each([
		['lines', 'One\nTwo\n\nThree\n'],
		['lines of other systems', 'One\r\nTwo\rThree\n\r'],
		['lines in other letters', '\nÄ\n日本\n🎲'],
		['as many characters as there may be, in lines', 'Line 1\n'.repeat(146) + '\n'.repeat(2)],
		['no lines', 'One'],
	])('%s of the form arrive unchanged', async (_what, words) => {
		const { call, json, error } = await sent(
			'sendAudio',
			{ additionalFields: { caption: words, title: words } },
			{ data: await keep('x', 'x.mp3', 'audio/mpeg') },
		);
		expect(error).toBeUndefined();
		expect(call.content_type).toBe('multipart/form-data');
		expect(call.params).toMatchObject({ caption: words, title: words });
		expect(json).toMatchObject([{ caption: words }]);
	});

	test('a file without a useful name or type is recognized by its first bytes', async () => {
		const unnamed = await keep('%PDF-1.7', 'report', 'application/octet-stream');
		const { call } = await sent(
			'sendDocument',
			{},
			{ data: { ...unnamed, fileExtension: undefined } },
		);
		expect(call.files).toEqual({
			document: { filename: 'report.pdf', mime_type: 'application/pdf', size: 8 },
		});
	});

	test('a file without a name gets that of its field', async () => {
		const { call } = await sent('sendVideo', {}, { data: await keep('x', undefined, 'video/mp4') });
		expect(call.files.video.filename).toBe('data.mp4');
	});

	test('quotes and line breaks in a name or type cannot add anything to the request', async () => {
		const name = 'a"; name="chat_id"\r\n\r\n-1003\r\n.mp4';
		const { call } = await sent(
			'sendVideo',
			{},
			{ data: await keep('x', name, 'video/mp4\r\nX: y') },
		);
		expect(call.params).toEqual({ chat_id: '-1001' });
		expect(Object.keys(call.files)).toEqual(['video']);
	});

	test('a media group mixes uploads with file ids, in the order of the list', async () => {
		const first = await sent('sendVideo', {}, { data: await keep('x', 'x.mp4', 'video/mp4') });
		const known = (first.json[0].video as { file_id: string }).file_id;
		await emulator.control('delete', 'calls');
		const { call, json, outputs } = await sent(
			'sendMediaGroup',
			{
				media: {
					entry: [
						{ type: 'photo', source: 'binary', binaryPropertyName: 'door', caption: 'The door' },
						{ type: 'video', source: 'fileId', media: known },
						{ type: 'video', source: 'binary', binaryPropertyName: 'hall' },
					],
				},
			},
			{
				hall: await keep('hall', 'hall.mp4', 'video/mp4'),
				door: await keep('door', 'door.jpg', 'image/jpeg'),
			},
		);
		expect(entriesOf(call)).toEqual([
			{ type: 'photo', media: 'attach://file1', caption: 'The door' },
			{ type: 'video', media: known },
			{ type: 'video', media: 'attach://file2' },
		]);
		expect(call.files).toEqual({
			file1: { filename: 'door.jpg', mime_type: 'image/jpeg', size: 4 },
			file2: { filename: 'hall.mp4', mime_type: 'video/mp4', size: 4 },
		});
		expect(new Set(json.map(({ media_group_id: group }) => group)).size).toBe(1);
		expect(outputs[0].map(({ pairedItem }) => pairedItem)).toEqual(Array(3).fill({ item: 0 }));
	});

	test('All Binary Fields sends pictures and videos by their type', async () => {
		const { call } = await sent(
			'sendMediaGroup',
			{ mediaSource: 'allBinary', additionalFields: { caption: '<b>Two</b>', parseMode: 'HTML' } },
			{
				data: await keep('door', 'door.jpg', 'image/jpeg'),
				clip: await keep('hall', 'hall.mp4', 'video/mp4'),
			},
		);
		expect(call.status).toBe(200);
		expect(entriesOf(call)).toEqual([
			{ type: 'photo', media: 'attach://file1', caption: '<b>Two</b>', parse_mode: 'HTML' },
			{ type: 'video', media: 'attach://file2' },
		]);
	});

	test('an upload that is refused for the rate is sent again in full', async () => {
		await emulator.fault({ kind: 'error', status: 400, description: 'MESSAGE_TOO_MUCH' });
		await sent('sendVideo', {}, { data: await keep('again', 'again.mp4', 'video/mp4') });
		const calls = await emulator.calls('sendVideo');
		expect(calls.map(({ status }) => status)).toEqual([400, 200]);
		expect(calls.map(({ files }) => files.video.size)).toEqual([5, 5]);
	});

	test('a field that the item does not have is refused', async () => {
		const { error, call } = await sent(
			'sendMediaGroup',
			{ media: { entry: [{ type: 'photo', source: 'binary', binaryPropertyName: 'none' }] } },
			{ data: await keep('door', 'door.jpg', 'image/jpeg') },
		);
		expect(error?.message).toBe(
			'Media 1: Input Binary Field: the input item has no binary field "none"',
		);
		expect(call).toBeUndefined();
	});
});

describe('a file that n8n knows little about', () => {
	test.each([[''], ['  ']])('gets the name of its field if its name is %j', async (name) => {
		const { call } = await sent('sendVideo', {}, { data: inMemory('x', name, 'video/mp4') });
		expect(call.status).toBe(200);
		expect(call.files).toEqual({
			video: { filename: 'data.mp4', mime_type: 'video/mp4', size: 1 },
		});
	});

	test('is sent as bytes if it has no MIME type', async () => {
		const { call } = await sent('sendVideo', {}, { data: inMemory('x', 'x', undefined as never) });
		expect(call.files.video.mime_type).toBe('application/octet-stream');
	});

	test('is sent as a photo if it has no MIME type but the name of one', async () => {
		const data = inMemory('x', 'x.jpg', undefined as never);
		const { call } = await sent('sendMediaGroup', { mediaSource: 'allBinary' }, { data });
		expect(call.files.file1).toMatchObject({ filename: 'x.jpg', mime_type: 'image/jpeg' });
	});

	test('is sent as neither photo nor video if it has no MIME type and no ending', async () => {
		const { error, call } = await sent(
			'sendMediaGroup',
			{ mediaSource: 'allBinary' },
			{ data: inMemory('x', 'x', undefined as never) },
		);
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toBe(
			'The binary field "data" is neither a photo nor a video (no MIME type)',
		);
		expect(call).toBeUndefined();
	});
});

test('each item says for itself where its file comes from', async () => {
	const binary = { data: inMemory('one', 'one.ogg', 'audio/ogg') };
	const { json } = await run(
		'sendVoice',
		{ chatId: byId('-1001') },
		{ items: [{ json: {}, binary }] },
	);
	const known = (json[0].voice as { file_id: string }).file_id;
	const { error } = await run(
		'sendVoice',
		{
			chatId: byId('-1001'),
			source: '={{ $json.known ? "fileId" : "binary" }}',
			voice: '={{ $json.known }}',
		},
		{ items: [{ json: { known } }, { json: {}, binary }] },
	);
	expect(error).toBeUndefined();
	const calls = (await emulator.calls('sendVoice')).slice(1);
	expect(calls.map(({ content_type }) => content_type)).toEqual([
		'application/json',
		'multipart/form-data',
	]);
});
