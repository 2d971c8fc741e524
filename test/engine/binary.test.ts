import type { IBinaryData, IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { inFolder, inMemory } from '../support/binary';
import { useBot } from '../support/bot';

const { emulator, run } = useBot();

type Keep = (content: string, fileName: string | undefined, type: string) => Promise<IBinaryData>;

async function sent(operation: string, parameters: IDataObject, binary: IBinaryKeyData = {}) {
	const result = await run(
		operation,
		{ chatId: '-1001', ...parameters },
		{ items: [{ json: {}, binary }] },
	);
	const [call] = await emulator.calls();
	return { ...result, call };
}

/** The entries of a media group as they went out with uploads. */
const entriesOf = (call: { params: { media?: string } }) =>
	JSON.parse(call.params.media ?? '') as object[];

/** Downloads what the server has under a file id. */
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
		['sendVideo', 'video', 'video/mp4'],
		['sendAudio', 'audio', 'audio/mpeg'],
		['sendVoice', 'voice', 'audio/ogg'],
	])('%s uploads name, type and every byte', async (operation, key, type) => {
		const content = 'ä'.repeat(70_000);
		const { call, json } = await sent(
			operation,
			{ source: 'binary', binaryPropertyName: 'file' },
			{ file: await keep(content, 'Büro 1.bin', type) },
		);
		expect(call.content_type).toBe('multipart/form-data');
		expect(call.files).toEqual({
			[key]: { filename: 'Büro 1.bin', mime_type: type, size: 140_000 },
		});
		const [message] = json as Array<Record<string, { file_id: string }>>;
		expect(await contentOf(message[key].file_id)).toBe(content);
	});

	test('a file without a name gets that of its field', async () => {
		const { call } = await sent('sendVideo', {}, { data: await keep('x', undefined, 'video/mp4') });
		expect(call.files.video.filename).toBe('data');
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

	test('all binary fields of the item: pictures and videos by their type', async () => {
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

	test('an upload that is refused for the rate is sent again, whole', async () => {
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

describe('a media group', () => {
	const photos = (count: number) => ({
		entry: Array.from({ length: count }, (_none, index) => ({
			type: 'photo',
			source: 'fileId',
			media: `photo-${index}`,
		})),
	});

	test('of file ids only goes out as JSON', async () => {
		const { call } = await sent('sendMediaGroup', { media: photos(10) });
		expect(call.content_type).toBe('application/json');
		expect(call.params.media).toHaveLength(10);
	});

	test.each<[what: string, parameters: IDataObject, binary: string[], message: string]>([
		['11 entries', { media: photos(11) }, [], 'Media has 11 entries, but one group takes 10'],
		['no entry', { media: {} }, [], 'Media is empty'],
		[
			'no file',
			{ mediaSource: 'allBinary' },
			[],
			'Media Source is set to All Binary Fields of the Item, but the input item has no file',
		],
		[
			'11 binary fields',
			{ mediaSource: 'allBinary' },
			Array(11).fill('image/png'),
			'Media has 11 entries, but one group takes 10',
		],
		[
			'a document among the binary fields',
			{ mediaSource: 'allBinary' },
			['image/png', 'application/pdf'],
			'The binary field "file1" is neither a photo nor a video (application/pdf)',
		],
		[
			'an entry without a file id',
			{ media: { entry: [{ source: 'fileId', media: '={{ $json.none }}' }] } },
			[],
			'Media 1: File ID is empty',
		],
		[
			'an entry from nowhere',
			{ media: { entry: [{ source: '={{ "web" }}', media: 'photo-1' }] } },
			[],
			'Media 1: Source has no choice "web"',
		],
		['a source that does not exist', { mediaSource: '={{ 1 }}' }, [], 'Media Source has no choice'],
		[
			'an entry without a type',
			{ media: { entry: [{ type: '={{ null }}', source: 'fileId', media: 'photo-1' }] } },
			[],
			'Media 1: Type is empty',
		],
		[
			'an entry of another type',
			{ media: { entry: [{ type: '={{ "sticker" }}', source: 'fileId', media: 'photo-1' }] } },
			[],
			'Media 1: Type has no choice "sticker"',
		],
		[
			'an entry with another parse mode',
			{ media: { entry: [{ ...photos(1).entry[0], caption: 'a', parseMode: '={{ "html" }}' }] } },
			[],
			'Media 1: Parse Mode has no choice "html"',
		],
		[
			'an entry whose caption is an object',
			{ media: { entry: [{ ...photos(1).entry[0], caption: '={{ ({ a: 1 }) }}' }] } },
			[],
			'Media 1: Caption must be text, but is an object',
		],
		[
			'an entry whose file id is an object',
			{ media: { entry: [{ source: 'fileId', media: '={{ ({ a: 1 }) }}' }] } },
			[],
			'Media 1: File ID must be text, but is an object',
		],
	])('of %s is refused', async (_what, parameters, types, message) => {
		const binary = Object.fromEntries(
			types.map((type, index) => [`file${index}`, inMemory('x', 'x', type)]),
		);
		const { error, call } = await sent('sendMediaGroup', parameters, binary);
		expect(error?.message).toContain(message);
		expect(call).toBeUndefined();
	});

	test('keeps the caption of an entry before that of the group', async () => {
		const entry = [{ ...photos(1).entry[0], caption: 'Own', parseMode: 'Markdown' }];
		const { call } = await sent('sendMediaGroup', {
			media: { entry },
			additionalFields: { caption: 'Of the group', replyToMessageId: '1' },
		});
		expect(call.params).toEqual({
			chat_id: -1001,
			media: [{ type: 'photo', media: 'photo-0', caption: 'Own', parse_mode: 'Markdown' }],
			reply_to_message_id: 1,
		});
	});
});

describe('a caption of a media group', () => {
	const ENTRY = { type: 'photo', source: 'fileId', media: 'photo-0' };
	const OF_GROUP = { caption: 'Of the group', parseMode: 'HTML' };

	test.each<[what: string, own: object, group: object, wire: object]>([
		[
			'of its own without a parse mode',
			{ caption: '1 < 2', parseMode: '' },
			OF_GROUP,
			{ caption: '1 < 2' },
		],
		[
			'of null',
			{ caption: '={{ null }}' },
			OF_GROUP,
			{ caption: 'Of the group', parse_mode: 'HTML' },
		],
		['of nothing', { caption: '' }, OF_GROUP, { caption: 'Of the group', parse_mode: 'HTML' }],
		['that is a number', { caption: '={{ 42 }}', parseMode: '={{ null }}' }, {}, { caption: '42' }],
		[
			'of a list of one',
			{ caption: '={{ ["One"] }}', parseMode: '={{ ["HTML"] }}' },
			{},
			{ caption: 'One', parse_mode: 'HTML' },
		],
		['of null in the group too', { caption: '={{ null }}' }, { caption: '={{ null }}' }, {}],
	])('%s', async (_what, own, group, wire) => {
		const { call } = await sent('sendMediaGroup', {
			media: { entry: [{ ...ENTRY, ...own }] },
			additionalFields: group as IDataObject,
		});
		expect(call.params.media).toEqual([{ type: 'photo', media: 'photo-0', ...wire }]);
	});

	test('on the first one is that of the group, each other one has its own', async () => {
		const { call } = await sent('sendMediaGroup', {
			media: { entry: [ENTRY, { ...ENTRY, caption: 'Second' }, ENTRY] },
			additionalFields: OF_GROUP,
		});
		expect(call.params.media).toEqual([
			{ type: 'photo', media: 'photo-0', caption: 'Of the group', parse_mode: 'HTML' },
			{ type: 'photo', media: 'photo-0', caption: 'Second' },
			{ type: 'photo', media: 'photo-0' },
		]);
	});
});

describe('a file of which n8n knows little', () => {
	test.each([[''], ['  ']])('a name of %j becomes that of its field', async (name) => {
		const { call } = await sent('sendVideo', {}, { data: inMemory('x', name, 'video/mp4') });
		expect(call.status).toBe(200);
		expect(call.files).toEqual({ video: { filename: 'data', mime_type: 'video/mp4', size: 1 } });
	});

	test('without a MIME type it is sent as bytes', async () => {
		const { call } = await sent('sendVideo', {}, { data: inMemory('x', 'x', undefined as never) });
		expect(call.files.video.mime_type).toBe('application/octet-stream');
	});

	test('without a MIME type it is neither photo nor video', async () => {
		const { error, call } = await sent(
			'sendMediaGroup',
			{ mediaSource: 'allBinary' },
			{ data: inMemory('x', 'x.jpg', undefined as never) },
		);
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toBe(
			'The binary field "data" is neither a photo nor a video (no MIME type)',
		);
		expect(call).toBeUndefined();
	});
});

test('each item says itself where its file comes from', async () => {
	const binary = { data: inMemory('one', 'one.ogg', 'audio/ogg') };
	const { json } = await run('sendVoice', { chatId: '-1001' }, { items: [{ json: {}, binary }] });
	const known = (json[0].voice as { file_id: string }).file_id;
	const { error } = await run(
		'sendVoice',
		{
			chatId: '-1001',
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
