import { DateTime } from 'luxon';

import { UserError } from '../api/errors';
import { tryJson } from '../api/basics';
import type { Encode, ItemContext } from '../engine/define';
import { filled, inWords, isBlank, missing, readChoice, single } from '../engine/reading';

/** What each choice of the form puts on the wire. Refuses other values, which an expression may give. */
export function choice(choices: Record<string, (context: ItemContext) => unknown>): Encode {
	const values = Object.keys(choices);
	return (value, label, context) => choices[readChoice(values, value, label)]?.(context);
}

/** The ISO form of a date that an expression such as `{{ $now }}` gave; nothing for anything else. */
function dateText(value: unknown): string | null {
	const date = value instanceof Date ? DateTime.fromJSDate(value, { zone: 'utc' }) : value;
	return DateTime.isDateTime(date) ? date.toISO() : null;
}

/** Text that may be empty. A number or a yes or no is its text, in JSON as in an upload; a date is its ISO form. */
export function optionalText(given: unknown, label: string): string {
	const value = single(given);
	// The result of an invalid calculation.
	const isNoNumber = typeof value === 'number' && !Number.isFinite(value);
	if (typeof value !== 'object' && !isNoNumber) return String(value);
	const date = dateText(value);
	if (date) return date;
	throw new UserError(
		`${label} must be text, but is ${inWords(value)}`,
		'Use an expression that returns a single value, for example {{ $json.text }}.',
	);
}

/** Text that must not be empty. */
export function text(given: unknown, label: string): string {
	return optionalText(filled(given, label), label);
}

/** Throws UserError if a text is longer than possible, or a list has more entries than possible. */
export function checkMost(
	label: string,
	count: number,
	most: number,
	advice = `Shorten ${label}.`,
	unit = 'characters',
): void {
	if (count <= most) return;
	const [found, limit] = [count, most].map((number) => number.toLocaleString('en-US'));
	throw new UserError(
		`${label} has ${found} ${unit}, but the limit is ${limit}`,
		advice,
		['bytes', 'characters'].includes(unit) ? 'tooLong' : 'badValue',
	);
}

/** Text with a maximum length. */
export function withinLength(given: string, most: number, label: string): string {
	checkMost(label, [...given].length, most);
	return given;
}

/** A whole number between two others. */
export const integerWithin =
	(least: number, most: number): Encode =>
	(value, label) => {
		const number = integer(value, label);
		if (Number(number) >= least && Number(number) <= most) return number;
		throw new UserError(
			`${label} must be from ${least} to ${most}, but is ${number}`,
			`Give a whole number from ${least} to ${most}, or remove ${label}.`,
		);
	};

/**
 * A whole number. Digits beyond 2^53 stay a string, so that no ID is rounded. A number of that size is
 * refused: it has been rounded already.
 */
export function integer(given: unknown, label: string): number | string {
	const value = filled(given, label);
	const digits = typeof value === 'object' ? '' : String(value).trim();
	if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
		throw new UserError(
			`${label} is too large for a number`,
			`Numbers of more than 15 digits lose their last digits. Enter ${label} as text.`,
		);
	}
	if (!/^[+-]?\d+$/.test(digits)) {
		const found = inWords(typeof value === 'object' ? value : digits);
		throw new UserError(
			`${label} must be a whole number, but is ${found}`,
			`Enter ${label} in digits only, without spaces, dots or letters.`,
		);
	}
	const whole = Number(digits);
	return Number.isSafeInteger(whole) ? whole : digits.replace(/^\+/, '');
}

/** JSON from a text, without rounding ids, or the list or object that an expression gave. */
export function json(value: unknown, label: string): unknown {
	if (isBlank(value)) throw missing(label);
	const data = typeof value === 'string' ? tryJson(value) : value;
	if (data !== undefined) return data;
	throw new UserError(
		`${label} is not valid JSON`,
		'Check quotes, commas and brackets. Names and texts need double quotes.',
	);
}
