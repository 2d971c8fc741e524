import { DateTime, Info } from 'luxon';

import { inDigits } from '../../format/digits';
import type { Ways } from './number';

/** What comes first in a date without a name of the month; `ask`: if it is not clear, the person says. */
export type DateFormat = 'ask' | 'dayFirst' | 'monthFirst';

/** Years of another calendar, such as 1405 or 2569, are no years of this one. */
const YEARS = { first: 1800, last: 2199 };

/** Whose names of months are understood. */
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

/** A name as it is compared; in Turkish, the small letter of I is ı. */
const asName = (text: string, locale = 'en') =>
	text
		.normalize('NFKC')
		.toLocaleLowerCase(locale)
		.replace(/\u0307/g, '')
		.replace(/\.$/, '');

/** The months that have this name somewhere, from 1 to 12. */
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

/** As people write dates: `first` and `second` are day and month in one order or the other. */
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

/** What a date can mean as people of many countries write it: `03/04/2026` is 3 April or 4 March. */
export function datesIn(text: string, format: DateFormat): Ways<string> {
	const dates = partsIn(inDigits(text), format).map(isoOf);
	const different = [...new Set(dates.filter((date) => date !== undefined))];
	return different.map((date) => ({ value: date, written: date }));
}
