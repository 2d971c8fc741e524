import { UserError } from '../../../api/errors';
import type { Field, Property, Values } from '../../../engine/define';
import { integer } from '../../../fields/encode';

/** A range with more ids than this is probably a mistake. */
const MOST_IN_RANGE = 100_000;

const FIRST = 'First Message ID';
const LAST = 'Last Message ID';

/** A range of message ids, both ends included. */
export interface Range {
	first: number;
	last: number;
}

/** One message id. Ids count from 1 upwards, so a minus is a slip. */
export function idOf(value: unknown, label: string): number | string {
	const id = integer(value, label);
	if (Number(id) > 0) return id;
	throw new UserError(`${label} must be a message ID, but is ${id}`, 'Message IDs start at 1.');
}

/** The range from one id to another. Throws UserError if it runs backwards or is too large. */
export function rangeOf(first: number | string, last: number | string, label: string): Range {
	const fail = (what: string) => {
		throw new UserError(
			`${label}: the range from ${first} to ${last} ${what}`,
			`Choose a range that goes upwards and contains at most ${MOST_IN_RANGE} messages.`,
		);
	};
	if (typeof first === 'string' || typeof last === 'string') return fail('has too large numbers');
	if (last < first) return fail('goes downwards');
	if (last - first >= MOST_IN_RANGE) return fail(`contains more than ${MOST_IN_RANGE} messages`);
	return { first, last };
}

/** The ids of a range, in order. */
export const idsIn = ({ first, last }: Range): number[] =>
	Array.from({ length: last - first + 1 }, (_none, index) => first + index);

/** The range that the two fields below give. Throws UserError. */
export function givenRange({ firstMessageId: from, lastMessageId: to }: Values): Range {
	const first = idOf(from, FIRST);
	return rangeOf(first, idOf(to, LAST), LAST);
}

const boundary = {
	type: 'string',
	default: '',
	required: true,
} as const;

export const firstMessageId: Property = {
	...boundary,
	displayName: FIRST,
	name: 'firstMessageId',
	placeholder: 'e.g. 100',
	description: 'The ID of the first message to delete',
};

export const lastMessageId: Property = {
	...boundary,
	displayName: LAST,
	name: 'lastMessageId',
	placeholder: 'e.g. 199',
	description: 'The ID of the last message to delete. The range can hold up to 100,000 messages.',
};

/** The two fields for an operation that takes only a range; together they form `range`. */
export const rangeFields: Field[] = [
	{ ...firstMessageId, wire: 'formOnly' },
	{
		...lastMessageId,
		wire: { key: 'range', encode: (_last, _label, { values }) => givenRange(values) },
	},
];
