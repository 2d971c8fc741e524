import type { ChatNames } from './chatNames';
import { Paces } from './paces';
import { settle } from './settle';
import type { Stop } from './stop';

/** A request waits no longer than this, as other executions may send all the time. */
const LONGEST_MS = 10_000;

const SLICE_MS = 5;

/** Who sends first, of all executions in this process that use one bot. */
export class Precedence {
	private underWay = 0;

	/** What low priority has found out about the limits, by the rates that the user asked for. */
	private readonly low = new Map<string, Paces>();

	/**
	 * The paces of low priority: executions that send at the same time, or one after the other as the runs
	 * of a loop do, keep to the same limits.
	 */
	pacesOf(ratePerBot: number, ratePerChat: number, names: ChatNames): Paces {
		for (const [known, paces] of this.low) if (paces.isIdle) this.low.delete(known);
		const key = `${ratePerBot} ${ratePerChat}`;
		const paces = this.low.get(key) ?? new Paces(ratePerBot, ratePerChat, names);
		this.low.set(key, paces);
		return paces;
	}

	/** Runs a request of normal priority. Resolves or rejects as it does. */
	async first<T>(request: () => Promise<T>, isRefusal: (error: unknown) => boolean): Promise<T> {
		const begunAt = Date.now();
		this.underWay++;
		for (const paces of this.low.values()) paces.leaveOut();
		const asked = request();
		const { error } = await settle(asked);
		if (error !== undefined && isRefusal(error)) {
			for (const paces of this.low.values()) paces.slow(begunAt);
		}
		this.underWay--;
		return await asked;
	}

	/** Resolves when no request of normal priority is under way. Throws as `Stop.wait` does. */
	async clear(stop: Stop): Promise<void> {
		const latest = Date.now() + LONGEST_MS;
		while (this.underWay > 0 && Date.now() < latest) await stop.wait(SLICE_MS);
	}
}
