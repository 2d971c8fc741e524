import type { IDataObject } from 'n8n-workflow';

import { cases } from '../cases';
import { inMemory } from '../support/binary';
import { operations } from '../../nodes/BotMessaging/operations';
import { sendVideo } from '../../nodes/BotMessaging/operations/message/sendVideo';
import { items, useBot } from '../support/bot';
import { itemOf } from '../support/caseItem';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

const SOUND = { json: {}, binary: { data: inMemory('hi', 'hi.ogg', 'audio/ogg') } };

async function sent(operation: string, parameters: IDataObject, item: object = { json: {} }) {
	const { error } = await run(operation, parameters, { items: [item as typeof SOUND] });
	expect(error).toBeUndefined();
	const [call] = await emulator.calls();
	return call;
}

/** Removes the execution's key from the buttons of a form, because it differs in each run. */
const withoutKeys = (params: object): unknown =>
	JSON.parse(JSON.stringify(params), (name, value: unknown) =>
		name === 'callback_data' && String(value).startsWith('=') ? '=' : value,
	);

describe('a field that the user did not add is not sent:', () => {
	const ONE_PHOTO = { entry: [{ type: 'photo', source: 'fileId', media: 'photo-1' }] };
	const MANY_DOTS = 'a_b *c* <i>d</i> `e`';

	test.each<[operation: string, parameters: IDataObject, wire: object]>([
		['sendMessage', { chatId: byId('1001'), text: MANY_DOTS }, { chat_id: 1001, text: MANY_DOTS }],
		[
			'editMessageText',
			{ chatId: byId('-1001'), messageId: '4', text: MANY_DOTS },
			{ chat_id: -1001, message_id: 4, text: MANY_DOTS },
		],
		['sendVideo', { chatId: byId('1'), source: 'fileId', video: 'v' }, { chat_id: 1, video: 'v' }],
		['sendAudio', { chatId: byId('1'), source: 'fileId', audio: 'a' }, { chat_id: 1, audio: 'a' }],
		['sendVoice', { chatId: byId('1'), source: 'fileId', voice: 'o' }, { chat_id: 1, voice: 'o' }],
		[
			'sendMediaGroup',
			{ chatId: byId('1'), media: ONE_PHOTO },
			{ chat_id: 1, media: [{ type: 'photo', media: 'photo-1' }] },
		],
		['sendDice', { chatId: byId('1001') }, { chat_id: 1001, emoji: '🎲' }],
		[
			'deleteMessages',
			{ chatId: byId('1'), messageIds: '1' },
			{ chat_id: 1, message_ids: [1], return_failed: true },
		],
		['banChatMember', { chatId: byId('1'), userId: byId('2') }, { chat_id: 1, user_id: 2 }],
		['getUpdates', {}, {}],
		['setWebhook', { url: 'https://bot.example.com' }, { url: 'https://bot.example.com' }],
		['answerCallbackQuery', { callbackQueryId: '1' }, { callback_query_id: '1' }],
	])('%s', async (operation, parameters, wire) => {
		await run(operation, parameters);
		const [call] = await emulator.calls();
		expect(call.params).toEqual(wire);
	});

	test('an expression without a value for this item counts as not added', async () => {
		const { params } = await sent('sendMessage', {
			chatId: byId('-1001'),
			text: 'Hello',
			additionalFields: { replyToMessageId: '={{ $json.reply }}', parseMode: '={{ $json.mode }}' },
		});
		expect(params).toEqual({ chat_id: -1001, text: 'Hello' });
	});

	const withOptional = cases.filter(
		({ operation }) => operations.find(({ value }) => value === operation)!.additionalFields,
	);

	test.each(withOptional.map((one) => [one.operation, one] as const))(
		'an expression without a value in an optional field of %s means that it is left out',
		async (operation, { method = operation, needed, valid: [valid] }) => {
			const { additionalFields: fields } = operations.find(({ value }) => value === operation)!;
			const item = await itemOf(valid, emulator);
			const { parameters, trigger } = valid;
			const outcome = async (added: IDataObject) => {
				const additionalFields = { ...added, ...needed };
				await emulator.control('delete', 'calls');
				await run(operation, { ...parameters, additionalFields }, { items: [item], trigger });
				return (await emulator.calls(method)).map(({ params }) => withoutKeys(params));
			};
			const empty = await outcome({});
			// Check asks the server only if this is left out.
			expect(empty).toHaveLength(operation === 'check' ? 0 : 1);
			// A field with rows cannot hold an expression.
			const single = fields!.filter(({ type }) => type !== 'fixedCollection');
			for (const nothing of ['null', 'undefined', '[null]', '$json.none']) {
				const nothings = single.map(({ name }) => [name, `={{ ${nothing} }}`]);
				expect([nothing, await outcome(Object.fromEntries(nothings))]).toEqual([nothing, empty]);
			}
		},
	);

	test('a parse mode that is empty text counts as no parse mode', async () => {
		const { params } = await sent('sendMessage', {
			chatId: byId('-1001'),
			text: 'Hello',
			additionalFields: { parseMode: '={{ "" }}' },
		});
		expect(params).toEqual({ chat_id: -1001, text: 'Hello' });
	});

	test('a value that the form has kept for another operation is not sent', async () => {
		const { params } = await sent('getChatMember', {
			chatId: byId('-1001'),
			userId: byId('1003'),
			text: 'old',
			permissions: 'mute',
			additionalFields: { parseMode: 'HTML' },
		});
		expect(params).toEqual({ chat_id: -1001, user_id: 1003 });
	});
});

