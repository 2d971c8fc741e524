import { useEmulator } from '../../support/emulator';
import { killAmongBursts } from '../support/bursts';

const emulator = useEmulator({ webhookRetryBaseMs: 200, webhookMaxAttempts: 20 });

/** `npm run tool -- long` does the same with 1,000 people for ten minutes. */
const PLAN = {
	people: 40,
	seconds: 60,
	gatherSeconds: 2,
	gap: 1,
	pause: [6, 15] as [number, number],
	leftWithinMs: 240_000,
};

test('40 people write bursts while n8n is killed twice: none is lost, split or out of order', async () => {
	const tally = await killAmongBursts(emulator, { ...PLAN, type: 'botMessagingPollingTrigger' });
	console.log(JSON.stringify(tally));
	const nothingWrong = { lost: [], doubled: [], outOfOrder: [], split: [], repeated: 0 };
	expect(tally).toMatchObject(nothingWrong);
}, 900_000);

test('pushed bursts are neither lost nor out of order', async () => {
	const tally = await killAmongBursts(emulator, { ...PLAN, type: 'botMessagingTrigger' });
	console.log(JSON.stringify(tally));
	expect(tally).toMatchObject({ lost: [], outOfOrder: [] });
}, 900_000);
