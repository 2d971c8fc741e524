import type { Property } from '../engine/define';
import { number, readChoice } from '../engine/reading';

const UNIT_SECONDS: Record<string, number> = {
	seconds: 1,
	minutes: 60,
	hours: 3600,
	days: 86_400,
};

/** Seconds in an amount and a unit of the form. Throws UserError if one cannot be right. */
export function secondsIn(amount: unknown, unit: unknown, label: string): number {
	return (
		number(amount, label) *
		UNIT_SECONDS[readChoice(Object.keys(UNIT_SECONDS), unit, 'Unit') as string]
	);
}

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
	description: 'The unit of the number above',
};