describe('a field that the user added is sent, even 0, false and empty text:', () => {
	test('0 in JSON', async () => {
		const { params } = await sent('getUpdates', { additionalFields: { offset: 0, timeout: 0 } });
		expect(params).toEqual({ offset: 0, timeout: 0 });
	});

	test('0 and empty text with an upload', async () => {
		const { params } = await sent(
			'sendVoice',
			{ chatId: byId('-1001'), additionalFields: { duration: 0, caption: '' } },
			SOUND,
		);
		expect(params).toEqual({ chat_id: '-1001', duration: '0', caption: '' });
	});

	test('false and an empty list', async () => {
		const { params } = await sent('setWebhook', {
			url: 'https://bot.example.com',
			additionalFields: { dropPendingUpdates: false, allowedUpdates: [] },
		});
		expect(params).toEqual({
			url: 'https://bot.example.com',
			drop_pending_updates: false,
			allowed_updates: [],
		});
	});

	test('a number in a text is its text, in JSON as in an upload', async () => {
		const added = { additionalFields: { caption: '={{ 12.5 }}' } };
		const known = { chatId: byId('1'), source: 'fileId', voice: '={{ 42 }}' };
		await run('sendVoice', { ...known, ...added });
		await run('sendVoice', { chatId: byId('-1001'), ...added }, { items: [SOUND] });
		const calls = await emulator.calls();
		expect(calls.map(({ params }) => params)).toEqual([
			{ chat_id: 1, voice: '42', caption: '12.5' },
			{ chat_id: '-1001', caption: '12.5' },
		]);
	});

	test('update types as text with commas', async () => {
		const { params } = await sent('getUpdates', {
			additionalFields: { allowedUpdates: '={{ "message, poll" }}' },
		});
		expect(params).toEqual({ allowed_updates: ['message', 'poll'] });
	});

	test('empty text in JSON', async () => {
		await run('answerCallbackQuery', {
			callbackQueryId: '1',
			additionalFields: { text: '', showAlert: false },
		});
		const [{ params }] = await emulator.calls();
		expect(params).toEqual({ callback_query_id: '1', text: '', show_alert: false });
	});

	test.each(['HTML', 'Markdown', 'MarkdownV2'])('parse mode %s', async (parseMode) => {
		const { params } = await sent('sendMessage', {
			chatId: byId('-1001'),
			text: 'Hello',
			additionalFields: { parseMode },
		});
		expect(params.parse_mode).toBe(parseMode);
	});

	test.each(['🎲', '🎯', '🎳', '🏀', '⚽', '🎰'])('the dice %s', async (emoji) => {
		const { params, response } = await sent('sendDice', { chatId: byId('-1001'), emoji });
		expect(params.emoji).toBe(emoji);
		expect(response.result.dice.emoji).toBe(emoji);
	});
});

