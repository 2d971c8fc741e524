import type { IDataObject } from 'n8n-workflow';

import { inMemory } from '../support/binary';
import { useBot } from '../support/bot';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

const BINARY = {
	photo1: inMemory('1', '1.jpg', 'image/jpeg'),
	clip: inMemory('2', '2.mp4', 'video/mp4'),
	photo3: inMemory('3', '3.jpg', 'image/jpeg'),
	notes: inMemory('4', '4.txt', 'text/plain'),
};

async function sent(parameters: IDataObject, json: IDataObject = {}) {
	const { error } = await run(
		'sendMediaGroup',
		{ chatId: byId('-1001'), mediaSource: 'binaryFields', ...parameters },
		{ items: [{ json, binary: BINARY }] },
	);
	const [call] = await emulator.calls();
	return {
		error,
		media: call && JSON.parse(call.params.media),
		files: call && Object.values(call.files).map((file) => (file as IDataObject).filename),
	};
}

describe('binary fields by name', () => {
	test.each([
		['a text with commas', ' photo3, clip ,'],
		['an expression that gives a list', '={{ ["photo3", "clip"] }}'],
	])('%s', async (_what, binaryPropertyNames) => {
		const { error, media, files } = await sent({ binaryPropertyNames });
		expect(error).toBeUndefined();
		expect(media).toEqual([
			{ type: 'photo', media: 'attach://file1' },
			{ type: 'video', media: 'attach://file2' },
		]);
		expect(files).toEqual(['3.jpg', '2.mp4']);
	});

	test.each([
		['photo1, none', 'Input Binary Fields: the input item has no binary field "none"'],
		['photo1, notes', 'The binary field "notes" is neither a photo nor a video (text/plain)'],
		['={{ " , " }}', 'Input Binary Fields is empty'],
	])('%s is refused', async (binaryPropertyNames, message) => {
		const { error, media } = await sent({ binaryPropertyNames });
		expect(error?.message).toBe(message);
		expect(media).toBeUndefined();
	});
});

describe('captions', () => {
	const names = { binaryPropertyNames: 'photo1, clip, photo3' };
	const rows = (...entry: IDataObject[]) => ({ captions: { entry } });

	test.each<[what: string, added: IDataObject, captions: unknown[]]>([
		[
			'by name and by position',
			rows({ file: 'clip', caption: 'Clip' }, { file: '3', caption: 'Three' }),
			[undefined, 'Clip', 'Three'],
		],
		['as a list', { captionsJson: '={{ $json.list }}' }, ['One', undefined, 'Three']],
		['as an object', { captionsJson: '{"photo3": "Three"}' }, [undefined, undefined, 'Three']],
		[
			'beside that of the album',
			{ caption: 'All', captionsJson: '{"clip": "Clip"}' },
			['All', 'Clip', undefined],
		],
		['as the field begins', { captionsJson: '[]' }, [undefined, undefined, undefined]],
	])('%s', async (_what, additionalFields, captions) => {
		const { error, media } = await sent(
			{ ...names, additionalFields },
			{ list: ['One', null, 'Three'] },
		);
		expect(error).toBeUndefined();
		expect(media.map(({ caption }: IDataObject) => caption)).toEqual(captions);
	});

	test('go out with the parse mode of the album', async () => {
		const additionalFields = { parseMode: 'HTML', captionsJson: '["<b>a</b>"]' };
		const { media } = await sent({ ...names, additionalFields });
		expect(media[0]).toMatchObject({ caption: '<b>a</b>', parse_mode: 'HTML' });
		expect(media[1]).not.toHaveProperty('parse_mode');
	});

	test.each<[what: string, added: IDataObject, message: string]>([
		['no such file', rows({ file: 'photo9', caption: 'a' }), 'the album has no file "photo9"'],
		['one too many', { captionsJson: '["a", "b", "c", "d"]' }, 'the album has no file "4"'],
		[
			'two for one',
			rows({ file: 'clip', caption: 'a' }, { file: '2', caption: 'b' }),
			'"clip" has two captions',
		],
		['no list', { captionsJson: '5' }, 'Captions (JSON) must be a list of texts or an object'],
	])('%s is refused', async (_what, additionalFields, message) => {
		const { error, media } = await sent({ ...names, additionalFields });
		expect(error?.message).toContain(message);
		expect(media).toBeUndefined();
	});
});

