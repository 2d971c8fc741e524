import type { INodeProperties } from 'n8n-workflow';

import { isBlank, missing } from './encode';

const UNIT_SECONDS: Record<string, number> = {
	seconds: 1,
	minutes: 60,
	hours: 3600,
	days: 86_400,
};

/** Seconds in an amount and a unit of the form. Throws FieldError where one is not filled in. */
export function secondsIn(amount: unknown, unit: unknown, label: string): number {
	const seconds = Number(amount) * UNIT_SECONDS[String(unit)];
	if (isBlank(amount) || !Number.isFinite(seconds)) throw missing(label);
	return seconds;
}

/** In order of length, as a person looks for them. */
export const durationUnit: INodeProperties = {
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
