import { ServerWord } from '../e2e/support/serverWord';
import { POLLING, useQueueMode, WEBHOOK } from './queue';

const queue = useQueueMode(5);

test.each([WEBHOOK, POLLING] as const)(
	'a server that asks to wait for 30 years stops neither %s nor an execution',
	async (type) => {
		const { emulator, mode } = queue;
		await new ServerWord(await mode.rest(), emulator, type, mode.workers.length).run();
	},
);
