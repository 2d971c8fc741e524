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

	test('on the first one is that of the group, each other one has its own', async () => {
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
