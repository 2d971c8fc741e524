import { DateTime } from 'luxon';

import { UserError } from '../api/errors';
import type { Field, ItemContext } from '../engine/define';
import { filled, inWords, single } from '../engine/reading';
import { durationAmount, durationUnit, secondsIn } from './duration';
import { formOnly, oneOf, type Alternative } from './formField';

/** Outside these lengths the server makes the ban or restriction permanent (reference, "Limits"). */
const SHORTEST_SECONDS = 30;
const LONGEST_SECONDS = 366 * 86_400;
/** Requests take time and clocks differ: a time near a limit must still be within the limits on arrival. */
const MARGIN_SECONDS = 10;

/** The end, in Unix seconds, of this many seconds from now. */
function endIn(seconds: number, label: string): number {
	if (seconds >= SHORTEST_SECONDS && seconds <= LONGEST_SECONDS) {
		const notTooShort = Math.max(seconds, SHORTEST_SECONDS + MARGIN_SECONDS);
		const lasting = Math.min(notTooShort, LONGEST_SECONDS - MARGIN_SECONDS);
		return Math.round(Date.now() / 1000 + lasting);
	}
	const wrong = seconds < SHORTEST_SECONDS ? 'less than 30 seconds' : 'more than 366 days';
	throw new UserError(
		`${label} is ${wrong} away, so the server would make it permanent`,
		'Choose between 30 seconds and 366 days, or set How Long to Permanent.',
	);
}

function endOfDuration({ values }: ItemContext): number | undefined {
	const seconds = secondsIn(values.untilAmount, values.untilUnit, 'Duration');
	return seconds === Infinity ? undefined : endIn(seconds, 'Duration');
}

/** As seconds, this is a day in the year 5138; as milliseconds, one in 1973. */
const SURELY_MILLISECONDS = 1e11;

/** A date in Unix seconds, or NaN. Without a time zone, as from the date picker, the workflow's counts. */
export function secondsOf(value: unknown, timezone: string): number {
	if (DateTime.isDateTime(value)) return value.toSeconds();
	if (value instanceof Date) return value.getTime() / 1000;
	if (typeof value === 'object') return NaN;
	const given = String(value).trim();
	if (typeof value === 'number' || /^\d+(\.\d+)?$/.test(given)) {
		const number = Number(given);
		return number < SURELY_MILLISECONDS ? number : number / 1000;
	}
	const options = { zone: timezone, setZone: true };
	const iso = DateTime.fromISO(given, options);
	const parsed = iso.isValid ? iso : DateTime.fromSQL(given, options);
	// A text without an offset may mean two times: Luxon takes the one with the offset of today.
	return parsed.getPossibleOffsets()[0]!.toSeconds();
}

/** A date in Unix seconds. Throws UserError for anything else. */
export function date(value: unknown, label: string, timezone: string): number {
	const given = filled(value, label);
	const seconds = secondsOf(given, timezone);
	if (Number.isFinite(seconds)) return seconds;
	throw new UserError(
		`${label} is not a date: ${inWords(given)}`,
		'Pick a date, or use an expression that returns a date, for example {{ $now.plus(2, "days") }}.',
	);
}

/** The API uses 0 for no end (reference 5.4). */
export const isEndless = (value: unknown) => ['0', 0].includes(single(value) as string | number);

function endAtDate({ values, timezone }: ItemContext): number | undefined {
	if (isEndless(values.untilDate)) return undefined;
	return endIn(date(values.untilDate, 'End Date', timezone) - Date.now() / 1000, 'End Date');
}

/** The end of a ban or restriction, as `until_date` in Unix seconds; left out if permanent. */
export const untilFields = (
	initial: 'duration' | 'permanent',
	further: Record<string, Alternative> = {},
): Field[] =>
	oneOf(
		{
			displayName: 'How Long',
			name: 'until',
			default: initial,
			description:
				'When the restriction or ban ends. The time must be between 30 seconds and 366 days. A day is 24 hours, also when the clocks change.',
			key: 'until_date',
			isTimed: true,
		},
		{
			duration: {
				name: 'For a Duration',
				reads: [
					{
						...durationAmount({
							displayName: 'Duration',
							name: 'untilAmount',
							default: '1',
							description: 'How long it lasts',
						}),
						required: true,
					},
					{ ...durationUnit, name: 'untilUnit' },
				],
				encode: endOfDuration,
			},
			...further,
			permanent: { name: 'Permanent' },
			date: {
				name: 'Until a Date',
				reads: [
					formOnly(
						'untilDate',
						'When it ends, in the time zone of the workflow. When the clocks change, a time that is left out is an hour later, and of a time that comes twice the first one counts.',
						{ displayName: 'End Date', type: 'dateTime', required: true },
					),
				],
				encode: endAtDate,
			},
		},
	);
