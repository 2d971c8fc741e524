import { countOutOfOrder } from '../../bench/tally';
import { until } from '../../scripts/lib/until';
import type { Part } from '../../sandbox/queue/part';
import type { QueueMode } from '../../sandbox/queue/queueMode';
import { goesOn, idlePlaces, oneExecutionEach } from './outcome';
import { POLLING, useQueueMode, WEBHOOK } from './queue';

const UPDATES = 300;
/** Long enough that something is always under way. */
const TAKES_MS = 200;

/** Executions that a worker runs in parallel. */
const PLACES_OF_A_WORKER = 5;
/** Executions that a polling trigger runs in parallel by default. */
const PLACES_OF_A_TRIGGER = 5;

const BUSY_WITHIN_MS = 300_000;

const queue = useQueueMode(PLACES_OF_A_WORKER);

/** How many executions a worker reports as running. */
async function underWay(worker: Part): Promise<number> {
	const output = (await worker.now()).process.output();
	const count = (words: RegExp) => output.match(words)?.length ?? 0;
	return count(/Worker started execution/g) - count(/Worker finished execution/g);
}

/** Kills a worker in the middle of its work. */
async function killWorker({ workers }: QueueMode): Promise<void> {
	let victim = workers[0];
	const isBusy = async () => {
		const counts = await Promise.all(workers.map(underWay));
		victim = workers[counts.indexOf(Math.max(...counts))];
		return Math.max(...counts) >= PLACES_OF_A_WORKER / 2;
	};
	await until('a worker is busy', isBusy, BUSY_WITHIN_MS, { pauseMs: 50 });
	await victim.kill();
}

const killMain = async (mode: QueueMode) => await mode.main.kill();

const publishAgain = async (mode: QueueMode, workflowIds: string[]) => {
	const rest = await mode.rest();
	for (const id of workflowIds) {
		await rest.unpublish(id);
		await rest.publish(id);
	}
};

test.each([
	['main is killed', killMain],
	['the workflows are published again', publishAgain],
])('%s: each update has one execution, polled and pushed', async (_what, disturb) => {
	const subjects = [{ type: POLLING }, { type: WEBHOOK }] as const;
	const outcomes = await queue.run(subjects, {
		updates: UPDATES,
		takesMs: TAKES_MS,
		disturb,
	});
	for (const outcome of outcomes) {
		expect(outcome).toMatchObject({ ...oneExecutionEach(UPDATES), statuses: { success: UPDATES } });
	}
	expect(outcomes[0].outOfOrder).toBe(0);
});

test('a worker is killed, polled: what it cut off is reported, or runs again', async () => {
	const [left, again] = await queue.run(
		[{ type: POLLING }, { type: POLLING, options: { afterInterruption: 'again' } }],
		{ updates: UPDATES, takesMs: 1000, disturb: killWorker },
	);
	const cutOff = left.failed.length + again.failed.length;
	const idle = idlePlaces([left, again], 2 * PLACES_OF_A_TRIGGER);
	console.log(`a worker is killed: ${cutOff} executions cut off, ${idle} places idle`);
	expect(cutOff).toBeGreaterThan(0);
	expect(cutOff).toBeLessThanOrEqual(PLACES_OF_A_WORKER);
	expect(idle).toBeLessThanOrEqual(PLACES_OF_A_WORKER);

	expect(left).toMatchObject(oneExecutionEach(UPDATES));
	// n8n ends the interrupted executions only after their chats are free again.
	expect(countOutOfOrder(left.all.filter((one) => !left.failed.includes(one)))).toBe(0);
	const namesOf = (all: Array<{ updateId?: number; chatId?: number }>) =>
		all.map(({ updateId, chatId }) => `update ${updateId}, chat ${chatId}`).sort();
	expect(namesOf(left.named)).toEqual(namesOf(left.failed));

	expect(again).toMatchObject({ missing: 0, outOfOrder: 0, afterwards: goesOn, named: [] });
	expect(again.statuses.success).toBe(UPDATES);
	expect(again.duplicates).toBe(again.failed.length);
});

test('a worker is killed, pushed: each update has one execution, and what it cut off has failed', async () => {
	const [outcome] = await queue.run([{ type: WEBHOOK }], {
		updates: UPDATES,
		takesMs: TAKES_MS,
		disturb: killWorker,
	});
	expect(outcome).toMatchObject(oneExecutionEach(UPDATES));
	expect(outcome.failed.length).toBeGreaterThan(0);
	expect(outcome.failed.length).toBeLessThanOrEqual(PLACES_OF_A_WORKER);
});
