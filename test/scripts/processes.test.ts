import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Processes } from '../../scripts/lib/processes';
import { until } from '../../scripts/lib/until';
import { PATIENCE_MS } from '../support/patience';

const folder = mkdtempSync(join(tmpdir(), 'processes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isRunning = (pid: number) => {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
};

test('a program that does not end by itself is killed after its grace, with what it began', async () => {
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
	expect([isRunning(stubborn.pid!), isRunning(child)]).toEqual([false, false]);
});
