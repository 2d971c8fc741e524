import { checkParams, loose, STRICT } from '../../emulator/wire/params';
import { METHODS, type MethodShape } from '../../reference';
import { useEmulator } from '../support/emulator';
import { accepted, expectRefusal } from './answers';
import { waysTo } from './ways';

const emulator = useEmulator();
const { users, chats, messages } = emulator.defaults;
const { post, inJson, inMultipart, all: WAYS } = waysTo(emulator);

describe.each(WAYS)('parameters in %s', (_name, call) => {
	test('can be text, IDs and objects', async () => {
		const reply_markup = { inline_keyboard: [[{ text: 'Ünlü', callback_data: 'a b&c=d' }]] };
		const sent = accepted(
			await call('sendMessage', {
				chat_id: chats.demoGroup,
				text: 'Grüße & 1 + 1 = 2 👋 "x"',
				reply_to_message_id: messages.byMia,
				reply_markup,
			}),
		);
		expect(sent).toMatchObject({
			chat: { id: chats.demoGroup },
			text: 'Grüße & 1 + 1 = 2 👋 "x"',
			reply_to_message: { message_id: messages.byMia },
			reply_markup,
		});
	});

	test('can be lists and booleans', async () => {
		const params = { chat_id: chats.demoGroup, message_ids: [messages.byMia, 99] };
		const answer = await call('deleteMessages', { ...params, return_failed: true });
		expect(accepted(answer).deleted_message_ids).toEqual([messages.byMia]);
		expect(accepted(await call('deleteMessages', { ...params, return_failed: false }))).toBe(true);
	});

	test('can be permissions and dates', async () => {
		const until_date = Math.floor(Date.now() / 1000) + 600;
		const who = { chat_id: chats.demoGroup, user_id: users.mia };
		const permissions = { can_send_messages: true };
		accepted(await call('restrictChatMember', { ...who, permissions, until_date }));
		expect(accepted(await call('getChatMember', who))).toMatchObject({
			status: 'restricted',
			can_send_messages: true,
			can_send_polls: false,
			until_date,
		});
	});

	test('remain text even if they look like a number', async () => {
		const sent = accepted(await call('sendMessage', { chat_id: chats.demoGroup, text: '0012' }));
		expect(sent.text).toBe('0012');
	});

	test.each<[string, string, Record<string, unknown>, string]>([
		['an unknown one', 'getMe', { verbose: true }, 'unknown parameter "verbose"'],
		['a misspelt one', 'sendMessage', { chatId: 1, text: 'x' }, 'unknown parameter "chatId"'],
		[
			'an id with a fraction',
			'getChatMember',
			{ chat_id: -1001, user_id: 1.5 },
			'parameter "user_id" must be of type integer',
		],
		[
			'an id that a number cannot hold',
			'getChatMember',
			{ chat_id: -1001, user_id: 2 ** 53 },
			'parameter "user_id" must be of type integer',
		],
		[
			'something that is not a boolean',
			'deleteMessages',
			{ chat_id: -1001, message_ids: [1], return_failed: 'perhaps' },
			'parameter "return_failed" must be of type boolean',
		],
		[
			'something that is not a list',
			'deleteMessages',
			{ chat_id: -1001, message_ids: 1 },
			'parameter "message_ids" must be of type integers',
		],
		[
			'something that is not an object',
			'restrictChatMember',
			{ chat_id: -1001, user_id: 1003, permissions: '{"can_send' },
			'parameter "permissions" must be of type object',
		],
		['an empty text', 'sendMessage', { chat_id: -1001, text: '' }, 'parameter "text" is required'],
	])('are refused for %s', async (_kind, method, params, reason) => {
		expectRefusal(await call(method, params), 400, `Bad Request: ${reason}`);
	});

	test('are not rounded in the ID of a chat', async () => {
		await emulator.control('post', 'seed', {
			chats: [{ id: 2 ** 53, type: 'group', title: 'Far' }],
		});
		const params = { chat_id: '9007199254740993', text: 'x' };
		expectRefusal(await call('sendMessage', params), 404, 'Not Found: chat not found');
	});
});

