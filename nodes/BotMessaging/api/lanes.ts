/**
 * Runs tasks side by side up to a limit, but the tasks of one lane one after the other in the
 * order in which they came. A task without a lane waits for nothing but a free place.
 */
export class Lanes {
	private free: number;

	private readonly waiting: Array<() => void> = [];

	private readonly ends = new Map<string, Promise<unknown>>();

	/**
	 * @param limit tasks at a time
	 * @param heard resolves when whoever waits for a task that has just failed has heard of it
	 */
	constructor(
		private readonly limit: number,
		private readonly heard: () => Promise<void>,
	) {
		this.free = limit;
	}

	/**
	 * Runs a task when those before it in its lane have ended. Resolves or rejects as the task does;
	 * a failed task holds its lane up only until that has been heard.
	 */
	async inLane<T>(lane: string | undefined, task: () => Promise<T>): Promise<T> {
		if (lane === undefined) return await task();
		const before = this.ends.get(lane) ?? Promise.resolve();
		const result = before.then(task);
		const end = result.then(
			() => {},
			async () => await this.heard(),
		);
		this.ends.set(lane, end);
		// Nobody waits: this only tidies up.
		void end.then(() => {
			if (this.ends.get(lane) === end) this.ends.delete(lane);
		});
		return await result;
	}

	/** Resolves when there is a free place, which is then taken, with what gives it back. */
	async place(): Promise<() => void> {
		if (this.free === 0) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		} else {
			this.free--;
		}
		return () => {
			const next = this.waiting.shift();
			if (next) next();
			else this.free++;
		};
	}

	/** Whether as many tasks wait for a place as there are places. */
	get isFull(): boolean {
		return this.waiting.length >= this.limit;
	}
}
