import { settle } from '../../api/settle';
import { identityOf, type Update } from '../../update/update';
import type { Ledger } from './ledger';
import type { PollingTrigger } from './pollingTrigger';

/** The server shows the first 100 updates only. When these have not changed for this time ... */
const STUCK_MS = 2000;
/** ... this many of them are remembered here instead, to see what comes after them. */
const LET_GO = 50;
/** The most updates that are remembered. n8n saves their 0.5 MB with each execution until they are done. */
const MOST_KEPT = 500;

interface Kept {
	update: Update;
	/** Its trigger left before its execution began. */
	isGivenBack: boolean;
}

/**
 * The updates that the server has forgotten and that are not done: many of a chat that wait for each
 * other, and behind which updates of other chats would wait although there are free slots. Each
 * trigger writes its own down for the time after a crash, if it may.
 */
export class Backlog {
	private stuckMs = 0;

	/** By trigger and identity; those of a trigger that has left stay until it comes again. */
	private readonly kept = new Map<string, Map<string, Kept>>();

	/** Something new has come. */
	noteProgress(): void {
		this.stuckMs = 0;
	}

	/**
	 * The server has shown the same updates for some more time. Lets it forget some of them if there are
	 * free slots, which means that all updates shown wait for their own chat.
	 */
	noteStall(ms: number, shown: Update[], ledger: Ledger, triggers: PollingTrigger[]): void {
		this.stuckMs += ms;
		const isStuck = this.stuckMs >= STUCK_MS && triggers.every(({ hasFreeSlot }) => hasFreeSlot);
		const count = triggers.reduce((sum, { id }) => sum + (this.kept.get(id)?.size ?? 0), 0);
		if (!isStuck || count >= MOST_KEPT) return;
		this.stuckMs = 0;
		const ids = triggers.map(({ id }) => id);
		const running = ledger.firstRunning(LET_GO, ids);
		for (const trigger of triggers) {
			const own = new Set(running.filter((one) => one.trigger === trigger.id).map(({ id }) => id));
			const updates = shown.filter(({ update_id: id }) => own.has(id));
			for (const { update_id: id } of updates) ledger.keep(id, trigger.id);
			this.keep(trigger, updates, false);
		}
	}

	has(update: Update, trigger: PollingTrigger): boolean {
		return this.kept.get(trigger.id)?.has(identityOf(update)) === true;
	}

	/** Notes that a trigger is done with one of these updates, or gave it back. */
	end(update: Update, trigger: PollingTrigger, isDone: boolean): void {
		const own = this.kept.get(trigger.id)!;
		if (!isDone) {
			own.set(identityOf(update), { update, isGivenBack: true });
			return;
		}
		own.delete(identityOf(update));
		trigger.waiting?.delete([update]);
	}

	/**
	 * Gives a trigger what it gave back when it left, or, at its first start in this process, what it
	 * wrote down before.
	 */
	giveAgain(trigger: PollingTrigger): void {
		const before = this.kept.has(trigger.id) ? [] : (trigger.waiting?.before ?? []);
		this.keep(trigger, before, true);
		const own = [...this.kept.get(trigger.id)!.values()].filter((one) => one.isGivenBack);
		trigger.waiting?.add(own.map(({ update }) => update));
		for (const one of own) {
			one.isGivenBack = false;
			// Each takes as long as its execution; `give` notes what became of it.
			void this.give(one.update, trigger);
		}
	}

	private keep(trigger: PollingTrigger, updates: Update[], isGivenBack: boolean): void {
		const own = this.kept.get(trigger.id) ?? new Map<string, Kept>();
		for (const update of updates) own.set(identityOf(update), { update, isGivenBack });
		this.kept.set(trigger.id, own);
		trigger.waiting?.add(updates);
	}

	private async give(update: Update, trigger: PollingTrigger): Promise<void> {
		const { error } = await settle(trigger.process(update));
		this.end(update, trigger, error === undefined);
	}
}
