import { killAmongBursts } from '../e2e/support/bursts';
import { useEmulator } from '../support/emulator';

const emulator = useEmulator();

/** `GATHERED_SECONDS=60` shortens it. */
const SECONDS = Number(process.env.GATHERED_SECONDS ?? 600);

test('1,000 people write bursts while n8n is killed twice, polled: each is one execution', async () => {
	const { lost, doubled, split, outOfOrder, ...counts } = await killAmongBursts(emulator, {
		type: 'botMessagingPollingTrigger',
		people: 1000,
		seconds: SECONDS,
		gatherSeconds: 3,
		gap: 1,
		pause: [60, 120],
		leftWithinMs: 1_800_000,
	});
	console.log(JSON.stringify({ ...counts, lost, doubled, split, outOfOrder }));
	const wrong = { lost, doubled, split, outOfOrder };
	expect(wrong).toEqual({ lost: [], doubled: [], split: [], outOfOrder: [] });
	expect(counts.executions).toBe(counts.bursts);
}, 3_600_000);
