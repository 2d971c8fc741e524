import { Container } from '@n8n/di';
import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { inFolder, inMemory } from '../support/binary';
import { useBot } from '../support/bot';
import { core } from '../support/engine';
import { byId } from '../support/locators';

const { emulator, run } = useBot();
const CHAT = byId('-1001');

let photo: IBinaryData;
let clip: IBinaryData;

// n8n reads files from its folder only after the first one was stored there.
beforeEach(async () => {
	photo = await inFolder('photo', 'photo.jpg', 'image/jpeg');
	clip = await inFolder('clip', 'clip.mp4', 'video/mp4');
});

type Mode = 'separate' | 'combined';

/** The input: the first item has files, and the second has none. */
const input = (): INodeExecutionData[] => [
	{ json: { count: 1 }, binary: { photo, clip } },
	{ json: { count: 2 } },
];

async function sent(
	operation: string,
	parameters: IDataObject,
	binaryMode: Mode,
	items: INodeExecutionData[] = input(),
) {
	const { error } = await run(
		operation,
		{ chatId: CHAT, ...parameters },
		{ items, settings: { binaryMode } },
	);
	const calls = await emulator.calls();
	const files = calls.map((call) =>
		Object.values(call.files ?? {}).map((file) => (file as IDataObject).filename),
	);
	return { error, calls, files };
}

const MODES: Array<[mode: Mode, files: string]> = [
	['separate', '$("Start").first().binary'],
	// In this mode, n8n's own expressions give an item's json in place of the item.
	['combined', '$("Start").first()._files'],
];

