import type { INodeProperties } from 'n8n-workflow';

import type { Encode, Encoding, Field, ItemContext, Property } from '../engine/define';
import { numberWithin } from '../engine/reading';
import { choice } from './encode';

type More = Partial<Omit<INodeProperties, 'name' | 'description'>>;

/** `noticeForOthers` is labelled `Notice for Others`. */
const labelOf = (name: string) =>
	(name.charAt(0).toUpperCase() + name.slice(1))
		.replace(/[A-Z]/g, ' $&')
		.replace(/ (And|For|To) /g, (word) => word.toLowerCase())
		.trim();

/** A field in n8n's own shape: an empty text that is labelled as it is named, unless `more` differs. */
export const property = (name: string, description: string, more?: More): INodeProperties => ({
	displayName: labelOf(name),
	name,
	type: 'string',
	default: '',
	description,
	...more,
});

/** The same for a field that the operation reads itself. */
export const formOnly = (...args: Parameters<typeof property>): Field => ({
	...(property(...args) as Property),
	wire: 'formOnly',
});

/** The same for a field that is sent. */
export const sent = (name: string, description: string, encode: Encode, more?: More): Field => ({
	...(property(name, description, more) as Property),
	wire: { encode },
});

/** A switch that is sent as it is: on, because only who needs it adds it. */
export const sentSwitch = (name: string, displayName: string, description: string): Field => ({
	displayName,
	name,
	type: 'boolean',
	default: true,
	description,
	wire: 'asRead',
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

/** By value, the name and the description of a choice. */
type ChoiceWords = Record<string, [name: string, description?: string]>;

const option = (value: string, name: string, description?: string) => ({
	name,
	value,
	...(description && { description }),
});

/** Choices in n8n's own shape. */
export const optionsIn = (ways: ChoiceWords) =>
	Object.entries(ways).map(([value, words]) => option(value, ...words));

/** Makes a field a choice, with a default. */
export const choices = (first: string, ways: ChoiceWords) =>
	({ type: 'options', options: optionsIn(ways), default: first }) as const;

/**
 * The expression for a row's title from some of its fields, e.g. `/ban, groups`. The editor passes a row as
 * `$collection.item`. Shows a choice by its name and an expression without its `=`; skips empty and hidden
 * fields. The editor numbers rows without a title.
 */
export const rowTitle = (...names: string[]) => `={{ ((row, names) => names
	.map((name) => row.properties.find((field) => field.name === name))
	.filter(({ displayOptions }) => Object.entries(displayOptions?.show ?? {})
		.every(([name, values]) => values.includes(row.value[name])))
	.map(({ name, options = [] }, index) => {
		const choice = options.find(({ value }) => value === row.value[name])?.name;
		return (index > 0 ? choice?.toLowerCase() : choice) ?? String(row.value[name] ?? "").replace(/^=/, "");
	})
	.filter(Boolean).join(", "))($collection.item, ${JSON.stringify(names)}) }}`;

/** The same with the row's number in front, for lists in which the order matters. */
export const numberedTitle = (...names: string[]) =>
	`={{ ((title) => title && $collection.item.index + 1 + ". " + title)(${rowTitle(...names).slice('={{ '.length, -' }}'.length)}) }}`;

/** Settings of every row list: the button's text, and the title of a row. */
export const rowList = (button: string, itemTitle: string) => ({
	multipleValues: true,
	multipleValueButtonText: button,
	sortable: true,
	fixedCollection: { itemTitle },
});

/** The same for rows of many fields: those that are not required are added by a button. */
export const rowListWithMore = (button: string, itemTitle: string) => ({
	...rowList(button, itemTitle),
	hideOptionalFields: true,
	addOptionalFieldButtonText: 'More',
});

/** Makes a field a list of rows: the name of a row, its title, and its fields. */
export const listOfRows = (name: string, itemTitle: string, values: INodeProperties[]) => {
	const displayName = labelOf(name);
	const button = `Add ${displayName}`;
	return {
		type: 'fixedCollection',
		typeOptions: rowList(button, itemTitle),
		default: {},
		placeholder: button,
		options: [{ displayName, name, values }],
	} satisfies More;
};

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

type Selector = Pick<Property, 'displayName' | 'name' | 'default' | 'description' | 'hint'>;

/** A selector, and below it the fields of each way. `ways`: by value, in the order of the form. */
export function oneOf(
	{ key, isTimed, ...selector }: Selector & Pick<Encoding, 'key' | 'isTimed'>,
	ways: Record<string, Alternative>,
): Field[] {
	const entries = Object.entries(ways);
	const encoded = entries.map(([value, { encode = () => undefined }]) => [value, encode] as const);
	return [
		{
			...selector,
			type: 'options',
			options: entries.map(([value, { name, description }]) => option(value, name, description)),
			wire: { key, isTimed, encode: choice(Object.fromEntries(encoded)) },
		},
		...entries.flatMap(([value, { reads = [], shows = [] }]) => {
			const read = reads.map((field): Field => ({ ...field, wire: 'formOnly' }));
			return shownFor(selector.name, [value], [...read, ...shows]);
		}),
	];
}

/** How many of a list to return; a server returns up to 100. */
export const limit: Field = sent(
	'limit',
	'Max number of results to return',
	(value) => numberWithin(limit, value),
	number(50, { minValue: 1, maxValue: 100, numberPrecision: 0 }),
);
