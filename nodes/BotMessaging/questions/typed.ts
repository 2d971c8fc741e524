import { DateTime, Info } from 'luxon';

import { inDigits, isUnseen } from '../format/characters';
import { plainWays } from '../moderation/spelling';

/** The possible readings of a text: none, one or several, each with an unambiguous spelling. */
type Ways<T> = Array<{ value: T; written: string }>;

const SIGNS = { comma: ',', dot: '.' };

/** The decimal separator of a number; `ask`: in doubt, the person decides. */
type DecimalSign = 'ask' | keyof typeof SIGNS;

/** Separators of digit groups, besides a dot or a comma: spaces and apostrophes. */
const SEPARATORS = " '";

/** A double is exact up to this many decimal digits. */
const MOST_DIGITS = 15;

/** A number of any script with the separators used here. */
const inSigns = (text: string) =>
	inDigits(text)
		.replace(/[\u2212\u2012\u2013]/g, '-')
		.replace(/[\u066c\u2018\u2019\u02bc`´]/g, "'")
		.replace(/\s/g, ' ');

/** Groups of three digits, all with the same separator; or Indian groups of two, with a last one of three. */
const groupsWith = (separators: string) => `[1-9]\\d{0,2}([${separators}])\\d{3}(?:\\3\\d{3})*`;
const INDIAN_GROUPS = '[1-9]\\d?(?:,\\d{2})*,\\d{3}';

/** The number if this is the decimal separator, written with a dot. */
function readWith(text: string, decimal: string): string | undefined {
	const groups =
		decimal === ','
			? groupsWith(`.${SEPARATORS}`)
			: `${groupsWith(`,${SEPARATORS}`)}|${INDIAN_GROUPS}`;
	const number = new RegExp(`^([+-]?)(\\d+|${groups})(?:[${decimal}](\\d+))?$`).exec(text);
	if (!number) return undefined;
	const [, sign, grouped = '', , decimals = ''] = number;
	const digits = grouped.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
	const rational = decimals.replace(/0+$/, '');
	const read = digits + (rational && `.${rational}`);
	return sign === '-' && read !== '0' ? `-${read}` : read;
}

/** Three digits after a dot could be a group, so add a zero. */
const withoutDoubt = (read: string) => (/^-?[1-9]\d{0,2}\.\d{3}$/.test(read) ? `${read}0` : read);

/** Whether a double holds the number exactly. */
function isKept(read: string): boolean {
	const digits = read.replace(/\D/g, '').replace(/^0+/, '');
	return read.includes('.') ? digits.length <= MOST_DIGITS : Number.isSafeInteger(Number(read));
}

/** The readings of a number in many countries: `1.000` is 1 or 1000, `1.000,5` has only one. */
function numbersIn(text: string, sign: DecimalSign): Ways<number> | 'tooManyDigits' {
	const signs = inSigns(text);
	// The Arabic decimal separator has no other meaning.
	const isArabic = signs.includes('\u066b');
	const decimals = isArabic ? ['\u066b'] : Object.values(sign === 'ask' ? SIGNS : [SIGNS[sign]]);
	const reads = decimals.map((decimal) => readWith(signs, decimal));
	const different = [...new Set(reads.filter((read) => read !== undefined))];
	if (!different.every(isKept)) return 'tooManyDigits';
	return different.map((read) => ({ value: Number(read), written: withoutDoubt(read) }));
}

/** The order in a numeric date; `ask`: in doubt, the person decides. */
type DateFormat = 'ask' | 'dayFirst' | 'monthFirst';

/** Years of other calendars, such as 1405 or 2569, are rejected. */
const YEARS = { first: 1800, last: 2199 };

/** Languages whose month names are understood. */
const LOCALES = ['en', 'de', 'es', 'fr', 'id', 'it', 'nl', 'pl', 'pt', 'ru', 'tr', 'uk', 'vi'];

interface DateParts {
	year?: string;
	month: number;
	day?: string;
}

function isoOf({ year, month, day }: DateParts): string | undefined {
	const date = DateTime.fromObject({ year: Number(year), month, day: Number(day) });
	const isOfNow = date.year >= YEARS.first && date.year <= YEARS.last;
	return date.isValid && isOfNow ? date.toISODate() : undefined;
}

/** A name for comparison; in Turkish, the lowercase of I is ı. */
const asName = (text: string, locale = 'en') =>
	text
		.normalize('NFKC')
		.toLocaleLowerCase(locale)
		.replace(/\u0307/g, '')
		.replace(/\.$/, '');

/** The months with this name in any language, from 1 to 12. */
function monthsOf(given: string): number[] {
	const ways = [asName(given), asName(given, 'tr')];
	const months = LOCALES.flatMap((locale) =>
		(['long', 'short'] as const).flatMap((length) =>
			[Info.months(length, { locale }), Info.monthsFormat(length, { locale })].flatMap((names) =>
				names.flatMap((one, index) => (ways.includes(asName(one)) ? [index + 1] : [])),
			),
		),
	);
	return [...new Set(months)];
}

/** Date formats. `first` and `second` are day and month, in either order. */
const FORMS = [
	/^(?<year>\d{4})\s*[-./年년]\s*(?<month>\d{1,2})\s*[-./月월]\s*(?<day>\d{1,2})[.日号號일]?$/u,
	/^(?:ngày\s+)?(?<first>\d{1,2})\s*([-./])\s*(?<second>\d{1,2})\s*\2\s*(?<year>\d{4})\.?$/i,
	/^(ngày\s+)?(?<day>\d{1,2})\s+tháng\s+(?<month>\d{1,2})(\s+năm)?,?\s+(?<year>\d{4})$/iu,
	/^(?<day>\d{1,2})(\.|er|st|nd|rd|th)?(\s+(de|of))?[\s-]+(?<name>\p{L}[\p{L}\p{M}]*\.?)(\s+(de|del))?[\s,-]+(?<year>\d{4})(\s*(г|года|р|року)\.?)?$/iu,
	/^(?<name>\p{L}[\p{L}\p{M}]*\.?)\s+(?<day>\d{1,2})(st|nd|rd|th)?,?\s+(?<year>\d{4})$/iu,
];

function partsIn(text: string, format: DateFormat): DateParts[] {
	const groups = FORMS.map((form) => form.exec(text)?.groups).find(Boolean);
	if (!groups) return [];
	const { year, month, day, first, second, name } = groups;
	if (name !== undefined) return monthsOf(name).map((one) => ({ year, month: one, day }));
	if (month !== undefined) return [{ year, month: Number(month), day }];
	const dayFirst = { year, month: Number(second), day: first };
	const monthFirst = { year, month: Number(first), day: second };
	return { ask: [dayFirst, monthFirst], dayFirst: [dayFirst], monthFirst: [monthFirst] }[format];
}

/** The readings of a date in different countries: `03/04/2026` is 3 April or 4 March. */
function datesIn(text: string, format: DateFormat): Ways<string> {
	const dates = partsIn(inDigits(text), format).map(isoOf);
	const different = [...new Set(dates.filter((date) => date !== undefined))];
	return different.map((date) => ({ value: date, written: date }));
}

export type ReplyType = 'text' | 'number' | 'date' | 'email' | 'choice';

/** The expected typed answer. */
export interface TypedReply {
	type: ReplyType;
	/** The accepted answers, if there is a list. */
	list: string[];
	/** Absent: ambiguous dates are asked about. */
	dateFormat?: DateFormat;
	decimalSign?: DecimalSign;
}

/** A typed answer as the workflow gets it; or what to tell the person about it. */
type Typed = { value: string | number } | { wrong: string; isInDoubt?: boolean };

/** What to answer with, by type. */
export const WISHES = {
	text: 'your answer',
	number: 'a number, for example 12',
	date: 'a date, for example 2026-12-31',
	email: 'an email address',
};

const asked = ({ type, list }: TypedReply) =>
	type === 'choice' ? `one of these: ${list.join(', ')}` : WISHES[type];

/** One sentence that tells how to answer. */
export const howToAnswer = (reply: TypedReply) => `Reply to this message with ${asked(reply)}.`;

/** Undoes what keyboards and clipboards add: full-width and invisible characters. */
export const plain = (text: string) =>
	text
		.normalize('NFKC')
		.replace(/\p{Cf}/gu, '')
		.trim();

/** Superscript or subscript digits: the plain text of `10²` would be 102. */
export const hasRaised = (text: string) => /[\u00b2\u00b3\u00b9\u2070-\u208e]/.test(text);

/** An address that is safe in a header or a mailto link: without characters that have a meaning there. */
const EMAIL =
	/^(?=.{1,254}$)(?=[^@]{1,64}@)[a-z0-9_+'-]+(\.[a-z0-9_+'-]+)*@([\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(xn--[a-z0-9-]{1,58}[a-z0-9]|\p{L}[\p{L}\p{M}]{1,62})$/iu;

const once = <T>(values: T[]): Ways<T> =>
	values.map((value) => ({ value, written: String(value) }));

/** Whether two texts are the same to people, who ignore case and the like. */
function isSame(one: string, other: string): boolean {
	const ways = plainWays(plain(one));
	return plainWays(plain(other)).some((way) => ways.includes(way));
}

function choicesIn(text: string, list: string[]): string[] {
	const exact = list.find((entry) => plain(entry) === plain(text));
	if (exact !== undefined) return [exact];
	return [...new Set(list.filter((entry) => isSame(entry, text)))];
}

function waysIn(text: string, reply: TypedReply): Ways<string | number> | 'tooManyDigits' {
	switch (reply.type) {
		case 'number':
			return hasRaised(text) ? [] : numbersIn(plain(text), reply.decimalSign ?? 'ask');
		case 'date':
			return datesIn(plain(text), reply.dateFormat ?? 'ask');
		case 'email':
			return once(EMAIL.test(plain(text)) ? [plain(text)] : []);
		case 'choice':
			return once(choicesIn(text, reply.list));
		default:
			return once(isUnseen(text) ? [] : [text.trim()]);
	}
}

/** Checks a typed text. A message without text, such as a photo, is no answer, and neither is a doubtful one. */
export function checkTyped(text = '', reply: TypedReply, notice?: string): Typed {
	const ways = waysIn(text, reply);
	if (ways === 'tooManyDigits') {
		const usual = 'This number has too many digits. Please reply to the question again.';
		return { wrong: notice ?? usual };
	}
	const [way, ...others] = ways;
	if (way && others.length === 0) return { value: way.value };
	const again = 'Please reply to the question again with';
	if (!way) return { wrong: notice ?? `This does not fit. ${again} ${asked(reply)}.` };
	const written = ways.map((one) => one.written);
	const usual = `“${text.trim()}” can be read as ${written.join(' or as ')}. ${again} one of these.`;
	const wrong = notice === undefined ? usual : `${notice}\n\n${written.join(' / ')}`;
	return { wrong, isInDoubt: true };
}
