import { sleep } from 'n8n-workflow';

import type { Stop } from './stop';

/** Tasks under way at most: many may wait for one slow chat while others go on. */
const AHEAD = 500;

/**
 * Runs tasks side by side, but the tasks of one lane one after the other in the order in which they
 * came; and a limited number of them in a place each, such as that of a request to the server.
 * A failed task keeps its lane and its place until the code that waits for it knows of the failure,
 * because that code may stop the others.
 */
export class Lanes {
	private free: number;

	private underWay = 0;

	private readonly wantPlace: Array<() => void> = [];

	private readonly wantRoom: Array<() => void> = [];

	/** When the last task of a lane has ended. */
	private readonly ends = new Map<string, Promise<void>>();

	/** @param places tasks in a place at a time */
	constructor(
		private readonly places: number,
		private readonly stop: Stop,
	) {
		this.free = places;
	}

	/**
	 * Resolves when there is little to do: fewer tasks wait for a free place than there are places,
	 * and not too many for their turn in a lane or for something else.
	 */
	async room(): Promise<void> {
		while (this.isFull) await new Promise<void>((resolve) => this.wantRoom.push(resolve));
	}

	/** Runs a task when those before it in its lane have ended. Resolves or rejects as the task does. */
	async inLane<T>(lane: string | undefined, task: () => Promise<T>): Promise<T> {
		this.underWay++;
		try {
			return await (lane === undefined ? task() : this.inTurn(lane, task));
		} finally {
			this.underWay--;
			this.tellRoom();
		}
	}

	/** Runs a task in a place, when one is free. Resolves or rejects as the task does. */
	async inPlace<T>(task: () => Promise<T>): Promise<T> {
		if (this.free > 0) this.free--;
		else await new Promise<void>((resolve) => this.wantPlace.push(resolve));
		const result = task();
		// The caller hears of the end at once; the place is left a little later.
		void this.endOf(result).then(() => this.leavePlace());
		return await result;
	}

	private get isFull(): boolean {
		return this.underWay >= AHEAD || this.wantPlace.length >= this.places;
	}

	private tellRoom(): void {
		if (!this.isFull) for (const resolve of this.wantRoom.splice(0)) resolve();
	}

	private leavePlace(): void {
		const next = this.wantPlace.shift();
		if (next) next();
		else this.free++;
		this.tellRoom();
	}

	private async inTurn<T>(lane: string, task: () => Promise<T>): Promise<T> {
		const result = (this.ends.get(lane) ?? Promise.resolve()).then(task);
		const end = this.endOf(result);
		this.ends.set(lane, end);
		// Nobody waits: this only tidies up.
		void end.then(() => {
			if (this.ends.get(lane) === end) this.ends.delete(lane);
		});
		return await result;
	}

	/** Resolves when a task has ended and, if it failed, the code that waits for it knows. */
	private async endOf(task: Promise<unknown>): Promise<void> {
		await task.then(
			() => {},
			async () => {
				if (!this.stop.isStopped) await sleep(0);
			},
		);
	}
}
