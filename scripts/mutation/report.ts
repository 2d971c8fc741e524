import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { ROOT } from '../lib/paths';
import type { Processes } from '../lib/processes';

/** What jest says of a run. */
interface Report {
	numFailedTests: number;
	numPassedTests: number;
	numRuntimeErrorTestSuites: number;
	testResults: Array<{ message: string }>;
}

/** A process that loops does not end by itself. */
const GRACE_MS = 1000;

/**
 * Runs test files in a copy of the project. Resolves with undefined if they do not end within the limit:
 * a change can make code loop, which no limit of jest ends.
 */
export async function reportOf(
	processes: Processes,
	folder: string,
	tests: string[],
	limitMs: number,
): Promise<Report | undefined> {
	const output = join(folder, 'report.json');
	const how = [
		...['--selectProjects', 'fast', '--maxWorkers', '2', '--json', '--outputFile', output],
		// A change can make a test wait for ever.
		...['--testTimeout', '30000', '--forceExit'],
	];
	rmSync(output, { force: true });
	const run = processes.start(
		'jest',
		process.execPath,
		[
			join(ROOT, 'node_modules/jest/bin/jest.js'),
			...how,
			'--runTestsByPath',
			...tests.map((name) => `test/${name}.test.ts`),
		],
		{ cwd: folder, env: process.env, logFile: join(folder, 'jest.log'), graceMs: GRACE_MS },
	);
	const limit = new AbortController();
	const late = sleep(limitMs, 'late', { signal: limit.signal }).catch(() => 'ended');
	const isLate = (await Promise.race([run.ended, late])) === 'late';
	limit.abort();
	await processes.end(run);
	return isLate ? undefined : (JSON.parse(readFileSync(output, 'utf8')) as Report);
}
