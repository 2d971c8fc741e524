import { startServices } from '../../sandbox/queue/services';
import { goesOn } from './outcome';
import { POLLING, useQueueMode, WEBHOOK } from './queue';

const UPDATES = 300;
const TAKES_MS = 200;

const PLACES_OF_A_WORKER = 5;

const queue = useQueueMode(PLACES_OF_A_WORKER, startServices);

test.each([
	['Redis', async () => await queue.services.redis.restart()],
	['Postgres', async () => await queue.services.postgres.restart()],
])('%s is restarted: every update has one execution', async (what, disturb) => {
	const subjects = [{ type: POLLING }, { type: WEBHOOK }] as const;
	const outcomes = await queue.run(subjects, {
		updates: UPDATES,
		takesMs: TAKES_MS,
		disturb,
	});
	for (const [index, outcome] of outcomes.entries()) {
		const { statuses, perSecond, named } = outcome;
		const figures = { statuses, perSecond, named: named.length };
		console.log(`${what} is restarted, ${subjects[index].type}: ${JSON.stringify(figures)}`);
		expect(outcome).toMatchObject({ missing: 0, duplicates: 0, afterwards: goesOn });
	}
	expect(outcomes[0].outOfOrder).toBe(0);
});
