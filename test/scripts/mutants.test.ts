import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../scripts/lib/paths';
import { MUTANTS } from '../../scripts/mutation/mutants';

const LEAST_IN_A_GROUP = 8;
const LEAST = 40;
const config = readFileSync(join(ROOT, 'jest.config.cjs'), 'utf8');
const all = Object.values(MUTANTS).flat();

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
		const counts = Object.values(MUTANTS).map((group) => group.length);
		expect(Math.min(...counts)).toBeGreaterThanOrEqual(LEAST_IN_A_GROUP);
		expect(all.length).toBeGreaterThanOrEqual(LEAST);
	});
});
