import type { IDataObject } from 'n8n-workflow';

import { inMemory } from '../support/binary';
import { useBot } from '../support/bot';

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
		{ chatId: '-1001', mediaSource: 'binaryFields', ...parameters },
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
