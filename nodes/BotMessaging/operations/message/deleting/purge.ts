import { AnswerError } from '../../../api/errors';
import type { Reply } from '../../../api/traffic';
import type { Batch, Reading } from '../../../engine/define';
import type { Range } from './messageRange';
import { GONE, deletionsOf, type Deletion } from './deletions';
import { MOST_IDS } from './limits';
import { Progress } from './progress';

/** Requests of one item under way; the others continue beside one whose chat is slow. */
const AT_A_TIME = 10;

/** What was there in a range, by the server's own words. */
interface Tally {
	deleted: number;
	/** Numbers without a message: deleted before, or never given to one in this chat. */
	notFound: number;
	failed: number;
	unknown: number;
	/** Why the first one failed, in words and for an If or a Switch. */
	description: string;
	errorReason: Deletion['errorReason'];
}

/** The ids of a range, as many at once as one request takes; never all of them in the memory. */
function* blocksOf({ first, last }: Range): Generator<number[]> {
	for (let from = first; from <= last; from += MOST_IDS) {
		const length = Math.min(MOST_IDS, last - from + 1);
		yield Array.from({ length }, (_none, index) => from + index);
	}
}

function count(tally: Tally, ids: number[], { result, uncertain }: Reply): void {
	const deletions = deletionsOf(ids, { result, uncertain: false }).values();
	for (const { outcome, description, errorReason } of deletions) {
		const isGone = outcome === 'failed' && description.includes(GONE);
		// An attempt without an answer may have deleted it, or it was never there: nobody knows.
		if (isGone) tally[uncertain ? 'unknown' : 'notFound']++;
		else tally[outcome]++;
		if (outcome !== 'failed' || isGone || tally.errorReason) continue;
		Object.assign(tally, { description, errorReason });
	}
}

async function purgeItem(batch: Batch, reading: Reading, progress: Progress): Promise<void> {
	const { chat_id: chat, range } = reading.body;
	const { first, last } = range as Range;
	const counts = { deleted: 0, notFound: 0, failed: 0, unknown: 0 };
	const tally: Tally = { ...counts, description: '', errorReason: '' };
	const blocks = blocksOf({ first, last });
	const worker = async () => {
		// The workers share the blocks. One that throws ends the loop of all of them.
		for (const ids of blocks) {
			await batch.room();
			const body = { chat_id: chat, message_ids: ids, return_failed: true };
			const reply = await batch.send({ chat: String(chat), body: async () => body });
			const before = tally.deleted;
			count(tally, ids, reply);
			progress.add(ids.length, tally.deleted - before);
		}
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, worker));
	// A wrong chat, or a bot that may not delete there: nothing of the range was only gone.
	if (tally.failed === last - first + 1) throw new AnswerError(400, tally.description);
	batch.emit(reading.item, {
		chatId: chat as string,
		firstMessageId: first,
		lastMessageId: last,
		requested: last - first + 1,
		...tally,
	});
}

/**
 * Deletes whatever there is in the range of each item, 100 a request, and outputs what the server
 * has confirmed. Run again after a stop halfway, it goes over the whole range: what is gone by then
 * counts as not found.
 */
export async function purge(batch: Batch): Promise<void> {
	const progress = new Progress(batch);
	await batch.forEachItem(async (reading) => await purgeItem(batch, reading, progress));
}
