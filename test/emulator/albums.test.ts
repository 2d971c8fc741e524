import { useEmulator } from '../support/emulator';
import { accepted, expectRefusal } from './answers';
import { upload } from './upload';

const emulator = useEmulator();
const { users, chats, messages } = emulator.defaults;
const chat_id = String(chats.demoGroup);

const PICTURE = { content: 'picture', filename: 'a.png', type: 'image/png' };
const CLIP = { content: 'a clip', filename: 'b.mp4', type: 'video/mp4' };

const album = async (entries: object[], parts: Parameters<typeof upload>[3], more = {}) =>
	await upload(
		emulator,
		'sendMediaGroup',
		{ chat_id, media: JSON.stringify(entries), ...more },
		parts,
	);

const knownPhoto = async (): Promise<string> => {
	const act = { user_id: users.mia, chat_id: chats.demoGroup, photo: true };
	const { message } = await emulator.act('message', act);
	return message.photo[0].file_id;
};

describe('sendMediaGroup', () => {
	test('sends uploads as one group, a message each', async () => {
		const entries = [
			{ type: 'photo', media: 'attach://one', caption: 'First' },
			{ type: 'video', media: 'attach://two', caption: '*Second*', parse_mode: 'MarkdownV2' },
		];
		const more = { reply_to_message_id: String(messages.byMia) };
		const sent = accepted(await album(entries, { one: PICTURE, two: CLIP }, more));
		expect(sent).toMatchObject([
			{ message_id: 6, caption: 'First', photo: [{ file_size: 7 }] },
			{ message_id: 7, caption: 'Second', video: { file_size: 6, mime_type: 'video/mp4' } },
		]);
		expect(sent[0].media_group_id).toEqual(expect.any(String));
		expect(sent[1].media_group_id).toBe(sent[0].media_group_id);
		expect(sent[1].reply_to_message.message_id).toBe(messages.byMia);
	});

	test('sends known files from a JSON body, and each group has its own ID', async () => {
		const photo = { type: 'photo', media: await knownPhoto() };
		const params = { chat_id: chats.demoGroup, media: [photo, photo] };
		const one = accepted(await emulator.api('sendMediaGroup', params));
		const other = accepted(await emulator.api('sendMediaGroup', params));
		expect(one).toHaveLength(2);
		expect(other[0].media_group_id).not.toBe(one[0].media_group_id);
	});

	test('takes ten elements and refuses eleven', async () => {
		const photo = { type: 'photo', media: await knownPhoto() };
		const media = (length: number) => ({
			chat_id: chats.demoGroup,
			media: Array.from({ length }, () => photo),
		});
		expect(accepted(await emulator.api('sendMediaGroup', media(10)))).toHaveLength(10);
		expectRefusal(
			await emulator.api('sendMediaGroup', media(11)),
			400,
			'Bad Request: too many media: at most 10',
		);
	});

	test.each<[string, unknown, string]>([
		['no list', undefined, 'parameter "media" is required'],
		['an empty list', [], 'invalid media format: no media'],
		['text in a JSON body', '[]', 'parameter "media" must be of type objects'],
		['elements that are text', ['a'], 'parameter "media" must be of type objects'],
		['another type', [{ type: 'audio', media: 'x' }], 'invalid media format: type'],
		['no media', [{ type: 'photo' }], 'invalid media format: media'],
		[
			'another caption',
			[{ type: 'photo', media: 'x', caption: 1 }],
			'invalid media format: caption',
		],
		[
			'another parse mode',
			[{ type: 'photo', media: 'x', parse_mode: 'x' }],
			'unsupported parse_mode',
		],
		[
			'an unknown field',
			[{ type: 'photo', media: 'x', captoin: 'y' }],
			'invalid media format: unknown field "captoin"',
		],
		['an unknown file', [{ type: 'photo', media: 'x' }], 'wrong file identifier specified'],
	])('refuses %s', async (_kind, media, reason) => {
		const answer = await emulator.api('sendMediaGroup', { chat_id: chats.demoGroup, media });
		expectRefusal(answer, 400, `Bad Request: ${reason}`);
	});

	test('refuses an element without its part, and a part that is not a picture', async () => {
		const entries = [{ type: 'photo', media: 'attach://one' }];
		expectRefusal(await album(entries, {}), 400, 'Bad Request: the file part "one" is missing');
		expectRefusal(
			await album(entries, { one: CLIP }),
			400,
			'Bad Request: unsupported file format for photo: video/mp4',
		);
	});

	test('sends nothing if one of several elements cannot be sent', async () => {
		const entries = [
			{ type: 'photo', media: 'attach://one' },
			{ type: 'photo', media: 'attach://two' },
		];
		await album(entries, { one: PICTURE });
		const state = await emulator.state();
		expect(state.messages.filter((message) => message.media)).toEqual([]);
		expect(state.files).toEqual([]);
	});

	test.each<[string, object, number, string]>([
		['an unknown chat', { chat_id: 77 }, 404, 'Not Found: chat not found'],
		[
			'a chat without the bot',
			{ chat_id: chats.elsewhere },
			403,
			'Forbidden: bot is not a member of the group chat',
		],
		[
			'a reply to nothing',
			{ chat_id: chats.demoGroup, reply_to_message_id: 99 },
			400,
			'Bad Request: message to be replied not found',
		],
	])('refuses %s', async (_kind, params, code, description) => {
		const media = [{ type: 'photo', media: await knownPhoto() }];
		expectRefusal(await emulator.api('sendMediaGroup', { media, ...params }), code, description);
	});

	test('refuses a file above the limit with 413', async () => {
		await emulator.settings({ maxFileSizeBytes: 6 });
		const entries = [
			{ type: 'video', media: 'attach://two' },
			{ type: 'photo', media: 'attach://one' },
		];
		expectRefusal(
			await album(entries, { one: PICTURE, two: CLIP }),
			413,
			'Request Entity Too Large',
		);
	});
});
