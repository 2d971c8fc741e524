import { PressFlood, type Flood } from '../e2e/support/pressFlood';
import { POLLING, useQueueMode, WEBHOOK } from './queue';

const queue = useQueueMode(10);

const FLOODS: Flood[] = [
	{ type: POLLING, one: 600, each: 100 },
	{ type: WEBHOOK, one: 600, each: 100 },
];

test.each(FLOODS)(
	'members who press many times delay only themselves, with $type',
	async (flood) => {
		await new PressFlood(await queue.mode.rest(), queue.emulator).run(flood);
	},
);
