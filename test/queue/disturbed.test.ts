import type { QueueMode } from '../../scripts/queue/queueMode';
import { goesOn, idlePlaces, oneExecutionEach, POLLING, useQueueMode, WEBHOOK } from './queue';

const UPDATES = 300;
/** Long enough that something is always under way. */
const TAKES_MS = 200;

/** Executions that a worker carries out at the same time. */
const PLACES_OF_A_WORKER = 5;
/** Executions that a polling trigger has at the same time, unless its form says otherwise. */
const PLACES_OF_A_TRIGGER = 5;

const queue = useQueueMode(PLACES_OF_A_WORKER);

const killWorker = async (mode: QueueMode) => await mode.workers[0].kill();

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
	['the workflows are published anew', publishAgain],
])('%s: one execution each, polled and pushed', async (_what, disturb) => {
	const subjects = [{ type: POLLING }, { type: WEBHOOK }] as const;
	const outcomes = await queue.run([...subjects], {
		updates: UPDATES,
		takesMs: TAKES_MS,
		disturb,
	});
	for (const outcome of outcomes) {
		expect(outcome).toMatchObject({ ...oneExecutionEach(UPDATES), statuses: { success: UPDATES } });
	}
	expect(outcomes[0].outOfOrder).toBe(0);
});

test('a worker is killed, polled: what it cut off is named, or runs again', async () => {
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

	expect(left).toMatchObject({ ...oneExecutionEach(UPDATES), outOfOrder: 0 });
	const ids = (of: Array<{ updateId?: number }>) => of.map(({ updateId }) => updateId).sort();
	expect(ids(left.named)).toEqual(ids(left.failed));

	expect(again).toMatchObject({ missing: 0, outOfOrder: 0, afterwards: goesOn, named: [] });
	expect(again.statuses.success).toBe(UPDATES);
	expect(again.duplicates).toBe(again.failed.length);
});

test('a worker is killed, pushed: one execution each, and what it cut off has failed', async () => {
	const [outcome] = await queue.run([{ type: WEBHOOK }], {
		updates: UPDATES,
		takesMs: TAKES_MS,
		disturb: killWorker,
	});
	expect(outcome).toMatchObject(oneExecutionEach(UPDATES));
	expect(outcome.failed.length).toBeLessThanOrEqual(PLACES_OF_A_WORKER);
});
