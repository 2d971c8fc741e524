import { oneExecutionEach, useQueueMode } from './queue';

const UPDATES = 1000;

const queue = useQueueMode();

describe(`${UPDATES} updates with nothing wrong`, () => {
	test('polled, each chat in its order', async () => {
		const outcome = await queue.run({ type: 'botMessagingPollingTrigger', updates: UPDATES });
		console.log(`polled: ${outcome.perSecond.toFixed(1)} a second`);
		expect(outcome).toMatchObject({
			...oneExecutionEach(UPDATES),
			statuses: { success: UPDATES },
			outOfOrder: 0,
		});
	});

	test('pushed', async () => {
		const outcome = await queue.run({ type: 'botMessagingTrigger', updates: UPDATES });
		console.log(`pushed: ${outcome.perSecond.toFixed(1)} a second`);
		expect(outcome).toMatchObject({ ...oneExecutionEach(UPDATES), statuses: { success: UPDATES } });
	});
});
