import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CHECK_NAMES, cellsOf } from '../../scripts/versions/checks';

const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-checks-'));
const [report, found] = [join(folder, 'report.json'), join(folder, 'found')];

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a cell says whether its tests passed, or what its test found out', () => {
	const file = (name: string, assertionResults: object[]) => ({
		name: join('/checkout/test', name),
		assertionResults,
	});
	const result = (fullName: string, status: string) => ({ fullName, status });
	const killed = 'polling trigger n8n is killed (-9) in the middle';
	const testResults = [
		file('e2e/install.test.ts', [result('the packed package in n8n runs', 'passed')]),
		file('e2e/credential.test.ts', [
			result('the test of the credential accepts a token', 'failed'),
		]),
		file('e2e/operations.test.ts', [
			result('every operation, in a workflow run by n8n getMe', 'passed'),
			result('every operation, in a workflow run by n8n sendDice', 'failed'),
		]),
		file('versions/restarts.test.ts', [result(killed, 'passed')]),
	];
	writeFileSync(report, JSON.stringify({ testResults }));
	writeFileSync(found, `${JSON.stringify({ test: killed, words: 'all 300, 4 twice' })}\n`);
	const cells = cellsOf(report, found);
	const cell = (name: string) => cells[CHECK_NAMES.indexOf(name)];
	expect(cell('Loads')).toBe('yes');
	expect(cell('Test of the credential')).toBe('no');
	expect(cell('Every operation once')).toBe('1 of 2');
	expect(cell('Polling trigger: n8n killed amid 300')).toBe('all 300, 4 twice');
	expect(cell('Example: Commands')).toBe('not run');
	expect(cells).toHaveLength(CHECK_NAMES.length);
});
