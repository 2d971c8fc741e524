import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { ROOT } from '../package/sources';
import { REPORTS } from './list/reports';

const IDS = [
	...['A1', 'A2', 'A4', 'A5', 'A7', 'A8', 'A10'],
	...['B1', 'B3', 'B4', 'B6', 'B7', 'B9', 'B10'],
	...['C2', 'C3', 'C5', 'C6', 'C8', 'C9', 'C11', 'C12', 'C14', 'C15'],
	...['D2', 'D3', 'D5', 'D6', 'D8', 'D9', 'D11', 'D12'],
	...['E2', 'E3', 'E5', 'E6', 'E8', 'E9', 'E11', 'E12'],
	...['F1', 'F2', 'F4', 'F5', 'F7', 'F8', 'F10', 'F11', 'F13', 'F14'],
	...['G1', 'G2', 'G4', 'G5', 'G7', 'G8', 'G10', 'G11', 'G13', 'G14', 'G16'],
	...Array.from({ length: 29 }, (_none, index) => `N${index + 1}`),
	...[
		'N32',
		'N35',
		'N37',
		'N39',
		'N41',
		'N43',
		'N45',
		'N47',
		'N49',
		'N51',
		'N53',
		'N55',
		'N57',
		'N59',
	],
];

test('each of the 104 reports is in the table once', () => {
	expect(REPORTS.map(({ id }) => id)).toEqual(IDS);
	expect(IDS).toHaveLength(104);
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
