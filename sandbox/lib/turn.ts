import { readFileSync, rmSync, writeFileSync } from 'node:fs';

import { until } from '../../scripts/lib/until';

/** Longer than any task that takes turns. */
const WITHIN_MS = 30 * 60_000;

/** Whether a process runs, even under another user. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (obstacle) {
		return (obstacle as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/** The process id that has the turn; undefined if nobody has it or that process has died. */
function holderOf(file: string): number | undefined {
	try {
		const pid = Number(readFileSync(file, 'utf8'));
		return pid > 0 && isAlive(pid) ? pid : undefined;
	} catch {
		return undefined;
	}
}

/** Takes the turn if it is free. Returns whether it did. */
function take(file: string): boolean {
	if (holderOf(file) !== undefined) return false;
	rmSync(file, { force: true });
	try {
		// If two programs try at once, only one can create the file.
		writeFileSync(file, String(process.pid), { flag: 'wx' });
		return true;
	} catch {
		return false;
	}
}

/** Runs `act` while no other program has the turn for this file. Calls `onWait` once if it must wait. */
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
