import { DateTime } from 'luxon';

import { UserError } from '../../api/errors';
import type { Values } from '../../engine/define';
import { inWords, isBlank, looksLike, number, readBoolean } from '../../engine/reading';
import { checkMost, json, optionalText, text } from '../../fields/encode';
import { Patterns } from '../../moderation/patterns';
import { entriesOf } from '../fields';
import {
	checkWritten,
	isFile,
	TYPES,
	type FieldType,
	type FormAnswer,
	type FormField,
} from './form';
import type { Words } from './fields';

/** The most buttons that fit into a message, without those for navigation. */
const MOST = 80;

/** Names that n8n, or programs behind it, would not accept for a value. */
const NO_NAMES = ['__proto__', 'constructor', 'prototype'];

/** Values are written as in programs, not as people write them. */
const PLAINLY = { decimalSign: 'dot' } as const;

/** Makes the label of a part of a field for errors. */
type Label = (part: string) => string;

function optionsOf({ fieldOptions: given }: Values, type: FieldType, label: Label): string[] {
	if (type !== 'choice' && type !== 'choices') return [];
	const { values } = Object(given) as { values?: unknown };
	const isOfN8n = Array.isArray(values);
	const list = isOfN8n ? values.map((one) => (Object(one) as Values).option) : given;
	const name = label('Choices');
	const options = entriesOf(list, name).map((one) => text(one, name).trim());
	if (new Set(options.map((one) => one.normalize())).size < options.length) {
		throw new UserError(`${name} has the same choice twice`, 'Remove one of them.');
	}
	checkMost(name, options.length, MOST, 'Remove some of them, or ask for a text.', 'choices');
	return options;
}

/** A limit of a field: a date of a date, else a number. */
function limitOf(given: unknown, type: FieldType, label: string): number | string | undefined {
	if (isBlank(given)) return undefined;
	return type === 'date' ? dateOf(given, label) : number(given, label);
}

/** Throws UserError if no answer is within the limits: the person could never continue. */
function checkLimits(
	{ type, options, smallest = -Infinity, largest = Infinity }: FormField,
	label: Label,
) {
	const least = `${label('Smallest')} is ${smallest}`;
	if (smallest > largest) {
		throw new UserError(
			`${least}, but Largest is ${largest}`,
			'No answer would fit. Change one of them.',
		);
	}
	if (type !== 'choices' || Number(smallest) <= options.length) return;
	throw new UserError(
		`${least}, but there are only ${options.length} choices`,
		'No answer would fit. Add choices, or make Smallest smaller.',
	);
}

function dateOf(given: unknown, label: string): string {
	const date = DateTime.fromISO(optionalText(given, label).trim(), { setZone: true });
	if (date.isValid) return date.toISODate();
	throw new UserError(
		`${label} must be a date, but is ${inWords(given)}`,
		'Write it as year, month and day, for example 2026-12-31.',
	);
}

/** The initial value of a field as an answer. Throws UserError if it is not a valid one. */
function initialOf(
	field: FormField,
	given: unknown,
	label: string,
	{ yesButton, noButton }: Words,
): FormAnswer | undefined {
	const { type, options } = field;
	if (isBlank(given) || (Array.isArray(given) && given.length === 0)) return undefined;
	if (isFile(field)) throw new UserError(`${label} is not possible for a file`, 'Remove it.');
	if (type === 'yesNo') {
		const value = readBoolean(given, label);
		return { value, shown: value ? yesButton : noButton };
	}
	if (type === 'choice' || type === 'choices') {
		const chosen = type === 'choice' ? [text(given, label).trim()] : entriesOf(given, label);
		const all = chosen.map((one) => {
			const option = options.find((other) => looksLike(other, String(one).trim()));
			if (option !== undefined) return option;
			throw new UserError(
				`${label} has ${inWords(one)}, which is not among the choices`,
				'Use one of the choices, or remove it.',
			);
		});
		const shown = all.join(', ');
		return { value: type === 'choice' ? shown : all, shown };
	}
	const written = type === 'date' ? dateOf(given, label) : text(given, label);
	const checked = checkWritten(field, written, PLAINLY);
	if ('answer' in checked) return checked.answer;
	throw new UserError(`${label} does not fit its field`, checked.wrong);
}