describe.each(MODES)('in the mode %s', (mode, files) => {
	const photoOf = (binaryPropertyName: unknown) => ({
		source: 'binary',
		binaryPropertyName: binaryPropertyName as string,
	});

	describe('a field for one file takes', () => {
		test.each([
			['a name', 'photo'],
			['a name by expression', '={{ "photo" }}'],
			['a list of one name', '={{ ["photo"] }}'],
			['a file', `={{ ${files}.photo }}`],
			['a list of one file', `={{ [${files}.photo] }}`],
		])('%s', async (_what, given) => {
			const { error, files: uploaded } = await sent('sendPhoto', photoOf(given), mode, [
				input()[0],
			]);
			expect(error).toBeUndefined();
			expect(uploaded).toEqual([['photo.jpg']]);
		});

		test('the file of another item', async () => {
			const parameters = photoOf(`={{ ${files}.photo }}`);
			const { error, files: uploaded } = await sent('sendDocument', parameters, mode);
			expect(error).toBeUndefined();
			expect(uploaded).toEqual([['photo.jpg'], ['photo.jpg']]);
		});

		test('every byte of it', async () => {
			const { calls } = await sent('sendPhoto', photoOf(`={{ ${files}.photo }}`), mode);
			expect(calls[0].files.photo).toEqual({
				filename: 'photo.jpg',
				mime_type: 'image/jpeg',
				size: 5,
			});
		});

		test.each([
			[
				'a list of two',
				`={{ [${files}.photo, ${files}.clip] }}`,
				'Input Binary Field takes one file, but there are 2',
			],
			['an empty list', '={{ [] }}', 'Input Binary Field is empty'],
			['nothing', `={{ ${files}.none }}`, 'Input Binary Field is empty'],
			['an object', `={{ ${files} }}`, 'Input Binary Field is an object, but not a file'],
			['no such name', 'none', 'Input Binary Field: the input item has no binary field "none"'],
			[
				'a name that every object has',
				'constructor',
				'Input Binary Field: the input item has no binary field "constructor"',
			],
		])('%s is refused', async (_what, given, message) => {
			const { error, calls } = await sent('sendPhoto', photoOf(given), mode);
			expect(error?.message).toBe(message);
			expect(calls).toEqual([]);
		});
	});

	describe('an album takes', () => {
		test.each([
			['names', 'clip, photo'],
			['a list of names', '={{ ["clip", "photo"] }}'],
			['a list of files', `={{ [${files}.clip, ${files}.photo] }}`],
			['names and files', `={{ ["clip", ${files}.photo] }}`],
		])('%s', async (_what, binaryPropertyNames) => {
			const parameters = { mediaSource: 'binaryFields', binaryPropertyNames };
			const {
				error,
				calls,
				files: uploaded,
			} = await sent('sendMediaGroup', parameters, mode, [input()[0]]);
			expect(error).toBeUndefined();
			expect(uploaded).toEqual([['clip.mp4', 'photo.jpg']]);
			expect(JSON.parse(calls[0].params.media)).toMatchObject([
				{ type: 'video' },
				{ type: 'photo' },
			]);
		});

		test('a single file', async () => {
			const { files: uploaded } = await sent(
				'sendMediaGroup',
				{ mediaSource: 'binaryFields', binaryPropertyNames: `={{ ${files}.photo }}` },
				mode,
				[input()[0]],
			);
			expect(uploaded).toEqual([['photo.jpg']]);
		});

		test('all files of the item', async () => {
			const { error, files: uploaded } = await sent(
				'sendMediaGroup',
				{ mediaSource: 'allBinary' },
				mode,
				[input()[0]],
			);
			expect(error).toBeUndefined();
			expect(uploaded).toEqual([['photo.jpg', 'clip.mp4']]);
		});

		test('files among entries of other sources', async () => {
			const {
				error,
				calls,
				files: uploaded,
			} = await sent(
				'sendMediaGroup',
				{
					media: {
						entry: [
							{ type: 'video', source: 'binary', binaryPropertyName: `={{ ${files}.clip }}` },
							{ type: 'photo', source: 'binary', binaryPropertyName: 'photo' },
						],
					},
				},
				mode,
				[input()[0]],
			);
			expect(error).toBeUndefined();
			expect(calls).toHaveLength(1);
			expect(uploaded).toEqual([['clip.mp4', 'photo.jpg']]);
		});

		test.each<[what: string, captions: IDataObject]>([
			['by name', { captionsJson: '{"clip": "Clip"}' }],
			['by the file', { captions: { entry: [{ file: `={{ ${files}.clip }}`, caption: 'Clip' }] } }],
		])('a caption %s', async (_what, additionalFields) => {
			const { error, calls } = await sent(
				'sendMediaGroup',
				{ mediaSource: 'allBinary', additionalFields },
				mode,
				[input()[0]],
			);
			expect(error).toBeUndefined();
			const media = JSON.parse(calls[0].params.media) as IDataObject[];
			expect(media.map(({ caption }) => caption)).toEqual([undefined, 'Clip']);
		});

		test('a caption for a file of another node by its own name', async () => {
			const { error, calls } = await sent(
				'sendMediaGroup',
				{
					mediaSource: 'binaryFields',
					binaryPropertyNames: `={{ [${files}.photo, ${files}.clip] }}`,
					additionalFields: { captionsJson: '{"clip.mp4": "Clip"}' },
				},
				mode,
				[input()[0]],
			);
			expect(error).toBeUndefined();
			const media = JSON.parse(calls[0].params.media) as IDataObject[];
			expect(media.map(({ caption }) => caption)).toEqual([undefined, 'Clip']);
		});
	});

	test('a file of any method', async () => {
		const { error, files: uploaded } = await sent(
			'anyMethod',
			{
				method: 'sendDocument',
				parameters: { parameter: [{ name: 'chat_id', value: '-1001' }] },
				additionalFields: {
					files: { file: [{ name: 'document', binaryPropertyName: `={{ ${files}.clip }}` }] },
				},
			},
			mode,
			[input()[0]],
		);
		expect(error).toBeUndefined();
		expect(uploaded).toEqual([['clip.mp4']]);
	});

	test('an item with an error says badFile', async () => {
		const { json } = await run(
			'sendPhoto',
			{ chatId: CHAT, ...photoOf(`={{ ${files} }}`) },
			{
				items: [input()[0]],
				settings: { binaryMode: mode },
				node: { onError: 'continueRegularOutput' },
			},
		);
		expect(json).toMatchObject([{ errorReason: 'badFile' }]);
	});

	test('a file that n8n no longer has is named', async () => {
		photo = { ...photo, id: `${photo.id}0` };
		// The second item has no file at all, and its error may come first.
		const { error, calls } = await sent('sendPhoto', photoOf('photo'), mode, [input()[0]]);
		expect(error?.message).toBe('Input Binary Field: n8n no longer has the file "photo.jpg"');
		expect(calls).toEqual([]);
	});
});

