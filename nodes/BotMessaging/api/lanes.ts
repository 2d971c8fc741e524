/**
 * Runs tasks side by side up to a limit, but the tasks of one lane one after the other in the
 * order in which they came. A task without a lane waits for nothing but a free place.
 */
export class Lanes {
	private free: number;

	private readonly waiting: Array<() => void> = [];

	private readonly ends = new Map<string, Promise<unknown>>();

	/** Tasks that wait for nothing but a free place. */
	get ready(): number {
		return this.waiting.length;
	}

	constructor(limit: number) {
		this.free = limit;
	}

	/** Resolves or rejects as the task does; a failed task does not hold its lane up. */
	async run<T>(lane: string | undefined, task: () => Promise<T>): Promise<T> {
		if (lane === undefined) return await this.inPlace(task);
		const before = this.ends.get(lane) ?? Promise.resolve();
		const result = before.then(async () => await this.inPlace(task));
		const end = result.then(
			() => {},
			() => {},
		);
		this.ends.set(lane, end);
		void end.then(() => {
			if (this.ends.get(lane) === end) this.ends.delete(lane);
		});
		return await result;
	}

	private async inPlace<T>(task: () => Promise<T>): Promise<T> {
		if (this.free === 0) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		} else {
			this.free--;
		}
		try {
			return await task();
		} finally {
			const next = this.waiting.shift();
			if (next) next();
			else this.free++;
		}
	}
}
