import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { TestEmulator } from './emulator';
import { runNode } from './engine';
import { byId } from './locators';
import type { RequestClock } from './requestClock';

const FIRST_RECEIVER = 1_000_000;
const SEEDED_AT_ONCE = 5000;

export interface NewsletterOptions {
	receivers: number;
	/** Receivers per run of the node, as after a Loop Over Items. */
	batch: number;
	/** Milliseconds between messages from people, which another workflow answers. */
	everyMs: number;
	/** Sends that the server accepts per second. */
	rate: number;
}

/** The result of a newsletter. */
export interface NewsletterResult {
	/** Messages that arrived, and people who got two. */
	arrived: number;
	twice: number;
	/** From the first to the last request, on this clock. */
	seconds: number;
	/** Share of the possible sends that the server accepted; and share of all sends that it refused. */
	use: number;
	refused: number;
	requests: number;
	/** Run times of the other workflow (ms), sorted. */
	answerMs: number[];
	/**
	 * Heap in use, in megabytes: before, after all sends, and after the emulator has dropped its messages
	 * too.
	 */
	megabytes: { before: number; after: number; forgotten: number };
}

/** After this time, the limits that an earlier test hit are forgotten. */
const FORGOTTEN_MS = 120_000;

/** Megabytes of heap in use after collection, without jest's records of clock calls. */
function heapInUse(): number {
	jest.clearAllMocks();
	setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
	return Math.round(process.memoryUsage().heapUsed / 2 ** 20);
}

async function makeReceivers(emulator: TestEmulator, count: number): Promise<number[]> {
	const ids = Array.from({ length: count }, (_none, index) => FIRST_RECEIVER + index);
	const { botId } = emulator.defaults;
	for (let begin = 0; begin < count; begin += SEEDED_AT_ONCE) {
		const some = ids.slice(begin, begin + SEEDED_AT_ONCE);
		await emulator.control('post', 'seed', {
			users: some.map((id) => ({ id, is_bot: false, first_name: `Reader ${id}` })),
			chats: some.map((id) => ({ id, type: 'private', first_name: `Reader ${id}` })),
			members: some.flatMap((chat_id) => [
				{ chat_id, user_id: chat_id, status: 'member' },
				{ chat_id, user_id: botId, status: 'member' },
			]),
		});
	}
	return ids;
}

/** Sends a newsletter with low priority, while another workflow of the same bot answers people. */
export async function newsletter(
	emulator: TestEmulator,
	clock: RequestClock,
	{ receivers, batch, everyMs, rate }: NewsletterOptions,
): Promise<NewsletterResult> {
	const ids = await makeReceivers(emulator, receivers);
	const run = async (chats: number[], text: string, traffic: object) => {
		const { error, json } = await runNode({
			credential: { baseUrl: emulator.url, pathForm: 'bot', botToken: emulator.token },
			parameters: {
				resource: 'message',
				operation: 'sendMessage',
				chatId: byId('={{ $json.chat }}'),
				text,
				traffic: traffic,
			},
			items: chats.map((chat) => ({ json: { chat } })),
		});
		if (error) throw error;
		return json;
	};
	clock.advance(FORGOTTEN_MS);
	clock.reset();
	const before = heapInUse();
	let isOver = false;
	const got = new Map<unknown, number>();
	const send = async () => {
		for (let begin = 0; begin < receivers; begin += batch) {
			const sent = await run(ids.slice(begin, begin + batch), 'News', { priority: 'low' });
			for (const { chatId } of sent) got.set(chatId, (got.get(chatId) ?? 0) + 1);
		}
	};
	const answerMs: number[] = [];
	const answer = async () => {
		const all: Array<Promise<void>> = [];
		for (let index = 0; !isOver; index++) {
			await clock.sleep(everyMs);
			const begun = Date.now();
			const { demoGroup, privateMia, privateOlga } = emulator.defaults.chats;
			const chat = [demoGroup, privateMia, privateOlga][index % 3];
			const answered = run([chat], `Answer ${index}`, {}).then(() => {
				answerMs.push(Date.now() - begun);
			});
			all.push(answered);
		}
		await Promise.all(all);
	};
	const sent = send().finally(() => (isOver = true));
	let answered = 0;
	await Promise.all([sent.then(() => (answered = clock.answered.length)), answer()]);
	const after = heapInUse();
	await emulator.control('post', 'reset', {});
	const requests = clock.answered.slice(0, answered);
	const taken = requests.filter(({ status }) => status === 200);
	const seconds = (taken.at(-1)!.at - taken[0].at) / 1000;
	return {
		arrived: got.size,
		twice: [...got.values()].filter((times) => times > 1).length,
		seconds,
		use: taken.length / seconds / rate,
		refused: requests.length - taken.length,
		requests: requests.length,
		answerMs: answerMs.sort((one, other) => one - other),
		megabytes: { before, after, forgotten: heapInUse() },
	};
}
