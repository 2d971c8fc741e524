import { oneExecutionEach } from './outcome';
import { POLLING, useQueueMode, WEBHOOK } from './queue';

const UPDATES = 1000;
const LONG = 40;
/** Updates that the server shows at a time. */
const SHOWN = 100;

/** Enough that the long executions of two triggers do not hold up the short ones. */
const CONCURRENCY = 50;

const queue = useQueueMode(CONCURRENCY);

describe(`${UPDATES} updates without a fault`, () => {
	test('polled, each chat in its order', async () => {
		const [outcome] = await queue.run([{ type: POLLING }], { updates: UPDATES });
		console.log(`polled: ${outcome.perSecond.toFixed(1)} a second`);
		expect(outcome).toMatchObject({
			...oneExecutionEach(UPDATES),
			statuses: { success: UPDATES },
			outOfOrder: 0,
		});
	});

	test('pushed', async () => {
		const [outcome] = await queue.run([{ type: WEBHOOK }], { updates: UPDATES });
		console.log(`pushed: ${outcome.perSecond.toFixed(1)} a second`);
		expect(outcome).toMatchObject({ ...oneExecutionEach(UPDATES), statuses: { success: UPDATES } });
	});
});

test(`${LONG} executions of a minute run beside ${UPDATES} short ones, polled and pushed`, async () => {
	const polled = { type: POLLING, options: { parallel: CONCURRENCY } } as const;
	const outcomes = await queue.run([polled, { type: WEBHOOK }], { updates: UPDATES, long: LONG });
	for (const outcome of outcomes) {
		expect(outcome).toMatchObject({
			...oneExecutionEach(UPDATES + LONG),
			statuses: { success: UPDATES + LONG },
		});
	}
	// The long ones do not stop the server from returning the next updates.
	const byEnd = [...outcomes[0].all].sort((one, other) => one.stoppedAt! - other.stoppedAt!);
	const beforeLong = byEnd.findIndex(({ updateId }) => updateId! <= LONG);
	console.log(`${beforeLong} short executions ended before the first long one`);
	expect(beforeLong).toBeGreaterThan(SHOWN);
	expect(outcomes[0].outOfOrder).toBe(0);
});
