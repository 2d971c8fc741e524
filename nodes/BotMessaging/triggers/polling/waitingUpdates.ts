import { identityOf, type Update } from '../../update/update';
import type { TriggerMemory } from './triggerMemory';

const NAME = 'waiting';

/** A trigger's updates that the server has forgotten and that are not done, kept for after a crash. */
export class WaitingUpdates {
	/** Those of before this start. */
	readonly before: Update[];

	/** By identity. */
	private readonly list = new Map<string, Update>();

	constructor(private readonly memory: TriggerMemory) {
		this.before = memory.read(NAME);
	}

	add(updates: Update[]): void {
		for (const update of updates) this.list.set(identityOf(update), update);
		this.write();
	}

	delete(updates: Update[]): void {
		const had = updates.filter((update) => this.list.delete(identityOf(update)));
		if (had.length > 0) this.write();
	}

	private write(): void {
		this.memory.write(NAME, [...this.list.values()]);
	}
}
