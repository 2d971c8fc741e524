import { chmodSync } from 'node:fs';
import { join } from 'node:path';

import { startPostgres, startRedis, type Service } from '../../scripts/queue/services';
import { oneExecutionEach, useQueueMode } from './queue';

const UPDATES = 600;
const TAKES_MS = 100;

let postgres: Service;
let redis: Service;

const queue = useQueueMode(async (folder) => {
	// Postgres runs under an account of its own.
	chmodSync(folder, 0o755);
	postgres = await startPostgres(join(folder, 'postgres'));
	redis = await startRedis(join(folder, 'redis'));
	return { postgresUrl: postgres.url, redisUrl: redis.url };
});

afterAll(async () => {
	await postgres?.stop();
	await redis?.stop();
});

test.each([
	['Redis', async () => await redis.restart()],
	['Postgres', async () => await postgres.restart()],
])(`${UPDATES} updates, polled, and %s is restarted in the middle`, async (_what, disturb) => {
	const outcome = await queue.run({
		type: 'botMessagingPollingTrigger',
		updates: UPDATES,
		takesMs: TAKES_MS,
		disturb,
	});
	expect(outcome).toMatchObject(oneExecutionEach(UPDATES));
});
