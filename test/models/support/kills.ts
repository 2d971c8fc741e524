import { deepCopy, type IRun } from 'n8n-workflow';

import { settle } from '../../../nodes/BotMessaging/api/basics';
import { TriggerMemory } from '../../../nodes/BotMessaging/dispatch/staticData';
import { registry } from '../../../nodes/BotMessaging/memory/registry';
import { Executor } from '../../../nodes/BotMessaging/sources/polling/executor';
import {
	RunningExecutions,
	type PendingExecution,
} from '../../../nodes/BotMessaging/sources/polling/subscriptionUpdates';
import { UpdateTracker } from '../../../nodes/BotMessaging/sources/polling/tracker';
import { WrittenUpdates } from '../../../nodes/BotMessaging/sources/polling/writtenUpdates';
import { Context } from '../../../nodes/BotMessaging/update/context';
import { without } from './polling';

function createDeferredPromise() {
	let resolve!: (report?: IRun) => void;
	const promise = new Promise<IRun | undefined>((tell) => (resolve = tell));
	return { promise, resolve };
}

type Ended = ReturnType<typeof createDeferredPromise>;

/** An execution that runs; the number is that of its update. */
export interface Run {
	number: number;
	ended: Ended;
}

/** What outlives a process of n8n: its database, and the server. */
export class Outside {
	/** What was saved with the last execution. */
	staticData: object = {};
	readonly keys = new Set<string | undefined>();
	/** What the server has not forgotten. */
	server: Context[] = [];
	running: Run[] = [];
	/** How many updates the server lists at once. */
	mostListed = 3;

	constructor(
		readonly repeats: boolean,
		private readonly onBegin: (number: number) => void,
	) {}

	begin(number: number, ended: Ended): void {
		this.onBegin(number);
		this.running.push({ number, ended });
	}

	end(run: Run): void {
		this.running = without(this.running, run);
		run.ended.resolve({ data: { resultData: { runData: {} } } } as IRun);
	}
}

/** Starts a process of n8n with a polling trigger, with what the last one left. `number`: which one it is. */
export function startLife(outside: Outside, number: number) {
	const { repeats } = outside;
	registry.forget(RunningExecutions);
	outside.running = [];
	const [staticData, tracker] = [deepCopy(outside.staticData), new UpdateTracker()];
	const emit = (data: unknown[][], _response: undefined, ended: Ended, key?: string) => {
		outside.staticData = deepCopy(staticData);
		const [update] = data[0] as number[];
		if (update === undefined || outside.keys.has(key)) return ended.resolve();
		outside.keys.add(key);
		outside.begin(update, ended);
	};
	const context = {
		...{ emit, helpers: { createDeferredPromise }, getWorkflow: () => ({ id: 'w' }) },
		...{ workflow: { nodes: {} }, getWorkflowStaticData: () => staticData },
		getNode: () => ({ id: 'n', parameters: {} }),
	} as never;
	const memory = new TriggerMemory(context, 'bot');
	const limits = { parallel: 2, repeats, longestMs: Infinity };
	const said = { warn: () => {}, report: () => {}, noteHandedOver: () => {} };
	const trigger = { ...said, context, id: 'w', tracker, limits, memory, isClosed: false };
	const written = new WrittenUpdates(trigger, memory, 'bot');
	const executor = new Executor({ ...trigger, written });
	const updates = tracker.of('w');
	/** As `PollingTrigger.take` does. */
	const take = async (update: Context) => {
		const tracked = updates.judge(update);
		if (updates.hadEnded(update)) return void (tracked.state = 'done');
		const execution = await new Promise<PendingExecution>((resolve) =>
			updates.wait([update], String(update.chat.id), resolve),
		);
		const key = `${update.identity} ${repeats ? number : ''}`;
		const data = [[update.raw.update_id as never]];
		await settle(executor.execute({ parts: [update], data, key, execution }));
		execution.end();
		written.refresh();
	};
	const poll = () => {
		const offset = tracker.offsetFor(['w']);
		outside.server = outside.server.filter(({ raw }) => raw.update_id >= (offset ?? 0));
		tracker.list(outside.server.slice(0, outside.mostListed), [], offset);
		for (const update of tracker.dueFor('w')) void take(update);
	};
	return { poll, updates, letGo: async () => await written.letGo() };
}
