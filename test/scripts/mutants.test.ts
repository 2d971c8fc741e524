import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ROOT } from '../../scripts/lib/paths';
import { Processes } from '../../scripts/lib/processes';
import { MUTANTS } from '../../scripts/mutation/mutants';
import { reportOf } from '../../scripts/mutation/report';

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

test('a mutant that makes its test loop is ended after a limit', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-looping-'));
	const project = "{ displayName: 'fast', transform: {}, testMatch: ['<rootDir>/test/*'] }";
	mkdirSync(join(folder, 'test'));
	writeFileSync(join(folder, 'jest.config.cjs'), `module.exports = { projects: [${project}] };`);
	writeFileSync(join(folder, 'test/loops.test.ts'), "test('loops', () => { for (;;); });");
	writeFileSync(join(folder, 'test/ends.test.ts'), "test('ends', () => {});");
	const processes = new Processes();
	try {
		expect(await reportOf(processes, folder, ['loops'], 2000)).toBeUndefined();
		expect(await reportOf(processes, folder, ['ends'], 60_000)).toMatchObject({
			numFailedTests: 0,
			numPassedTests: 1,
		});
	} finally {
		await processes.stopAll();
		rmSync(folder, { recursive: true });
	}
});
