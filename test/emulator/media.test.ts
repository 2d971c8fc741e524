import { useEmulator, type Json } from '../support/emulator';
import { accepted, expectRefusal } from './answers';
import { upload } from './upload';

const emulator = useEmulator();
const { chats, messages } = emulator.defaults;
const chat_id = String(chats.demoGroup);

const KEYBOARD = { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] };

interface Kind {
	method: string;
	kind: 'video' | 'audio' | 'voice';
	type: string;
	/** In pixels, as the form carries them. */
	size: Record<string, string>;
}

const ASSUMED = { video: 'video/mp4', audio: 'audio/mpeg', voice: 'audio/ogg' };

const KINDS: Kind[] = [
	{ method: 'sendVideo', kind: 'video', type: 'video/mp4', size: { width: '64', height: '48' } },
	{ method: 'sendAudio', kind: 'audio', type: 'audio/mpeg', size: {} },
	{ method: 'sendVoice', kind: 'voice', type: 'audio/ogg', size: {} },
];

describe.each(KINDS)('$method', ({ method, kind, type, size }) => {
	const part = { content: 'some bytes', filename: `clip.${kind}`, type };
	const uploaded = async () =>
		accepted(await upload(emulator, method, { chat_id }, { [kind]: part }))[kind].file_id;

	test('stores an uploaded file that can be downloaded', async () => {
		const fields = { chat_id, caption: 'Look', duration: '7', ...size };
		const sent = accepted(await upload(emulator, method, fields, { [kind]: part }));
		const pixels = Object.entries(size).map(([name, value]) => [name, Number(value)]);
		expect(sent).toMatchObject({
			caption: 'Look',
			[kind]: {
				file_id: expect.any(String),
				file_unique_id: expect.any(String),
				file_size: 10,
				mime_type: type,
				duration: 7,
				...Object.fromEntries(pixels),
			},
		});
		const file = accepted(await emulator.api('getFile', { file_id: sent[kind].file_id }));
		const url = `${emulator.url}/file/bot${emulator.token}/${file.file_path}`;
		expect(await (await fetch(url)).text()).toBe('some bytes');
	});

	test('takes the file under another name through attach://', async () => {
		const fields = { chat_id, [kind]: 'attach://clip' };
		const sent = accepted(await upload(emulator, method, fields, { clip: part }));
		expect(sent[kind].file_size).toBe(10);
	});

	test('sends a known file again, with all its options', async () => {
		const file_id = await uploaded();
		const sent = accepted(
			await emulator.api(method, {
				chat_id: chats.demoGroup,
				[kind]: file_id,
				caption: '<b>Again</b>',
				parse_mode: 'HTML',
				reply_markup: KEYBOARD,
				reply_to_message_id: messages.byMia,
			}),
		);
		expect(sent).toMatchObject({
			[kind]: { file_id },
			caption: 'Again',
			caption_entities: [{ type: 'bold', offset: 0, length: 5 }],
			reply_markup: KEYBOARD,
			reply_to_message: { message_id: messages.byMia },
		});
	});

	test('keeps the properties of a known file', async () => {
		const fields = { chat_id, duration: '7', ...size };
		const first = accepted(await upload(emulator, method, fields, { [kind]: part }))[kind];
		const params = { chat_id: chats.quietGroup, [kind]: first.file_id };
		const again = accepted(await emulator.api(method, params))[kind];
		expect(again).toEqual(first);
		expect(again).toMatchObject({ duration: 7, file_size: 10, mime_type: type });
		if (kind !== 'voice') expect(again.file_name).toBe(`clip.${kind}`);
		const changed = accepted(await emulator.api(method, { ...params, duration: 8 }))[kind];
		expect(changed).toEqual({ ...first, duration: 8 });
	});

	test.each<[string, object, number, string]>([
		['no chat', { chat_id: undefined }, 400, 'Bad Request: parameter "chat_id" is required'],
		['an unknown file', {}, 400, 'Bad Request: wrong file identifier specified'],
		['an unknown chat', { chat_id: 77 }, 404, 'Not Found: chat not found'],
		[
			'a chat without the bot',
			{ chat_id: chats.elsewhere },
			403,
			'Forbidden: bot is not a member of the group chat',
		],
		['another parse mode', { parse_mode: 'x' }, 400, 'Bad Request: unsupported parse_mode'],
		[
			'a broken keyboard',
			{ reply_markup: {} },
			400,
			"Bad Request: can't parse reply keyboard markup JSON object",
		],
		[
			'a reply to nothing',
			{ reply_to_message_id: 99 },
			400,
			'Bad Request: message to be replied not found',
		],
		[
			'a part that is missing',
			{ [kind]: 'attach://clip' },
			400,
			'Bad Request: the file part "clip" is missing',
		],
	])('refuses %s', async (_kind, params, code, description) => {
		const valid = { chat_id: chats.demoGroup, [kind]: 'no-such-file' };
		expectRefusal(await emulator.api(method, { ...valid, ...params }), code, description);
	});

	test('refuses a request without a file', async () => {
		expectRefusal(
			await emulator.api(method, { chat_id: chats.demoGroup }),
			400,
			`Bad Request: parameter "${kind}" is required`,
		);
	});

	test('refuses a file of another kind, uploaded or known', async () => {
		const text = { content: 'words', filename: 'words.txt', type: 'text/plain' };
		expectRefusal(
			await upload(emulator, method, { chat_id }, { [kind]: text }),
			400,
			`Bad Request: unsupported file format for ${kind}: text/plain`,
		);
		const photo = { user_id: emulator.defaults.users.mia, chat_id: chats.demoGroup, photo: true };
		const { message } = await emulator.act('message', photo);
		const params = { chat_id: chats.demoGroup, [kind]: message.photo[0].file_id };
		expectRefusal(
			await emulator.api(method, params),
			400,
			`Bad Request: can't use file of type photo as ${kind}`,
		);
	});

	test('accepts a part without its type', async () => {
		const plain = { content: 'bytes', type: 'application/octet-stream' };
		const sent = accepted(await upload(emulator, method, { chat_id }, { [kind]: plain }));
		expect(sent[kind].mime_type).toBe(ASSUMED[kind]);
	});

	test('refuses a file above the limit with 413, and accepts one of exactly that size', async () => {
		await emulator.settings({ maxFileSizeBytes: 100_000 });
		const sized = (bytes: number) => ({ [kind]: { ...part, content: Buffer.alloc(bytes) } });
		expectRefusal(
			await upload(emulator, method, { chat_id }, sized(100_001)),
			413,
			'Request Entity Too Large',
		);
		accepted(await upload(emulator, method, { chat_id }, sized(100_000)));
		expect((await emulator.state()).files).toHaveLength(1);
	});
});

