import { run } from './fuzz/run';
import { startProcess } from './process';

const SEED = 1;
const REQUESTS = 500;

// The long run of it is test/faults/fuzz.test.ts.
test(`${REQUESTS} random requests are all answered, none with 5xx`, async () => {
	const server = startProcess(['--port', '0']);
	try {
		const { statuses, failures } = await run(await server.url(), SEED, 0, REQUESTS);
		expect(failures).toEqual([]);
		// Most of them are wrong in some way, but a run in which none is carried out has tested little.
		expect(statuses['200']).toBeGreaterThan(REQUESTS / 10);
	} finally {
		expect(await server.end()).toBe(0);
	}
});
