import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { operations } from '../../nodes/BotMessaging/operations';
import { SCHEMAS, writtenSchemas } from '../../scripts/lib/outputSchemas';
import { misfits, schemaOf, type Schema } from '../../scripts/lib/schema';
import { ROOT } from '../package/sources';
import { collectOutputs, WITHOUT_SCHEMA } from '../support/outputs';

const TRIGGERS = 'output';

const described = operations
	.filter(({ value }) => value !== WITHOUT_SCHEMA)
	.map(({ resource, value }) => `${resource}/${value}`);

const schemaAt = (name: string) =>
	JSON.parse(readFileSync(path.join(ROOT, SCHEMAS, `${name}.json`), 'utf8')) as Schema;

let outputs: Map<string, IDataObject[]>;

beforeAll(async () => {
	outputs = await collectOutputs();
});

test('each operation has a schema, and each schema has an operation', () => {
	expect(writtenSchemas().sort()).toEqual([...described, TRIGGERS].sort());
});

test.each([...described, TRIGGERS])('%s outputs what its schema says', (name) => {
	const found = outputs.get(name)!;
	expect(found).not.toEqual([]);
	const schema = schemaAt(name);
	expect(found.flatMap((json) => misfits(json, schema))).toEqual([]);
	// A field that is empty in every case needs another case with a value.
	expect(JSON.stringify(schema)).not.toContain('"null"');
});

test('an answer to a question and a missing answer have the same fields', () => {
	const { properties = {} } = schemaAt('message/sendAndWait');
	expect(Object.keys(properties)).toEqual(
		expect.arrayContaining(['answer', 'approved', 'respondedAt', 'user', 'value']),
	);
});

describe('a schema', () => {
	const schema = schemaOf([
		{ id: 1, name: 'Mia', tags: ['a'] },
		{ id: 'x', name: null, size: 1.5, from: { id: 1 } },
		{ size: 2 },
	]);

	test('has the fields of all items, sorted by name, with their types', () => {
		expect(JSON.stringify(schema)).toBe(
			JSON.stringify({
				type: 'object',
				properties: {
					from: { type: 'object', properties: { id: { type: 'integer' } } },
					id: { type: ['integer', 'string'] },
					name: { type: 'string' },
					size: { type: 'number' },
					tags: { type: 'array', items: { type: 'string' } },
				},
			}),
		);
	});

	test.each<[string, object, string[]]>([
		['what it was made of', { id: 1, name: 'Mia', tags: ['a'] }, []],
		['less', {}, []],
		['nothing in a field', { from: null }, []],
		['another type', { name: 1 }, ['item.name is of the type integer, not string']],
		['another field', { from: { age: 1 } }, ['item.from.age is not in the schema']],
		['another type in a list', { tags: [{}] }, ['item.tags[0] is of the type object, not string']],
	])('reports the differences to %s', (_what, value, expected) => {
		expect(misfits(value, schema)).toEqual(expected);
	});
});
