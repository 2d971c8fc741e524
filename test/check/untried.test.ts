import { readFileSync } from 'node:fs';
import path from 'node:path';

import { METHODS, type MethodName, type MethodShape } from '../../reference';
import type { Recording } from '../../check/recording';
import type { Json } from '../support/http';

const textOf = (name: string) => readFileSync(path.resolve(__dirname, '../..', name), 'utf8');
const { exchanges } = JSON.parse(textOf('check/recordings/safew.json')) as Recording;

/** The parameters with which each method was called, but for calls without any. */
const sent = new Map<string, Set<string>>();
for (const { method, params } of exchanges) {
	const names = Object.keys(params as Json);
	if (names.length > 0) sent.set(method, new Set([...(sent.get(method) ?? []), ...names]));
}

/** Some methods are also called without parameters, to see the refusal; the report says so. */
const called = [...sent].filter(([method]) => method in METHODS);

test('the page lists each parameter that the check does not try', () => {
	const page = textOf('docs/compatibility.md');
	const listed = page.slice(
		page.indexOf('does not try these'),
		page.indexOf('calls only the methods'),
	);
	const missing = called.flatMap(([method, names]) => {
		const { params = {} }: MethodShape = METHODS[method as MethodName];
		const others = Object.keys(params).filter((name) => !names.has(name));
		return others.filter((name) => !new RegExp(`\\b${name}\\b`).test(listed));
	});
	expect([...new Set(missing)]).toEqual([]);
});
