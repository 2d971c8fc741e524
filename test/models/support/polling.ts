import { registry } from '../../../nodes/BotMessaging/memory/registry';
import {
	RunningExecutions,
	type PendingExecution,
} from '../../../nodes/BotMessaging/sources/polling/subscriptionUpdates';
import { UpdateTracker } from '../../../nodes/BotMessaging/sources/polling/tracker';
import { Context } from '../../../nodes/BotMessaging/update/context';

/** How many updates the server lists at once. */
const MOST_LISTED = 8;

export const without = <T>(list: T[], one: T): T[] => list.filter((other) => other !== one);

/** A server that has updates for a bot, and a polling trigger that comes and goes. */
export class Polling {
	private tracker = new UpdateTracker();
	private limits = { parallel: 0, repeats: false, longestMs: 0 };
	/** How many updates have come. */
	count = 0;
	/** The number of the last one. */
	private number = 0;
	/** What the server has not forgotten. */
	private server: Context[] = [];
	/** What the trigger judges. */
	private judging: Context[] = [];
	/** Executions that have a place, and that n8n has not got yet. */
	private beginning: Array<{ update: Context; execution: PendingExecution; limits: object }> = [];
	isHere = false;

	/** @param onBegin n8n gets the execution of an update */
	constructor(
		private readonly options: { parallel: number; repeats: boolean; longestMs: number },
		private readonly onBegin: (update: Context, execution: PendingExecution) => void,
	) {
		registry.forget(RunningExecutions);
	}

	/** What the tracker knows of this trigger's updates. */
	get updates() {
		return this.tracker.of('w');
	}

	/** Whether the server, the trigger or n8n has anything left. */
	get hasWork(): boolean {
		return this.server.length + this.updates.open.length + this.updates.waitingCount > 0;
	}

	comesTo(chat: number): void {
		const message = { chat: { id: chat }, text: `${++this.count}` };
		this.server.push(new Context({ update_id: ++this.number, message }));
	}

	/** The server forgets how far it has counted. */
	reset(): void {
		if (this.server.length === 0) this.number = 0;
	}

	/** One request for updates. Returns those that it confirms: the server forgets them. */
	poll(isNewestFirst: boolean, at: number): Context[] {
		const offset = this.tracker.offsetFor(this.isHere ? ['w'] : []);
		const confirmed = this.server.filter(({ raw }) => raw.update_id < (offset ?? 0));
		this.server = this.server.filter((one) => !confirmed.includes(one));
		const listed = this.server.slice(0, MOST_LISTED);
		const isAll = this.server.length < MOST_LISTED;
		// Some servers list the newest first.
		if (isNewestFirst) listed.reverse();
		this.tracker.list(listed, [], offset, isAll ? at : undefined);
		const due = this.isHere ? this.tracker.dueFor('w') : [];
		for (const update of due) this.judging.push(this.updates.judge(update).update);
		return confirmed;
	}

	/** n8n gets one execution. If the trigger has left meanwhile, the update comes again. */
	begin(): void {
		const next = this.beginning.shift();
		if (!next) return;
		const { update, execution, limits } = next;
		if (this.isHere && limits === this.limits) this.onBegin(update, execution);
		else execution.owe();
	}

	/** The trigger has judged one of its updates: it waits for its chat and a place. */
	judge(which: number): void {
		const update = this.judging[which % this.judging.length];
		if (!update) return;
		this.judging = without(this.judging, update);
		const { limits } = this;
		const { id } = update.chat;
		this.updates.wait([update], String(id), (execution) => {
			const own = this.beginning.filter((one) => one.limits === limits);
			expect(own.map((one) => one.update.chat.id)).not.toContain(id);
			this.beginning.push({ update, execution, limits });
		});
	}

	leave(): void {
		this.updates.leave(this.limits);
		[this.judging, this.isHere] = [[], false];
	}

	/** The trigger comes again, as a new publication. The late end of the one before stops nothing. */
	come(saved: Context[] = []): void {
		const before = this.limits;
		this.limits = { ...this.options };
		this.updates.join(this.limits, saved);
		this.updates.leave(before);
		this.isHere = true;
	}

	/** Saves what the server may then forget. Returns the identities of all that is saved. */
	save(): string[] {
		for (const one of this.tracker.unsafeFor('w')) one.isWritten = true;
		return this.updates.open.filter((one) => one.isWritten).map(({ update }) => update.identity);
	}

	/** The process ends, and a new one begins with what was saved. */
	kill(): void {
		const saved = this.updates.open.filter(({ isWritten }) => isWritten);
		registry.forget(RunningExecutions);
		this.tracker = new UpdateTracker();
		[this.judging, this.beginning] = [[], []];
		this.come(saved.map(({ update }) => update));
	}
}
