import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import { startEmulator, type Emulator } from '../../emulator';
import type { State } from '../../emulator/world/store';
import { control, makeChats, makeBots, tokenOf, write, writings } from '../arrivals';
import { credentialFor } from '../../sandbox/lib/demo';
import { tallyOf, type Tally } from '../tally';
import { triggerWorkflow, type TriggerType } from '../../sandbox/lib/triggers';
import { until } from '../../scripts/lib/until';
import { queuedExecutions } from '../../sandbox/queue/executions';
import type { QueueMode } from '../../sandbox/queue/queueMode';
import { coresOf, usageOf } from './usage';

const FIRST_BOT = 6_000_000_000;

const ENDED_WITHIN_MS = 1_200_000;
const LOOK_EVERY_MS = 500;
/** How long to watch for surplus executions after the last one. */
const NO_MORE_FOR_MS = 2000;

const COUNTS = `
	SELECT count("stoppedAt")::int AS ended, count(*)::int AS all FROM execution_entity
	WHERE "workflowId" = ANY($1)`;

export interface FleetOptions {
	type: TriggerType;
	bots?: number;
	/** How many chats to write in, in turn; all bots are in all of them. */
	chats?: number;
	/** The Options of the trigger. */
	options?: IDataObject;
	/** Minimum run time of an execution, in ms; without it, the execution does nothing. */
	takesMs?: number;
}

interface Counts {
	ended: number;
	all: number;
}

/** What an idle process used. */
export interface Idle {
	/** Of one core, 0 to 1. */
	cpu: number;
	/** Bytes. */
	memory: number;
}

/** Results for a batch of updates, counting successful executions, and their cost. */
export interface Load extends Pick<Tally, 'updates' | 'missing' | 'duplicates'> {
	/** Executions that failed. */
	failed: number;
	perSecond: number;
	/** Milliseconds of a core per update, for main, and for all workers together. */
	mainMs: number;
	workersMs: number;
	/** How much of the machine was busy, 0 to 1: n8n, its servers, and the emulator. */
	busy: number;
}

/** What an idle main uses in this many milliseconds. */
export async function idleOf({ main }: QueueMode, ms: number): Promise<Idle> {
	const { process } = await main.now();
	const before = usageOf(process);
	const begun = performance.now();
	await sleep(ms);
	const { cpuMs, memory } = usageOf(process);
	return { cpu: (cpuMs - before.cpuMs) / (performance.now() - begun), memory };
}

/** Bots on a separate emulator, each with a published workflow in one n8n. */
class Fleet {
	private readonly workflows: string[] = [];

	constructor(
		private readonly mode: QueueMode,
		private readonly emulator: Emulator,
		private readonly options: FleetOptions,
	) {}

	/** Creates the bots, and publishes their workflows one by one. */
	async publish(): Promise<void> {
		const { bots = 1, chats } = this.options;
		const ids = Array.from({ length: bots }, (_none, index) => FIRST_BOT + index);
		await makeBots(this.emulator.url, ids);
		await makeChats(this.emulator.url, chats, ids);
		for (const id of ids) await this.publishFor(id);
	}

	/** Writes messages, each an update for every bot, and waits for the executions. */
	async load(messages: number): Promise<Load> {
		const { mode, workflows } = this;
		const updates = messages * workflows.length;
		const before = await this.usage();
		const begun = Date.now();
		await write(this.emulator.url, writings(messages, this.options.chats));
		const haveEnded = async () => {
			const [counts] = await mode.database.query<Counts>(COUNTS, [workflows]);
			const { ended = 0, all = 0 } = { ...counts };
			return ended >= updates && ended === all && (await this.isEmpty());
		};
		const pauseMs = LOOK_EVERY_MS;
		await until(`${updates} executions have ended`, haveEnded, ENDED_WITHIN_MS, { pauseMs });
		const after = await this.usage();
		await sleep(NO_MORE_FOR_MS);
		const read = await Promise.all(workflows.map((id) => queuedExecutions(mode.database, id)));
		const all = read.map(({ executions }) => executions);
		const good = all.map((executions) => executions.filter(({ status }) => status === 'success'));
		const tallies = good.map((executions) => tallyOf(executions, { first: 1, last: messages }));
		const sum = (field: 'missing' | 'duplicates') =>
			tallies.reduce((total, tally) => total + tally[field], 0);
		const end = all.flat().reduce((last, { stoppedAt }) => Math.max(last, stoppedAt!), 0);
		return {
			updates,
			missing: sum('missing'),
			duplicates: sum('duplicates'),
			failed: all.flat().length - good.flat().length,
			perSecond: updates / ((end - begun) / 1000),
			mainMs: (after.main - before.main) / updates,
			workersMs: (after.workers - before.workers) / updates,
			busy: (after.busyMs - before.busyMs) / (after.allMs - before.allMs),
		};
	}

	async unpublish(): Promise<void> {
		const rest = await this.mode.rest();
		for (const id of this.workflows) await rest.unpublish(id);
	}

	/** Whether no update waits on the server. */
	private async isEmpty(): Promise<boolean> {
		const { bots } = await control<State>(this.emulator.url, 'state');
		return bots.every(({ updates }) => updates.length === 0);
	}

	private async publishFor(bot: number): Promise<void> {
		const rest = await this.mode.rest();
		const { type, options = {}, takesMs } = this.options;
		const name = `Bot ${bot} at ${this.emulator.port}`;
		const data = credentialFor(this.emulator.url, tokenOf(bot));
		const credential = await rest.createCredential({ ...data, name });
		const workflow = { name, type, parameters: { options }, credential, takesMs };
		const id = await rest.importWorkflow(triggerWorkflow(workflow));
		this.workflows.push(id);
		await rest.publish(id);
	}

	private async usage() {
		const main = await this.mode.main.now();
		const workers = await Promise.all(this.mode.workers.map(async (worker) => await worker.now()));
		return {
			main: usageOf(main.process).cpuMs,
			workers: workers.reduce((sum, { process }) => sum + usageOf(process).cpuMs, 0),
			...coresOf(),
		};
	}
}

/** Runs `act` with bots and their published workflows. */
export async function withFleet<Result>(
	mode: QueueMode,
	options: FleetOptions,
	act: (fleet: Fleet) => Promise<Result>,
): Promise<Result> {
	const emulator = await startEmulator();
	const fleet = new Fleet(mode, emulator, options);
	try {
		await fleet.publish();
		return await act(fleet);
	} finally {
		await fleet.unpublish();
		await emulator.close();
	}
}
