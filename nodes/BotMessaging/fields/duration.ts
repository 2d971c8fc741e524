import { UserError } from '../api/errors';
import type { Property } from '../engine/define';
import { isBlank, inWords, missing, number, readChoice, single } from '../engine/reading';

const DAY = 86_400;

const UNIT_SECONDS = new Map([
	['seconds', 1],
	['minutes', 60],
	['hours', 3600],
	['days', DAY],
]);

/** What people call a unit: the letters of commands, English, and the languages of many chats. A month has 30 days. */
const WORDS: Array<[seconds: number, names: string]> = [
	[
		1,
		's sec secs second seconds seg segundo segundos sek sn saniye detik giây giay с сек секунд секунды ثانية ثواني 秒 秒钟',
	],
	[
		60,
		'm min mins minute minutes minuto minutos minuten dk dakika menit phút phut p м мин минут минуты دقيقة دقائق 分 分钟 分鐘',
	],
	[
		3600,
		'h hr hrs hour hours hora horas std stunde stunden heure heures sa saat jam giờ gio tiếng tieng ч час часа часов ساعة ساعات 时 小时 小時 時間 个小时 個小時',
	],
	[
		DAY,
		'd day days día días dia dias tag tage jour jours gün hari ngày ngay д день дня дней сутки суток يوم أيام 天 日',
	],
	[
		7 * DAY,
		'w wk week weeks semana semanas woche wochen semaine semaines hafta minggu tuần tuan нед неделя недели недель أسبوع أسابيع 周 週 星期',
	],
	[
		30 * DAY,
		'mo month months mes meses mês monat monate mois ay bulan tháng thang мес месяц месяца месяцев شهر أشهر 个月 個月',
	],
	[
		365 * DAY,
		'y yr year years año años ano anos jahr jahre an ans yıl tahun năm г год года лет 年',
	],
];

const SECONDS = new Map(
	WORDS.flatMap(([seconds, names]) => names.split(' ').map((name) => [name, seconds] as const)),
);

const FOREVER = new Set([
	'forever',
	'permanent',
	'permanently',
	'para siempre',
	'für immer',
	'pour toujours',
	'vĩnh viễn',
	'навсегда',
	'永久',
	'永远',
]);

/** A number and what it counts, with what may be between two of them. */
const PART = /^(?:[\s,+]|and\b)*(\d+(?:[.,]\d+)?)\s*([\p{L}\p{M}]+)\.?\s*/u;

/**
 * Seconds in a time as people write it: `2h`, `1d12h`, `30 min`, `2 weeks`; Infinity for `forever`.
 * `undefined` for a text that is no such time.
 */
export function secondsInWords(text: string): number | undefined {
	let rest = text.normalize('NFKC').toLowerCase().trim();
	if (FOREVER.has(rest)) return Infinity;
	let sum: number | undefined;
	for (let part = PART.exec(rest); part; part = PART.exec(rest)) {
		const [whole, amount = '', unit = ''] = part;
		const seconds = SECONDS.get(unit);
		if (seconds === undefined) return undefined;
		sum = (sum ?? 0) + Number(amount.replace(',', '.')) * seconds;
		rest = rest.slice(whole.length);
	}
	return rest === '' ? sum : undefined;
}

const isInWords = (value: unknown): value is string =>
	typeof value === 'string' && /[^\d\s.+-]/.test(value);

/**
 * Seconds in a time of the form: a number of the unit below it, or a time in words, which needs no unit.
 * Infinity for `forever`. Throws UserError if it cannot be right.
 */
export function secondsIn(amount: unknown, unit: unknown, label: string): number {
	const given = single(amount);
	if (isBlank(given)) throw missing(label);
	if (!isInWords(given)) {
		const seconds = UNIT_SECONDS.get(readChoice([...UNIT_SECONDS.keys()], unit, 'Unit')) ?? 1;
		return number(given, label) * seconds;
	}
	const seconds = secondsInWords(given);
	if (seconds !== undefined) return seconds;
	throw new UserError(
		`${label} is not a time: ${inWords(given)}`,
		`Enter ${label} as a number, or as a time such as 30 min, 2h, 1d12h or 2 weeks.`,
	);
}

/** The field of a time, above its unit. */
export const durationAmount = (
	field: Pick<Property, 'displayName' | 'name' | 'default' | 'description'>,
): Property => ({
	...field,
	type: 'string',
	placeholder: 'e.g. 2 or 1d12h',
	description: `${field.description}: a number of the unit below, or a time such as 30 min, 2h or 1d12h`,
});

/** In order of length, as a person looks for them. */
export const durationUnit: Property = {
	displayName: 'Unit',
	name: 'unit',
	type: 'options',
	options: [
		{ name: 'Seconds', value: 'seconds' },
		{ name: 'Minutes', value: 'minutes' },
		{ name: 'Hours', value: 'hours' },
		{ name: 'Days', value: 'days' },
	],
	default: 'hours',
	description: 'The unit of the number above. Not used if the time above has its own, such as 2h.',
};
