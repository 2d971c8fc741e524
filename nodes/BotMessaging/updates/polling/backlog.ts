import { settle } from '../../api/settle';
import type { Update } from '../update';
import type { Ledger } from './ledger';
import type { PollingTrigger } from './pollingTrigger';

/** The server shows the first 100 updates only. When these have not changed for this time ... */
const STUCK_MS = 2000;
/** ... this many of them are remembered here instead, to see what comes after them. */
const LET_GO = 50;
/** The most updates that are remembered: those that have not begun are lost if n8n is killed. */
const MOST_KEPT = 1000;

const keyOf = ({ update_id: id }: Pick<Update, 'update_id'>, trigger: string) => `${trigger} ${id}`;

/**
 * The updates that only this process knows: many of a chat that wait for each other, and behind which
 * updates of other chats would wait although there are free slots.
 */
export class Backlog {
	private stuckMs = 0;

	private readonly kept = new Set<string>();

	/** What triggers gave back when they left, for when they come again. */
	private readonly returned = new Map<string, Update[]>();

	/** Something new has come. */
	noteProgress(): void {
		this.stuckMs = 0;
	}

	/**
	 * The server has shown the same updates for some more time. Lets it forget some of them if there are
	 * free slots, which means that all updates shown wait for their own chat.
	 */
	noteStall(ms: number, ledger: Ledger, triggers: PollingTrigger[]): void {
		this.stuckMs += ms;
		const isStuck = this.stuckMs >= STUCK_MS && triggers.every(({ hasFreeSlot }) => hasFreeSlot);
		if (!isStuck || this.kept.size >= MOST_KEPT) return;
		this.stuckMs = 0;
		const ids = triggers.map(({ id }) => id);
		for (const { id, trigger } of ledger.firstRunning(LET_GO, ids)) {
			ledger.end(id, trigger, 'kept');
			this.kept.add(keyOf({ update_id: id }, trigger));
		}
	}

	has(update: Update, trigger: string): boolean {
		return this.kept.has(keyOf(update, trigger));
	}

	/** Notes that a trigger is done with one of these updates, or gave it back. */
	end(update: Update, trigger: string, isDone: boolean): void {
		this.kept.delete(keyOf(update, trigger));
		if (!isDone) this.returned.set(trigger, [...(this.returned.get(trigger) ?? []), update]);
	}

	/** Gives a trigger that comes again what it gave back. */
	giveAgain(trigger: PollingTrigger): void {
		const updates = this.returned.get(trigger.id) ?? [];
		this.returned.delete(trigger.id);
		// Each takes as long as its execution; `give` notes what became of it.
		for (const update of updates) void this.give(update, trigger);
	}

	private async give(update: Update, trigger: PollingTrigger): Promise<void> {
		this.kept.add(keyOf(update, trigger.id));
		const { error } = await settle(trigger.process(update));
		this.end(update, trigger.id, error === undefined);
	}
}
