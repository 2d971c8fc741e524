import { identityOf, type Update } from '../../update/update';
import type { TriggerMemory } from './triggerMemory';

const MOST_REMEMBERED = 200;

/**
 * The updates whose execution has ended. After a crash this tells ended runs from cut-off ones, which
 * are begun again.
 */
export class EndedUpdates {
	private readonly before: Set<string>;

	constructor(private readonly memory: TriggerMemory) {
		this.before = new Set(this.remembered);
	}

	/** Whether an update's execution had ended before this trigger was started. */
	has(update: Update): boolean {
		return this.before.has(identityOf(update));
	}

	add(updates: Update[]): void {
		const ended = [...this.remembered, ...updates.map(identityOf)];
		this.memory.write('ended', ended.slice(-MOST_REMEMBERED));
	}

	private get remembered(): string[] {
		return this.memory.read('ended');
	}
}
