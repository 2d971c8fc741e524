import { parseJson } from '../../../nodes/BotMessaging/api/basics';

const EDGE = Number.MAX_SAFE_INTEGER;

describe('whole numbers that are too long for a number become text:', () => {
	test.each([
		['9007199254740993', '9007199254740993'],
		['-9007199254740993', '-9007199254740993'],
		['{"chat":{"id":-1001234567890123456789}}', { chat: { id: '-1001234567890123456789' } }],
		['[9007199254740992,1]', ['9007199254740992', 1]],
		['{"a": 12345678901234567890 , "b":0}', { a: '12345678901234567890', b: 0 }],
	])('%s', (text, value) => {
		expect(parseJson(text)).toEqual(value);
	});
});

describe('everything else is parsed as JSON:', () => {
	test.each([
		`${EDGE}`,
		`-${EDGE}`,
		'{"id":1234567890123456}',
		'{"text":"call 9007199254740993 now"}',
		'{"text":"\\"9007199254740993\\" \\\\"}',
		'{"9007199254740993":1}',
		'{"n":0.1234567890123456789}',
		'{"n":1234567890123456789.5}',
		'{"n":12345678901234567890e2}',
		'{"n":1e-9007199254740993}',
		'["\\\\","9007199254740993","\\\\\\"9007199254740993"]',
		'[true,null,"",{}]',
	])('%s', (text) => {
		expect(parseJson(text)).toEqual(JSON.parse(text));
	});
});

test('an answer of many megabytes that has such a number is parsed', () => {
	const text = 'a \\"quoted\\" word '.repeat(1_500_000);
	const { id, text: read } = parseJson(`{"text":"${text}","id":9007199254740993}`) as {
		id: string;
		text: string;
	};
	expect(id).toBe('9007199254740993');
	expect(read).toHaveLength(text.length - 2 * 1_500_000);
});

test.each([
	'',
	'{"ok":true,"result":{"mess',
	'<html>9007199254740993</html>',
	'{"id":1234567890123456',
])('%j is refused as JSON', (text) => {
	expect(() => parseJson(text)).toThrow(SyntaxError);
});
