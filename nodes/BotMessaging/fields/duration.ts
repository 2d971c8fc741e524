import { UserError } from '../api/errors';
import type { Property } from '../engine/define';
import { filled, inWords, number, readChoice } from '../engine/reading';
import { oneKeyboard, inDigits } from '../format/characters';

const DAY = 86_400;

/** Seconds per unit of the form. */
const UNITS = { seconds: 1, minutes: 60, hours: 3600, days: DAY };

/**
 * Names of units: the letters used in commands, English, and the languages of many chats. A month has 30
 * days. Numbers in words are read only before the first names of each unit: `a second account`, `a tag` and
 * `十分` (very) are not durations.
 */
const WORDS: Array<[seconds: number, names: string, others: string]> = [
	[
		UNITS.seconds,
		'sec secs seconds giây giay 秒 秒钟',
		's second seg segundo segundos sek sn saniye detik с сек секунд секунды ثانية ثواني seconde seconden secondo secondi sekunda sekundy sekunde секунда 초 วินาที ثانیه सेकंड',
	],
	[
		UNITS.minutes,
		'min mins minute minutes phút phut 分钟 分鐘',
		'm minuto minutos minuten dk dakika menit p м мин минут минуты دقيقة دقائق 分 minuut minuti minuta minuty minut минута хв хвилина хвилини хвилин 분 นาที دقیقه मिनट',
	],
	[
		UNITS.hours,
		'hr hrs hour hours giờ gio tiếng tieng 小时 小時 時間 个小时 個小時 钟头 鐘頭 个钟头 個鐘頭',
		'h hora horas std stunde stunden heure heures sa saat jam ч час часа часов ساعة ساعات 时 uur uren ora ore godz godzina godziny godzin година години годин 시간 ชม ชั่วโมง ساعت घंटा घंटे',
	],
	[
		DAY,
		'day days ngày ngay 天 日',
		'd día días dia dias tag tage jour jours gün hari д день дня дней сутки суток يوم أيام dag dagen giorno giorni dzień dni doba dób дні днів доба 일 วัน روز दिन',
	],
	[
		7 * DAY,
		'wk week weeks tuần tuan 周 週 星期 个星期 個星期 礼拜 禮拜 个礼拜 個禮拜',
		'w semana semanas woche wochen semaine semaines hafta minggu нед неделя недели недель أسبوع أسابيع weken settimana settimane tydzień tygodnie tygodni неделю тиждень тижні тижнів 주 주일 週間 สัปดาห์ อาทิตย์ هفته सप्ताह हफ्ते',
	],
	[
		30 * DAY,
		'month months tháng thang 个月 個月',
		'mo mes meses mês monat monate mois ay bulan мес месяц месяца месяцев شهر أشهر maand maanden mese mesi miesiąc miesiące miesięcy місяць місяці місяців 달 개월 か月 ヶ月 カ月 เดือน ماه महीना महीने',
	],
	[
		365 * DAY,
		'yr year years năm 年',
		'y año años ano anos jahr jahre an ans yıl yil tahun g г год года лет jaar anno anni rok lata lat рік роки років 년 ปี سال साल',
	],
];

/** Without the Arabic letter marks that many people omit. */
const unmarked = (text: string) => oneKeyboard(text.replace(/[أإآ]/g, 'ا').replace(/ة/g, 'ه'));

const namesIn = <T>(table: ReadonlyArray<readonly [T, string]>): Map<string, T> =>
	new Map(
		table.flatMap(([value, names]) =>
			names.split(' ').map((name) => [unmarked(name), value] as const),
		),
	);

const AFTER_WORDS = namesIn(WORDS.map(([seconds, names]) => [seconds, names]));
const SECONDS = namesIn(WORDS.map(([seconds, ...names]) => [seconds, names.join(' ')]));

/** English, Vietnamese with and without accents, Chinese. */
const NUMBERS = namesIn([
	[0.5, 'half nửa nua 半'],
	[1, 'a an one một mot mốt 一'],
	[2, 'two hai 二 两 兩'],
	[3, 'three ba 三'],
	[4, 'four bốn bon tư 四'],
	[5, 'five năm lăm 五'],
	[6, 'six sáu 六'],
	[7, 'seven bảy bẩy 七'],
	[8, 'eight tám 八'],
	[9, 'nine chín 九'],
	[10, 'ten mười mươi muoi 十'],
	[12, 'twelve'],
	[15, 'fifteen'],
	[20, 'twenty'],
	[30, 'thirty'],
]);

const FOREVER = new Set(
	(
		'forever|permanent|permanently|para siempre|für immer|pour toujours|vĩnh viễn|vinh vien|' +
		'mãi mãi|para sempre|per sempre|na zawsze|sonsuza kadar|selamanya|навсегда|назавжди|ถาวร|' +
		'영구|영원히|للأبد|برای همیشه|永久|永远|永遠'
	).split('|'),
);

