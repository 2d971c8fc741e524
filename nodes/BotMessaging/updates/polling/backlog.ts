import { settle } from '../../api/settle';
import type { Update } from '../update';
import type { Ledger } from './ledger';
import type { Subscriber } from './subscriber';

/** The server shows the first 100 updates only. When these have not moved for so long ... */
const STUCK_MS = 2000;
/** ... so many of them are remembered here instead, to see what comes behind them. */
const LET_GO = 50;
/** Updates that are remembered at most: those that have not begun are lost if n8n is killed. */
const MOST_KEPT = 1000;

/**
 * The updates of which only this process knows: many of a chat that wait for each other, behind
 * which updates of other chats would wait although there are free places.
 */
export class Backlog {
	private stuckMs = 0;

	private readonly kept = new Set<string>();

	/** What triggers gave back when they left, for when they come again. */
	private readonly returned = new Map<string, Update[]>();

	/** Something new has come. */
	move(): void {
		this.stuckMs = 0;
	}

	/**
	 * The server has shown the same updates for some more time. Lets it forget some of them where
	 * places are free, which means that all updates shown wait for their own chat.
	 */
	stall(ms: number, ledger: Ledger, subscribers: Subscriber[]): void {
		this.stuckMs += ms;
		const isStuck = this.stuckMs >= STUCK_MS && subscribers.every(({ hasPlace }) => hasPlace);
		if (!isStuck || this.kept.size >= MOST_KEPT) return;
		this.stuckMs = 0;
		const ids = subscribers.map(({ id }) => id);
		for (const { id, trigger } of ledger.letGo(LET_GO, ids)) this.kept.add(`${trigger} ${id}`);
	}

	/** Whether an update that a trigger is done with, or gave back, was one of these. */
	settle(update: Update, trigger: string, isDone: boolean): boolean {
		if (!this.kept.delete(`${trigger} ${update.update_id}`)) return false;
		if (!isDone) this.returned.set(trigger, [...(this.returned.get(trigger) ?? []), update]);
		return true;
	}

	/** Gives a trigger that comes again what it gave back. */
	hand(subscriber: Subscriber): void {
		const updates = this.returned.get(subscriber.id) ?? [];
		this.returned.delete(subscriber.id);
		// Each takes as long as its execution; `give` notes what became of it.
		for (const update of updates) void this.give(update, subscriber);
	}

	private async give(update: Update, subscriber: Subscriber): Promise<void> {
		this.kept.add(`${subscriber.id} ${update.update_id}`);
		const { error } = await settle(subscriber.take(update));
		this.settle(update, subscriber.id, error === undefined);
	}
}