test('a video keeps its properties in an album too', async () => {
	const fields = { chat_id, duration: '7', width: '64', height: '48' };
	const part = { content: 'bytes', filename: 'clip.mp4', type: 'video/mp4' };
	const { video } = accepted(await upload(emulator, 'sendVideo', fields, { video: part }));
	const media = [{ type: 'video', media: video.file_id }];
	const [sent] = accepted(
		await emulator.api('sendMediaGroup', { chat_id: chats.demoGroup, media }),
	);
	expect(sent.video).toEqual(video);
});

test.each([
	['an ending that no address can hold', 'a.m%p4?x', 'video/mp4', '200 video/mp4'],
	['a type that no header can hold', 'a.mp4', 'video/\u0001mp4', '400'],
])('a file with %s causes no error', async (_kind, filename, type, expected) => {
	const body = [
		`--X\r\nContent-Disposition: form-data; name="chat_id"\r\n\r\n${chat_id}\r\n`,
		`--X\r\nContent-Disposition: form-data; name="video"; filename="${filename}"\r\n`,
		`Content-Type: ${type}\r\n\r\nbytes\r\n--X--\r\n`,
	].join('');
	const url = `${emulator.url}/bot${emulator.token}/sendVideo`;
	const headers = { 'content-type': 'multipart/form-data; boundary=X' };
	const sent = await fetch(url, { method: 'POST', headers, body });
	if (sent.status !== 200) return expect(String(sent.status)).toBe(expected);
	const { result } = (await sent.json()) as Json;
	const { file_path } = accepted(await emulator.api('getFile', { file_id: result.video.file_id }));
	const file = await fetch(`${emulator.url}/file/bot${emulator.token}/${file_path}`);
	expect(`${file.status} ${file.headers.get('content-type')}`).toBe(expected);
});

describe('getFile', () => {
	test('refuses a file it does not know', async () => {
		const answer = await emulator.api('getFile', { file_id: 'no-such-file' });
		expectRefusal(answer, 400, 'Bad Request: invalid file_id');
	});

	test('a download needs a token and a path that exist', async () => {
		const status = async (path: string) => (await fetch(`${emulator.url}/file/${path}`)).status;
		expect(await status('bot1:wrong/videos/file.mp4')).toBe(401);
		expect(await status(`bot${emulator.token}/videos/file.mp4`)).toBe(404);
	});

	test('a download takes both path forms', async () => {
		const part = { content: 'bytes', type: 'video/mp4', filename: 'clip.mp4' };
		const { video } = accepted(await upload(emulator, 'sendVideo', { chat_id }, { video: part }));
		const { file_path } = accepted(await emulator.api('getFile', { file_id: video.file_id }));
		for (const prefix of ['bot', '']) {
			const url = `${emulator.url}/file/${prefix}${emulator.token}/${file_path}`;
			const response = await fetch(url);
			expect(response.headers.get('content-type')).toBe('video/mp4');
			expect(await response.text()).toBe('bytes');
		}
	});
});
