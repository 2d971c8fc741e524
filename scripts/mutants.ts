/**
 * `npm run tool -- mutants`: makes each change of scripts/mutation/mutants/ in a copy of the project,
 * runs its test, and says which changes the test does not find. Exit code 1 if there are any, or if a test
 * fails without a change. With words behind it (`-- retry webhook`), only the changes whose file or
 * description has one.
 */
import { execFileSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ROOT } from './lib/paths';
import { Processes } from './lib/processes';
import { clearingUp, program } from './lib/program';
import { MUTANTS, type Mutant } from './mutation/mutants';
import { reportOf } from './mutation/report';

/** How long a test file may take; one with a change that makes it loop takes for ever. */
const LIMIT_MS = 5 * 60_000;

const processes = new Processes();

/** The project as it is now, with the installed packages. */
function copyProject(): string {
	const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-mutants-'));
	const listed = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
	for (const file of listed.split('\0').filter((one) => one && existsSync(join(ROOT, one)))) {
		cpSync(join(ROOT, file), join(folder, file));
	}
	symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
	return folder;
}

/** Whether a test fails with the change, or never ends. Throws if the changed file cannot be loaded: that says nothing. */
async function isFound(folder: string, { file, find, replace, test }: Mutant): Promise<boolean> {
	const path = join(folder, 'nodes/BotMessaging', file);
	const before = readFileSync(path, 'utf8');
	writeFileSync(
		path,
		before.replace(find, () => replace),
	);
	const report = await reportOf(processes, folder, [test], LIMIT_MS);
	writeFileSync(path, before);
	if (!report) return true;
	const { numFailedTests, numPassedTests, testResults } = report;
	// Tests that fail may leave something open, which fails their whole file.
	if (testResults.some(({ message }) => message.includes('leaves open'))) return true;
	if (numFailedTests + numPassedTests === 0)
		throw new Error(`${file} cannot be loaded: ${replace}`);
	return numFailedTests > 0;
}

async function tryAll(folder: string, words: string[]): Promise<void> {
	const hasWord = ({ what, file }: Mutant) =>
		words.some((word) => `${what} ${file}`.includes(word));
	const all = Object.values(MUTANTS).flat();
	const chosen = all.filter((mutant) => words.length === 0 || hasWord(mutant));
	const tests = [...new Set(chosen.map(({ test }) => test))];
	const report = await reportOf(processes, folder, tests, tests.length * LIMIT_MS);
	if (!report || report.numFailedTests + report.numRuntimeErrorTestSuites > 0) {
		throw new Error('Some of these tests fail without a change: run npm test first.');
	}
	let left = 0;
	for (const mutant of chosen) {
		const found = await isFound(folder, mutant);
		if (!found) left++;
		console.log(`${found ? 'found    ' : 'NOT FOUND'}  ${mutant.what} (${mutant.file})`);
	}
	console.log(`${chosen.length - left} of ${chosen.length} found`);
	if (left > 0) process.exitCode = 1;
}

program(async () => {
	const folder = copyProject();
	const act = async () => await tryAll(folder, process.argv.slice(2));
	await clearingUp(act, async () => {
		await processes.stopAll();
		rmSync(folder, { recursive: true, force: true });
	});
});
