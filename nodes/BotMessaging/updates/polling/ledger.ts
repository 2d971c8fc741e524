/**
 * How an update stands with one trigger. `running`: it has it. `done`: as far as it goes, the
 * server may forget it. `kept`: the server may forget it, because this process remembers it. `owed`:
 * it gave it back and is to get it again.
 */
type Standing = 'running' | 'done' | 'kept' | 'owed';

type Entry = Map<string, Standing>;

/** The updates that were handed out and that the server has not been told to forget. */
export class Ledger {
	private readonly entries = new Map<number, Entry>();

	get isEmpty(): boolean {
		return this.entries.size === 0;
	}

	standing(id: number, trigger: string): Standing | undefined {
		return this.entries.get(id)?.get(trigger);
	}

	begin(id: number, trigger: string): void {
		const entry = this.entries.get(id) ?? new Map<string, Standing>();
		this.entries.set(id, entry.set(trigger, 'running'));
	}

	/** Notes what has become of an update that a trigger had, if the server still has to know. */
	settle(id: number, trigger: string, standing: 'done' | 'owed'): void {
		const entry = this.entries.get(id);
		if (entry?.get(trigger) === 'running') entry.set(trigger, standing);
	}

	/** A trigger comes again: what it began before it left binds it no longer. */
	rejoin(trigger: string): void {
		for (const id of this.entries.keys()) this.settle(id, trigger, 'done');
	}

	/** Lets the server forget the first updates that are open, and gives back whose they are. */
	letGo(most: number, triggers: string[]): Array<{ id: number; trigger: string }> {
		const open = this.ids.filter((id) => isOpen(this.entries.get(id)!, triggers));
		return open.slice(0, most).flatMap((id) => {
			const entry = this.entries.get(id)!;
			const running = triggers.filter((trigger) => entry.get(trigger) === 'running');
			for (const trigger of running) entry.set(trigger, 'kept');
			return running.map((trigger) => ({ id, trigger }));
		});
	}

	/** Whether there is an update that the server has to keep for one of these triggers. */
	hasOpen(triggers: string[]): boolean {
		return [...this.entries.values()].some((entry) => isOpen(entry, triggers));
	}

	/** Where a poll has to begin: with the first open update, or behind the last that is done. */
	offset(triggers: string[]): number | undefined {
		const open = this.ids.find((id) => isOpen(this.entries.get(id)!, triggers));
		return open ?? (this.isEmpty ? undefined : this.ids.at(-1)! + 1);
	}

	/** Where a poll begins that confirms nothing. */
	get first(): number | undefined {
		return this.ids[0];
	}

	private get ids(): number[] {
		return [...this.entries.keys()].sort((a, b) => a - b);
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

const mayBeForgotten = (standing?: Standing) => standing === 'done' || standing === 'kept';

/** A trigger that has left keeps nothing open, unless nobody else is there. */
function isOpen(entry: Entry, triggers: string[]): boolean {
	if (triggers.length > 0) return triggers.some((trigger) => !mayBeForgotten(entry.get(trigger)));
	return [...entry.values()].some((standing) => !mayBeForgotten(standing));
}