describe('a caption that is too long', () => {
	const LONG = Array.from({ length: 300 }, (_none, at) => `word${at}`).join(' ');
	const album = (additionalFields: IDataObject): IDataObject => ({
		chatId: byId('-1001'),
		mediaSource: 'binaryFields',
		binaryPropertyNames: 'photo1, clip',
		additionalFields,
	});
	const send = async (additionalFields: IDataObject, node = {}) =>
		await run('sendMediaGroup', album(additionalFields), {
			items: [{ json: {}, binary: BINARY }],
			node,
		});
	const words = async () =>
		(await emulator.calls('sendMessage')).map(({ params }) => params.text).join(' ');

	test.each([
		['of the album', { caption: LONG }, 0],
		['of its second file', { captionsJson: JSON.stringify(['One', LONG]) }, 1],
	])('%s continues after it', async (_which, captions, index) => {
		const { json, error } = await send({
			...captions,
			longText: 'split',
			disableNotification: true,
			replyToMessageId: '2',
		});
		expect(error).toBeUndefined();
		const [group, rest] = await emulator.calls();
		const { caption } = JSON.parse(group.params.media)[index];
		expect(caption.length).toBeLessThanOrEqual(1024);
		expect(`${caption} ${await words()}`).toBe(LONG);
		expect(rest.params).toMatchObject({ chat_id: -1001, disable_notification: true });
		expect(rest.params).not.toHaveProperty('reply_to_message_id');
		expect(json).toMatchObject([{ messageId: 6 }, { messageId: 7 }, { messageId: 8 }]);
		expect(json[2]).toHaveProperty('text');
	});

	test('is refused with its place, its length and the limit', async () => {
		const captionsJson = JSON.stringify(['One', LONG]);
		const { error } = await send({ captionsJson, longText: 'refuse' });
		expect(error?.message).toBe(
			`Caption of Media 2 has ${LONG.length.toLocaleString('en-US')} characters, but the limit is 1,024`,
		);
		expect(await emulator.calls()).toEqual([]);
	});

	test('is judged by the server if Long Text is not added', async () => {
		const { error } = await send({ caption: LONG });
		expect(error?.description).toContain(
			'A caption can hold up to 1,024 characters. Shorten Caption',
		);
	});

	test('is not sent again when Retry On Fail sends the rest', async () => {
		await emulator.fault({ kind: 'error', status: 403, method: 'sendMessage' });
		const { json, error } = await send(
			{ caption: LONG, longText: 'split' },
			{ retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
		);
		expect(error).toBeUndefined();
		expect(json.map(({ messageId }) => messageId)).toEqual([6, 7, 8]);
		const methods = (await emulator.calls()).map(({ method }) => method);
		expect(methods).toEqual(['sendMediaGroup', 'sendMessage', 'sendMessage']);
	});
});

test('an album goes out without the formatting that the server refuses', async () => {
	const { json, error } = await run(
		'sendMediaGroup',
		{
			chatId: byId('-1001'),
			mediaSource: 'binaryFields',
			binaryPropertyNames: 'photo1, clip',
			additionalFields: { caption: '<b>1 < 2', parseMode: 'HTML', ifFormatRefused: 'plain' },
		},
		{ items: [{ json: {}, binary: BINARY }] },
	);
	expect(error).toBeUndefined();
	expect(json).toMatchObject([
		{ caption: '<b>1 < 2', sentAsPlainText: true },
		{ sentAsPlainText: true },
	]);
});
