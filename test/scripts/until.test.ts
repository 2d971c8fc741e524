import { until } from '../../scripts/lib/until';

const LONG = 100_000;

/** The work that takes up the first pause, and more time than there is. */
const workAfterwards = (work: () => void) => {
	let now = 0;
	jest.spyOn(process, 'uptime').mockImplementation(() => now / 1000);
	setImmediate(() => {
		now += LONG;
		work();
	});
};
afterEach(() => jest.restoreAllMocks());

test('a wait finds what has happened while the machine was busy until its end', async () => {
	let isDone = false;
	workAfterwards(() => (isDone = true));
	await until('it is done', async () => isDone, LONG / 2, { pauseMs: 10 });
});

test('a wait says what did not happen in time, and why it could not tell', async () => {
	workAfterwards(() => {});
	const cause = new Error('no answer');
	const wait = until('it is done', async () => await Promise.reject(cause), LONG / 2);
	await expect(wait).rejects.toMatchObject({
		message: 'Waited 50 s, but this did not happen: it is done',
		cause,
	});
});
