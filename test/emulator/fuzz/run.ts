import { setTimeout as pause } from 'node:timers/promises';

import { exchange } from '../wire';
import { requestAt } from './requests';
import { PATIENCE_MS } from '../../support/patience';

/** The result of some thousand requests. */
export interface Outcome {
	/** Number of answers by status; `none` for connections that ended without one. */
	statuses: Record<string, number>;
	/** Requests that got a 5xx or no answer. */
	failures: string[];
}

const AT_ONCE = 8;

async function json(url: string, path: string, method = 'GET'): Promise<unknown> {
	return await (await fetch(`${url}/_emulator/${path}`, { method })).json();
}

/** Restores the initial world. */
export async function reset(url: string): Promise<void> {
	await json(url, 'faults', 'DELETE');
	await json(url, 'reset', 'POST');
}

/** Sends requests number `from` to `to` of a seed, eight at a time. */
export async function run(url: string, seed: number, from: number, to: number): Promise<Outcome> {
	const snapshot = (await json(url, 'snapshot')) as Record<string, unknown>;
	const outcome: Outcome = { statuses: {}, failures: [] };
	let next = from;
	const lane = async () => {
		while (next < to) {
			const number = next++;
			const { bytes, then, name } = requestAt(seed, number, snapshot);
			const timer = new AbortController();
			const reply = await Promise.race([
				exchange(url, bytes, then),
				pause(PATIENCE_MS, undefined, { signal: timer.signal }),
			]);
			timer.abort();
			const status = reply ? (reply.status ?? 'none') : 'hung';
			outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1;
			if (status === 'hung' || Number(status) >= 500 || (status === 'none' && then === 'wait')) {
				outcome.failures.push(`${number}: ${status} ${name} ${reply?.body.slice(0, 300) ?? ''}`);
			}
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, lane));
	return outcome;
}
