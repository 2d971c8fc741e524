import { createHmac } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { tokenOf } from '../../../credentials/BotMessagingApi.credentials';
import { isSame } from '../api/door';
import type { ResumeAddress } from './buttonData';

/** Longer than any queue between a trigger and n8n, but proofs must expire. */
const GOOD_FOR_MS = 15 * 60_000;

/** Proves that who knows the bot's token wrote it, for this question alone. 64 hexadecimal digits. */
export function proofOf(credential: IDataObject = {}, signature: string, payload: string): string {
	const key = createHmac('sha256', tokenOf(credential)).update('answers to questions').digest();
	return createHmac('sha256', key).update(`${signature}\n${payload}`).digest('hex');
}

/**
 * Masks an execution's key against people who can read the data of a button; a second call unmasks it. n8n
 * has only one key for all nodes of the execution, so it must stay secret.
 */
export function hidden(credential: IDataObject = {}, address: ResumeAddress): ResumeAddress {
	const { executionId, nodeId, signature } = address;
	const key = createHmac('sha256', tokenOf(credential)).update('keys of executions').digest();
	const mask = createHmac('sha256', key).update(`${executionId}\n${nodeId}`).digest();
	const bytes = Buffer.from(signature, 'hex').map((byte, place) => byte ^ mask.readUInt8(place));
	return { ...address, signature: Buffer.from(bytes).toString('hex') };
}

/** Whether the given digits are the beginning of the correct proof. Takes constant time. */
export function isProof(
	given: unknown,
	credential: IDataObject | undefined,
	signature: string,
	payload: string,
	length?: number,
): boolean {
	if (!tokenOf(credential)) return false;
	return isSame(given, proofOf(credential, signature, payload).slice(0, length));
}

/** Whether a time in Unix milliseconds is recent. */
export const isRecent = (at: unknown) => Math.abs(Date.now() - Number(at)) < GOOD_FOR_MS;
