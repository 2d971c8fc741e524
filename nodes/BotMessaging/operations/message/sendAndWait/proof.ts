import { createHmac } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { tokenOf } from '../../../../../credentials/BotMessagingApi.credentials';
import { isSame } from '../../../api/secrets';

/** Longer than any queue between a trigger and n8n; a proof is not good for ever. */
const GOOD_FOR_MS = 15 * 60_000;

/**
 * Proves that something was written by who knows the bot's token, and for this question alone.
 * 64 hexadecimal digits.
 */
export function proofOf(credential: IDataObject = {}, signature: string, payload: string): string {
	const key = createHmac('sha256', tokenOf(credential)).update('answers to questions').digest();
	return createHmac('sha256', key).update(`${signature}\n${payload}`).digest('hex');
}

/** Whether the proof is right. The comparison always takes the same time. */
export function isProof(
	given: unknown,
	credential: IDataObject | undefined,
	signature: string,
	payload: string,
): boolean {
	if (!tokenOf(credential)) return false;
	return isSame(given, proofOf(credential, signature, payload));
}

/** Whether something was written a moment ago. In Unix milliseconds. */
export const isRecent = (at: unknown) => Math.abs(Date.now() - Number(at)) < GOOD_FOR_MS;
