import { createCall, loadCredential, type Call } from '../api/client';
import type { Batch } from './define';

/** Three questions one after the other take less than ten seconds. */
const ASKED_WITHIN_MS = 3000;

/**
 * Asks the server one thing, at once and once, for what a person waits for. Throws as a call does, after
 * a few seconds without an answer.
 */
export async function quickCallOf({ context }: Batch): Promise<Call> {
	return createCall(context, await loadCredential(context), { timeoutMs: ASKED_WITHIN_MS });
}