/** Any of these words; if two begin the same, the longer one. */
const anyOf = (words: Iterable<string>) =>
	`(?:${[...words].sort((a, b) => b.length - a.length).join('|')})`;

const isHan = (word: string) => /^\p{Script=Han}/u.test(word);

/** In Chinese nothing is between two words. */
const HAN = anyOf([...NUMBERS.keys()].filter(isHan));
const WORD = anyOf([...NUMBERS.keys()].filter((word) => !isHan(word)));

/** The end of a unit: no letter, or the next number. */
const END = `(?!(?!${HAN})[\\p{L}\\p{M}])`;

/** Half of a unit more: `1½`, `两天½`. */
const MORE = `(?:\\s*(½|半|rưỡi)(?=[\\s,+]|$))?`;

const UNIT = anyOf(SECONDS.keys());
const UNIT_AFTER_WORDS = anyOf(AFTER_WORDS.keys());

/** A number and its unit, which are the first two groups. No number in words has more than four words. */
const AMOUNTS = [
	`(?<!\\p{N}[.,]?)(\\d{1,9}(?:[.,]\\d{1,9})?½?)\\s*(${UNIT})${END}`,
	`(?<!${HAN})(${HAN}+½?)\\s*(${UNIT_AFTER_WORDS})${END}`,
	`(?<![\\p{L}\\p{M}\\p{N}])((?:${WORD}(?:[\\s-]+|½)){1,4}?)\\s*(${UNIT_AFTER_WORDS})${END}`,
];

/** The same with what may separate two of them. */
const PARTS = AMOUNTS.map(
	(amount) => new RegExp(`^(?:[\\s,+]|and\\b)*${amount}\\.?${MORE}\\s*`, 'u'),
);

/** A number up to 99 in words. `undefined` for anything else: `三四天` is three or four days. */
function numberInWords(text: string): number | undefined {
	let sum = 0;
	for (const word of text.split(isHan(text) ? '' : /[\s-]+/).filter(Boolean)) {
		const value = NUMBERS.get(word)!;
		if (value === 10 && Number.isInteger(sum) && sum < 10) sum = (sum || 1) * 10;
		else if (sum === 0 || (sum % 10 === 0 && Number.isInteger(value) && value < 10)) sum += value;
		else return undefined;
	}
	return sum;
}

function amountOf(text: string): number | undefined {
	const whole = text.replace('½', '');
	const amount = /^\d/.test(whole) ? Number(whole.replace(',', '.')) : numberInWords(whole);
	return amount === undefined || whole === text ? amount : amount + 0.5;
}

/** With each half behind its number: `个半小时` as `½个小时`, `an hour and a half` as `an hour½`. */
const inHalves = (text: string) =>
	text
		.replace(/([个個])半/g, '½$1')
		.replace(/(?<!\s)\s+and a half(?![\p{L}\p{M}])/gu, '½')
		.replace(/(?<![\p{L}\p{M}])half an?\s/gu, 'half ');

/** The lowercase of the Turkish İ is an i with a separate dot. */
const inSmall = (text: string) =>
	inDigits(text.normalize('NFKC'))
		.toLowerCase()
		.replace(/\u0307/g, '')
		.trim();

/** The seconds in words such as `2h`, `1d12h` or `two weeks`; Infinity for `forever`; undefined for others. */
export function secondsInWords(text: string): number | undefined {
	const small = inSmall(text);
	if (FOREVER.has(small)) return Infinity;
	let rest = inHalves(unmarked(small));
	let sum: number | undefined;
	while (rest !== '') {
		const part = PARTS.map((pattern) => pattern.exec(rest)).find(Boolean);
		const [whole = '', number = '', unit = '', more] = part ?? [];
		const amount = amountOf(number);
		if (!part || amount === undefined) return undefined;
		sum = (sum ?? 0) + (amount + (more ? 0.5 : 0)) * SECONDS.get(unit)!;
		rest = rest.slice(whole.length);
	}
	return sum;
}

/** Units that people write without a number, or with it inside: `час`, `полчаса`, `ساعتين`. */
const WITH_NUMBER = new Set(
	'viertelstunde godzinę tydzień sejam sehari seminggu sebulan полчаса полдня полгода півгодини півдня ساعتين ساعتان يومين يومان دقيقتين أسبوعين شهرين שעה שעתיים יום יומיים 하루 반나절 yarım'
		.split(' ')
		.map(unmarked),
);

