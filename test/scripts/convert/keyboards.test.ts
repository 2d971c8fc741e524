import type { Parameters } from '../../../scripts/convert/workflow';
import { convertNode } from './flow';

/** The additional fields of a message with such a keyboard, and what a person is told. */
function keyboard(parameters: Parameters) {
	const { parameters: ours, told } = convertNode({
		chatId: '={{ $json.chat }}',
		text: 'Choose',
		additionalFields: { appendAttribution: false, parse_mode: 'HTML' },
		...parameters,
	});
	const { parseMode: _parseMode, ...added } = ours.additionalFields as Parameters;
	return { added, told };
}

const rows = (...buttons: Array<[text: string, additionalFields?: Parameters]>) => ({
	rows: [
		{ row: { buttons: buttons.map(([text, additionalFields]) => ({ text, additionalFields })) } },
	],
});

test('inline buttons', () => {
	const inlineKeyboard = rows(
		['Yes', { callback_data: '=yes:{{ $json.id }}' }],
		['Site', { url: 'https://example.com' }],
		['App', { web_app: { url: 'https://app.example' } }],
		['Share', { switch_inline_query: 'x' }],
	);
	const { added, told } = keyboard({ replyMarkup: 'inlineKeyboard', inlineKeyboard });
	const button = [
		{ text: 'Yes', onPress: 'callback', callbackData: '=yes:{{ $json.id }}' },
		{ text: 'Site', onPress: 'url', url: 'https://example.com' },
		{ text: 'App', onPress: 'url', url: 'https://app.example' },
	];
	expect(added).toEqual({ inlineKeyboard: { rows: [{ buttons: { button } }] } });
	expect(told).toEqual([
		'The button “App” opened a web app. It opens the address as a link now.',
		'The button “Share” was left out: what it does is not possible here.',
	]);
});

test('a reply keyboard with its options', () => {
	const { added, told } = keyboard({
		replyMarkup: 'replyKeyboard',
		replyKeyboard: rows(['Menu'], ['Call me', { request_contact: true }]),
		replyKeyboardOptions: { resize_keyboard: true, selective: true },
	});
	expect(added.replyKeyboard).toEqual({
		rows: [{ buttons: { button: [{ text: 'Menu' }, { text: 'Call me', request: 'contact' }] } }],
		settings: [{ resizeKeyboard: true, oneTimeKeyboard: false }],
	});
	expect(told).toEqual(['Selective was left out: all people in the chat see the keyboard.']);
});

test.each<[string, Parameters, Parameters]>([
	[
		'a wish for a reply',
		{ replyMarkup: 'forceReply', forceReply: { force_reply: true } },
		{ forceReply: true },
	],
	[
		'a removal',
		{ replyMarkup: 'replyKeyboardRemove', replyKeyboardRemove: { remove_keyboard: true } },
		{ removeKeyboard: true },
	],
	[
		'a wish that is switched off',
		{ replyMarkup: 'forceReply', forceReply: { force_reply: false } },
		{},
	],
	['none', { replyMarkup: 'none' }, {}],
	['none, said in an expression', { replyMarkup: '=none' }, {}],
	['a row without buttons', { replyMarkup: 'inlineKeyboard', inlineKeyboard: { rows: [{}] } }, {}],
])('%s', (_name, parameters, added) => {
	expect(keyboard(parameters)).toEqual({ added, told: [] });
});

test('a reply keyboard without options', () => {
	const { added } = keyboard({ replyMarkup: 'replyKeyboard', replyKeyboard: rows(['Menu']) });
	expect(added).toEqual({ replyKeyboard: { rows: [{ buttons: { button: [{ text: 'Menu' }] } }] } });
});

test('a keyboard from an expression, which n8n does not send either, is left out and reported', () => {
	const { added, told } = keyboard({
		replyMarkup: 'inlineKeyboard',
		inlineKeyboard: '={{ $json.keyboard }}',
	});
	expect(added).toEqual({});
	expect(told).toEqual(['The keyboard could not be read, and was left out. Add it yourself.']);
});

test('a keyboard from an expression keeps the expression', () => {
	const replyMarkup = '={{ $json.reply_markup }}';
	expect(keyboard({ replyMarkup })).toEqual({ added: { replyMarkup }, told: [] });
});

test('a kind of keyboard that an expression chooses becomes one of those that are filled in', () => {
	const inlineKeyboard = rows(
		['Save', { callback_data: '/save {{ 1 }}' }],
		['=Order {{ $json.id }}', { url: '={{ $json.url }}' }],
	);
	const { added, told } = keyboard({
		replyMarkup: `={{ $json.last ? 'inlineKeyboard' : 'none' }}`,
		inlineKeyboard,
	});
	expect(added).toEqual({
		replyMarkup: `={{ ({ none: [], inlineKeyboard: { inline_keyboard: [[{ text: "Save", callback_data: "/save {{ 1 }\\u007d" }, { text: ["Order ", ($json.id)].join(''), url: ($json.url) }]] } })[$json.last ? 'inlineKeyboard' : 'none'] ?? [] }}`,
	});
	expect(told).toEqual([]);
});

test('a kind of keyboard that is not known becomes one of them, or a keyboard itself', () => {
	const { added } = keyboard({
		replyMarkup: '={{ $json.kind }}',
		replyKeyboard: rows(['Call me', { request_contact: true }]),
		replyKeyboardOptions: { resize_keyboard: true },
	});
	expect(added.replyMarkup).toContain(
		'replyKeyboard: { keyboard: [[{ text: "Call me", request_contact: true }]], resize_keyboard: true }',
	);
	expect(added.replyMarkup).toMatch(/\[\$json\.kind\] \?\? \(\$json\.kind\) \}\}$/);
});

test.each(['={ "inline_keyboard": [[{ "text": "{{ $json.a }}" }]] }', '[[]]'])(
	'a keyboard in JSON stays as it is: %s',
	(replyMarkup) => {
		expect(keyboard({ replyMarkup })).toEqual({ added: { replyMarkup }, told: [] });
	},
);

test('an unknown kind of keyboard is left out and reported', () => {
	const { added, told } = keyboard({ replyMarkup: 'wheel' });
	expect(added).toEqual({});
	expect(told).toEqual([
		'Reply Markup is wheel, which could not be read. Add the keyboard yourself.',
	]);
});

test.each([
	['inlineKeyboard', ['Yes', { callback_data: 'yes' }], { onPress: 'callback' }],
	['replyKeyboard', ['Menu'], {}],
] as const)('a row that is null is left out: %s', (kind, button, more) => {
	const given = { rows: [null, ...rows(button as [string]).rows, { row: { buttons: [null] } }] };
	const { added, told } = keyboard({ replyMarkup: kind, [kind]: given });
	expect(added).toMatchObject({ [kind]: { rows: [{ buttons: { button: [{ ...more }] } }] } });
	expect((added[kind] as { rows: unknown[] }).rows).toHaveLength(1);
	expect(told).toEqual([]);
});
