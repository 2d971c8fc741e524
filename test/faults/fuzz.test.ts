import { setTimeout as pause } from 'node:timers/promises';

import { reset, run } from '../emulator/fuzz/run';
import { startProcess, type EmulatorProcess } from '../emulator/process';

const SEED = 2;
const WARM_UP = 1000;
const REQUESTS = 10_000;
const MOST_MORE_MEGABYTES = 50;

const PRINT_MEMORY = `
	process.on('SIGUSR2', () => {
		gc();
		console.log('megabytes', process.memoryUsage().rss / 2 ** 20);
	})`;

/** The process's memory after garbage collection, in megabytes. */
async function memoryOf(server: EmulatorProcess): Promise<number> {
	const printed = () => [...server.printed().matchAll(/megabytes ([\d.]+)/g)];
	const before = printed().length;
	server.signal('SIGUSR2');
	while (printed().length === before) await pause(20);
	return Number(printed().at(-1)![1]);
}

test(`${REQUESTS} random requests are all answered, none with 5xx, and the memory is freed`, async () => {
	const server = startProcess(
		['--port', '0'],
		['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(PRINT_MEMORY)}`],
	);
	try {
		const url = await server.url();
		await run(url, SEED, 0, WARM_UP);
		await reset(url);
		const before = await memoryOf(server);
		const { statuses, failures } = await run(url, SEED, WARM_UP, WARM_UP + REQUESTS);
		await reset(url);
		console.log({ ...statuses, before, after: await memoryOf(server) });
		expect(failures).toEqual([]);
		// Memory is returned gradually; what is never returned is a leak.
		while ((await memoryOf(server)) > before + MOST_MORE_MEGABYTES) await pause(500);
	} finally {
		expect(await server.end()).toBe(0);
	}
}, 300_000);
