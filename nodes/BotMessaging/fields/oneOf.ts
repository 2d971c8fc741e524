import type { Field, ItemContext, Property } from '../engine/define';
import { choice } from './encode';

/** One of several ways in the form. */
export interface Alternative {
	name: string;
	description?: string;
	/** Fields that only this way shows, and that `encode` reads. */
	reads?: Property[];
	/** The value on the wire, under the key of the selector. */
	encode?: (context: ItemContext) => unknown;
	/** Fields that only this way shows, and that are sent on their own. */
	shows?: Field[];
}

/** Shows fields only while another field has one of some values, beside their own conditions. */
export function shownFor(name: string, values: Array<string | boolean>, fields: Field[]): Field[] {
	// n8n stops at the first condition that an expression decides. If a field's own condition came after it,
	// n8n would demand the field even if it is hidden.
	return fields.map((field) => ({ ...field, shownFor: { ...field.shownFor, [name]: values } }));
}

/**
 * A selector, and below it the fields of each way.
 *
 * @param selector with `key`, the wire name of what the chosen way encodes, and `isTimed`
 * @param ways by selector value, in the order of the form
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
