import type { Parameters } from '../../converter/workflow';
import { convertNode } from './flow';

/** The fields of a message with such a keyboard, and what a person is told. */
function keyboard(parameters: Parameters) {
	const { parameters: ours, told } = convertNode({
		chatId: '={{ $json.chat }}',
		text: 'Choose',
		additionalFields: { appendAttribution: false, parse_mode: 'HTML' },
		...parameters,
	});
	const { resource: _r, operation: _o, chatId: _c, text: _t, additionalFields, ...added } = ours;
	expect(additionalFields).toEqual({ parseMode: 'telegramHtml' });
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
	expect(added).toEqual({
		replyMarkup: 'inlineKeyboard',
		inlineKeyboard: { rows: [{ buttons: { button } }] },
	});
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
	expect(added.replyMarkup).toBe('replyKeyboard');
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
		{ replyMarkup: 'forceReply' },
	],
	[
		'a wish that an expression switches',
		{ replyMarkup: 'forceReply', forceReply: { force_reply: '={{ $json.asks }}' } },
		{ replyMarkup: "={{ ($json.asks) ? 'forceReply' : 'none' }}" },
	],
	[
		'a removal',
		{ replyMarkup: 'replyKeyboardRemove', replyKeyboardRemove: { remove_keyboard: true } },
		{ replyMarkup: 'replyKeyboardRemove' },
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
	expect(added).toEqual({
		replyMarkup: 'replyKeyboard',
		replyKeyboard: { rows: [{ buttons: { button: [{ text: 'Menu' }] } }] },
	});
});

test('a keyboard from an expression, which n8n does not send either, is told and left out', () => {
	const { added, told } = keyboard({
		replyMarkup: 'inlineKeyboard',
		inlineKeyboard: '={{ $json.keyboard }}',
	});
	expect(added).toEqual({});
	expect(told).toEqual([
		'Inline Keyboard is an expression, which was not converted. Set it yourself.',
	]);
});

const SENT_NOW =
	'Reply Markup gives a keyboard as data, which the Telegram node does not send. It is sent now: choose None if you do not want it.';

test('a keyboard that an expression gives is given by the same expression', () => {
	const given = '={{ $json.reply_markup }}';
	expect(keyboard({ replyMarkup: given })).toEqual({
		added: { replyMarkup: 'json', replyMarkupJson: given },
		told: [SENT_NOW],
	});
	// A second “=” would be a part of the text, which is no JSON then.
	expect(keyboard({ replyMarkup: `=${given}` }).added.replyMarkupJson).toBe(given);
});

describe('a choice that an expression makes', () => {
	const inlineKeyboard = rows(['=Order {{ $json.id }}', { url: '={{ $json.url }}' }]);
	const button = [{ text: '=Order {{ $json.id }}', onPress: 'url', url: '={{ $json.url }}' }];
	const ours = { inlineKeyboard: { rows: [{ buttons: { button } }] } };
	const replyKeyboard = rows(['Menu', { web_app: { url: 'https://app.example' } }]);

	test.each([
		[`={{ $json.last ? 'inlineKeyboard' : 'none' }}`, `($json.last ? 'inlineKeyboard' : 'none')`],
		['=reply{{ $json.kind }}', `["reply", ($json.kind)].join('')`],
	])('stays, with all buttons that it can choose: %s', (replyMarkup, code) => {
		const { added, told } = keyboard({ replyMarkup, inlineKeyboard, replyKeyboard });
		expect(added).toMatchObject({
			replyMarkup: `={{ ${code} || 'none' }}`,
			...ours,
			replyKeyboard: { rows: [{}] },
		});
		expect(told).toEqual(['The button “Menu” opened a web app. It sends its text now.']);
	});

	test.each([`$json.last ? 'forceReply' : ''`, `$json.last && "replyKeyboardRemove"`])(
		'is None if it is nothing: %s',
		(code) => {
			const { added } = keyboard({ replyMarkup: `={{ ${code} }}` });
			expect(added).toEqual({ replyMarkup: `={{ (${code}) || 'none' }}` });
		},
	);
});

test.each(['={ "inline_keyboard": [[{ "text": "{{ $json.a }}" }]] }', '[[]]'])(
	'a keyboard that is JSON stays as it is: %s',
	(given) => {
		expect(keyboard({ replyMarkup: given })).toEqual({
			added: { replyMarkup: 'json', replyMarkupJson: given },
			told: [SENT_NOW],
		});
	},
);

test('a kind of keyboard that there is not is told, and left out', () => {
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
