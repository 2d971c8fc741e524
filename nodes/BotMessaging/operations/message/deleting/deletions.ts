import { TransportError } from '../../../api/errors';
import type { Reply } from '../../../api/traffic';

/** What became of one message, by the server's own words. */
export interface Deletion {
	outcome: 'deleted' | 'failed' | 'unknown';
	/** Why it failed; empty if there is no reason. */
	description: string;
}

const DELETED: Deletion = { outcome: 'deleted', description: '' };
const UNKNOWN: Deletion = { outcome: 'unknown', description: '' };

/** An earlier attempt without an answer may have deleted what this one no longer finds. */
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

/** The same for an id as a number and as text. */
function keyOf(id: unknown): string {
	if (/^-?\d+$/.test(String(id))) return String(id);
	throw unreadable();
}

function failureOf(entry: unknown, uncertain: boolean): [key: string, outcome: Deletion] {
	if (typeof entry !== 'object' || entry === null) throw unreadable();
	const { message_id: id, description } = entry as Record<string, unknown>;
	const reason = typeof description === 'string' ? description : '';
	if (uncertain && reason.includes(GONE)) return [keyOf(id), DELETED];
	return [keyOf(id), { outcome: 'failed', description: reason }];
}

/**
 * What became of the ids of one request (API reference, "deleteMessages"). The outcome of an id
 * that the answer does not name is unknown; after a bare `true`, that is every id. Throws TransportError for an
 * answer of another shape.
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
		for (const entry of listOf(failed)) named.set(...failureOf(entry, uncertain));
	}
	return new Map(ids.map((id) => [id, named.get(String(id)) ?? UNKNOWN]));
}
