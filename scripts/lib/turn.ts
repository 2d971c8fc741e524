import { readFileSync, rmSync, writeFileSync } from 'node:fs';

import { until } from './until';

/** Longer than anything that is done in turn. */
const WITHIN_MS = 30 * 60_000;

/** Whether a process runs, also for another user. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (obstacle) {
		return (obstacle as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/** Who has the turn: a process id, or nothing. One that has died has it no more. */
function holderOf(file: string): number | undefined {
	try {
		const pid = Number(readFileSync(file, 'utf8'));
		return pid > 0 && isAlive(pid) ? pid : undefined;
	} catch {
		return undefined;
	}
}

/** Takes the turn if nobody has it. Returns whether it was taken. */
function take(file: string): boolean {
	if (holderOf(file) !== undefined) return false;
	rmSync(file, { force: true });
	try {
		// Of two programs at the same moment, only one can make the file.
		writeFileSync(file, String(process.pid), { flag: 'wx' });
		return true;
	} catch {
		return false;
	}
}

/** Acts while no other program has the turn of this file; `onWait` is called once if one has it. */
export async function inTurn(
	file: string,
	onWait: () => void,
	act: () => Promise<void>,
): Promise<void> {
	if (!take(file)) {
		onWait();
		await until(`it is the turn of this program: ${file}`, async () => take(file), WITHIN_MS);
	}
	try {
		await act();
	} finally {
		rmSync(file, { force: true });
	}
}
