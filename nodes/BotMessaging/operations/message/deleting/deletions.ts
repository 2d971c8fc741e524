import { TransportError, type ErrorReason } from '../../../api/errors';
import type { Reply } from '../../../api/traffic';
import { meaningOf, type Asked, type Meaning } from '../../../engine/hints';
import { chatId } from '../../../fields/chat';
import { messageId } from '../../../fields/message';

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
export const meaningOfFailed = (words: string): Meaning => meaningOf(ASKED, 400, words);

/** An earlier attempt without an answer may have deleted a message that is not found now. */
export const GONE = 'message to delete not found';

function unreadable(): TransportError {
	return new TransportError(
		'unreadable',
		'The server answered in an unknown form. Some of the messages may be deleted.',
	);
}

/** Some servers leave an empty list out, or send null for it. */
function listOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	if (value === undefined || value === null) return [];
	throw unreadable();
}

/** One key for an id, be it a number or text. */
function keyOf(id: unknown): string {
	if (/^-?\d+$/.test(String(id))) return String(id);
	throw unreadable();
}

/** Caches the meaning of words: of a hundred messages, most fail for the same reason. */
function reasonsByWords(): (words: string) => ErrorReason {
	const known = new Map<string, ErrorReason>([['', 'other']]);
	return (words) => {
		const reason = known.get(words) ?? meaningOfFailed(words).reason;
		known.set(words, reason);
		return reason;
	};
}

function failureOf(
	entry: unknown,
	uncertain: boolean,
	reasonOf: (words: string) => ErrorReason,
): [key: string, outcome: Deletion] {
	if (typeof entry !== 'object' || entry === null) throw unreadable();
	const { message_id: id, description } = entry as Record<string, unknown>;
	const words = typeof description === 'string' ? description : '';
	if (uncertain && words.includes(GONE)) return [keyOf(id), DELETED];
	return [keyOf(id), { outcome: 'failed', description: words, errorReason: reasonOf(words) }];
}

/**
 * The outcomes of the ids of one request (reference 5.2). An id that the answer does not name is
 * unknown; after a bare `true`, every id is. Throws TransportError for an answer of another shape.
 */
export function deletionsOf(ids: unknown[], { result, uncertain }: Reply): Map<unknown, Deletion> {
	const named = new Map<string, Deletion>();
	if (result !== true) {
		const { deleted_message_ids: deleted, failed_message_ids: failed } = Object(result) as Record<
			string,
			unknown
		>;
		if (!Array.isArray(deleted) && !Array.isArray(failed)) throw unreadable();
		for (const id of listOf(deleted)) named.set(keyOf(id), DELETED);
		const reasonOf = reasonsByWords();
		for (const entry of listOf(failed)) named.set(...failureOf(entry, uncertain, reasonOf));
	}
	return new Map(ids.map((id) => [id, named.get(String(id)) ?? UNKNOWN]));
}
