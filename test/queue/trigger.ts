import { makeBots, tokenOf } from '../../bench/arrivals';
import { credentialFor } from '../../sandbox/lib/demo';
import type { N8nRest } from '../../sandbox/lib/rest';
import { numbersOf, type Updates } from '../../bench/tally';
import { triggerWorkflow, type TriggerType } from '../../sandbox/lib/triggers';
import { until } from '../../scripts/lib/until';
import {
	queuedExecutions,
	type Queued,
	type QueuedExecution,
} from '../../sandbox/queue/executions';
import type { Database } from '../../sandbox/queue/postgres';
import type { Delivery, TestEmulator } from '../support/emulator';

/** n8n finds out about a killed worker after about 80 s, and the machine may be busy. */
const ENDED_WITHIN_MS = 900_000;
/**
 * If the database goes away, n8n may never record that an execution has ended. This is longer than n8n
 * takes to report a killed worker.
 */
const NO_MORE_WORD_MS = 120_000;
const FIRST_BOT = 6_000_000_000;

let bots = 0;

const withoutExecution = (executions: QueuedExecution[], updates: Updates) => {
	const started = new Set(executions.map(({ updateId }) => updateId));
	return numbersOf(updates).filter((number) => !started.has(number));
};

/** A trigger of a case, with its parameters. */
export interface Subject {
	type: TriggerType;
	options?: object;
	/** Index of the trigger whose bot it shares; by default, it has its own bot. */
	bot?: number;
}

/** A published workflow with a trigger. */
export class LiveTrigger {
	/** Read earlier, because n8n loses the data of some executions. */
	private readonly known = new Map<number, QueuedExecution>();

	private constructor(
		private readonly emulator: TestEmulator,
		private readonly database: Database,
		readonly workflowId: string,
		readonly bot: number,
	) {}

	/** @param takesMs expression for the minimum run time of an execution */
	static async publish(
		emulator: TestEmulator,
		database: Database,
		rest: N8nRest,
		{ type, options = {}, bot: shared }: Subject,
		takesMs: string,
	): Promise<LiveTrigger> {
		const bot = shared ?? FIRST_BOT + bots++;
		if (shared === undefined) await makeBots(emulator.url, [bot]);
		const workflow = triggerWorkflow({
			name: `${type} ${bot}`,
			type,
			parameters: { options },
			credential: await rest.createCredential(credentialFor(emulator.url, tokenOf(bot))),
			takesMs,
		});
		const id = await rest.importWorkflow(workflow);
		await rest.publish(id);
		return new LiveTrigger(emulator, database, id, bot);
	}

	/** n8n's data about its updates. */
	async read(): Promise<Queued> {
		const queued = await queuedExecutions(this.database, this.workflowId);
		for (const execution of queued.executions) {
			execution.updateId ??= this.known.get(execution.id)?.updateId;
			execution.chatId ??= this.known.get(execution.id)?.chatId;
			this.known.set(execution.id, execution);
		}
		return queued;
	}

	/** Waits until this many executions have ended. */
	async untilEnded(count: number): Promise<void> {
		const haveEnded = async () => {
			const { executions } = await this.read();
			return executions.filter(({ stoppedAt }) => stoppedAt).length >= count;
		};
		await until(`${count} executions have ended`, haveEnded, ENDED_WITHIN_MS, { pauseMs: 250 });
	}

	/**
	 * Waits until the executions for these updates have ended, as far as n8n will ever record that, and until no
	 * update waits on the server. Returns the executions.
	 */
	async settled({ first, last }: Updates): Promise<QueuedExecution[]> {
		let of: QueuedExecution[] = [];
		let open = '';
		let openSince = 0;
		const isSettled = async () => {
			const { executions } = await this.read();
			await this.nameByPush(executions, { first, last });
			of = executions.filter(({ updateId = 0 }) => updateId >= first && updateId <= last);
			const missing = withoutExecution(of, { first, last }).length;
			const waiting = await this.countWaiting();
			if (missing > 0 || waiting > 0) throw new Error(`${missing} are missing, ${waiting} wait`);
			const unended = of.filter(({ stoppedAt }) => !stoppedAt).map(({ id }) => id);
			if (unended.join() !== open) [open, openSince] = [unended.join(), performance.now()];
			return unended.length === 0 || performance.now() - openSince > NO_MORE_WORD_MS;
		};
		const what = `the updates ${first} to ${last} of workflow ${this.workflowId} are done`;
		await until(what, isSettled, ENDED_WITHIN_MS, { pauseMs: 500 });
		return of;
	}

	/**
	 * If the database goes away, n8n may lose the data of an execution before anybody has read it. Identifies
	 * the update by the times: n8n stored the execution while that push was open.
	 */
	private async nameByPush(executions: QueuedExecution[], updates: Updates): Promise<void> {
		const missing = withoutExecution(executions, updates);
		const nameless = executions.filter(({ updateId }) => updateId === undefined);
		if (missing.length === 0 || nameless.length === 0) return;
		const pushes = (await this.emulator.control('get', 'deliveries')) as Delivery[];
		for (const updateId of missing) {
			const push = pushes.find(
				(one) => one.bot_id === this.bot && one.update_id === updateId && one.delivered,
			);
			const wasOpen = ({ createdAt }: QueuedExecution) =>
				push !== undefined &&
				createdAt >= push.started_at &&
				createdAt <= push.started_at + push.duration_ms;
			const execution = nameless.find((one) => one.updateId === undefined && wasOpen(one));
			if (execution) execution.updateId = updateId;
		}
	}

	private async countWaiting(): Promise<number> {
		const { bots: all } = await this.emulator.state();
		return all.find(({ id }) => id === this.bot)!.updates.length;
	}
}
