import './sourcesFirst';

import { runNode } from './engine';
import { byId } from './locators';

/** What the process is told, as JSON in its first argument. */
export interface PurgeTask {
	baseUrl: string;
	botToken: string;
	chats: number[];
	/** Each chat is purged from message 1 up to this one. */
	last: number;
	lookEveryMs: number;
}

/** What the process prints at its end: what was put out, and bytes of its heap from time to time. */
export interface PurgeLine {
	json: Array<Record<string, unknown>>;
	heap: number[];
}

/** A purge in a process of its own, so that it can be killed and its memory measured. */
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

// What it throws ends the process, and the test shows what it has printed.
void main(JSON.parse(process.argv[2]) as PurgeTask);
