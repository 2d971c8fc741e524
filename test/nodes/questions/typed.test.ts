import {
	checkTyped,
	howToAnswer,
	type ReplyType,
	type TypedReply,
} from '../../../nodes/BotMessaging/questions/typed';

const SIZES = ['Small', 'Large', 'Số lượng'];

const check = (type: ReplyType, text: string | undefined, how: Partial<TypedReply> = {}) =>
	checkTyped(text, { type, list: SIZES, ...how });

describe('a typed answer is read as it was meant:', () => {
	test.each<[ReplyType, string, string | number]>([
		['text', ' Tomorrow ', 'Tomorrow'],
		['text', 'می\u200cخواهم', 'می\u200cخواهم'],
		['text', '👩\u200d👧', '👩\u200d👧'],
		['text', '❤\ufe0f', '❤\ufe0f'],
		['text', '\u200b.', '\u200b.'],
		['number', '12', 12],
		['number', '-0,5', -0.5],
		['number', '\u22125', -5],
		['number', '+5', 5],
		['number', '0', 0],
		['number', '-0', 0],
		['number', '0.500', 0.5],
		['number', '1.0000', 1],
		['number', '1234.567', 1234.567],
		['number', '1.000.000', 1_000_000],
		['number', '1,000,000', 1_000_000],
		['number', '10,00,000', 1_000_000],
		['number', '1.000,5', 1000.5],
		['number', '1,000.5', 1000.5],
		['number', '1 000,5', 1000.5],
		['number', '1\u00a0000,5', 1000.5],
		['number', '1\u202f000\u2009000', 1_000_000],
		['number', "1'000.50", 1000.5],
		['number', '1’000', 1000],
		['number', '١٢٫٥', 12.5],
		['number', '١٬٠٠٠', 1000],
		['number', '۱۲', 12],
		['number', '१२', 12],
		['number', '１２．５', 12.5],
		['number', '\u200f12', 12],
		['number', '9007199254740991', 9007199254740991],
		['date', '2026-12-31', '2026-12-31'],
		['date', '2026/1/2', '2026-01-02'],
		['date', '31.12.2026', '2026-12-31'],
		['date', '12/31/2026', '2026-12-31'],
		['date', '5/5/2026', '2026-05-05'],
		['date', '5 May 2026', '2026-05-05'],
		['date', 'May 5th, 2026', '2026-05-05'],
		['date', '5. März 2026', '2026-03-05'],
		['date', '1er août 2026', '2026-08-01'],
		['date', '5 de mayo de 2026', '2026-05-05'],
		['date', '5 мая 2026', '2026-05-05'],
		['date', '5 tháng 6 năm 2026', '2026-06-05'],
		['date', '2026年12月31日', '2026-12-31'],
		['date', '２０２６－１２－３１', '2026-12-31'],
		['date', '٢٠٢٦/١٢/٣١', '2026-12-31'],
		['email', 'mia@example.com', 'mia@example.com'],
		['email', "m.o'neil+n8n@mail.example.co.uk", "m.o'neil+n8n@mail.example.co.uk"],
		['email', 'mia@bücher.example', 'mia@bücher.example'],
		['email', 'mia＠example.com', 'mia@example.com'],
		['choice', 'large ', 'Large'],
		['choice', 'số lượng'.normalize('NFD'), 'Số lượng'],
	])('%s: %j', (type, text, value) => {
		expect(check(type, text)).toEqual({ value });
	});
});

test.each([
	['hoà', 'Hòa'],
	['izmir', 'İzmir'],
	['HÒA', 'Hòa'],
])('a choice is matched by its exact spelling: %s', (text, value) => {
	expect(check('choice', text, { list: ['Hoa', 'Hòa', 'İzmir'] })).toEqual({ value });
});

