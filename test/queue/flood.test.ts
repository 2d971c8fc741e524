import { PressFlood } from '../e2e/support/pressFlood';
import { POLLING, useQueueMode, WEBHOOK } from './queue';

const queue = useQueueMode(10);

test.each([POLLING, WEBHOOK] as const)(
	'members who press many times delay only themselves, with %s',
	async (type) => {
		await new PressFlood(await queue.mode.rest(), queue.emulator).run(type);
	},
);
