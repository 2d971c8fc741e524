import {
	isResourceLocatorValue,
	type IExecuteFunctions,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type IDataObject,
} from 'n8n-workflow';

import { hasTelegramFormats } from '../../../credentials/BotMessagingApi.credentials';
import { snakeCase } from '../api/basics';
import { UserError } from '../api/errors';
import type { Body } from '../api/multipart';
import { Texts } from '../format';
import type { Encoding, Field, Operation, ItemContext, Values } from './define';
import { readField, readGiven } from './reading';

/** An expression that takes one value out of the item's own data, as in `={{ $json.chatId }}`. */
const OWN_VALUE = /^=\{\{\s*\$json\.([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*\}\}$/;

/** The value at a path, from own properties only. */
function valueAt(json: unknown, path: string): unknown {
	return path.split('.').reduce((holder: unknown, name) => {
		const known = Object(holder) as Record<string, unknown>;
		return Object.hasOwn(known, name) ? known[name] : undefined;
	}, json);
}

/** Whether a text has what n8n fills in only if the field is set to Expression, as in `{{ $json.x }}`. */
function hasExpression(text: string): boolean {
	// Split, because one pattern for all would find `{{ a }} $b {{ c }}`, and take seconds for some texts.
	const closed = text.split('}}').slice(0, -1);
	const isIn = (part: string) => /\$[a-z(]/i.test(part.slice(part.indexOf('{{')));
	return closed.some((part) => part.includes('{{') && isIn(part));
}

/** Throws UserError for an expression in a fixed text. Takes the values as saved, so not what people write. */
function checkFixed(fields: INodeProperties[], saved: unknown, prefix = ''): void {
	for (const { type, name, displayName, options = [] } of fields) {
		const value = (Object(saved) as IDataObject)[name];
		const label = prefix + displayName;
		if (type === 'fixedCollection') {
			for (const group of options as INodePropertyCollection[]) {
				const rows = [(Object(value) as IDataObject)[group.name]].flat();
				rows.forEach((row, at) => checkFixed(group.values, row, `${label} ${at + 1}: `));
			}
		}
		const isText = (type === 'string' || type === 'json') && typeof value === 'string';
		if (!isText || value.startsWith('=') || !hasExpression(value)) continue;
		throw new UserError(
			`${label} contains {{ … }} but is set to Fixed`,
			`Nothing was sent. Point at ${displayName} and press Expression above it, so that n8n fills in the value. To send {{ … }} as it is, take the text from an earlier node.`,
		);
	}
}

/**
 * The node's parameters. Simple values of the item's own data, also in locators, are read directly, because
 * n8n's evaluation takes longer than all other work for an item. Without this, 1,000 sends take 2.7 times as
 * long at a latency of 5 ms, and 2.5 times at 0 ms (`npm run tool -- bench expressions`). Remove it if the gain ever
 * falls below a tenth.
 */
export class Parameters {
	private own = { item: -1, json: undefined as unknown };

	/** Fields without an expression in a fixed text. What is saved is the same for all items. */
	private readonly checked = new Set<INodeProperties>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly raw: INodeParameters,
	) {}

	/** The parameter's value for an item. Throws what n8n throws for a wrong expression. */
	get(name: string, item: number): unknown {
		const raw = this.raw[name];
		const locator = isResourceLocatorValue(raw) ? raw : undefined;
		const path = OWN_VALUE.exec(String(locator ? locator.value : raw))?.[1];
		const value = path && valueAt(this.jsonOf(item), path);
		if (['string', 'number', 'boolean'].includes(typeof value)) {
			return locator ? { ...locator, value } : value;
		}
		// Each encoding checks its value, so we skip n8n's check.
		return this.context.getNodeParameter(name, item, undefined, { skipValidation: true });
	}

	/** Throws UserError if a field that the form shows has an expression in a fixed text. */
	checkFixed({ fields, additionalFields = [] }: Operation, values: Values): void {
		const shown = fields.filter((field) => field.name in values && !this.checked.has(field));
		checkFixed(shown, this.raw);
		if (this.checked.size === 0) checkFixed(additionalFields, this.raw.additionalFields);
		for (const field of shown) this.checked.add(field);
	}

	/** The value of `$json`. All values of one item are read before those of the next. */
	private jsonOf(item: number): unknown {
		if (this.own.item !== item) {
			this.own = { item, json: this.context.getWorkflowDataProxy(item).$json };
		}
		return this.own.json;
	}
}

/** Whether the form shows a field, given the other values of its operation. */
function isShown(field: Field, values: Values): boolean {
	return Object.entries(field.shownFor ?? {}).every(([name, wanted]) =>
		wanted.includes(values[name] as string | boolean),
	);
}

/** Reads each parameter once, and checks toggles and choices. Skips hidden fields. Throws UserError. */
export function readValues(operation: Operation, read: (name: string) => unknown): Values {
	const { fields, additionalFields } = operation;
	const values: Values = {};
	for (const field of fields) {
		if (!isShown(field, values)) continue;
		values[field.name] = readField(field, read(field.name), field.displayName);
	}
	if (!additionalFields) return values;
	const given = (read('additionalFields') ?? {}) as Values;
	return { ...values, additionalFields: readGiven(additionalFields, given) };
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
