import type { INodeProperties } from 'n8n-workflow';

import { snakeCase, without } from '../api/basics';
import type { Field, Operation, Resource } from './define';

/** Comparing by locale would take a sixth of the package's load time. */
const byDisplayName = (a: INodeProperties, b: INodeProperties) =>
	a.displayName.toLowerCase() < b.displayName.toLowerCase() ? -1 : 1;

const property = (field: Field): INodeProperties => without(field, 'wire', 'shownFor');

function operationSelector(resource: Resource, operations: Operation[]): INodeProperties {
	const selector: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: operations.map((operation) => ({
			name: operation.name,
			value: operation.value,
			action: operation.action,
			description: operation.description,
		})),
		default: '',
	};
	const [first] = operations;
	if (first) selector.default = first.value;
	return selector;
}

/** What the form shows for an operation, in its order. */
function fieldsOf({ fields, additionalFields = [] }: Operation): Field[] {
	if (additionalFields.length === 0) return fields;
	const additional: Field = {
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: additionalFields.map(property).sort(byDisplayName),
		wire: 'formOnly',
	};
	return [...fields, additional];
}

/** A property of the form, and the operations that show it. */
interface FormProperty {
	field: Field;
	/** The same for fields that are the same to the user. */
	look: string;
	operations: Operation[];
}

/**
 * Puts the fields of an operation into the form, in their order. Those that look the same as another operation's are
 * one property: n8n goes through all properties several times for each execution.
 */
function addFields(form: FormProperty[], operation: Operation): FormProperty[] {
	let next = 0;
	for (const field of fieldsOf(operation)) {
		const look = JSON.stringify([property(field), field.shownFor]);
		const same = form.findIndex((shared, index) => index >= next && shared.look === look);
		if (same === -1) form.splice(next, 0, { field, look, operations: [operation] });
		else form[same]!.operations.push(operation);
		next = Math.max(same, next) + 1;
	}
	return form;
}

function sharedProperty({ field, operations }: FormProperty): INodeProperties {
	const resource = [...new Set(operations.map((operation) => operation.resource))];
	const operation = operations.map(({ value }) => value);
	return {
		...property(field),
		displayOptions: { show: { resource, operation, ...field.shownFor } },
	};
}

/** The node's properties: a selector for each resource, whose first operation is the default, then all fields. */
export function formOf(operations: Operation[]): INodeProperties[] {
	const resources = [...new Set(operations.map(({ resource }) => resource))];
	const selectors = resources.map((resource) =>
		operationSelector(
			resource,
			operations.filter((operation) => operation.resource === resource),
		),
	);
	return [...selectors, ...operations.reduce(addFields, []).map(sharedProperty)];
}

/** What fits below a node on the canvas; the editor cuts off the rest. */
export const MOST_BELOW_NODE = 28;

/** A short name for an operation, e.g. `Restrict: member`; `Send Message` already names its resource. */
function inShort({ name, resource }: Operation): string {
	const what = snakeCase(resource).replace('_', ' ');
	const withResource = `${name}: ${what}`;
	const fits = withResource.length <= MOST_BELOW_NODE;
	return fits && !name.toLowerCase().includes(what) ? withResource : name;
}

/** The texts for an operation and for its choices, by `operation:field:choice`. */
function wordsBelow(operation: Operation): Array<[string, string]> {
	const { value, belowNode = {} } = operation;
	const ofChoices = Object.entries(belowNode).flatMap(([field, words]) =>
		Object.entries(words).map(([choice, word]): [string, string] => [
			`${value}:${field}:${choice}`,
			word,
		]),
	);
	return [[value, inShort(operation)], ...ofChoices];
}

/** The expression for the text below the node's name on the canvas. */
export function subtitleOf(operations: Operation[]): string {
	const words = JSON.stringify(Object.fromEntries(operations.flatMap(wordsBelow)));
	const fields = new Set(operations.flatMap(({ belowNode = {} }) => Object.keys(belowNode)));
	const choices = [...fields].map((field) => `"${field}:" + $parameter["${field}"]`);
	return `={{ ((words, operation, choices) => choices
	.map((choice) => words[operation + ":" + choice]).find(Boolean) ?? words[operation]
)(${words}, $parameter["operation"], [${choices.join(', ')}]) }}`;
}
