import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { table } from '../lib/table';

const list = (names: string[]): string => names.map((name) => `_${name}_`).join(', ');

const optionNames = ({ options = [] }: INodeProperties): string[] =>
	(options as INodePropertyOptions[]).map(({ name }) => name);

/** The allowed content of a field, by its type. */
function takes(property: INodeProperties): string {
	const { type, options = [], modes = [], typeOptions = {} } = property;
	switch (type) {
		case 'boolean':
			return 'on or off';
		case 'number': {
			const { minValue, maxValue } = typeOptions;
			if (minValue === undefined && maxValue === undefined) return 'a number';
			if (maxValue === undefined) return `a number from ${minValue}`;
			return `a number${minValue === undefined ? '' : ` from ${minValue}`} to ${maxValue}`;
		}
		case 'options':
			return options.length > 0 ? `one of ${list(optionNames(property))}` : 'one of a list';
		case 'multiOptions':
			return options.length > 0 ? `any of ${list(optionNames(property))}` : 'any of a list';
		case 'resourceLocator':
			return modes.map(({ displayName }) => `_${displayName}_`).join(' or ');
		case 'dateTime':
			return 'a date and time';
		case 'json':
			return 'JSON';
		case 'collection':
			return 'fields that you add';
		case 'fixedCollection':
			return typeOptions.multipleValues ? 'rows that you add' : 'the fields below';
		default:
			return 'text';
	}
}

export const sentence = (text: string) => (/[.!?:]$/.test(text) ? text : `${text}.`);

/** When a form shows a field, in terms of the labels of the fields next to it. */
function condition(property: INodeProperties, beside: INodeProperties[]): string {
	const { shownFor } = property as { shownFor?: Record<string, unknown[]> };
	const conditions = Object.entries(shownFor ?? property.displayOptions?.show ?? {});
	const said = conditions.flatMap(([name, values = []]) => {
		const other = beside.find((one) => one.name === name);
		// What is shown only where it was saved has no other field to name.
		if (!other || other === property) return [];
		const names = [values].flat().map((value) => {
			const option = ((other.options ?? []) as INodePropertyOptions[]).find(
				(one) => one.value === value,
			);
			return `_${option?.name ?? (value === true ? 'on' : value === false ? 'off' : String(value))}_`;
		});
		return [`${other.displayName} is ${names.join(' or ')}`];
	});
	return said.length > 0 ? `If ${said.join(' and ')}.` : '';
}

/** The form's texts about a field, in one cell. An optional field has its value only once it is added. */
function words(property: INodeProperties, beside: INodeProperties[], isAdded: boolean): string {
	const { description, placeholder = '', default: initial, hint, required } = property;
	// What is shown only where it was saved cannot be added.
	const isOffered = property.displayOptions?.show?.[property.name] === undefined;
	const isPlain =
		isOffered && ['string', 'number', 'boolean'].includes(typeof initial) && initial !== '';
	const option = ((property.options ?? []) as INodePropertyOptions[]).find(
		({ value }) => value === initial,
	);
	const start = option?.name ?? (initial === true ? 'on' : initial === false ? 'off' : initial);
	const example = placeholder.startsWith('e.g. ') ? placeholder.slice(5) : '';
	return [
		condition(property, beside),
		required ? 'Required.' : '',
		description ? sentence(description) : '',
		hint ? sentence(hint) : '',
		example ? `For example \`${example}\`.` : '',
		isPlain ? sentence(`${isAdded ? 'When you add it' : 'At first'}: ${String(start)}`) : '',
	]
		.filter(Boolean)
		.join(' ')
		.replace(/\s+/g, ' ');
}

/** The properties inside of a list or a collection. */
function inside({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).flatMap(({ values }) => values);
}

function rowsOf(properties: INodeProperties[], path: string, isAdded: boolean): string[][] {
	return properties
		.filter(({ type }) => type !== 'notice' && type !== 'hidden' && type !== 'callout')
		.flatMap((property) => {
			const label = `${path}${property.displayName}`;
			return [
				[`**${label}**`, takes(property), words(property, properties, isAdded)],
				...rowsOf(inside(property), `${label} > `, true),
			];
		});
}

const tableOf = (rows: string[][]) =>
	rows.length === 0 ? '' : table(['Field', 'Takes', 'Meaning'], rows);

/** A table of fields, each followed by its nested ones. Empty without fields. */
export const fieldTable = (properties: INodeProperties[], { isAdded = false } = {}): string =>
	tableOf(rowsOf(properties, '', isAdded));

/** A table of the fields that two forms share, or of those that only the first has. */
export function comparedTable(
	which: 'shared' | 'own',
	first: INodeProperties[],
	second: INodeProperties[],
): string {
	const rows = rowsOf(first, '', false);
	const known = new Set(rowsOf(second, '', false).map(String));
	return tableOf(rows.filter((row) => known.has(String(row)) === (which === 'shared')));
}
