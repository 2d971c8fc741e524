/**
 * How far a trigger has got with an update. `running`: it has it. `done`: the server may forget it.
 * `kept`: the server may forget it, because this process remembers it. `owed`: the trigger gave it back
 * and has to get it again.
 */
type Progress = 'running' | 'done' | 'kept' | 'owed';

type Entry = Map<string, Progress>;

/** The updates that were handed out and that the server has not been told to forget. */
export class Ledger {
	private readonly entries = new Map<number, Entry>();

	get isEmpty(): boolean {
		return this.entries.size === 0;
	}

	progressOf(id: number, trigger: string): Progress | undefined {
		return this.entries.get(id)?.get(trigger);
	}

	begin(id: number, trigger: string): void {
		this.set(id, trigger, 'running');
	}

	/** This process remembers an update for a trigger. */
	keep(id: number, trigger: string): void {
		this.set(id, trigger, 'kept');
	}

	private set(id: number, trigger: string, progress: Progress): void {
		const entry = this.entries.get(id) ?? new Map<string, Progress>();
		this.entries.set(id, entry.set(trigger, progress));
	}

	/** Notes what became of an update that a trigger has, if the server still has to know. */
	end(id: number, trigger: string, progress: 'done' | 'owed'): void {
		const entry = this.entries.get(id);
		if (entry?.get(trigger) === 'running') entry.set(trigger, progress);
	}

	/** A trigger comes again: what it began before it left no longer counts. */
	rejoin(trigger: string): void {
		for (const id of this.entries.keys()) this.end(id, trigger, 'done');
	}

	/** The first updates that the server has to keep, each with a trigger that still has it. */
	firstRunning(most: number, triggers: string[]): Array<{ id: number; trigger: string }> {
		const open = this.ids.filter((id) => isOpen(this.entries.get(id)!, triggers));
		return open.slice(0, most).flatMap((id) => {
			const running = triggers.filter((trigger) => this.progressOf(id, trigger) === 'running');
			return running.map((trigger) => ({ id, trigger }));
		});
	}

	/** Whether there is an update that the server has to keep for one of these triggers. */
	hasOpen(triggers: string[]): boolean {
		return [...this.entries.values()].some((entry) => isOpen(entry, triggers));
	}

	/** Where a poll has to begin: with the first open update, or behind the last that is done. */
	nextOffset(triggers: string[]): number | undefined {
		const open = this.ids.find((id) => isOpen(this.entries.get(id)!, triggers));
		return open ?? (this.isEmpty ? undefined : this.ids.at(-1)! + 1);
	}

	/** Where a poll begins that confirms nothing. */
	get firstId(): number | undefined {
		return this.ids[0];
	}

	private get ids(): number[] {
		return [...this.entries.keys()].sort((a, b) => a - b);
	}

	forgetBelow(offset: number): void {
		for (const id of this.ids) if (id < offset) this.entries.delete(id);
	}

	/**
	 * Forgets what the server no longer has, although nobody here confirmed it: the server shows its
	 * updates in order, so what it leaves out is gone.
	 *
	 * @param shown numbers of the updates that a poll brought
	 */
	forgetGone(shown: number[]): void {
		const last = Math.max(...shown);
		for (const [id, entry] of this.entries) {
			const isRunning = [...entry.values()].includes('running');
			const isGone = !shown.includes(id) && (shown.length === 0 || id < last);
			if (isGone && !isRunning) this.entries.delete(id);
		}
	}
}

/** A trigger that has left keeps nothing open, unless no other is there. */
function isOpen(entry: Entry, triggers: string[]): boolean {
	const present = triggers.map((trigger) => entry.get(trigger));
	const counted = triggers.length > 0 ? present : [...entry.values()];
	return counted.some((progress) => progress !== 'done' && progress !== 'kept');
}
