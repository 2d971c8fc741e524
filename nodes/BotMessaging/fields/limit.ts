import type { Field } from '../engine/define';
import { integer } from './encode';

/** How many of a list to return. */
export const limit: Field = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	wire: { encode: integer },
};
