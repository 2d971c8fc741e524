import type { TriggerType } from '../../scripts/lib/triggers';
import { killAmongBursts } from '../e2e/support/bursts';
import { useEmulator } from '../support/emulator';

const emulator = useEmulator();

/** `GATHERED_SECONDS=60` for less. */
const SECONDS = Number(process.env.GATHERED_SECONDS ?? 600);

const PLAN = { people: 1000, seconds: SECONDS, gatherSeconds: 3, gap: 1 };
const PAUSE: [number, number] = [60, 120];

test.each<[string, TriggerType]>([
	['polled', 'botMessagingPollingTrigger'],
	['pushed', 'botMessagingTrigger'],
])(
	'1,000 people write bursts while n8n is killed twice, %s: each is one execution',
	async (way, type) => {
		const { lost, doubled, split, outOfOrder, ...counts } = await killAmongBursts(emulator, {
			...PLAN,
			pause: PAUSE,
			type,
		});
		console.log(way, counts, { lost, doubled, split, outOfOrder });
		expect({ lost, doubled, split, outOfOrder }).toEqual({
			...{ lost: [], doubled: [], split: [], outOfOrder: [] },
		});
		expect(counts.executions).toBe(counts.bursts);
		expect(counts.repeated).toBeLessThanOrEqual(way === 'pushed' ? 10 : 0);
	},
	3_600_000,
);
