import type { IDataObject } from 'n8n-workflow';

import { sendMessage } from '../../nodes/BotMessaging/operations/message/sendMessage';
import { items, useBot } from '../support/bot';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

/** Sends a message with these fields of Reply Markup; its keyboard as the server got it. */
async function markupOf(fields: IDataObject, json: IDataObject = {}) {
	const { error } = await run(
		'sendMessage',
		{ chatId: byId('-1001'), text: 'Choose', ...fields },
		{ items: items(json) },
	);
	const [call] = await emulator.calls();
	return { error, sent: call?.params.reply_markup, status: call?.status };
}

/** The same for one field, with the choice in Reply Markup that shows it. */
const keyboardOf = async (field: IDataObject, json?: IDataObject) => {
	const [name] = Object.keys(field);
	return await markupOf(
		{ replyMarkup: name === 'replyMarkupJson' ? 'json' : name, ...field },
		json,
	);
};

const button = (text: string, callbackData: string) => ({ text, callbackData });

const YES_NO = [
	[
		{ text: 'Yes', callback_data: 'yes' },
		{ text: 'No', callback_data: 'no' },
	],
	[{ text: 'Later', callback_data: 'later' }],
];

describe('the keyboard builder', () => {
	test('makes rows of buttons', async () => {
		const { sent, status } = await keyboardOf({
			inlineKeyboard: {
				rows: [
					{ buttons: { button: [button('Yes', 'yes'), button('No', 'no')] } },
					{ buttons: { button: [button('Later', 'later')] } },
				],
			},
		});
		expect(sent).toEqual({ inline_keyboard: YES_NO });
		expect(status).toBe(200);
	});

	test('takes its texts from the item', async () => {
		const { sent } = await keyboardOf(
			{
				inlineKeyboard: {
					rows: [
						{
							buttons: { button: [button('=Ban {{ $json.name }}', '=ban:{{ $json.id }}')] },
						},
					],
				},
			},
			{ name: 'Mia', id: 1003 },
		);
		expect(sent).toEqual({ inline_keyboard: [[{ text: 'Ban Mia', callback_data: 'ban:1003' }]] });
	});

	test.each([
		['text', button('={{ $json.none }}', 'yes'), 'Label'],
		['callback data', button('Yes', '={{ $json.none }}'), 'Callback Data'],
	])('refuses a button without %s and says which', async (_what, wrong, label) => {
		const { error, sent } = await keyboardOf({
			inlineKeyboard: {
				rows: [{ buttons: { button: [button('No', 'no')] } }, { buttons: { button: [wrong] } }],
			},
		});
		expect(error?.message).toBe(`Buttons, row 2, button 1: ${label} is empty`);
		expect(sent).toBeUndefined();
	});

	test('refuses a button whose text is an object', async () => {
		const { error, sent } = await keyboardOf({
			inlineKeyboard: { rows: [{ buttons: { button: [button('={{ ({ a: 1 }) }}', 'a')] } }] },
		});
		expect(error?.message).toBe('Buttons, row 1, button 1: Label must be text, but is an object');
		expect(sent).toBeUndefined();
	});

	test('writes numbers as text', async () => {
		const { sent, status } = await keyboardOf({
			inlineKeyboard: { rows: [{ buttons: { button: [button('={{ 5 }}', '={{ 1003 }}')] } }] },
		});
		expect(sent).toEqual({ inline_keyboard: [[{ text: '5', callback_data: '1003' }]] });
		expect(status).toBe(200);
	});
});

const inline = (...buttons: IDataObject[][]) => ({
	inlineKeyboard: { rows: buttons.map((button) => ({ buttons: { button } })) },
});

describe('what a button does', () => {
	test('it opens a link, starts a game or the workflow', async () => {
		const { sent, status } = await keyboardOf(
			inline(
				[{ text: 'Play', onPress: 'game' }],
				[
					{ text: 'Read', onPress: 'url', url: ' https://example.com/a ' },
					{ text: 'Undo', onPress: 'callback', callbackData: 'undo' },
				],
			),
		);
		expect(sent).toEqual({
			inline_keyboard: [
				[{ text: 'Play', callback_game: {} }],
				[
					{ text: 'Read', url: 'https://example.com/a' },
					{ text: 'Undo', callback_data: 'undo' },
				],
			],
		});
		expect(status).toBe(200);
	});

	test.each<[what: string, buttons: IDataObject[][], message: string]>([
		['no link', [[{ text: 'a', onPress: 'url' }]], 'row 1, button 1: Link is empty'],
		[
			'a game that is not first',
			[[button('a', 'a'), { text: 'b', onPress: 'game' }]],
			'row 1, button 2: a button that starts a game must be the first one',
		],
		[
			'65 bytes of data',
			[[button('a', 'x'.repeat(63) + 'é')]],
			'row 1, button 1: Callback Data has 65 bytes, but the limit is 64',
		],
		['another action', [[{ text: 'a', onPress: '={{ "pay" }}' }]], 'On Press has no choice "pay"'],
		['a row without a button', [[button('a', 'a')], []], 'row 2 has no button'],
	])('%s is refused', async (_what, buttons, message) => {
		const { error, sent, status } = await keyboardOf(inline(...buttons));
		expect(error?.message).toMatch(/^Buttons/);
		expect(error?.message).toContain(message);
		expect(sent).toBeUndefined();
		expect(status).toBeUndefined();
	});

	test.each(['inlineKeyboard', 'replyKeyboard'])('%s without a row is left out', async (field) => {
		const { error, sent, status } = await keyboardOf({ [field]: {} });
		expect([error, sent, status]).toEqual([undefined, undefined, 200]);
	});
});

