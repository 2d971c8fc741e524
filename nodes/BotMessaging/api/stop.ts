import { sleep } from 'n8n-workflow';

import { TransportError } from './errors';
import { settle } from './basics';

/** Node's timers overflow beyond this, and fire at once. */
const LONGEST_SLEEP_MS = 2 ** 31 - 1;

/** Ends an execution early, after a failure or a cancel: wakes everything that waits. */
export class Stop {
	private readonly naps = new Set<AbortController>();

	private isCalled = false;

	constructor(private readonly signal?: AbortSignal) {}

	get isStopped(): boolean {
		return this.isCalled || this.signal?.aborted === true;
	}

	/** From now on nothing waits. */
	call(): void {
		this.isCalled = true;
		this.wake();
	}

	/** Throws a TransportError `cancelled` if the execution was stopped. */
	check(): void {
		if (this.isStopped) throw new TransportError('cancelled', 'The execution was stopped');
	}

	/** Waits this many milliseconds. Throws like `check`, as soon as the execution is stopped. */
	async wait(ms: number): Promise<void> {
		const end = Date.now() + ms;
		for (let left = ms; left > 0 && !this.isStopped; left = end - Date.now()) {
			await this.nap(Math.min(left, LONGEST_SLEEP_MS));
		}
		this.check();
	}

	private async nap(ms: number): Promise<void> {
		// The signal lives as long as the execution, in which a node may run thousands of times.
		if (this.naps.size === 0) this.signal?.addEventListener('abort', this.wake);
		const nap = new AbortController();
		this.naps.add(nap);
		const woken = new Promise<void>((resolve) => {
			nap.signal.addEventListener('abort', () => resolve());
		});
		// Older versions of n8n do not look at the signal and let the timer run to its end.
		await Promise.race([settle(sleep(ms, nap.signal)), woken]);
		this.naps.delete(nap);
		if (this.naps.size === 0) this.signal?.removeEventListener('abort', this.wake);
	}

	private readonly wake = () => {
		for (const nap of this.naps) nap.abort();
	};
}
