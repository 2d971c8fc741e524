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
	['永远', Infinity],
	['mãi mãi', Infinity],
	['mãi mãi'.normalize('NFD'), Infinity],
	['vĩnh viễn'.normalize('NFD'), Infinity],
	// Numbers in words.
	['半小时', 1800],
	['半个小时', 1800],
	['半天', DAY / 2],
	['半个月', 15 * DAY],
	['一天', DAY],
	['两小时', 2 * HOUR],
	['兩個小時', 2 * HOUR],
	['两 个小时', 2 * HOUR],
	['三天', 3 * DAY],
	['一周', 7 * DAY],
	['两个星期', 14 * DAY],
	['一个月', 30 * DAY],
	['十分钟', 600],
	['十二小时', 12 * HOUR],
	['二十四小时', DAY],
	['三十分钟', 1800],
	['一天十二小时', 36 * HOUR],
	['1天半小时', DAY + 1800],
	['一个半小时', 5400],
	['2个半小时', 9000],
	['两天半', 60 * HOUR],
	['nửa giờ', 1800],
	['nửa giờ'.normalize('NFD'), 1800],
	['nua gio', 1800],
	['nửa tiếng', 1800],
	['nửa ngày', DAY / 2],
	['một giờ', HOUR],
	['hai tiếng', 2 * HOUR],
	['hai tiếng'.normalize('NFD'), 2 * HOUR],
	['ba ngày', 3 * DAY],
	['năm năm', 5 * 365 * DAY],
	['một năm ba tháng', 455 * DAY],
	['mười phút', 600],
	['mười lăm phút', 900],
	['Hai mươi bốn giờ', DAY],
	['ba mươi phút', 1800],
	['hai tiếng rưỡi', 9000],
	['2 tiếng rưỡi', 9000],
	['half an hour', 1800],
	['Half a day', DAY / 2],
	['half-hour', 1800],
	['an hour', HOUR],
	['an hour and a half', 5400],
	['two and a half hours', 9000],
	['two weeks', 14 * DAY],
	['twenty-four hours', DAY],
	['one hour and thirty minutes', 5400],
])('%s is a time', (text, seconds) => {
	expect(secondsInWords(text)).toBe(seconds);
});

test.each([
	'',
	'2',
	'h',
	'soon',
	'2 moons',
	'2h spam',
	'2h 3',
	'-2h',
	'2h-3h',
	'1e3s',
	'for ever',
	// Not three and four.
	'三四天',
	'hai ba ngày',
	'半',
	'一月',
	'十分',
	'一时',
	'一直刷屏',
	'一天到晚刷屏',
	'半小时刷屏',
	'hai người',
	'nửa đêm',
	'half',
	'a second',
	'a tag',
	'twenty half hours',
])('%p is none', (text) => {
	expect(secondsInWords(text)).toBeUndefined();
});

test('a long text is judged at once', () => {
	for (const part of ['1h ', ' ', 'a ', '十', 'half an ']) {
		expect(secondsInWords(`1h${part.repeat(50_000)}x`)).toBeUndefined();
	}
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
