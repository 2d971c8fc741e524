import type { NotOffered } from '../../../../reference';
import { UserError } from '../../api/errors';
import { isObject, tryJson } from '../../api/basics';
import type { Body } from '../../api/multipart';
import type { Encode, ItemContext, Operation, Values } from '../../engine/define';
import { inWords, isBlank, missing } from '../../engine/reading';
import { outputOf } from '../../engine/result';
import { integer, json, text } from '../../fields/encode';
import { binaryName, storedFile } from '../../fields/media';
import { oneOf, rowTitle, property, sent, formOnly, listOfRows } from '../../fields/formField';

/** A method without an operation of its own. Types reject a method that the reference has. */
const EXAMPLE: NotOffered<'sendContact'> = 'sendContact';

/** Other characters could change the path of the request. */
const methodName: Encode = (value, label) => {
	const name = text(value, label).trim();
	if (/^[A-Za-z]+$/.test(name)) return name;
	throw new UserError(
		`${label} must be letters only, but is ${inWords(name)}`,
		`Enter the name of the method as in the documentation of the service, for example ${EXAMPLE}.`,
	);
};

/** Throws UserError if an expression has rounded an id. */
function checkNumbers(value: unknown, label: string): void {
	if (typeof value === 'number' && Number.isInteger(value)) integer(value, label);
	if (typeof value !== 'object' || value === null) return;
	for (const inner of Object.values(value)) checkNumbers(inner, label);
}

/** Reads a value of the list as a number, a boolean, JSON, or else text. */
function valueOf(given: unknown, label: string): unknown {
	checkNumbers(given, label);
	if (typeof given !== 'string') return given;
	const words = given.trim();
	// Not 007, not 1.10, and no ID beyond 2^53: as a number, these would be other texts.
	const isNumber = String(Number(words)) === words && Number.isFinite(Number(words));
	const isJson = /^(true|false|[[{"][\s\S]*)$/.test(words) || isNumber;
	return (isJson ? tryJson(words) : undefined) ?? given;
}

/** Values by name. Throws UserError for an empty or a repeated name. */
function named(rows: Values[], list: string, valueFor: (row: Values, label: string) => unknown) {
	const body: Body = {};
	rows.forEach((row, index) => {
		const label = `${list} ${index + 1}`;
		const name = text(row.name, `${label}: Name`).trim();
		if (Object.hasOwn(body, name)) {
			throw new UserError(`${list} has "${name}" twice`, 'Remove one of the two.');
		}
		const value = valueFor(row, label);
		if (value !== undefined && value !== null) body[name] = value;
	});
	return body;
}

const parameterList = formOnly(
	'parameters',
	'The parameters of the method, named as in the documentation',
	listOfRows('parameter', rowTitle('name'), [
		property('name', 'The name of the parameter in the documentation', {
			required: true,
			placeholder: 'e.g. chat_id',
		}),
		property(
			'value',
			'The value of the parameter. Numbers, true, false and JSON are sent as such: put a text that looks like one in double quotes.',
			{ placeholder: 'e.g. -1001234567890' },
		),
	]),
);

function parametersOfList({ values }: ItemContext): Body {
	const { parameter = [] } = (values.parameters ?? {}) as { parameter?: Values[] };
	return named(parameter, 'Parameter', ({ value }, label) => valueOf(value, `${label}: Value`));
}

const JSON_LABEL = 'Parameters (JSON)';

const parameterJson = formOnly('parametersJson', 'All parameters as one JSON object', {
	displayName: JSON_LABEL,
	type: 'json',
	default: '{}',
	hint: 'For example {"chat_id": -1001234567890, "first_name": "Ada"}',
});

function parametersOfJson({ values }: ItemContext): Body {
	const given = json(values.parametersJson, JSON_LABEL);
	if (!isObject(given)) {
		throw new UserError(
			`${JSON_LABEL} must be one object, but is ${inWords(given)}`,
			'Write names and values between braces, for example {"chat_id": -1001234567890}.',
		);
	}
	checkNumbers(given, JSON_LABEL);
	return given;
}

const files = sent(
	'files',
	'The files of the input item to upload, one for each parameter',
	(value, _label, context) =>
		named((value as { file?: Values[] }).file ?? [], 'File', (row, label) => {
			const field = `${label}: Input Binary Field`;
			if (isBlank(row.binaryPropertyName)) throw missing(field);
			return storedFile(row.binaryPropertyName, field, context);
		}),
	listOfRows('file', rowTitle('name', 'binaryPropertyName'), [
		property('name', 'The parameter for the file, or the name after attach://', {
			required: true,
			placeholder: 'e.g. animation',
		}),
		binaryName,
	]),
);

/** The request's parameters, with the files among them. Throws UserError for a name in both lists. */
function composed(parameters: Body, uploads: Body = {}): Body {
	const twice = Object.keys(uploads).find((name) => Object.hasOwn(parameters, name));
	if (twice === undefined) return { ...parameters, ...uploads };
	throw new UserError(
		`"${twice}" is set twice`,
		'It is among the parameters and among Files. Remove one of the two.',
	);
}

/** For methods without an operation here. Their effect is unknown, so it is `once`. */
export const anyMethod: Operation = {
	resource: 'bot',
	value: 'anyMethod',
	// The user enters it in the form.
	method: '',
	effect: 'once',
	ordered: true,
	name: 'Any Method',
	action: 'Call any method',
	description: 'Call a method of the server by its name, if it has no operation here',
	fields: [
		sent('method', 'The name of the method in the documentation of the service', methodName, {
			required: true,
			placeholder: `e.g. ${EXAMPLE}`,
			builderHint: {
				propertyHint:
					'Only for methods without an operation in this node. Letters only, in camelCase.',
			},
		}),
		...oneOf(
			{
				displayName: 'Specify Parameters',
				name: 'specifyParameters',
				default: 'list',
				description: 'How to define the parameters',
				key: 'parameters',
			},
			{
				list: { name: 'As a List', reads: [parameterList], encode: parametersOfList },
				json: { name: 'As JSON', reads: [parameterJson], encode: parametersOfJson },
			},
		),
	],
	additionalFields: [files],
	run: async (batch) => {
		await batch.forEachItem(async ({ item, body }) => {
			const parameters = composed(body.parameters as Body, body.files as Body | undefined);
			const { chat_id: chat } = parameters;
			const { result } = await batch.send({
				method: body.method as string,
				chat: chat === undefined ? undefined : String(chat),
				body: async () => parameters,
			});
			for (const output of outputOf(result)) batch.emit(item, output);
		});
	},
};
