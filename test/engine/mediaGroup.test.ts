import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { inMemory } from '../support/binary';
import { useBot } from '../support/bot';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

async function sent(parameters: IDataObject, binary: IBinaryKeyData = {}) {
	const { error } = await run(
		'sendMediaGroup',
		{ chatId: byId('-1001'), ...parameters },
		{ items: [{ json: {}, binary }] },
	);
	const [call] = await emulator.calls();
	return { error, call };
}

describe('a media group', () => {
	const photos = (count: number) => ({
		entry: Array.from({ length: count }, (_none, index) => ({
			type: 'photo',
			source: 'fileId',
			media: `photo-${index}`,
		})),
	});

	test('of file ids only goes out as JSON', async () => {
		const { call } = await sent({ media: photos(10) });
		expect(call.content_type).toBe('application/json');
		expect(call.params.media).toHaveLength(10);
	});

	test('of 23 binary fields goes out as albums of ten, in order', async () => {
		const names = Array.from({ length: 23 }, (_none, index) => `photo-${index}`);
		const binary = Object.fromEntries(
			names.map((name) => [name, inMemory(name, `${name}.png`, 'image/png')]),
		);
		const additionalFields = { caption: 'All', replyToMessageId: '1', disableNotification: true };
		const {
			json,
			error,
			run: whole,
		} = await run(
			'sendMediaGroup',
			{ chatId: byId('-1001'), mediaSource: 'allBinary', additionalFields },
			{ items: [{ json: {}, binary }] },
		);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(23);
		expect(json.filter(({ caption }) => caption)).toMatchObject([{ caption: 'All' }]);
		const albums = (await emulator.calls()).map(({ params }) => params);
		expect(albums.map(({ media }) => JSON.parse(media).length)).toEqual([10, 10, 3]);
		expect(albums.map((album) => album.reply_to_message_id)).toEqual(['1', undefined, undefined]);
		expect(albums.map((album) => album.disable_notification)).toEqual(['true', 'true', 'true']);
		const { hints = [] } = whole.data.resultData.runData['Bot Messaging'][0];
		expect(hints.map(({ message }) => message)).toEqual([
			'An album takes up to 10 photos and videos, so there are several.',
		]);
	});

	test('of eleven entries is refused by n8n', async () => {
		const running = sent({ media: photos(11) });
		await expect(running).rejects.toThrow('At most 10 fields are allowed.');
	});

	test('refuses a second entry without a file, and does not repeat the first', async () => {
		const media = { entry: [{ binaryPropertyName: 'data' }, {}] };
		const { error, call } = await sent({ media }, { data: inMemory('x', 'x.png', 'image/png') });
		expect(error?.message).toBe('Media 2: Input Binary Field is empty');
		expect(call).toBeUndefined();
	});

	test.each<[what: string, parameters: IDataObject, binary: string[], message: string]>([
		['no entry', { media: {} }, [], 'Media is empty'],
		[
			'no file',
			{ mediaSource: 'allBinary' },
			[],
			'Media Source is set to All Binary Fields of the Item, but the input item has no file',
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
			{
				media: {
					entry: [{ source: '={{ "web" }}', binaryPropertyName: 'data', media: 'photo-1' }],
				},
			},
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
			'Media 1: Format has no choice "html"',
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
		const { error, call } = await sent(parameters, binary);
		expect(error?.message).toContain(message);
		expect(call).toBeUndefined();
	});

	test('keeps the caption of an entry before that of the group', async () => {
		const entry = [{ ...photos(1).entry[0], caption: 'Own', parseMode: 'Markdown' }];
		const { call } = await sent({
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
		const { call } = await sent({
			media: { entry: [{ ...ENTRY, ...own }] },
			additionalFields: group,
		});
		expect(call.params.media).toEqual([{ type: 'photo', media: 'photo-0', ...wire }]);
	});

	test('on the first entry is that of the group, and the other entries have their own', async () => {
		const { call } = await sent({
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