function typeOf({ fieldType = 'text', multiselect }: Values, label: string): FieldType {
	const types = Object.keys(TYPES) as FieldType[];
	const type = types.find((one) => TYPES[one][0].includes(String(fieldType)));
	if (type) return multiselect === true ? 'choices' : type;
	throw new UserError(
		`${label} has no type ${inWords(fieldType)} that can be asked in a chat`,
		`Use one of: ${types.flatMap((one) => TYPES[one][0]).join(', ')}.`,
	);
}

/** One field of a form. Throws UserError that names it. */
function fieldOf(row: Values, place: number, words: Words, isRow: boolean): FormField {
	const label: Label = (part) => `Fields ${place + 1}: ${part}`;
	const textOf = (given: unknown, part: string) =>
		isBlank(given) ? undefined : text(given, label(part)).trim();
	const { fieldLabel, fieldName, minSelections, maxSelections } = row;
	const shown = text(isBlank(fieldLabel) ? fieldName : fieldLabel, label('Label')).trim();
	const name = textOf(fieldName, 'Name') ?? shown;
	if (NO_NAMES.includes(name)) {
		throw new UserError(`${label('Name')} cannot be ${name}`, 'Give the field another name.');
	}
	const type = typeOf(row, label('Type'));
	const pattern = textOf(row.pattern, 'Pattern');
	if (pattern !== undefined) new Patterns(pattern, label('Pattern'));
	const field: FormField = {
		name,
		label: shown,
		type,
		hint: textOf(row.placeholder, 'Hint') ?? '',
		// As in n8n's own forms, JSON says which fields are required.
		isRequired: isBlank(row.requiredField)
			? isRow
			: readBoolean(row.requiredField, label('Required')),
		options: optionsOf(row, type, label),
		smallest: limitOf(row.minimum ?? minSelections, type, label('Smallest')),
		largest: limitOf(row.maximum ?? maxSelections, type, label('Largest')),
		pattern,
	};
	checkLimits(field, label);
	return { ...field, initial: initialOf(field, row.defaultValue, label('Default Value'), words) };
}

function rowsOf({ defineForm, formFields, jsonOutput }: Values): Values[] {
	if (defineForm !== 'json') return (Object(formFields) as { values?: Values[] }).values ?? [];
	const given = json(jsonOutput, 'Fields (JSON)');
	const values: unknown = Array.isArray(given) ? given : (Object(given) as Values).values;
	const isList = Array.isArray(values) && values.every((one) => one === Object(one));
	if (isList) return values as Values[];
	throw new UserError(
		'Fields (JSON) must be a list of fields',
		'Write an object for each field, for example [{"fieldLabel": "Name", "fieldType": "text"}].',
	);
}

/** The fields of a form, from rows or from JSON in the shape of n8n's own forms. Throws UserError. */
export function fieldsOf(values: Values, words: Words): FormField[] {
	const rows = rowsOf(values);
	if (rows.length === 0) throw new UserError('Fields has no field', 'Add at least one field.');
	const advice = 'Remove some of them, or ask the rest in a second form.';
	checkMost('Fields', rows.length, MOST, advice, 'fields');
	const fields = rows.map((row, place) => fieldOf(row, place, words, values.defineForm !== 'json'));
	fields.forEach(({ name }, place) => {
		const first = fields.findIndex((one) => looksLike(one.name, name));
		if (first < place) {
			throw new UserError(
				`Fields ${place + 1}: Name is ${name}, as in field ${first + 1}`,
				'Give each field a name of its own.',
			);
		}
	});
	return fields;
}
