import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { ROOT } from '../package/sources';
import { REPORTS } from './list/reports';

test('the table has 104 different reports', () => {
	const ids = REPORTS.map(({ id }) => id);
	expect([ids.length, new Set(ids).size]).toEqual([104, 104]);
});

describe.each(REPORTS)('$id', ({ id, outcome, where, note = '' }) => {
	test('names its tests, or says why it has none', () => {
		expect(where.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
		if (outcome === 'does not apply') expect(note).not.toBe('');
		else expect(where).not.toEqual([]);
	});

	test('appears in the name of a test', () => {
		const texts = where.map((file) => readFileSync(path.join(ROOT, file), 'utf8'));
		const isNamed = texts.some((text) => new RegExp(`[' ]${id}[: ]`).test(text));
		expect(isNamed || outcome !== 'tested').toBe(true);
	});
});
