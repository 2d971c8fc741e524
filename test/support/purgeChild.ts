import './sourcesFirst';

import { runNode } from './engine';
import { byId } from './locators';

/** The task of the process, as JSON in its first argument. */
export interface PurgeTask {
	baseUrl: string;
	botToken: string;
	chats: number[];
	/** Each chat is purged from message 1 up to this one. */
	last: number;
	lookEveryMs: number;
}

/** The final output of the process: its items, and samples of its heap in bytes. */
export interface PurgeLine {
	json: Array<Record<string, unknown>>;
	heap: number[];
}

/** A purge in a separate process, so that it can be killed and its memory measured. */
async function main({ baseUrl, botToken, chats, last, lookEveryMs }: PurgeTask): Promise<void> {
	const heap: number[] = [];
	const timer = setInterval(() => {
		global.gc!();
		heap.push(process.memoryUsage().heapUsed);
	}, lookEveryMs);
	const { json, error } = await runNode({
		credential: { baseUrl, botToken, pathForm: 'bot' },
		parameters: {
			resource: 'message',
			operation: 'purgeMessages',
			chatId: byId('={{ $json.chatId }}'),
			firstMessageId: 1,
			lastMessageId: last,
		},
		items: chats.map((chatId) => ({ json: { chatId } })),
	});
	clearInterval(timer);
	if (error) throw error;
	const line: PurgeLine = { json, heap };
	console.log(JSON.stringify(line));
	process.exit(0);
}

// An error ends the process, and the test shows the output.
void main(JSON.parse(process.argv[2]) as PurgeTask);
