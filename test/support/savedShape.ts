import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { action, isOf } from './actionNode';

type Saved = Record<string, unknown>;

const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');

const isObject = (value: unknown): value is Saved =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const inJson = (value: unknown) => JSON.stringify(value);

function locatorFault({ modes = [] }: INodeProperties, value: unknown): string | undefined {
	const names = modes.map(({ name }) => name);
	const isLocator =
		isObject(value) &&
		value.__rl === true &&
		names.includes(String(value.mode)) &&
		typeof value.value === 'string';
	if (isLocator) return undefined;
	return `{ __rl: true, mode: '${names.join("' or '")}', value: a text }: see support/locators.ts`;
}

/** Faults in the rows of a field with groups, or in its only group. */
function groupFaults(field: INodeProperties, value: Saved, at: string): string[] {
	const groups = field.options as INodePropertyCollection[];
	return groups
		.filter(({ name }) => name in value)
		.flatMap(({ name, values }) => {
			const group = value[name];
			const isMany = field.typeOptions?.multipleValues === true;
			if (Array.isArray(group) !== isMany) return [`${at}.${name} is ${inJson(group)}`];
			const rows = isMany ? (group as Saved[]) : [group as Saved];
			return rows.flatMap((row) => faultsIn(values, row, `${at}.${name}.`));
		});
}

function faults(field: INodeProperties, value: unknown, at: string): string[] {
	const mustBe = (shape: string) => [`${at} is ${inJson(value)}, but the editor saves ${shape}`];
	if (field.type === 'resourceLocator') {
		const wanted = locatorFault(field, value);
		return wanted ? mustBe(wanted) : [];
	}
	if (isExpression(value)) return [];
	switch (field.type) {
		case 'collection':
			if (!isObject(value)) return mustBe('an object');
			return faultsIn(field.options as INodeProperties[], value, `${at}.`);
		case 'fixedCollection':
			return isObject(value) ? groupFaults(field, value, at) : mustBe('an object');
		default: {
			const shape = Array.isArray(field.default) ? 'list' : typeof field.default;
			const found = Array.isArray(value) ? 'list' : typeof value;
			return found === shape ? [] : mustBe(`a ${shape}`);
		}
	}
}

function faultsIn(fields: INodeProperties[], given: Saved, at = ''): string[] {
	return Object.entries(given).flatMap(([name, value]) => {
		const field = fields.find((candidate) => candidate.name === name);
		return field ? faults(field, value, at + name) : [];
	});
}

/**
 * Parameters that the editor would save in another shape, in words with that shape. The shape is that of
 * the form's default; anything but a chat may also be an expression.
 *
 * @param parameters of the action node, with `resource` and `operation`
 */
export const misshapen = (parameters: Saved): string[] =>
	faultsIn(
		action.description.properties.filter((field) => isOf(field, parameters)),
		parameters,
	);

/**
 * Chats that the editor would save in another shape, in words. An expression in place of the locator is
 * allowed: workflows from before the locator have these.
 */
export const wrongChats = (parameters: Saved): string[] =>
	action.description.properties
		.filter((field) => field.type === 'resourceLocator' && isOf(field, parameters))
		.filter(({ name }) => name in parameters && !isExpression(parameters[name]))
		.flatMap((field) => faults(field, parameters[field.name], field.name));
