import { useEmulator } from '../support/emulator';
import { accepted, expectRefusal } from './answers';
import { upload } from './upload';

const emulator = useEmulator();
const { users, chats, messages } = emulator.defaults;
const chat_id = chats.demoGroup;

const stored = async () => (await emulator.state()).messages.at(-1)!;

const BOLD = [{ type: 'bold', offset: 0, length: 5 }];
const KEYBOARD = { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] };

describe('the options of a message', () => {
	test('are kept, and the answer has the topic and the entities', async () => {
		const options = {
			disable_notification: true,
			protect_content: false,
			message_thread_id: 7,
			link_preview_options: { is_disabled: true },
			entities: BOLD,
		};
		const sent = accepted(
			await emulator.api('sendMessage', { chat_id, text: 'Hello', ...options }),
		);
		expect(sent).toMatchObject({ entities: BOLD, message_thread_id: 7 });
		expect(sent).not.toHaveProperty('disable_notification');
		expect((await stored()).options).toEqual(options);
	});

	test('include a parse mode, which overrides entities', async () => {
		const params = { chat_id, text: '<i>Hello</i>', parse_mode: 'HTML', entities: BOLD };
		expect(accepted(await emulator.api('sendMessage', params)).entities).toEqual([
			{ type: 'italic', offset: 0, length: 5 },
		]);
		expect(await stored()).not.toHaveProperty('options');
	});

	test.each([
		[{ type: 'bold' }],
		[{ type: 'bold', offset: -1, length: 2 }],
		[{ offset: 0, length: 1 }],
	])('cannot include the entity %j', async (entity) => {
		const answer = await emulator.api('sendMessage', { chat_id, text: 'Hi', entities: [entity] });
		expectRefusal(answer, 400, 'Bad Request: entities must be objects of type and range');
	});

	test('are kept by an edit, which changes the entities', async () => {
		const first = { chat_id, text: 'Hello', entities: BOLD, disable_notification: true };
		const { message_id } = accepted(await emulator.api('sendMessage', first));
		const edit = async (params: object) =>
			await emulator.api('editMessageText', { chat_id, message_id, text: 'Hello', ...params });
		expectRefusal(await edit({ entities: BOLD }), 400, 'Bad Request: message is not modified');
		expect(accepted(await edit({}))).not.toHaveProperty('entities');
		expect((await stored()).options).toEqual({ disable_notification: true });
	});

	test('are kept for every message of an album', async () => {
		const photo = { content: 'picture', filename: 'a.png', type: 'image/png' };
		const media = JSON.stringify([
			{ type: 'photo', media: 'attach://a' },
			{ type: 'photo', media: 'attach://a' },
		]);
		const fields = { chat_id: String(chat_id), media, protect_content: 'true' };
		accepted(await upload(emulator, 'sendMediaGroup', fields, { a: photo }));
		const album = (await emulator.state()).messages.slice(-2);
		expect(album.map(({ options }) => options)).toEqual(Array(2).fill({ protect_content: true }));
	});
});

describe('the size of a file', () => {
	const sized = (bytes: number, type: string) => ({ content: Buffer.alloc(bytes), type });
	const fields = { chat_id: String(chat_id) };

	test('is at most 10 MB for a photo', async () => {
		const send = async (bytes: number) =>
			await upload(emulator, 'sendPhoto', fields, { photo: sized(bytes, 'image/png') });
		expectRefusal(await send(10_000_001), 400, 'Bad Request: photo is too big');
		accepted(await send(10_000_000));
	});

	test('is at most 100 MB for a document', async () => {
		const document = sized(100_000_001, 'application/zip');
		const answer = await upload(emulator, 'sendDocument', fields, { document });
		expectRefusal(answer, 413, 'Request Entity Too Large');
		expect((await emulator.state()).files).toEqual([]);
	});
});

