import type { INodeExecutionData } from 'n8n-workflow';

import { FieldError } from '../api/errors';
import type { Body } from '../api/multipart';
import type { Field, Operation, Place, Values } from './define';

/** Reads one parameter of the form; `undefined` where it has no value. */
export type ReadParameter = (name: string) => unknown;

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Whether the form shows a field, going by the other values of its operation. */
function isShown(field: Field, values: Values): boolean {
	return Object.entries(field.displayOptions?.show ?? {}).every(([name, wanted]) =>
		(wanted as unknown[]).includes(values[name]),
	);
}

/** An optional field whose expression has no value for this item is as good as not added. */
const given = (added: unknown): Values =>
	Object.fromEntries(Object.entries(added ?? {}).filter(([, value]) => value !== undefined));

/** Reads each parameter of the operation once. A hidden field's old value is not read at all. */
export function readValues(operation: Operation, read: ReadParameter): Values {
	const values: Values = {};
	for (const field of operation.fields) {
		if (isShown(field, values)) values[field.name] = read(field.name);
	}
	if (operation.additionalFields) values.additionalFields = given(read('additionalFields'));
	return values;
}

function put(body: Body, fields: Field[], from: Values, place: Place): void {
	for (const field of fields) {
		if (!(field.name in from) || field.wire === 'formOnly') continue;
		const sent = field.wire.encode(from[field.name], field.displayName, place);
		if (sent === undefined) continue;
		const key = field.wire.key ?? snakeCase(field.name);
		if (key in body) {
			throw new FieldError(
				field.displayName,
				`${field.displayName} is given in two ways`,
				'Two fields of the form set the same thing. Remove one of them.',
			);
		}
		body[key] = sent;
	}
}

/**
 * The request's parameters by their wire names, checked against the limits of the API reference.
 * Throws FieldError for the first value that cannot be right.
 */
export function bodyOf(
	operation: Operation,
	values: Values,
	item: INodeExecutionData,
	timezone: string,
): Body {
	const body: Body = {};
	const additional = values.additionalFields as Values | undefined;
	const place = { values, item, timezone };
	put(body, operation.fields, values, place);
	if (operation.additionalFields && additional) {
		put(body, operation.additionalFields, additional, place);
	}
	return body;
}
