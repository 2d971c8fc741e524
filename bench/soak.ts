/**
 * `npm run tool -- soak`: repeats first starts and test runs while other processes keep the cores busy.
 * `npm run tool -- soak --starts 5 --tests 2` does fewer.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { ensureN8n } from '../sandbox/lib/install';
import { DATA_FOLDER, ROOT } from '../scripts/lib/paths';
import { freePort } from '../scripts/lib/ports';
import { Processes, type Process } from '../scripts/lib/processes';
import { clearingUp, program } from '../scripts/lib/program';

const BURNERS = 2;
const READY_WITHIN_MS = 600_000;
const ENDED_WITHIN_MS = 120_000;
const TESTED_WITHIN_MS = 1_800_000;

/** Keeps a core busy in portions, so that it ends with this program. */
const BURN = `
	function burn() {
		const end = performance.now() + 50;
		while (performance.now() < end);
		setImmediate(burn);
	}
	burn();
`;

const LIFELINE = join(__dirname, '../sandbox/lib/lifeline.cjs');
const FOLDER = join(DATA_FOLDER, 'soak');

const say = (line: string) => console.log(line);

/** Writes its output to this file, and throws if it fails. */
type Run = (processes: Processes, logFile: string) => Promise<void>;

/** Waits for a process to end well, and stops it if that takes too long. */
async function endsWell(process: Process, withinMs: number): Promise<void> {
	// Its end is awaited below.
	const timer = setTimeout(() => void process.stop(), withinMs);
	await process.succeeded().finally(() => clearTimeout(timer));
}

/** Runs what `npm start` runs, up to its last line, then sends Ctrl-C; npm would hide the exit. */
const firstStart: Run = async (processes, logFile) => {
	const data = join(FOLDER, 'data');
	rmSync(data, { recursive: true, force: true });
	const ports = { N8N_PORT: String(await freePort()), EMULATOR_PORT: String(await freePort()) };
	const env = { ...process.env, ...ports, BOT_MESSAGING_DATA: data };
	const script = ['--import', 'tsx', 'sandbox/start.ts'];
	const options = { cwd: ROOT, env, logFile };
	const start = processes.start('npm start', process.execPath, script, options);
	try {
		await start.whenReady(async () => start.output().includes('\nReady.'), READY_WITHIN_MS);
		// `npm start` only warns about an unpublished example. Here that is a failure.
		if (start.output().includes('did not publish')) throw new Error('An example is not published');
		start.interrupt();
		await endsWell(start, ENDED_WITHIN_MS);
	} catch (obstacle) {
		await start.stop();
		if (existsSync(data)) renameSync(data, logFile.replace(/\.log$/, '-data'));
		throw obstacle;
	} finally {
		await processes.end(start);
	}
};

const testRun: Run = async (processes, logFile) => {
	const options = { cwd: ROOT, env: process.env, logFile };
	const tests = processes.start('npm test', 'npm', ['test'], options);
	await endsWell(tests, TESTED_WITHIN_MS).finally(async () => await processes.end(tests));
};

/** Repeats a run, with a line for each. Returns the number of failures; keeps their output. */
async function repeat(
	processes: Processes,
	what: string,
	times: number,
	run: Run,
): Promise<number> {
	let failed = 0;
	for (let number = 1; number <= times; number++) {
		const logFile = join(FOLDER, `${what.replace(' ', '-')}-${number}.log`);
		const begun = performance.now();
		let outcome = 'passed';
		try {
			await run(processes, logFile);
			rmSync(logFile);
		} catch (obstacle) {
			failed++;
			outcome = `FAILED, see ${logFile}: ${(obstacle as Error).message.split('\n')[0]}`;
		}
		const seconds = Math.round((performance.now() - begun) / 1000);
		say(`${what} ${number} of ${times}  ${seconds} s  ${outcome}`);
	}
	return failed;
}

function countsOfArguments(): { starts: number; tests: number } {
	const { values } = parseArgs({
		options: {
			starts: { type: 'string', default: '20' },
			tests: { type: 'string', default: '10' },
		},
	});
	const counts = { starts: Number(values.starts), tests: Number(values.tests) };
	if (Object.values(counts).every((count) => Number.isInteger(count) && count >= 0)) return counts;
	throw new Error('--starts and --tests take a whole number, e.g. --starts 5');
}

async function main(): Promise<void> {
	const { starts, tests } = countsOfArguments();
	const processes = new Processes();
	rmSync(FOLDER, { recursive: true, force: true });
	mkdirSync(FOLDER, { recursive: true });
	const act = async () => {
		if (starts > 0) await ensureN8n(processes, say);
		for (let burner = 1; burner <= BURNERS; burner++) {
			processes.start('A burner', process.execPath, ['--require', LIFELINE, '-e', BURN], {
				cwd: FOLDER,
				env: process.env,
				logFile: join(FOLDER, `burner-${burner}.log`),
			});
		}
		const failedStarts = await repeat(processes, 'start', starts, firstStart);
		const failedTests = await repeat(processes, 'test run', tests, testRun);
		say(`starts ${starts}, failed ${failedStarts}; test runs ${tests}, failed ${failedTests}`);
		process.exitCode = failedStarts + failedTests > 0 ? 1 : 0;
	};
	await clearingUp(act, async () => await processes.stopAll());
}

program(main);
