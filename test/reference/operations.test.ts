import { METHODS, type MethodName, type MethodShape } from '../../reference';
import { snakeCase } from '../../nodes/BotMessaging/api/basics';
import type { Field } from '../../nodes/BotMessaging/engine/define';
import { operations } from '../../nodes/BotMessaging/operations';

/** Its text comes from a model. */
const NOT_FORMS = ['streamAnswer'];

/** Operations that send each field of the form as a parameter. */
const plain = operations.flatMap(({ method, run, value, fields, additionalFields = [] }) =>
	run || method === '' || NOT_FORMS.includes(value)
		? []
		: [{ value, method, fields, additionalFields }],
);

const shapeOf = (method: MethodName): MethodShape => METHODS[method];

/** Joined with the captions of the list, which are sent. */
const NOT_SENT = ['captionsJson'];

/** The names under which the fields are sent. */
const keysOf = (fields: Field[]) =>
	fields.flatMap(({ name, wire }) => {
		if (wire === 'formOnly' || NOT_SENT.includes(name)) return [];
		return [(wire === 'asRead' ? undefined : wire.key) ?? snakeCase(name)];
	});

/** Selectors that only show other fields need not be sent. */
const selectorsAmong = (fields: Field[]) =>
	fields.flatMap(({ shownFor = {} }) => Object.keys(shownFor).map(snakeCase));

test.each(plain)(
	'$value sends only parameters that its method takes',
	({ method, fields, additionalFields }) => {
		const shape = shapeOf(method);
		const all = [...fields, ...additionalFields];
		const named = [...Object.keys(shape.params), ...(shape.ignored ?? [])];
		const known = [...named, ...selectorsAmong(all)];
		const sent = keysOf(all);
		expect(sent.filter((key) => !known.includes(key))).toEqual([]);
	},
);

test.each(plain)('$value sends everything that its method requires', ({ method, fields }) => {
	const required = Object.entries(shapeOf(method).params).filter(
		([, param]) => param.required === true,
	);
	expect(keysOf(fields)).toEqual(expect.arrayContaining(required.map(([name]) => name)));
});