test('files that n8n keeps in the item', async () => {
	const kept = inMemory('kept', 'kept.jpg', 'image/jpeg');
	const { error, files } = await sent(
		'sendMediaGroup',
		{
			mediaSource: 'binaryFields',
			binaryPropertyNames: '={{ ["one", $("Start").first().binary.one] }}',
		},
		'separate',
		[{ json: {}, binary: { one: kept } }],
	);
	expect(error).toBeUndefined();
	expect(files).toEqual([['kept.jpg', 'kept.jpg']]);
});

describe('an object from outside', () => {
	/** As in the body of a webhook, for example: it names the file of another execution. */
	const forged = () => ({ mimeType: 'image/jpeg', fileName: 'x.jpg', data: '', id: photo.id! });

	const NOT_OURS = 'Input Binary Field: this file is not one of this execution';

	test('would be opened by n8n', async () => {
		const content = await Container.get(core.BinaryDataService).getAsBuffer(forged());
		expect(content.toString()).toBe('photo');
	});

	test.each<[what: string, mode: Mode, given: string, json: () => IDataObject]>([
		['by expression', 'separate', '={{ $json.body.file }}', () => ({ body: { file: forged() } })],
		['by expression', 'combined', '={{ $json.body.file }}', () => ({ body: { file: forged() } })],
		['by its path', 'combined', 'body.file', () => ({ body: { file: forged() } })],
		['by the name of a file', 'combined', 'data', () => ({ data: forged() })],
		[
			'that says to be one of the item',
			'separate',
			'={{ $json._files.data }}',
			() => ({ _files: { data: forged() } }),
		],
	])('%s does not open the file of another execution: %s', async (_what, mode, given, json) => {
		const { error, calls } = await sent(
			'sendPhoto',
			{ source: 'binary', binaryPropertyName: given },
			mode,
			[{ json: json() }],
		);
		expect(error?.message).toBe(NOT_OURS);
		expect(calls).toEqual([]);
	});

	test.each([
		'filesystem-v2:../../../../etc/passwd',
		'filesystem-v2:workflows/w1/executions/1/execution_data/bundle.json',
		'database:1',
		'none',
		'__proto__:x',
	])('with the place %s opens nothing', async (id) => {
		const { error, calls } = await sent(
			'sendDocument',
			{ source: 'binary', binaryPropertyName: '={{ $json.file }}' },
			'separate',
			[{ json: { file: { ...forged(), id } } }],
		);
		expect(error?.message).toBe(NOT_OURS);
		expect(calls).toEqual([]);
	});

	test.each<[what: string, file: IDataObject]>([
		['a place that is no text', { mimeType: 'image/jpeg', id: { split: 1 }, data: 'x' }],
		['bytes that are no text', { mimeType: 'image/jpeg', data: { type: 'Buffer', data: [1] } }],
		['neither place nor bytes', { mimeType: 'image/jpeg', data: '' }],
		['no type', { data: 'AAAA' }],
	])('with %s is no file', async (_what, file) => {
		const { error, calls } = await sent(
			'sendDocument',
			{ source: 'binary', binaryPropertyName: '={{ $json.file }}' },
			'separate',
			[{ json: { file } }],
		);
		expect(error?.message).toBe('Input Binary Field is an object, but not a file');
		expect(calls).toEqual([]);
	});

	test('adds no file to All Binary Fields', async () => {
		const { calls, files } = await sent(
			'sendMediaGroup',
			{ mediaSource: 'allBinary' },
			'separate',
			[{ json: { _files: { more: forged() } }, binary: { clip } }],
		);
		expect(calls).toHaveLength(1);
		expect(files).toEqual([['clip.mp4']]);
	});

	test('with its own bytes is sent as it is', async () => {
		const file = { mimeType: 'text/plain', fileName: '../a"\r\n.txt', data: 'AAAA' };
		const { error, calls } = await sent(
			'sendDocument',
			{ source: 'binary', binaryPropertyName: '={{ $json.file }}' },
			'separate',
			[{ json: { file } }],
		);
		expect(error).toBeUndefined();
		expect(Object.keys(calls[0].files)).toEqual(['document']);
		expect(calls[0].params).toEqual({ chat_id: '-1001' });
	});
});
