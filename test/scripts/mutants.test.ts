import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../scripts/lib/paths';
import mutants from '../../scripts/mutation/mutants.json';

const LEAST_IN_A_GROUP = 8;
const config = readFileSync(join(ROOT, 'jest.config.cjs'), 'utf8');
const all = Object.values(mutants).flat();

describe('a mutant by hand', () => {
	test.each(all)(
		'$what: changes one place, and names a test of npm test',
		({ file, find, replace, test }) => {
			const source = readFileSync(join(ROOT, 'nodes/BotMessaging', file), 'utf8');
			expect(source.split(find)).toHaveLength(2);
			expect(replace).not.toBe(find);
			// The configuration names the tests that npm test leaves out.
			expect(config).not.toContain(`'${test}'`);
			expect(existsSync(join(ROOT, `test/${test}.test.ts`))).toBe(true);
		},
	);

	test('exists for people, order, secrets and retries', () => {
		const counts = Object.values(mutants).map((group) => group.length);
		expect(Object.keys(mutants)).toEqual([
			'Who may do what',
			'Order and time',
			'Secrets',
			'Retries',
		]);
		expect(Math.min(...counts)).toBeGreaterThanOrEqual(LEAST_IN_A_GROUP);
	});
});
