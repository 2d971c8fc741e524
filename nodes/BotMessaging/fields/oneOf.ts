import type { Field, ItemContext, Property } from '../engine/define';
import { choice } from './encode';

/** One way among several, as the form offers it. */
export interface Alternative {
	name: string;
	description?: string;
	/** Fields that are shown for this way only, and that `encode` reads. */
	reads?: Property[];
	/** What it puts on the wire under the key of the selector. */
	encode?: (context: ItemContext) => unknown;
	/** Fields that are shown for this way only, and that go on the wire by themselves. */
	shows?: Field[];
}

/** Shows fields only while another field has one of some values, beside their own conditions. */
export function shownFor(name: string, values: Array<string | boolean>, fields: Field[]): Field[] {
	// n8n looks no further than the first condition that an expression decides, and would demand a
	// field of everybody whose own condition comes later.
	return fields.map((field) => ({ ...field, shownFor: { ...field.shownFor, [name]: values } }));
}

/**
 * A selector with the fields of each of its ways below it.
 *
 * @param selector with `key`, the name on the wire of what the chosen way encodes, and `isTimed`
 * @param ways by the selector's value for each, in the order of the form
 */
export function oneOf(
	{
		key,
		isTimed,
		...selector
	}: Pick<Property, 'displayName' | 'name' | 'default' | 'description' | 'hint'> & {
		key?: string;
		isTimed?: true;
	},
	ways: Record<string, Alternative>,
): Field[] {
	const entries = Object.entries(ways);
	const encoded = entries.map(([value, { encode = () => undefined }]) => [value, encode] as const);
	return [
		{
			...selector,
			type: 'options',
			options: entries.map(([value, { name, description }]) => ({
				name,
				value,
				...(description && { description }),
			})),
			wire: { key, isTimed, encode: choice(Object.fromEntries(encoded)) },
		},
		...entries.flatMap(([value, { reads = [], shows = [] }]) => [
			...shownFor(
				selector.name,
				[value],
				reads.map((field) => ({ ...field, wire: 'formOnly' })),
			),
			...shownFor(selector.name, [value], shows),
		]),
	];
}