describe('parameters in JSON', () => {
	test('count as missing if they are null', async () => {
		const params = { chat_id: chats.demoGroup, text: 'x', parse_mode: null };
		accepted(await inJson('sendMessage', params));
		expectRefusal(
			await inJson('sendMessage', { ...params, text: null }),
			400,
			'Bad Request: parameter "text" is required',
		);
	});

	test('are unknown even if every object has a property of that name', async () => {
		expectRefusal(
			await inJson('getMe', { toString: 1 }),
			400,
			'Bad Request: unknown parameter "toString"',
		);
	});

	test.each([
		['an integer', 'getChatMember', { chat_id: -1001, user_id: '1003' }, 'user_id', 'integer'],
		['a text', 'sendMessage', { chat_id: -1001, text: 12 }, 'text', 'string'],
		[
			'a boolean',
			'deleteWebhook',
			{ drop_pending_updates: 'true' },
			'drop_pending_updates',
			'boolean',
		],
		['a list', 'deleteMessages', { chat_id: -1001, message_ids: '[1]' }, 'message_ids', 'integers'],
		['a chat', 'sendMessage', { chat_id: [-1001], text: 'x' }, 'chat_id', 'chat'],
		['an exact id', 'sendMessage', { chat_id: -(2 ** 53), text: 'x' }, 'chat_id', 'chat'],
	])(
		'must have their type, and not only look like it: %s',
		async (_kind, method, params, name, type) => {
			expectRefusal(
				await inJson(method, params),
				400,
				`Bad Request: parameter "${name}" must be of type ${type}`,
			);
		},
	);

	const everyParameter = Object.entries<MethodShape>(METHODS).flatMap(([method, { params }]) =>
		Object.entries(params).map(([name, { type }]) => ({ method, name, type })),
	);

	test.each(everyParameter)(
		'are refused by $method if $name is not of type $type',
		async ({ method, name, type }) => {
			expectRefusal(
				await inJson(method, { [name]: [null] }),
				400,
				`Bad Request: parameter "${name}" must be of type ${type}`,
			);
		},
	);

	test.each(['[]', '"text"', '7', '{"a":', 'a=b'])('are refused in a body of %s', async (body) => {
		const { status, body: answer } = await post('getMe', body, 'application/json');
		expect({ status, answer }).toMatchObject({
			status: 400,
			answer: { ok: false, error_code: 400 },
		});
	});

	test('are refused with 413 in a body of more than 8 MB', async () => {
		const params = { chat_id: -1001, text: 'x'.repeat(9 * 1024 ** 2) };
		expectRefusal(await inJson('sendMessage', params), 413, 'Request Entity Too Large');
	});
});

describe('the name of the method beside the parameters', () => {
	const params = { method: 'getMe' };

	test('is ignored in multipart, where telegraf sends it', async () => {
		expect(accepted(await inMultipart('getMe', params)).is_bot).toBe(true);
	});

	test.each(WAYS.filter(([name]) => name !== 'multipart'))(
		'is an unknown parameter in %s',
		async (_name, call) => {
			const reason = 'Bad Request: unknown parameter "method"';
			expectRefusal(await call('getMe', params), 400, reason);
		},
	);
});

/** No method of the service takes decimals, so this has a table of its own. */
describe('a number with decimals', () => {
	const read = (latitude: unknown, textual: boolean, reading = STRICT) =>
		checkParams(
			{ values: { latitude }, files: {}, textual },
			{ latitude: { type: 'float', required: true } },
			[],
			reading,
		);

	test.each([
		['is a number in JSON', 48.8584, false],
		['can be whole', -48, false],
		['is text outside of JSON', '48.8584', true],
		['can be whole and negative text', '-48', true],
	])('%s', (_what, given, textual) => {
		expect(read(given, textual)).toEqual({ latitude: Number(given) });
	});

	test('can be text in JSON if the server is not strict', () => {
		expect(read('48.8584', false, loose([]))).toEqual({ latitude: 48.8584 });
	});

	test.each<[unknown, boolean]>([
		['48.8584', false],
		['48,8584', true],
		['48.', true],
		['Paris', true],
		[[48], false],
	])('is refused as %j', (given, textual) => {
		const reason = 'parameter "latitude" must be of type float';
		expect(() => read(given, textual)).toThrow(reason);
	});
});

test('a body of an unsupported type is refused', async () => {
	const { status } = await post('getMe', 'chat_id: 1', 'application/yaml');
	expect(status).toBe(400);
});
