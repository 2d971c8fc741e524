import type { MostOf } from '../../../../../reference';
import { TransportError, type ErrorReason } from '../../../api/errors';
import type { Reply } from '../../../api/traffic';
import type { Batch, Values } from '../../../engine/define';
import { meaningOf, type Asked } from '../../../engine/hints';
import { chatId } from '../../../fields/chat';
import { messageId } from '../../../fields/message';

/** Most messages in one delete request (reference 2.4). */
export const MOST_IDS: MostOf<'deleteMessages', 'message_ids'> = 100;

/** The outcome for one message, in the server's own words. */
export interface Deletion {
	outcome: 'deleted' | 'failed' | 'unknown';
	/** Why it failed; empty if the server gave no reason. */
	description: string;
	/** The same for an If or a Switch; empty if it was deleted. */
	errorReason: ErrorReason | '';
}

const DELETED: Deletion = { outcome: 'deleted', description: '', errorReason: '' };
const UNKNOWN: Deletion = { outcome: 'unknown', description: '', errorReason: 'other' };

const ASKED: Asked = {
	effect: 'repeatable',
	method: 'deleteMessages',
	fields: [chatId, messageId],
};

/** The meaning of the server's words about one message, for which it gives no code. */
const meaningOfFailed = (words: string) => meaningOf(ASKED, 0, words);

/** An earlier attempt without an answer may have deleted a message that is not found now. */
export const GONE = 'message to delete not found';

const unreadable = () =>
	new TransportError(
		'unreadable',
		'The server answered in an unknown form. Some of the messages may be deleted.',
	);

/** Some servers leave an empty list out, or send null for it. */
function listOf(value: unknown): unknown[] {
	const list = value ?? [];
	if (Array.isArray(list)) return list;
	throw unreadable();
}

/** One key for an id, be it a number or text. */
function readableId(id: unknown): string {
	if (/^-?\d+$/.test(String(id))) return String(id);
	throw unreadable();
}

/**
 * The outcomes of the ids of one request (reference 5.2). An id that the answer does not name is
 * unknown; after a bare `true`, every id is. Throws TransportError for an answer of another shape.
 */
export function deletionsOf(ids: unknown[], { result, uncertain }: Reply): Map<unknown, Deletion> {
	if (result === true) return new Map(ids.map((id) => [id, UNKNOWN]));
	const named = new Map<string, Deletion>();
	const { deleted_message_ids: deleted, failed_message_ids: failed } = Object(result) as Values;
	if (!Array.isArray(deleted) && !Array.isArray(failed)) throw unreadable();
	for (const id of listOf(deleted)) named.set(readableId(id), DELETED);
	// Of a hundred messages, most fail for the same reason.
	const reasons = new Map<string, ErrorReason>([['', 'other']]);
	for (const entry of listOf(failed)) {
		const { message_id: id, description: said } = Object(entry) as Values;
		const description = typeof said === 'string' ? said : '';
		const errorReason = reasons.get(description) ?? meaningOfFailed(description).reason;
		reasons.set(description, errorReason);
		const isDone = uncertain && description.includes(GONE);
		named.set(readableId(id), isDone ? DELETED : { outcome: 'failed', description, errorReason });
	}
	return new Map(ids.map((id) => [id, named.get(String(id)) ?? UNKNOWN]));
}

/** A server that puts numbers into its reasons gives many different ones. */
const MOST_REASONS = 3;

const numbered = (count: number) => count.toLocaleString('en-US');

/** Tells the user about messages that were not deleted, and what to do about most of them. */
export function notDeleted(outcomes: Deletion[]): string[] {
	const failed = outcomes.filter(({ outcome }) => outcome === 'failed');
	const unknown = outcomes.filter(({ outcome }) => outcome === 'unknown').length;
	const some = (count: number, verb: string) =>
		outcomes.length === 1
			? `The message was ${verb}`
			: `${numbered(count)} of ${numbered(outcomes.length)} messages were ${verb}`;
	const counts = new Map<string, number>();
	for (const { description } of failed) {
		const reason = description || 'no reason given';
		counts.set(reason, (counts.get(reason) ?? 0) + 1);
	}
	const mostFirst = [...counts].sort(([, a], [, b]) => b - a);
	const notices: string[] = [];
	if (mostFirst[0]) {
		const named = mostFirst.map(([reason, count]) =>
			counts.size === 1 ? reason : `${reason} (${numbered(count)})`,
		);
		if (named.splice(MOST_REASONS).length > 0) named.push('and other reasons');
		const { hint } = meaningOfFailed(mostFirst[0][0]);
		notices.push(`${some(failed.length, 'not deleted')}: ${named.join(', ')}. ${hint}`);
	}
	if (unknown > 0) {
		notices.push(`${some(unknown, 'perhaps not deleted')}: the server did not say.`);
	}
	return notices;
}

const STEP = 1000;

/** Counts the result of one request. */
export type Progress = (asked: number, deleted: number) => void;

/** Logs the progress of a long deletion, every 1,000 messages. */
export function progressOf({ context }: Batch): Progress {
	const all = { asked: 0, deleted: 0 };
	return (asked, deleted) => {
		const steps = Math.floor(all.asked / STEP);
		all.asked += asked;
		all.deleted += deleted;
		if (Math.floor(all.asked / STEP) === steps) return;
		const counts = `${all.asked} messages asked for so far, ${all.deleted} of them deleted`;
		context.logger.info(`${context.getNode().name}: ${counts}`);
	};
}