test('text from an expression is sent as text, whatever the expression gives', async () => {
	await run(
		'sendMessage',
		{ chatId: byId('-1001'), text: '={{ $json.n }}' },
		{ items: items({ n: 0 }, { n: false }, { n: 12.5 }) },
	);
	const calls = await emulator.calls('sendMessage');
	expect(calls.map(({ params, status }) => [params.text, status])).toEqual([
		['0', 200],
		['false', 200],
		['12.5', 200],
	]);
});

test('a date from an expression is sent in its ISO form, in JSON and in an upload', async () => {
	const AT = '2030-01-31T09:30:00.000';
	const dates = [
		`={{ DateTime.fromISO("${AT}", { zone: "Europe/Berlin" }) }}`,
		`={{ [DateTime.fromISO("${AT}", { zone: "Europe/Berlin" })] }}`,
		`={{ new Date("${AT}Z") }}`,
	];
	for (const date of dates) {
		await run('sendMessage', { chatId: byId('-1001'), text: date });
		await run(
			'sendVoice',
			{ chatId: byId('-1001'), additionalFields: { caption: date } },
			{ items: [SOUND] },
		);
	}
	const calls = await emulator.calls();
	expect(calls.map(({ params }) => params.text ?? params.caption)).toEqual([
		...Array(4).fill(`${AT}+01:00`),
		...Array(2).fill(`${AT}Z`),
	]);
});

test('the current time is sent in its ISO form, and an invalid date is refused', async () => {
	await run('sendMessage', { chatId: byId('-1001'), text: '={{ $now }}' });
	const [{ params }] = await emulator.calls();
	expect(params.text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/);
	const { error } = await run('sendMessage', {
		chatId: byId('-1001'),
		text: '={{ new Date("soon") }}',
	});
	expect(error?.message).toBe('Text must be text, but is an object');
});

test('a list of one ID, text or number counts as that value', async () => {
	await run('sendVoice', {
		chatId: byId('={{ [-1001] }}'),
		source: 'fileId',
		voice: '={{ ["v"] }}',
		additionalFields: {
			caption: '={{ ["Hello"] }}',
			duration: '={{ ["7"] }}',
			replyToMessageId: '={{ [2] }}',
		},
	});
	const [{ params }] = await emulator.calls();
	expect(params).toEqual({
		chat_id: -1001,
		voice: 'v',
		caption: 'Hello',
		duration: 7,
		reply_to_message_id: 2,
	});
});

test('the emoji of a dice in the form that phones write', async () => {
	const { params } = await sent('sendDice', {
		chatId: byId('-1001'),
		emoji: '={{ "\u26BD\uFE0F" }}',
	});
	expect(params.emoji).toBe('⚽');
});

describe('a field that was added and left at its default:', () => {
	test.each([
		['duration', 'Duration (Seconds) is empty'],
		['width', 'Width (Pixels) is empty'],
		['height', 'Height (Pixels) is empty'],
	])('%s is not sent but asked for', async (name, message) => {
		const [field] = sendVideo.additionalFields!.filter((added) => added.name === name);
		const { error } = await run('sendVideo', {
			chatId: byId('1'),
			source: 'fileId',
			video: 'v',
			additionalFields: { [name]: field.default },
		});
		expect(error?.message).toBe(message);
		expect(await emulator.calls()).toEqual([]);
	});
});

test.each([
	['={{ { a: 1 } }}', 'Text must be text, but is an object'],
	['={{ ["a", "b"] }}', 'Text must be text, but is a list'],
])('a value that cannot be text is refused: %s', async (text, message) => {
	const { error } = await run('sendMessage', { chatId: byId('-1001'), text });
	expect(error?.message).toBe(message);
	expect(await emulator.calls()).toEqual([]);
});
