import { ticks } from './basics';
import { BOUNDS } from './bounds';

/** Owns one object of each kind, made on first use. */
export class Owner {
	private readonly parts = new Map<unknown, unknown>();

	constructor(readonly id: string) {}

	part<T>(Type: new () => T): T {
		if (!this.parts.has(Type)) this.parts.set(Type, new Type());
		return this.parts.get(Type) as T;
	}

	/** The next one of this kind starts fresh. */
	forget(Type: new () => unknown): void {
		this.parts.delete(Type);
	}
}

/** Unheld things are forgotten after a day without use, or sooner if there are many. */
const IDLE_MS = 24 * 60 * 60_000;

interface KeptEntry<T> {
	value: T;
	/** In ticks. */
	usedAt: number;
	holders: number;
}

/** Things by name: made on first use, forgotten when unused. */
export class Kept<T> {
	/** The most recently used entry comes last. */
	private readonly entries = new Map<string, KeptEntry<T>>();

	constructor(private readonly make: (name: string) => T) {}

	get(name: string): T {
		return this.use(name).value;
	}

	/** Keeps a thing while it is held. Returns the function that releases it. */
	hold(name: string): () => void {
		const entry = this.use(name);
		entry.holders++;
		let isHeld = true;
		return () => {
			if (!isHeld) return;
			isHeld = false;
			entry.holders--;
			entry.usedAt = ticks();
		};
	}

	private use(name: string): KeptEntry<T> {
		const entry = this.entries.get(name) ?? { value: this.make(name), usedAt: 0, holders: 0 };
		entry.usedAt = ticks();
		this.entries.delete(name);
		this.forgetIdle();
		this.entries.set(name, entry);
		return entry;
	}

	private forgetIdle(): void {
		for (const [name, { holders, usedAt }] of this.entries) {
			if (this.entries.size < BOUNDS.subscriptions.most && ticks() - usedAt < IDLE_MS) return;
			if (holders === 0) this.entries.delete(name);
		}
	}
}