describe('a keyboard in place of the person’s own', () => {
	const rows = [
		{
			buttons: {
				button: [
					{ text: 'Menu' },
					{ text: 'Call me', request: 'contact' },
					{ text: 'Here', request: 'location' },
				],
			},
		},
	];

	test('has buttons and settings', async () => {
		const settings = [
			{ resizeKeyboard: true, oneTimeKeyboard: false, inputFieldPlaceholder: 'Choose' },
		];
		const { sent, status } = await keyboardOf({ replyKeyboard: { rows, settings } });
		expect(sent).toEqual({
			keyboard: [
				[
					{ text: 'Menu' },
					{ text: 'Call me', request_contact: true },
					{ text: 'Here', request_location: true },
				],
			],
			resize_keyboard: true,
			one_time_keyboard: false,
			input_field_placeholder: 'Choose',
		});
		expect(status).toBe(200);
	});

	test.each<[what: string, keyboard: IDataObject, message: string]>([
		[
			'a long placeholder',
			{ rows, settings: [{ inputFieldPlaceholder: 'x'.repeat(65) }] },
			'Reply Keyboard: Placeholder has 65 characters, but the limit is 64',
		],
		['settings twice', { rows, settings: [{}, {}] }, 'Reply Keyboard has Settings twice'],
		['only settings', { settings: [{ resizeKeyboard: true }] }, 'has settings, but no button'],
	])('%s is refused', async (_what, replyKeyboard, message) => {
		const { error, status } = await keyboardOf({ replyKeyboard });
		expect(error?.message).toContain(message);
		expect(status).toBeUndefined();
	});
});

describe('a keyboard as JSON', () => {
	test.each([
		['rows as text', JSON.stringify(YES_NO)],
		['a whole keyboard as text', JSON.stringify({ inline_keyboard: YES_NO })],
		['rows from an expression', '={{ $json.rows }}'],
		['a whole keyboard from an expression', '={{ { inline_keyboard: $json.rows } }}'],
	])('%s', async (_kind, replyMarkupJson) => {
		const { sent, status } = await keyboardOf({ replyMarkupJson }, { rows: YES_NO });
		expect(sent).toEqual({ inline_keyboard: YES_NO });
		expect(status).toBe(200);
	});

	test('another kind of keyboard is passed on as it is', async () => {
		const keyboard = { keyboard: [[{ text: 'Menu' }]], resize_keyboard: true };
		const { sent } = await keyboardOf({ replyMarkupJson: JSON.stringify(keyboard) });
		expect(sent).toEqual(keyboard);
	});

	test('keeps the digits of a number beyond 2^53', async () => {
		const { sent } = await keyboardOf({
			replyMarkupJson: '[[{ "text": "Yes", "callback_data": 9007199254740993 }]]',
		});
		const [[yes]] = sent.inline_keyboard;
		expect(yes.callback_data).toBe('9007199254740993');
	});

	test('as the field begins, it adds no button', async () => {
		const field = sendMessage.fields.find(({ name }) => name === 'replyMarkupJson')!;
		const { error, sent, status } = await keyboardOf({ replyMarkupJson: field.default });
		expect(error).toBeUndefined();
		expect(sent).toBeUndefined();
		expect(status).toBe(200);
	});

	test('without a value for this item, it is left out', async () => {
		const replyMarkupJson = '={{ $json.rows }}';
		expect(await keyboardOf({ replyMarkupJson })).toEqual({ sent: undefined, status: 200 });
	});

	test('what has no value in it is left out, and numbers are text', async () => {
		const { sent, status } = await keyboardOf(
			{ replyMarkupJson: '={{ $json.rows }}' },
			{ rows: [[{ text: 1, callback_data: 1003, url: null }, null], null] },
		);
		expect(sent).toEqual({ inline_keyboard: [[{ text: '1', callback_data: '1003' }]] });
		expect(status).toBe(200);
	});

	test.each([
		['no JSON', "[[{text: 'Yes'}]]", 'Keyboard (JSON) is not valid JSON'],
		['empty', '={{ "" }}', 'Keyboard (JSON) is empty'],
		['buttons that are in no row', '[{"text": "Yes"}]', 'must be a keyboard object or a list'],
		['a number', '={{ 5 }}', 'must be a keyboard object or a list'],
		['the word null', '={{ "null" }}', 'must be a keyboard object or a list'],
		[
			'a button without a text',
			'[[{"text": "a", "callback_data": "a"}], [{"callback_data": "b"}]]',
			'Keyboard (JSON), row 2, button 1: text is empty',
		],
		[
			'65 bytes of data',
			`[[{"text": "a", "callback_data": "${'x'.repeat(65)}"}]]`,
			'row 1, button 1: callback_data has 65 bytes',
		],
		['a bare text', '[["a"]]', 'row 1, button 1 must be an object'],
		['an empty text', '{"keyboard": [["a", ""]]}', 'row 1, button 2 must be an object'],
	])('%s is refused', async (_kind, replyMarkupJson, message) => {
		const { error, sent } = await keyboardOf({ replyMarkupJson });
		expect(error?.message).toContain(message);
		expect(sent).toBeUndefined();
	});
});

