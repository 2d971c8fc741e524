import { run } from './fuzz/run';
import { startProcess } from './process';

const SEED = 1;
const REQUESTS = 500;

// test/faults/fuzz.test.ts is the long version.
test(`${REQUESTS} random requests are all answered, none with 5xx`, async () => {
	const server = startProcess(['--port', '0']);
	try {
		const { statuses, failures } = await run(await server.url(), SEED, 0, REQUESTS);
		expect(failures).toEqual([]);
		// Most of them are invalid, but a run without any success would test little.
		expect(statuses['200']).toBeGreaterThan(REQUESTS / 10);
	} finally {
		expect(await server.end()).toBe(0);
	}
});