describe.each([
	['copyMessage', 'copy', 'copied'],
	['forwardMessage', 'forward', 'forwarded'],
])('%s', (method, verb, done) => {
	const send = async (params: object) =>
		await emulator.api(method, {
			chat_id: chats.quietGroup,
			from_chat_id: chat_id,
			message_id: messages.byMia,
			...params,
		});

	test.each<[string, object, number, string]>([
		['an unknown target', { chat_id: 77 }, 404, 'Not Found: chat not found'],
		['an unknown source', { from_chat_id: 77 }, 404, 'Not Found: chat not found'],
		[
			'a source without the bot',
			{ from_chat_id: chats.elsewhere },
			403,
			'Forbidden: bot is not a member of the group chat',
		],
		[
			'a target without the bot',
			{ chat_id: chats.elsewhere },
			403,
			'Forbidden: bot is not a member of the group chat',
		],
		['no such message', { message_id: 99 }, 404, `Not Found: message to ${verb} not found`],
		[
			'a request without a source',
			{ from_chat_id: undefined },
			400,
			'Bad Request: parameter "from_chat_id" is required',
		],
	])('refuses %s', async (_kind, params, code, description) => {
		expectRefusal(await send(params), code, description);
	});

	test('keeps what is neither a text nor a file', async () => {
		await emulator.act('message', { user_id: users.mia, chat_id, send_as: 'location' });
		const { message_id, content } = await stored();
		accepted(await send({ message_id }));
		expect(content).toEqual({ location: { latitude: expect.any(Number), longitude: 2.2945 } });
		expect((await stored()).content).toEqual(content);
	});

	test('accepts the names of chats', async () => {
		accepted(await send({ from_chat_id: '@demo_group' }));
		expect((await stored()).text).toBe('Hello everybody!');
	});

	test('keeps a file and its look, but not its keyboard, nor how it was delivered', async () => {
		const fields = {
			chat_id: String(chat_id),
			caption: 'Hello',
			caption_entities: JSON.stringify(BOLD),
			has_spoiler: 'true',
			disable_notification: 'true',
			reply_markup: JSON.stringify(KEYBOARD),
		};
		const photo = { content: 'picture', filename: 'a.png', type: 'image/png' };
		const { message_id } = accepted(await upload(emulator, 'sendPhoto', fields, { photo }));
		accepted(await send({ message_id }));
		const sent = await stored();
		expect(sent).toMatchObject({
			caption: 'Hello',
			media: { kind: 'photo' },
			options: { caption_entities: BOLD, has_spoiler: true },
		});
		expect(sent.options).not.toHaveProperty('disable_notification');
		expect(sent).not.toHaveProperty('reply_markup');
	});

	test('refuses a message that only announces a new member', async () => {
		const message = { chat_id, message_id: 50, from_id: users.mia, new_chat_members: [users.mia] };
		await emulator.control('post', 'seed', { messages: [message] });
		expectRefusal(await send({ message_id: 50 }), 400, `Bad Request: the message can't be ${done}`);
	});
});

describe('copyMessage', () => {
	const copy = async (params: object) =>
		await emulator.api('copyMessage', { chat_id, from_chat_id: chat_id, ...params });

	test('answers with a list of one number', async () => {
		expect(accepted(await copy({ message_id: messages.byMia }))).toEqual([{ message_id: 6 }]);
		expect(await stored()).not.toHaveProperty('forward_origin');
	});

	test('uses a caption as plain text, in spite of a parse mode', async () => {
		const text = { chat_id, text: '<b>Hello</b>', parse_mode: 'HTML' };
		const { message_id } = accepted(await emulator.api('sendMessage', text));
		const plain = { caption: '<i>Bye</i>', parse_mode: 'HTML', caption_entities: BOLD };
		accepted(await copy({ message_id, ...plain }));
		expect(await stored()).toMatchObject({ text: '<i>Bye</i>' });
		expect(await stored()).not.toHaveProperty('parse_mode');
		expect((await stored()).options).toEqual({});
	});
});

describe('forwardMessage', () => {
	const forward = async (message_id: number, from_chat_id: number = chat_id) =>
		await emulator.api('forwardMessage', { chat_id, from_chat_id, message_id });

	test('names the first author, even of a message that was forwarded before', async () => {
		const sender = { type: 'user', sender_user: { id: users.mia } };
		const first = accepted(await forward(messages.byMia));
		expect(first).toMatchObject({ text: 'Hello everybody!', forward_origin: sender });
		expect(accepted(await forward(first.message_id)).forward_origin).toEqual(first.forward_origin);
	});

	test('refuses a protected message', async () => {
		const secret = { chat_id, text: 'Secret', protect_content: true };
		const { message_id } = accepted(await emulator.api('sendMessage', secret));
		const reason = "Bad Request: the message can't be forwarded";
		expectRefusal(await forward(message_id), 400, reason);
	});
});
