import { AnswerError } from '../../api/errors';
import type { Reply } from '../../api/traffic';
import { operation, type Batch, type Reading } from '../../engine/define';
import { chatId } from '../../fields/chat';
import {
	GONE,
	deletionsOf,
	type Deletion,
	MOST_IDS,
	progressOf,
	type Progress,
} from './deleting/deletions';
import { type Range, rangeFields } from './deleting/messageIds';

/** Parallel requests for one item. Other items continue if the chat of one is slow. */
const AT_A_TIME = 10;

/** Counts for a range, by the server's own words. */
interface Tally {
	deleted: number;
	/** Ids without a message: already deleted, or never used in this chat. */
	notFound: number;
	failed: number;
	unknown: number;
	/** Why the first one failed: the server's words, and the fixed value for an If or a Switch. */
	description: string;
	errorReason: Deletion['errorReason'];
}

/** The ids of a range in blocks for one request each; never all of them in memory. */
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

/** Deletes a range, 100 messages in a request, and outputs what the server confirmed. */
async function purgeItem(batch: Batch, reading: Reading, progress: Progress): Promise<void> {
	const { chat_id: chat, range } = reading.body;
	const { first, last } = range as Range;
	const counts = { deleted: 0, notFound: 0, failed: 0, unknown: 0 };
	const tally: Tally = { ...counts, description: '', errorReason: '' };
	const blocks = blocksOf({ first, last });
	const worker = async () => {
		// The workers share the blocks. An error in one ends the loop in all.
		for (const ids of blocks) {
			await batch.room();
			const body = { chat_id: chat, message_ids: ids, return_failed: true };
			const reply = await batch.send({ chat: String(chat), body: async () => body });
			const before = tally.deleted;
			count(tally, ids, reply);
			progress(ids.length, tally.deleted - before);
		}
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, worker));
	// A wrong chat, or no right to delete: no message of the range was merely gone.
	if (tally.failed === last - first + 1) throw new AnswerError(400, tally.description);
	batch.emit(reading.item, {
		chatId: chat as string,
		firstMessageId: first,
		lastMessageId: last,
		requested: last - first + 1,
		...tally,
	});
}

/** Reference 5.2: for every message in a range. */
export const purgeMessages = operation('message', 'deleteMessages', {
	value: 'purgeMessages',
	effect: 'repeatable',
	ordered: false,
	name: 'Purge Messages',
	action: 'Purge a range of messages',
	description:
		'Delete all messages from one to another, and count them. The service deletes only messages from the last 48 hours.',
	fields: [chatId, ...rangeFields],
	// A run after a stop halfway starts the range over: messages that are gone by then count as not found.
	run: async (batch) => {
		const progress = progressOf(batch);
		await batch.forEachItem(async (reading) => await purgeItem(batch, reading, progress));
	},
});
