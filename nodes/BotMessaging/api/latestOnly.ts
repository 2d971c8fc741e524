/** The one task of a key that is under way, and what comes after it. */
interface Slot {
	/** Tells the task that waits whether it may begin. */
	next?: (mayBegin: boolean) => void;
	ended: Promise<void>;
	end: () => void;
}

/**
 * Runs one task of a key at a time. Of those that come meanwhile, only the latest one waits: however many
 * there are, at most two of a key are held.
 */
export class LatestOnly {
	private readonly slots = new Map<string, Slot>();

	/** Resolves or rejects as the task does; with nothing, and at once, if a later one has taken its place. */
	async run<T>(key: string, task: () => Promise<T>): Promise<T | undefined> {
		const slot = this.slots.get(key);
		if (slot) {
			slot.next?.(false);
			const mayBegin = await new Promise<boolean>((resolve) => (slot.next = resolve));
			if (!mayBegin) return undefined;
		} else {
			let end = () => {};
			const ended = new Promise<void>((resolve) => (end = resolve));
			this.slots.set(key, { ended, end });
		}
		return await task().finally(() => this.leave(key));
	}

	/** Resolves when no task of the key is under way, and none waits. */
	async ended(key: string): Promise<void> {
		await this.slots.get(key)?.ended;
	}

	private leave(key: string): void {
		const slot = this.slots.get(key)!;
		const { next } = slot;
		slot.next = undefined;
		if (next) return next(true);
		this.slots.delete(key);
		slot.end();
	}
}
