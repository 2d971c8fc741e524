import type { INodeProperties } from 'n8n-workflow';

import type { Field, Property } from '../engine/define';

type More = Partial<Omit<INodeProperties, 'name' | 'description'>>;

/** `noticeForOthers` is labelled `Notice for Others`. */
const labelOf = (name: string) =>
	(name.charAt(0).toUpperCase() + name.slice(1))
		.replace(/[A-Z]/g, ' $&')
		.replace(/ (And|For|To) /g, (word) => word.toLowerCase())
		.trim();

/**
 * A field in n8n's own shape: an empty text that is labelled as it is named, unless `more` says
 * otherwise.
 */
export function property(name: string, description: string, more: More = {}): INodeProperties {
	const { displayName = labelOf(name), type = 'string', default: first = '', ...others } = more;
	const { required, placeholder, noDataExpression, displayOptions, hint, ...shape } = others;
	return {
		displayName,
		name,
		type,
		...(noDataExpression && { noDataExpression }),
		...shape,
		default: first,
		...(required && { required }),
		...(placeholder && { placeholder }),
		...(displayOptions && { displayOptions }),
		description,
		...(hint && { hint }),
	};
}

/** The same for a field that the operation reads itself. */
export const formOnly = (...args: Parameters<typeof property>): Field => ({
	...(property(...args) as Property),
	wire: 'formOnly',
});

/** Makes a field a switch that is off by default. */
export const toggle = { type: 'boolean', default: false } as const;

/** What makes a field a number. */
export const number = (first: number, typeOptions: INodeProperties['typeOptions']) =>
	({ type: 'number', typeOptions, default: first }) as const;

/** Makes a field a collection: the text of its button, and the fields that it adds. */
export const collection = (placeholder: string, options: INodeProperties[]) =>
	({ type: 'collection', placeholder, default: {}, options }) satisfies More;

/** The options of a trigger, each added by itself. */
export const optionsOf = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	...collection('Add Option', options),
});

/** Text fields that the operation reads, by name. */
export const texts = (fields: Record<string, [example: string, description: string]>): Field[] =>
	Object.entries(fields).map(([name, [example, description]]) =>
		formOnly(name, description, { placeholder: `e.g. ${example}` }),
	);

/** Makes a field a choice: its default, and the name and description of each value. */
export const choices = (
	first: string,
	ways: Record<string, [name: string, description?: string]>,
): Pick<INodeProperties, 'type' | 'options' | 'default'> => ({
	type: 'options',
	options: Object.entries(ways).map(([value, [name, description]]) => ({
		name,
		value,
		...(description && { description }),
	})),
	default: first,
});
