/**
 * How an update stands with one trigger. `running`: it has it. `done`: as far as it goes, the
 * server may forget it. `owed`: it gave it back and is to get it again.
 */
type Standing = 'running' | 'done' | 'owed';

/** The updates that were handed out and that the server has not been told to forget. */
export class Ledger {
	private readonly entries = new Map<number, Map<string, Standing>>();

	get isEmpty(): boolean {
		return this.entries.size === 0;
	}

	standing(id: number, trigger: string): Standing | undefined {
		return this.entries.get(id)?.get(trigger);
	}

	note(id: number, trigger: string, standing: Standing): void {
		const entry = this.entries.get(id) ?? new Map<string, Standing>();
		this.entries.set(id, entry.set(trigger, standing));
	}

	/** Whether there is an update that the server has to keep for one of these triggers. */
	hasOpen(triggers: string[]): boolean {
		return [...this.entries.values()].some((entry) => isOpen(entry, triggers));
	}

	/** Where a poll has to begin: with the first open update, or behind the last that is done. */
	offset(triggers: string[]): number | undefined {
		const ids = [...this.entries.keys()].sort((a, b) => a - b);
		const open = ids.find((id) => isOpen(this.entries.get(id)!, triggers));
		return open ?? (this.isEmpty ? undefined : ids.at(-1)! + 1);
	}

	/** The updates below this number that the server still has to forget. */
	below(offset: number): number[] {
		return [...this.entries.keys()].filter((id) => id < offset);
	}

	forgetBelow(offset: number): void {
		for (const id of this.below(offset)) this.entries.delete(id);
	}

	/**
	 * Forgets what the server has no more, though nobody here confirmed it: it shows its updates in
	 * order, so what it leaves out is gone.
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

/** A trigger that has left keeps nothing open but what it runs, unless nobody else is there. */
function isOpen(entry: Map<string, Standing>, triggers: string[]): boolean {
	const standings = [...entry.values()];
	return (
		standings.includes('running') ||
		triggers.some((trigger) => entry.get(trigger) !== 'done') ||
		(triggers.length === 0 && standings.includes('owed'))
	);
}
