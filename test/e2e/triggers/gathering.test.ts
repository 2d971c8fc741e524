import type { TriggerType } from '../../../scripts/lib/triggers';
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
};

const MOST_REPEATED = 4;
/** As many people write at the moment of a kill. */
const MOST_SPLIT = 20;

test.each<[string, TriggerType]>([
	['polled', 'botMessagingPollingTrigger'],
	['pushed', 'botMessagingTrigger'],
])(
	'40 people write bursts while n8n is killed twice, %s: no text is lost or out of order',
	async (_way, type) => {
		const tally = await killAmongBursts(emulator, { ...PLAN, type });
		console.log(JSON.stringify(tally));
		expect(tally).toMatchObject({ lost: [], doubled: [], outOfOrder: [] });
		// A server repeats pushes with longer and longer pauses: what was written while n8n was down may come
		// too late for the rest of its burst.
		const split = type === 'botMessagingPollingTrigger' ? 0 : MOST_SPLIT;
		expect(tally.split.length).toBeLessThanOrEqual(split);
		// An n8n that is killed just when it has stored an execution does not know it of a push.
		expect(tally.repeated).toBeLessThanOrEqual(split === 0 ? 0 : MOST_REPEATED);
	},
	900_000,
);
