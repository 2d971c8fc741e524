import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ROOT } from '../../scripts/lib/paths';
import { Processes, type Process } from '../../scripts/lib/processes';
import { until } from '../../scripts/lib/until';
import type { Memory, TrafficLine, TrafficTask } from '../support/trafficChild';
import { startUpdateServer } from '../support/updateServer';

const UPDATES = 200_000;
const CHATS = 300;
const LOST_EVERY = 1000;
const LOOK_EVERY = 10_000;
/** By then all code is compiled, and 20 ends have been lost. */
const WARM_AFTER = 20_000;
const MOST_GROWTH = 30 * 1024 ** 2;
const WITHIN_MS = 1_200_000;

const SCRIPT = join(__dirname, '../support/trafficChild.ts');
const LIFELINE = join(__dirname, '../../sandbox/lib/lifeline.cjs');

const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-traffic-'));
const processes = new Processes();
let server: Awaited<ReturnType<typeof startUpdateServer>>;

beforeAll(async () => (server = await startUpdateServer(UPDATES, CHATS)));
afterAll(async () => {
	await processes.stopAll();
	await server.close();
	rmSync(folder, { recursive: true, force: true });
});

/** The trigger in a separate process, so that the server and jest do not count in its memory. */
function startTrigger(): Process {
	const task: TrafficTask = {
		credential: { baseUrl: server.url, botToken: '1:secret' },
		updates: UPDATES,
		lostEvery: LOST_EVERY,
		lookEvery: LOOK_EVERY,
	};
	const flags = ['--require', LIFELINE, '--expose-gc', '--import', 'tsx'];
	return processes.start(
		'The trigger',
		process.execPath,
		[...flags, SCRIPT, JSON.stringify(task)],
		{ cwd: ROOT, env: process.env, logFile: join(folder, 'trigger.log') },
	);
}

const linesOf = (text: string) =>
	text
		.trim()
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line) as TrafficLine);

const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`;

test(
	`${UPDATES} updates with lost ends: none is missing, and the memory does not grow`,
	async () => {
		const trigger = startTrigger();
		// Updates after the last lost end start when their chat is given up; it is confirmed before.
		const hasBegunAll = async () => linesOf(trigger.output()).at(-1)?.begun === UPDATES;
		await trigger.whenReady(hasBegunAll, WITHIN_MS);
		await until('all are confirmed', async () => server.confirmed() === UPDATES, WITHIN_MS);
		trigger.interrupt();
		await trigger.succeeded();
		const lines = linesOf(trigger.output());
		expect(lines.at(-1)).toMatchObject({
			begun: UPDATES,
			missing: 0,
			duplicates: 0,
			outOfOrder: 0,
		});

		const warm = lines.filter(({ begun }) => begun >= WARM_AFTER).map(({ memory }) => memory);
		for (const kind of ['heap', 'external', 'resident'] satisfies Array<keyof Memory>) {
			const [first, ...later] = warm.map((memory) => memory[kind]);
			const most = Math.max(...later);
			console.log(`${kind}: ${megabytes(first)} when warm, ${megabytes(most)} at most later`);
			expect(most - first).toBeLessThan(MOST_GROWTH);
		}
	},
	WITHIN_MS + 60_000,
);
