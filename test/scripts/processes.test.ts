import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Processes } from '../../scripts/lib/processes';
import { until } from '../../scripts/lib/until';
import { PATIENCE_MS } from '../support/patience';

const folder = mkdtempSync(join(tmpdir(), 'processes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whether a process still runs; a zombie stays in the list until its parent waits for it. */
function isRunning(pid: number): boolean {
	const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
	return /^[^Z\s]/.test(stdout);
}

test('a program that does not end by itself is killed after a delay, with its child processes', async () => {
	const processes = new Processes();
	const command = 'trap "" TERM; sleep 600 & echo $!; wait; wait';
	const stubborn = processes.start('stubborn', 'bash', ['-c', command], {
		cwd: folder,
		env: process.env,
		logFile: join(folder, 'log'),
		graceMs: 50,
	});
	const hasBegun = async () => /\d/.test(stubborn.output());
	await until('it has begun its child', hasBegun, PATIENCE_MS);
	const child = Number(stubborn.output());
	await processes.stopAll();
	expect(isRunning(stubborn.pid!)).toBe(false);
	await until('its child has ended', async () => !isRunning(child), PATIENCE_MS);
});
