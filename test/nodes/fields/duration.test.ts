import { secondsIn, secondsInWords } from '../../../nodes/BotMessaging/fields/duration';

const HOUR = 3600;
const DAY = 24 * HOUR;

test.each([
	['2h', 2 * HOUR],
	['1d12h', 36 * HOUR],
	['1d 12h', 36 * HOUR],
	['30 min', 1800],
	['30 мин', 1800],
	['2 weeks', 14 * DAY],
	['2 WEEKS', 14 * DAY],
	['1 hour and 30 minutes', 5400],
	['1 hour, 30 minutes', 5400],
	['1.5h', 5400],
	['1,5 Std.', 5400],
	['10s', 10],
	['3 mo', 90 * DAY],
	['1 year', 365 * DAY],
	['2 giờ', 2 * HOUR],
	['2 giờ'.normalize('NFD'), 2 * HOUR],
	['30 phút', 1800],
	['30p', 1800],
	['2 tiếng 30 phut', 9000],
	['2 gio', 2 * HOUR],
	['3 ngay', 3 * DAY],
	['2个小时', 2 * HOUR],
	['3 ساعات', 3 * HOUR],
	['2 суток', 2 * DAY],
	['3 ngày', 3 * DAY],
	['2小时', 2 * HOUR],
	['1天12小时', 36 * HOUR],
	['３０分钟', 1800],
	['2 дня', 2 * DAY],
	['2 días', 2 * DAY],
	['5 dakika', 300],
	['forever', Infinity],
	[' Forever ', Infinity],
	['vĩnh viễn', Infinity],
	['навсегда', Infinity],
	['永久', Infinity],
])('%s is a time', (text, seconds) => {
	expect(secondsInWords(text)).toBe(seconds);
});

test.each(['', '2', 'h', 'soon', '2 moons', '2h spam', '2h 3', '-2h', '2h-3h', '1e3s', 'for ever'])(
	'%p is none',
	(text) => {
		expect(secondsInWords(text)).toBeUndefined();
	},
);

test('a long text is judged at once', () => {
	expect(secondsInWords(`${'1h '.repeat(50_000)}x`)).toBeUndefined();
});

test.each([
	[2, 'hours', 2 * HOUR],
	['2', 'days', 2 * DAY],
	['2h', 'days', 2 * HOUR],
	[['2h'], 'days', 2 * HOUR],
	['-2', 'hours', -2 * HOUR],
])('%p with the unit %s is read as the form means it', (amount, unit, seconds) => {
	expect(secondsIn(amount, unit, 'Duration')).toBe(seconds);
});

test('what is no time is named with its field', () => {
	expect(() => secondsIn('2 moons', 'hours', 'Older Than')).toThrow(
		'Older Than is not a time: "2 moons"',
	);
});
