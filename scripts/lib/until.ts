import { setTimeout as sleep } from 'node:timers/promises';

export interface UntilOptions {
	/** Ends the waiting at once. */
	signal?: AbortSignal;
	/** Milliseconds between two questions. */
	pauseMs?: number;
}

/**
 * Waits until `isSo` answers true; an answer that cannot be had counts as no. Throws when that
 * takes longer than `timeoutMs`, or at once when the signal is aborted.
 */
export async function until(
	what: string,
	isSo: () => Promise<boolean>,
	timeoutMs: number,
	{ signal, pauseMs = 100 }: UntilOptions = {},
): Promise<void> {
	const end = performance.now() + timeoutMs;
	let obstacle: unknown;
	while (performance.now() < end) {
		try {
			if (await isSo()) return;
			obstacle = undefined;
		} catch (notYet) {
			obstacle = notYet;
		}
		await sleep(pauseMs, undefined, { signal });
	}
	throw new Error(`Waited ${timeoutMs / 1000} s, but this did not happen: ${what}`, {
		cause: obstacle,
	});
}