/** Whether a word is about time, in a language whose number words we do not read. */
export function isAboutTime(word: string): boolean {
	const given = unmarked(word.normalize('NFKC').toLowerCase());
	const isOther = !/[\p{Script=Latin}\p{Script=Han}]/u.test(given);
	return WITH_NUMBER.has(given) || (isOther && given.length > 1 && SECONDS.has(given));
}

/** Words before a unit that are not readable numbers: `mấy`, `zwei`, `sixty`. */
const FEW_GLUED = '几 幾 数 數 몇 หลาย สอง สาม';
const FEW =
	'few some several couple next whole sixty fifty forty eleven quarter vài mấy несколько пару кілька algunos algunas unos unas alguns algumas einige paar quelques alcuni alcune enkele kilka birkaç beberapa بضع चند कुछ ' +
	'ein eine einen einem einer zwei drei vier fünf sechs sieben acht neun zehn halbe halben halber un una une dos tres cuatro cinco seis siete ocho nueve diez deux trois quatre cinq six sept huit neuf dix demi demie quart um uma dois duas três quatro sete oito nove dez meia uno due tre quattro cinque sei sette otto dieci mezza mezz een twee drie vier vijf zes zeven negen tien halve jeden jedną dwa dwie trzy cztery pięć sześć pół półtorej bir iki üç dört beş altı yedi sekiz dokuz yarım satu dua tiga empat lima enam tujuh delapan sembilan sepuluh setengah ' +
	'один одну два две двух дві три трёх трех четыре чотири пять шесть семь восемь девять десять полтора полторы ثلاثة ثلاث أربعة أربع خمسة خمس ستة سبعة عشرة दो तीन دو سه';
const FEW_UNITS = `(?:${anyOf(FEW_GLUED.split(' '))}\\s*|(?<![\\p{L}\\p{M}])${anyOf(FEW.split(' ').map(unmarked))}\\s+)(?:of\\s+|d\\s+)?${UNIT}${END}`;

/** Behind a time, these say when something was: `hai ngày trước` is two days ago. */
const WHEN = '\\s+(?:ago|old|in a row|trước|nay|qua|liền|liên)(?![\\p{L}\\p{M}])';
const SAYS_WHEN = new RegExp(`^${WHEN}`, 'u');

/** Whether the text after a duration makes it a time in the past. */
export const saysWhen = (behind: string): boolean => SAYS_WHEN.test(behind.normalize());

/** Words for the end of something that are not a date. */
const UNTIL =
	/(?<![\p{L}\p{M}])(?:till?|until|tonight|tomorrow|for (?:the night|today)|media hora|medio día|hasta|mañana|jusqu|demain|bis|morgen|amanhã|domani|jutro|yarın|besok|ngày mai|đến mai|завтра|вечера|утра|غدا|فردا|कल)(?![\p{L}\p{M}])|刻[钟鐘]|直到|明天|今晚|明日|내일|พรุ่งนี้/u;

const MENTIONED = new RegExp(`(?:${[...AMOUNTS, FEW_UNITS].join('|')})(?!${WHEN})`, 'u');

/** Whether a text mentions a duration or an end anywhere. A time in the past does not count. */
export function mentionsTime(text: string): boolean {
	const small = unmarked(inSmall(text)).replace(/(?<=\p{L})['’-](?=\p{L})/gu, ' ');
	return MENTIONED.test(inHalves(small)) || UNTIL.test(small);
}

/** The seconds of a number and its unit in the form, or of a text such as `2h`. Throws UserError. */
export function secondsIn(amount: unknown, unit: unknown, label: string): number {
	const given = filled(amount, label);
	if (typeof given !== 'string' || /^[\d\s.+-]*$/.test(given)) {
		const units = Object.keys(UNITS) as Array<keyof typeof UNITS>;
		return number(given, label) * UNITS[readChoice(units, unit, 'Unit')];
	}
	const seconds = secondsInWords(given);
	if (seconds !== undefined) return seconds;
	throw new UserError(
		`${label} is not a time: ${inWords(given)}`,
		`Enter ${label} as a number, or as a time such as 30 min, 2h, 1d12h or 2 weeks.`,
	);
}

/** The field for a duration, above its unit. */
export const durationAmount = (
	field: Pick<Property, 'displayName' | 'name' | 'default' | 'description'>,
): Property => ({
	...field,
	type: 'string',
	placeholder: 'e.g. 1d12h',
	description: `${field.description}: a number of the unit below, or a time such as 30 min, 2h or 1d12h`,
});

/** By length, as people look for them. */
export const durationUnit: Property = {
	displayName: 'Unit',
	name: 'unit',
	type: 'options',
	options: Object.keys(UNITS).map((value) => ({
		name: value.charAt(0).toUpperCase() + value.slice(1),
		value,
	})),
	default: 'hours',
	description: 'The unit of the number above. Not used if the time above has its own, such as 2h.',
};