describe('Reply Markup', () => {
	const ALL = {
		inlineKeyboard: { rows: [{ buttons: { button: [button('Yes', 'yes')] } }] },
		replyKeyboard: { rows: [{ buttons: { button: [{ text: 'Menu' }] } }] },
		replyMarkupJson: '[[{"text": "No", "callback_data": "no"}]]',
	};
	const CHOICES: Array<[choice: string, sent: unknown]> = [
		['forceReply', { force_reply: true }],
		['inlineKeyboard', { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] }],
		['json', { inline_keyboard: [[{ text: 'No', callback_data: 'no' }]] }],
		['none', undefined],
		['replyKeyboard', { keyboard: [[{ text: 'Menu' }]] }],
		['replyKeyboardRemove', { remove_keyboard: true }],
	];

	test('is right below the text, and starts with None', () => {
		const [, text, choice] = sendMessage.fields;
		expect([text.name, choice.name, choice.default]).toEqual(['text', 'replyMarkup', 'none']);
		expect(choice.options).toMatchObject(CHOICES.map(([value]) => ({ value })));
	});

	test.each(CHOICES)(
		'sends what is chosen, and nothing of the others: %s',
		async (choice, sent) => {
			expect(await markupOf({ ...ALL, replyMarkup: choice })).toEqual({ sent, status: 200 });
		},
	);

	test.each(CHOICES)('takes the choice of an expression: %s', async (choice, sent) => {
		const replyMarkup = '={{ $json.choice }}';
		expect(await markupOf({ ...ALL, replyMarkup }, { choice })).toEqual({ sent, status: 200 });
	});

	test.each([
		['"buttons"', 'Reply Markup has no choice "buttons"', 'inlineKeyboard, json, none'],
		['$json.none', 'Reply Markup is empty', 'Fill in Reply Markup'],
	])('refuses the expression %s, by name', async (code, message, advice) => {
		const { error, status } = await markupOf({ ...ALL, replyMarkup: `={{ ${code} }}` });
		expect(error?.message).toBe(message);
		expect(error?.description).toContain(advice);
		expect(status).toBeUndefined();
	});

	test.each([
		['copyMessage', { fromChatId: byId('-1001'), messageId: '2' }],
		['editMessageReplyMarkup', { messageId: '4' }],
		['editMessageText', { messageId: '4', text: 'New' }],
		['sendGame', { gameShortName: 'demo_game' }],
	])('has buttons only in %s', async (operation, fields) => {
		const send = async (replyMarkup: string) =>
			await run(operation, { chatId: byId('-1001'), ...fields, ...ALL, replyMarkup });
		expect((await send('replyKeyboard')).error?.message).toContain('has no choice');
		expect(await emulator.calls()).toEqual([]);
	});
});

test('goes with an upload as JSON text', async () => {
	await run(
		'sendVoice',
		{ chatId: byId('-1001'), replyMarkup: 'json', replyMarkupJson: JSON.stringify(YES_NO) },
		{
			items: [
				{ json: {}, binary: { data: { data: 'aGk=', mimeType: 'audio/ogg', fileName: 'hi.ogg' } } },
			],
		},
	);
	const [call] = await emulator.calls();
	expect(call.status).toBe(200);
	expect(JSON.parse(call.params.reply_markup)).toEqual({ inline_keyboard: YES_NO });
});

test('a keyboard is changed by an edit', async () => {
	await run('editMessageText', {
		chatId: byId('-1001'),
		messageId: 4,
		text: 'New',
		replyMarkup: 'json',
		replyMarkupJson: JSON.stringify(YES_NO),
	});
	const { messages } = (await emulator.state()) as { messages: object[] };
	expect(messages).toContainEqual(
		expect.objectContaining({
			chat_id: -1001,
			message_id: 4,
			reply_markup: { inline_keyboard: YES_NO },
		}),
	);
});
