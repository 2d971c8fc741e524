import { useEmulator } from '../../support/emulator';
import { newsletter } from '../../support/newsletter';
import { useRequestClock } from '../../support/requestClock';

const RATE = 30;
const RECEIVERS = 300;
/** The limit has to be found out first; `test/faults/newsletter.test.ts` sends for an hour. */
const USE = 0.92;

const emulator = useEmulator();
const clock = useRequestClock();

describe('a newsletter of low priority, while another workflow of the bot answers people', () => {
	test.each([
		{ what: 'in one run', batch: RECEIVERS, rateLimitStyle: 'message_too_much' },
		{ what: 'in one run', batch: RECEIVERS, rateLimitStyle: '429' },
		{ what: 'by a loop, ten at a time', batch: 10, rateLimitStyle: 'message_too_much' },
		{ what: 'by a loop, ten at a time', batch: 10, rateLimitStyle: '429' },
	])(
		'sent $what to a server that refuses with $rateLimitStyle',
		async ({ batch, rateLimitStyle }) => {
			await emulator.settings({ sendRatePerSecond: RATE, latencyMs: 20, rateLimitStyle });
			const options = { receivers: RECEIVERS, batch, everyMs: 2000, rate: RATE };
			const found = await newsletter(emulator, clock, options);
			expect(found).toMatchObject({ arrived: RECEIVERS, twice: 0 });
			expect(found.use).toBeGreaterThan(USE);
			expect(found.refused / found.requests).toBeLessThan(0.05);
			expect(found.answerMs.length).toBeGreaterThanOrEqual(4);
			expect(found.answerMs.at(-1)).toBeLessThanOrEqual(2000);
		},
	);
});
