import { useEmulator } from '../support/emulator';
import { newsletter } from '../support/newsletter';
import { useRequestClock } from '../support/requestClock';

const RATE = 30;

const emulator = useEmulator();
const clock = useRequestClock();

/** Longest allowed time for the other workflow to answer somebody (ms). */
const ANSWERED_WITHIN_MS = 2000;

test.each([
	{ receivers: 100_000, batch: 100_000, how: 'in one run' },
	{ receivers: 10_000, batch: 10, how: 'by a loop, ten at a time' },
])(
	'a newsletter to $receivers people $how uses the rate, and others are still answered',
	async ({ receivers, batch }) => {
		await emulator.settings({
			sendRatePerSecond: RATE,
			latencyMs: 20,
			rateLimitStyle: '429',
			retryAfterSeconds: 1,
		});
		const options = { receivers, batch, everyMs: 3000, rate: RATE };
		const { answerMs, ...found } = await newsletter(emulator, clock, options);
		const at = (share: number) => answerMs[Math.ceil(answerMs.length * share) - 1];
		const answers = { count: answerMs.length, median: at(0.5), p99: at(0.99), longest: at(1) };
		console.log({ ...found, answers });
		expect(found).toMatchObject({ arrived: receivers, twice: 0 });
		expect(found.use).toBeGreaterThanOrEqual(0.95);
		expect(found.refused / found.requests).toBeLessThan(0.01);
		expect(answers.longest).toBeLessThanOrEqual(ANSWERED_WITHIN_MS);
	},
	7_200_000,
);
