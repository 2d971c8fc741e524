import { settle } from './settle';
import type { Stop } from './stop';

/** A request waits no longer than this, as other executions may send all the time. */
const LONGEST_MS = 10_000;

const SLICE_MS = 5;

/** Who sends first, of all executions in this process that use one bot. */
export class Precedence {
	/** Requests of normal priority that have begun since n8n was started. */
	begun = 0;

	/** When the last of them began that was refused for the rate (ms). */
	refusedAt = -Infinity;

	private underWay = 0;

	/** Runs a request of normal priority. Resolves or rejects as it does. */
	async first<T>(request: () => Promise<T>, isRefusal: (error: unknown) => boolean): Promise<T> {
		const begunAt = Date.now();
		this.underWay++;
		this.begun++;
		const asked = request();
		const { error } = await settle(asked);
		if (error !== undefined && isRefusal(error)) this.refusedAt = begunAt;
		this.underWay--;
		return await asked;
	}

	/** Resolves when no request of normal priority is under way. Throws as `Stop.wait` does. */
	async clear(stop: Stop): Promise<void> {
		const latest = Date.now() + LONGEST_MS;
		while (this.underWay > 0 && Date.now() < latest) await stop.wait(SLICE_MS);
	}
}