describe('the error about a wrong answer', () => {
	test.each<[ReplyType, string | undefined]>([
		['text', undefined],
		['text', '  '],
		['text', '\u200b'],
		['text', ' \ufeff\u2060\u00ad\u200e '],
		['text', '\u200d\u200c\ufe0f'],
		['text', '\u3164\u115f\uffa0\u2800'],
		['text', '\u{e0041}\u{e007f}\n'],
		['number', 'twelve'],
		['number', '1e3'],
		['number', '10²'],
		['number', '1₀0'],
		['number', '1.2.3'],
		['number', '1 00'],
		['number', '1.000,000.5'],
		['number', '1,5,5'],
		['number', ','],
		['number', '-'],
		['number', '9007199254740993'],
		['number', '12345678901234567890'],
		['number', '0.12345678901234567'],
		['date', '31.2.2026'],
		['date', 'tomorrow'],
		['date', '1.2.26'],
		['date', '1405/01/02'],
		['date', '1-2/2026'],
		['email', 'mia@example'],
		['email', 'mia @example.com'],
		['email', 'a@b.c%0ABcc:x'],
		['email', 'a@b.cc%0ABcc:x@y.zz'],
		['email', 'a@b.c?bcc=x'],
		['email', 'a@b.cc?bcc=x@y.zz'],
		['email', 'a?bcc=x@b.cc'],
		['email', 'a,b@example.com'],
		['email', 'a@example.com,b@example.com'],
		['email', '<a@example.com>'],
		['email', 'a..b@example.com'],
		['email', 'a@-example.com'],
		['email', 'a@example.com\nBcc: b@example.com'],
		['choice', 'medium'],
	])('%s: %j', (type, text) => {
		expect(check(type, text)).toEqual({
			wrong: expect.stringContaining('reply to the question again'),
		});
	});

	test('says what is expected', () => {
		expect(howToAnswer({ type: 'choice', list: ['Small', 'Large'] })).toBe(
			'Reply to this message with one of these: Small, Large.',
		);
	});

	test('has the words of the form', () => {
		const number: TypedReply = { type: 'number', list: [] };
		for (const text of ['twelve', '9007199254740993']) {
			expect(checkTyped(text, number, 'Eine Zahl, bitte.')).toEqual({ wrong: 'Eine Zahl, bitte.' });
		}
	});
});

describe('an ambiguous answer is asked about again, with both meanings:', () => {
	test.each<[ReplyType, string, string, string]>([
		['number', '1.000', '1', '1000'],
		['number', '10,000', '10000', '10'],
		['number', '-12.345', '-12.3450', '-12345'],
		['number', '١.٠٠٠', '1', '1000'],
		['date', '03/04/2026', '2026-04-03', '2026-03-04'],
		['date', '3.4.2026', '2026-04-03', '2026-03-04'],
		['date', '03-04-2026', '2026-04-03', '2026-03-04'],
	])('%s: %j', (type, text, one, other) => {
		const { wrong } = check(type, text) as { wrong: string };
		expect(wrong).toMatch(new RegExp(`can be read as .*${one}\\b`));
		expect(wrong).toMatch(new RegExp(`as ${other}\\b`));
		// Answers that follow the instructions are understood.
		for (const way of [one, other]) expect(check(type, way)).toHaveProperty('value');
		const notice = checkTyped(text, { type, list: [] }, 'Bitte noch einmal.') as { wrong: string };
		expect(notice.wrong).toMatch(/^Bitte noch einmal\.\n\n/);
		expect(notice.wrong).toContain(one);
		expect(notice.wrong).toContain(other);
	});

	test.each<[ReplyType, Partial<TypedReply>, string, string | number]>([
		['number', { decimalSign: 'comma' }, '1.000', 1000],
		['number', { decimalSign: 'comma' }, '10,000', 10],
		['number', { decimalSign: 'dot' }, '1.000', 1],
		['number', { decimalSign: 'dot' }, '10,000', 10_000],
		['number', { decimalSign: 'dot' }, '١٢٫٥', 12.5],
		['date', { dateFormat: 'dayFirst' }, '03/04/2026', '2026-04-03'],
		['date', { dateFormat: 'monthFirst' }, '03/04/2026', '2026-03-04'],
		['date', { dateFormat: 'monthFirst' }, '2026-04-03', '2026-04-03'],
	])('%s: the form knows %j: %j', (type, how, text, value) => {
		expect(check(type, text, how)).toEqual({ value });
	});

	test.each<[ReplyType, Partial<TypedReply>, string]>([
		['number', { decimalSign: 'dot' }, '1,5'],
		['number', { decimalSign: 'comma' }, '1.5'],
		['date', { dateFormat: 'dayFirst' }, '12/31/2026'],
	])('%s: the form knows %j, and %j does not fit', (type, how, text) => {
		expect(check(type, text, how)).toHaveProperty('wrong');
	});
});
