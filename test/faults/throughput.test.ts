import * as n8nWorkflow from 'n8n-workflow';

import { useClock } from '../support/clock';
import { JOB } from '../support/ends';
import { RunningTrigger } from '../support/pollingTrigger';
import { startUpdateServer } from '../support/updateServer';
import { until } from '../../scripts/lib/until';

const UPDATES = 10_000;
const CHATS = 300;
/** Run time of an execution, in milliseconds on the clock that only waits move. */
const TAKES_MS = 200;
/** Only jest itself ends a wait. */
const DAY_MS = 86_400_000;

const clock = useClock();

/** Milliseconds until the last update has its execution. Expects all to be confirmed afterwards. */
async function timeFor(token: string, isLost: (order: number) => boolean): Promise<number> {
	const server = await startUpdateServer(UPDATES, CHATS, async (ms) => await n8nWorkflow.sleep(ms));
	const trigger = new RunningTrigger({ baseUrl: server.url, botToken: token }, {});
	// Only in queue mode does n8n lose an end.
	trigger.outcome = JOB;
	trigger.endsAtOnce = false;
	const seen = new Set<unknown>();
	const before = clock.passed;
	let order = 0;
	let passed = 0;
	trigger.onStart = ({ item, end }) => {
		seen.add(item.json.text);
		if (seen.size === UPDATES) passed = clock.passed - before;
		trigger.started.length = 0;
		// The execution continues by itself, as it does in n8n.
		if (!isLost(order++)) void n8nWorkflow.sleep(TAKES_MS).then(end);
	};
	try {
		await trigger.start();
		await until('all have begun', async () => seen.size === UPDATES, DAY_MS);
		await until('all are confirmed', async () => server.confirmed() === UPDATES, DAY_MS);
		expect(order).toBe(UPDATES);
		return passed;
	} finally {
		await trigger.stop();
		await server.close();
	}
}

test('an end that n8n does not report, once in a thousand, does no harm', async () => {
	const without = await timeFor('1:a', () => false);
	const withLost = await timeFor('2:b', (order) => order % 1000 === 500);
	expect(without / withLost).toBeGreaterThan(0.8);
}, 300_000);
