import { setTimeout as sleep } from 'node:timers/promises';

export interface UntilOptions {
	/** Stops waiting at once. */
	signal?: AbortSignal;
	/** Milliseconds between checks. */
	pauseMs?: number;
}

/** Tests replace the other clocks. */
const uptimeMs = () => process.uptime() * 1000;

/**
 * Waits until `isSo` returns true; a rejection counts as false. Throws after `timeoutMs`, or at once if
 * the signal is aborted.
 */
export async function until(
	what: string,
	isSo: () => Promise<boolean>,
	timeoutMs: number,
	{ signal, pauseMs = 100 }: UntilOptions = {},
): Promise<void> {
	const end = uptimeMs() + timeoutMs;
	let obstacle: unknown;
	for (let isLast = false; ;) {
		try {
			if (await isSo()) return;
			obstacle = undefined;
		} catch (notYet) {
			obstacle = notYet;
		}
		if (isLast) break;
		await sleep(pauseMs, undefined, { signal });
		// On a busy machine, what it waits for may take up the whole pause: so it checks once more at the end.
		isLast = uptimeMs() >= end;
	}
	throw new Error(`Waited ${timeoutMs / 1000} s, but this did not happen: ${what}`, {
		cause: obstacle,
	});
}
