import type { PendingExecution } from '../../../nodes/BotMessaging/sources/polling/subscriptionUpdates';
import type { Context } from '../../../nodes/BotMessaging/update/context';
import { oneOf } from '../../support/model';
import { without } from './polling';

/** An execution that runs, and when it began. */
interface Run {
	execution: PendingExecution;
	update: Context;
	at: number;
}

/** A chat whose execution is lost is free no earlier, in ms. */
const LOST_MS = 10_000;

/** An n8n that starts one execution for each update, and may keep its end to itself. */
export class N8n {
	private running: Run[] = [];
	private lost: Run[] = [];
	/** By the identity of the update: when it was stored. */
	readonly stored = new Map<string, number>();
	/** Updates whose execution is over. */
	readonly over = new Set<string>();

	constructor(private readonly clock: { now: number }) {}

	/** The chats of what runs, and of what may run. */
	get busyChats(): unknown[] {
		const all = [...this.running, ...this.lost];
		return all
			.filter(({ at }) => this.clock.now - at < LOST_MS)
			.map(({ update }) => update.chat.id);
	}

	begin(update: Context, execution: PendingExecution): void {
		const { now } = this.clock;
		void execution.handed();
		// It starts nothing if it knows the key.
		if (this.stored.has(update.identity)) return queueMicrotask(() => execution.end());
		this.stored.set(update.identity, now);
		this.running.push({ execution, update, at: now });
	}

	private take(which: number): Run | undefined {
		const run = oneOf(this.running, which);
		if (!run) return undefined;
		this.running = without(this.running, run);
		this.over.add(run.update.identity);
		return run;
	}

	/** One execution ends. */
	end(which: number): void {
		const { execution } = this.take(which) ?? {};
		if (execution) Object.assign(execution, { wasJob: true }).end();
	}

	/** One execution ends, and nobody is told. */
	loseEnd(which: number): void {
		const run = this.take(which);
		if (run) this.lost.push(run);
	}

	/** One execution could not begin, and n8n gets it again. */
	beginAgain(which: number): void {
		const run = oneOf(this.running, which);
		if (!run) return;
		run.execution.takenBack();
		void run.execution.handed();
		run.at = this.clock.now;
		this.stored.set(run.update.identity, run.at);
	}

	/** The process is killed, with all that runs. */
	kill(): void {
		for (const { update } of this.running) this.over.add(update.identity);
		[this.running, this.lost] = [[], []];
	}
}
