import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	NodePropertyTypes,
} from 'n8n-workflow';

import { UserError } from '../api/errors';

/** Whether a form value counts as not filled in. */
export function isBlank(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}

/** Whether two texts look the same: an accent can be part of its letter or a character of its own. */
export const looksLike = (one: string, other: string): boolean =>
	one.normalize() === other.normalize();

export function missing(label: string): UserError {
	return new UserError(
		`${label} is empty`,
		`Fill in ${label}. If it holds an expression, check that the expression has a value for this item.`,
	);
}

/** A value as shown in messages: `"weeks"`, `5`, `a list`. */
export function inWords(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object' && value !== null) return 'an object';
	return typeof value === 'string' ? `"${value}"` : String(value);
}

/** Expressions often return a list for a single value: unwraps a list of one. */
export const single = (given: unknown): unknown =>
	Array.isArray(given) && given.length === 1 ? (given[0] as unknown) : given;

/** A value that is filled in, unwrapped from a list of one. Throws UserError if it is empty. */
export function filled(given: unknown, label: string): unknown {
	const value = single(given);
	if (isBlank(value)) throw missing(label);
	return value;
}

const TRUE = new Set<unknown>([true, 'true', 1, '1']);
const FALSE = new Set<unknown>([false, 'false', 0, '0']);

/** True or false, also as text or as 1 or 0. Throws UserError for anything else. */
export function readBoolean(given: unknown, label: string): boolean {
	const value = filled(given, label);
	if (TRUE.has(value)) return true;
	if (FALSE.has(value)) return false;
	throw new UserError(
		`${label} must be true or false, but is ${inWords(value)}`,
		`Switch ${label} on or off. An expression must return true or false.`,
	);
}

/** A number, possibly with decimals, also as text. */
export function number(given: unknown, label: string): number {
	const value = filled(given, label);
	if (typeof value === 'number' && Number.isFinite(value)) return value;
	const digits = typeof value === 'string' ? value.trim() : '';
	if (/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(digits)) return Number(digits);
	throw new UserError(
		`${label} must be a number, but is ${inWords(value)}`,
		`Enter ${label} in digits, with a dot before decimals.`,
	);
}

/** A number within the limits of its field, which may be in a section such as `Options`. Throws UserError. */
export function numberWithin(
	{ displayName, typeOptions = {} }: INodeProperties,
	given: unknown,
	section?: string,
): number {
	const { minValue = 0, maxValue = Infinity, numberPrecision } = typeOptions;
	const value = number(given, displayName);
	const isWhole = numberPrecision === 0;
	if (value >= minValue && value <= maxValue && (!isWhole || Number.isInteger(value))) return value;
	const end = maxValue < Infinity ? `to ${maxValue}` : 'upwards';
	const wanted = `a ${isWhole ? 'whole number' : 'number'} from ${minValue} ${end}`;
	throw new UserError(
		`${displayName} is ${value}, which is not possible`,
		section
			? `Under ${section}, set ${displayName} to ${wanted}, or remove it.`
			: `Give ${displayName} ${wanted}.`,
	);
}

/** Only affects how an emoji is drawn: ⚽ is the same with and without it (reference, "sendDice"). */
const VARIATION_SELECTOR = /\uFE0F/g;

/** The given choice. Throws UserError if it is not one of the choices. */
export function readChoice<T>(choices: T[], given: unknown, label: string): T {
	const value = single(given);
	const plain = typeof value === 'string' ? value.replace(VARIATION_SELECTOR, '') : value;
	const chosen = choices.find((choice) => choice === value || choice === plain);
	if (chosen !== undefined) return chosen;
	if (isBlank(value)) throw missing(label);
	const shown = choices.filter((choice) => choice !== '').join(', ');
	throw new UserError(
		`${label} has no choice ${inWords(value)}`,
		`Choose from the list. An expression must return one of: ${shown}.`,
	);
}

/** Any number of choices: a list, or a comma-separated text. */
function readChoices(choices: unknown[], given: unknown, label: string): unknown[] {
	const entries: unknown = typeof given === 'string' ? given.split(',') : given;
	const list: unknown[] = Array.isArray(entries) ? entries : [entries];
	return list
		.map((entry) => (typeof entry === 'string' ? entry.trim() : entry))
		.filter((entry) => !isBlank(entry))
		.map((entry) => readChoice(choices, entry, label));
}

const valuesOf = ({ options = [] }: INodeProperties): unknown[] =>
	(options as INodePropertyOptions[]).map(({ value }) => value);

/** n8n's value for a collection: always an object, because only its fields can be expressions. */
type GivenFields = Record<string, unknown>;

/** Fields of these types keep a list of one, usually of rows. */
const LISTS: NodePropertyTypes[] = ['json', 'fixedCollection'];

/** An empty text is no choice, unless it is one of the options. */
const isNoChoice = (field: INodeProperties, value: unknown): boolean =>
	value === '' && /^(?:options|multiOptions)$/.test(field.type) && !valuesOf(field).includes('');

/** The filled-in optional fields by name; one without a value counts as not added. Throws UserError. */
export function readGiven(fields: INodeProperties[], given: GivenFields, prefix = ''): GivenFields {
	const values: GivenFields = {};
	for (const field of fields) {
		const raw = given[field.name];
		// In a list of one, a text with a comma is one entry.
		const [entry] = Array.isArray(raw) ? (raw as unknown[]) : [];
		const isEntry = typeof entry === 'string' && entry.includes(',');
		const value = isEntry || LISTS.includes(field.type) ? raw : single(raw);
		if (value === undefined || value === null || isNoChoice(field, value)) continue;
		values[field.name] = readField(field, value, prefix + field.displayName);
	}
	return values;
}

/** The rows of a repeatable field: `{ <group>: [{ <field>: value }] }`. */
function readRows({ options = [] }: INodeProperties, given: GivenFields, label: string): unknown {
	const read: GivenFields = {};
	for (const { name, values } of options as INodePropertyCollection[]) {
		const rows = (given[name] ?? []) as GivenFields[];
		read[name] = rows.map((row, index) => readGiven(values, row, `${label} ${index + 1}: `));
	}
	return read;
}

/**
 * A field's value in the form's type, whatever an expression returned. Checks toggles and choices here,
 * because other fields depend on them; the encodings check numbers, texts and dates. Throws UserError.
 */
export function readField(field: INodeProperties, given: unknown, label: string): unknown {
	switch (field.type) {
		case 'boolean':
			return readBoolean(given, label);
		case 'options':
			return readChoice(valuesOf(field), given, label);
		case 'multiOptions':
			return readChoices(valuesOf(field), given, label);
		case 'fixedCollection':
			return readRows(field, (given ?? {}) as GivenFields, label);
		default:
			return given;
	}
}
