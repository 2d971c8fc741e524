import { snakeCase } from '../api/basics';
import { UserError } from '../api/errors';
import type { Body } from '../api/multipart';
import type { Encoding, Field, Operation, ItemContext, Values } from './define';
import { readField, readGiven } from './reading';
import type { IDataObject } from 'n8n-workflow';
import { hasTelegramFormats } from '../../../credentials/BotMessagingApi.credentials';
import { Texts } from '../format';

/** Whether the form shows a field, given the other values of its operation. */
function isShown(field: Field, values: Values): boolean {
	return Object.entries(field.shownFor ?? {}).every(([name, wanted]) =>
		wanted.includes(values[name] as string | boolean),
	);
}

/**
 * Reads each parameter of the operation once, and checks toggles and choices. Skips old values of hidden
 * fields. Throws UserError.
 *
 * @param read reads one parameter of the form; `undefined` if it has no value
 */
export function readValues(operation: Operation, read: (name: string) => unknown): Values {
	const { fields, additionalFields } = operation;
	const values: Values = {};
	for (const field of fields) {
		if (!isShown(field, values)) continue;
		values[field.name] = readField(field, read(field.name), field.displayName);
	}
	if (additionalFields) {
		const given = (read('additionalFields') ?? {}) as Values;
		values.additionalFields = readGiven(additionalFields, given);
	}
	return values;
}

function put(body: Body, fields: Field[], from: Values, context: ItemContext): void {
	for (const field of fields) {
		if (!(field.name in from) || field.wire === 'formOnly') continue;
		const value = from[field.name];
		const { key = snakeCase(field.name), encode }: Partial<Encoding> =
			field.wire === 'asRead' ? {} : field.wire;
		const sent = encode ? encode(value, field.displayName, context) : value;
		if (sent === undefined) continue;
		if (key in body) {
			throw new UserError(
				`${field.displayName} is set twice`,
				'Two fields of the form set the same value. Remove one of them.',
			);
		}
		body[key] = sent;
	}
}

/**
 * The request's parameters by their wire names, checked against the limits in `reference/`. Throws UserError
 * for the first invalid value.
 *
 * @param which skips the parameters of other fields
 * @param body filled with all values before the error
 */
export function bodyOf(
	{ fields, additionalFields = [] }: Operation,
	context: ItemContext,
	which: (field: Field) => boolean = () => true,
	body: Body = {},
): Body {
	const { values } = context;
	put(body, fields.filter(which), values, context);
	const additional = values.additionalFields as Values | undefined;
	if (additional) put(body, additionalFields.filter(which), additional, context);
	return body;
}

const isTimed = ({ wire }: Field) => typeof wire === 'object' && wire.isTimed === true;

/** An earlier body with its timed values recomputed. Throws UserError. */
export const bodyNow = (operation: Operation, context: ItemContext, body: Body): Body => ({
	...body,
	...bodyOf(operation, context, isTimed),
});

/** The texts of one item, in the formats of the credential's server. */
export const textsFor = (credential: IDataObject | undefined) =>
	new Texts(hasTelegramFormats(credential as never) ? 'telegram' : 'safew');
