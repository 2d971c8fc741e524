import type { IDataObject, NodePropertyTypes } from 'n8n-workflow';

import { operations } from '../../nodes/BotMessaging/operations';
import type { Field } from '../../nodes/BotMessaging/engine/define';
import { cases } from '../cases';
import { useBot } from '../support/bot';
import { itemOf } from '../support/caseItem';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

const OBJECT = { a: 1 };

/** Values that an expression may return but the field cannot take, by n8n's field type. */
const WRONG: Partial<Record<NodePropertyTypes, unknown[]>> = {
	boolean: ['yes', 'TRUE', 2, OBJECT, [true, false]],
	options: ['no such choice', 7, true, OBJECT, ['a', 'b']],
	multiOptions: ['no such choice', 7, OBJECT, ['message', 'no such choice']],
	string: [OBJECT, ['a', 'b']],
	number: ['soon', true, OBJECT, [1, 2]],
	dateTime: ['soon', true, OBJECT, ['2030-01-01', '2031-01-01']],
	json: ['{', 5, true, ['a']],
	resourceLocator: [OBJECT, ['a', 'b']],
};

/** Every field that can hold an expression; for a list or a collection, only the fields in it. */
const table = operations
	.flatMap(({ value, fields, additionalFields = [] }) => [
		...fields.map((field) => [value, field.displayName, field, false] as const),
		...additionalFields.map((field) => [value, field.displayName, field, true] as const),
	])
	.filter(([, , { type }]) => type !== 'fixedCollection' && type !== 'collection');

/** One operation for each field: all read a field in the same way. */
const oncePerField = (rows: typeof table) => [
	...new Map(rows.map((row) => [`${row[1]} ${row[2].name} ${row[2].type}`, row])).values(),
];

const caseOf = (operation: string) => cases.find((candidate) => candidate.operation === operation)!;

/** These take one item. */
const ONE_ITEM = ['askForm', 'sendAndWait'];

/** Fields that take a list of texts. */
const LISTS = ['captionsJson', 'replyList'];

/** Values that the field cannot take. */
const wrongFor = ({ name, type }: Field) =>
	WRONG[type]?.filter((value) => !LISTS.includes(name) || !Array.isArray(value));

/** Values of other fields that make the form show this one. */
const shownBy = ({ shownFor = {} }: Field): IDataObject =>
	Object.fromEntries(Object.entries(shownFor).map(([name, [value]]) => [name, value]));

/** If an expression decides what is shown, n8n requires every field that may be. */
const demanded = (operation: string): IDataObject =>
	Object.fromEntries(
		operations
			.find(({ value }) => value === operation)!
			.fields.filter(({ required }) => required)
			.map(({ name, type, default: initial }) => {
				if (type === 'resourceLocator') return [name, byId('1')];
				return [name, initial || (type === 'dateTime' ? '2030-01-01' : '1')];
			}),
	);

/** Runs an operation's valid case once for each value, with `$json.value` in one field. */
async function runWith(operation: string, field: Field, isAdded: boolean, values: unknown[]) {
	const {
		method = operation,
		needed,
		valid: [input],
	} = caseOf(operation);
	const { json: prepared, binary } = await itemOf(input, emulator);
	const { trigger } = input;
	const expression = '={{ $json.value }}';
	const given = field.type === 'resourceLocator' ? byId(expression) : expression;
	const chosen = isAdded
		? { additionalFields: { ...needed, [field.name]: given } }
		: { additionalFields: { ...needed }, [field.name]: given };
	const result = await run(
		operation,
		{
			...demanded(operation),
			...input.parameters,
			...shownBy(field),
			...chosen,
			traffic: { parallelRequests: 1 },
		},
		{
			items: values.map((value) => ({
				json: { ...prepared, messageId: 1, date: 1, value } as IDataObject,
				binary,
			})),
			node: { onError: 'continueRegularOutput' },
			trigger,
		},
	);
	return { ...result, calls: await emulator.calls(method) };
}

describe('an error names the field of a value that does not fit, and nothing is sent:', () => {
	test.each(oncePerField(table))('%s: %s', async (operation, label, field, isAdded) => {
		const wrong = wrongFor(field);
		if (!wrong) throw new Error(`there are no wrong values for the type ${field.type}`);
		const runs = ONE_ITEM.includes(operation) ? wrong.map((value) => [value]) : [wrong];
		const json: IDataObject[] = [];
		for (const values of runs) {
			const result = await runWith(operation, field, isAdded, values);
			json.push(...result.json);
			expect(result.calls).toEqual([]);
		}
		expect(json).toEqual(
			wrong.map(() =>
				expect.objectContaining({
					error: expect.stringContaining(label),
					errorCode: 'invalidField',
				}),
			),
		);
	});
});

/** The requests without values that depend on the time. */
const bodies = (calls: Array<{ params: { until_date?: number } }>) =>
	calls.map(({ params: { until_date: until, ...params } }) => [params, until !== undefined]);

const ofType = (type: NodePropertyTypes) =>
	// Delete Messages and Check make one request of several items, those that wait take only one, and Get
	// Many asks nothing of the server.
	oncePerField(
		table.filter(
			([operation, , field]) =>
				field.type === type &&
				!['askForm', 'check', 'deleteMessages', 'getManyChats', 'sendAndWait'].includes(operation),
		),
	);

/** These change nothing but for files by URL: privateNetworks.test.ts has them in every spelling. */
/** Only those with an effect in the case. */
const toggles = ofType('boolean').filter(
	([, , { name }]) =>
		!['allowPrivateAddresses', 'allowSendingWithoutReply', 'includeInputFields'].includes(name),
);

describe('a toggle is understood in every spelling:', () => {
	test.each(toggles)('%s: %s', async (operation, _label, field, isAdded) => {
		const spellings = [true, 'true', 1, '1', [true], false, 'false', 0, '0', [false]];
		const { calls, outputs } = await runWith(operation, field, isAdded, spellings);
		const files = outputs[0].map(({ binary }) => Object.keys(binary ?? {}));
		const seen = bodies(calls).map((body, index) => [body, files[index]]);
		const [yes, no] = [seen.slice(0, 5), seen.slice(5)];
		expect(yes).toEqual(Array(5).fill(yes[0]));
		expect(no).toEqual(Array(5).fill(no[0]));
		expect(yes[0]).not.toEqual(no[0]);
	});
});

describe('a list of one choice counts as that choice:', () => {
	test.each(ofType('options'))('%s: %s', async (operation, _label, field, isAdded) => {
		const choices = (field.options as Array<{ value: string }>).map(({ value }) => value);
		const plain = await runWith(operation, field, isAdded, choices);
		await emulator.control('post', 'reset', {});
		const lists = choices.map((choice) => [choice]);
		const listed = await runWith(operation, field, isAdded, lists);
		expect(bodies(listed.calls)).toEqual(bodies(plain.calls));
		expect(listed.json.map(({ errorCode }) => errorCode)).toEqual(
			plain.json.map(({ errorCode }) => errorCode),
		);
		expect(listed.calls.length).toBeGreaterThan(0);
	});
});
