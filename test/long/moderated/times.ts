/** A duration as written by a moderator. */
export interface Time {
	text: string;
	/** Its length; Infinity for no end. */
	seconds: number;
	/** The bot must understand it. */
	isPlain: boolean;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

const plain = (seconds: number, ...texts: string[]): Time[] =>
	texts.map((text) => ({ text, seconds, isPlain: true }));

/** The bot may reject these, but must never read one as permanent. */
const odd = (seconds: number, ...texts: string[]): Time[] =>
	texts.map((text) => ({ text, seconds, isPlain: false }));

export const TIMES: Time[] = [
	...plain(HOUR / 2, '30 min', '30m', 'half an hour', '半小时', 'nửa giờ', '٣٠ دقيقة'),
	...plain(HOUR, '1h', '1 hour', 'an hour', '1 час', '1 Stunde', '1小时', '1 giờ', '1 heure'),
	...plain(2 * HOUR, '2h', '2 hours', '2 часа', '2小时', '2시간', '2 tiếng', '2 horas', '2H'),
	...plain(1.5 * DAY, '1d12h', '1d 12h', '1 day 12 hours'),
	...plain(2 * DAY, '2d', 'two days', '2 Tage', '2 días', '2 jours', '2 ngày', '两天', '2 dni'),
	...plain(7 * DAY, '1w', 'a week', '1 semana', '1 неделя', '1 tuần', '一周'),
	...plain(Infinity, 'forever', '永久', 'mãi mãi', 'навсегда', 'für immer', 'para siempre'),
];

export const ODD_TIMES: Time[] = [
	...odd(
		2 * DAY,
		'for two days',
		'for 2 days',
		'zwei Tage',
		'dos días',
		'deux jours',
		'due giorni',
	),
	...odd(
		2 * DAY,
		'dwa dni',
		'iki gün',
		'dua hari',
		'twee dagen',
		'dois dias',
		'два дня',
		'на два дня',
	),
	...odd(
		2 * DAY,
		'for 48 hours',
		'48',
		'2 days please',
		'за 2 дня',
		'для двух дней',
		'two whole days',
	),
	...odd(HOUR, 'eine Stunde', 'una hora', 'une heure', "un'ora", 'um hora', 'uma hora', 'bir saat'),
	...odd(HOUR, 'час', 'на час', 'satu jam', 'een uur', 'godzinę', 'jedną godzinę', 'sixty minutes'),
	...odd(HOUR, 'for an hour', 'for one hour', '1 h.', '60', '1:00', '01:00:00', '1 hr', '1hour.'),
	...odd(HOUR / 2, 'eine halbe Stunde', 'media hora', 'une demi-heure', 'mezz’ora', 'полчаса'),
	...odd(HOUR / 2, 'for half an hour', 'half hour', 'a half hour', '0.5h', '.5h', '½h', '½ hour'),
	...odd(
		DAY,
		'until tomorrow',
		'till tomorrow',
		'bis morgen',
		'hasta mañana',
		'до завтра',
		'到明天',
	),
	...odd(DAY, 'the whole day', 'tonight', 'for the night', 'до вечера', 'for today'),
	...odd(7 * DAY, 'until Monday', 'till monday', 'next week', 'for a couple of days', 'a few days'),
	...odd(
		2.5 * HOUR,
		'2h30',
		'2h30m',
		'2 and a half hours',
		'2,5 hours',
		'2.5h',
		'两个半小时',
		'2 1/2 hours',
	),
	...odd(90 * DAY, 'three months', '3 months', 'until 1.1.2030', 'until 24 December'),
	...odd(10, '10s', '10 sec', '5 Sekunden', 'ten seconds', '0h', '-2h', '2x', '2 spams'),
	...odd(800 * DAY, '800d', '3 years', '3 năm', 'ten years', '3 Jahre', '1000 days', '99999999h'),
	...odd(15 * 60, 'quarter of an hour', 'fifteen minutes', 'a quarter hour', 'eine Viertelstunde'),
	...odd(
		15 * 60,
		'15min',
		"15'",
		'15 mins,',
		'15-min',
		'15 phút',
		'mười lăm phút',
		'十五分钟',
		'一刻钟',
	),
];

export const REASONS = [
	'spam',
	'rude',
	'Advertising, again',
	'3 times',
	'刷屏',
	'nói bậy',
	'спам',
	'¡Spam!',
];
