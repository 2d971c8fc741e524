import { CHATS, makeChats, write, writings } from '../../bench/arrivals';
import { tallyOf } from '../../bench/tally';
import { useQueueMode, WEBHOOK } from './queue';
import { LiveTrigger } from './trigger';

const UPDATES = 300;
const CONCURRENCY = 10;

const queue = useQueueMode(CONCURRENCY);

test(`${UPDATES} updates are pushed to three workflows of one bot, one of which is unpublished meanwhile`, async () => {
	const { emulator, mode } = queue;
	const rest = await mode.rest();
	const publish = async (bot?: number) =>
		await LiveTrigger.publish(emulator, mode.database, rest, { type: WEBHOOK, bot }, '0');
	const first = await publish();
	const second = await publish(first.bot);
	const leaving = await publish(first.bot);
	await makeChats(emulator.url, CHATS, [first.bot]);
	await write(emulator.url, writings(UPDATES));
	await leaving.untilEnded(UPDATES / 5);
	await rest.unpublish(leaving.workflowId);

	const updates = { first: 1, last: UPDATES };
	for (const trigger of [first, second]) {
		expect(tallyOf(await trigger.settled(updates), updates)).toMatchObject({
			executions: UPDATES,
			missing: 0,
			duplicates: 0,
			statuses: { success: UPDATES },
		});
	}
	const { executions } = await leaving.read();
	const { duplicates, missing, statuses } = tallyOf(executions, updates);
	console.log(`The workflow that left has ${executions.length} of ${UPDATES}`);
	expect({ duplicates, statuses }).toEqual({
		duplicates: 0,
		statuses: { success: executions.length },
	});
	expect(missing).toBeGreaterThan(0);
	for (const { workflowId } of [first, second]) await rest.unpublish(workflowId);
});
