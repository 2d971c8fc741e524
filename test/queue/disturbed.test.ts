import type { QueueMode } from '../../scripts/queue/queueMode';
import { oneExecutionEach, useQueueMode } from './queue';

const UPDATES = 600;
/** Long enough that something is always under way. */
const TAKES_MS = 100;

const queue = useQueueMode();

const killWorker = async (mode: QueueMode) => {
	await mode.kill(mode.workers[0]);
	await mode.startWorker();
};

const killMain = async (mode: QueueMode) => {
	await mode.kill(mode.main.process);
	await mode.startMain();
};

const publishAgain = async (mode: QueueMode, id: string) => {
	await mode.main.rest.unpublish(id);
	await mode.main.rest.publish(id);
};

describe(`${UPDATES} updates, polled`, () => {
	test.each([
		['main is killed', killMain],
		['the workflow is published anew', publishAgain],
	])('%s in the middle: one execution each, in order', async (_what, disturb) => {
		const outcome = await queue.run({
			type: 'botMessagingPollingTrigger',
			updates: UPDATES,
			takesMs: TAKES_MS,
			disturb,
		});
		expect(outcome).toMatchObject({ ...oneExecutionEach(UPDATES), outOfOrder: 0 });
	});

	test('a worker is killed in the middle: one execution each, and what was cut off is seen', async () => {
		const outcome = await queue.run({
			type: 'botMessagingPollingTrigger',
			updates: UPDATES,
			takesMs: TAKES_MS,
			disturb: killWorker,
		});
		expect(outcome).toMatchObject(oneExecutionEach(UPDATES));
		const { success, ...others } = outcome.statuses;
		const cutOff = UPDATES - success;
		expect(Object.values(others)).toEqual(cutOff > 0 ? [cutOff] : []);
	});

	test('a worker is killed in the middle, Run Again: each has one that finished', async () => {
		const outcome = await queue.run({
			type: 'botMessagingPollingTrigger',
			updates: UPDATES,
			options: { afterInterruption: 'again' },
			takesMs: TAKES_MS,
			disturb: killWorker,
		});
		expect(outcome).toMatchObject({ missing: 0, afterwards: { missing: 0 } });
		expect(outcome.statuses.success).toBe(UPDATES);
	});
});

test(`${UPDATES} updates, pushed, and main is killed in the middle: one execution each`, async () => {
	const outcome = await queue.run({
		type: 'botMessagingTrigger',
		updates: UPDATES,
		takesMs: TAKES_MS,
		disturb: killMain,
	});
	expect(outcome).toMatchObject(oneExecutionEach(UPDATES));
});
