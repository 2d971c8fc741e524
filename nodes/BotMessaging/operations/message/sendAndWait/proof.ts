import { createHash, createHmac, timingSafeEqual } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

/** Longer than any queue between a trigger and n8n; a proof is not good for ever. */
const GOOD_FOR_MS = 15 * 60_000;

/** A token however it was pasted. */
const tokenOf = ({ botToken = '' }: IDataObject) =>
	String(botToken)
		.trim()
		.replace(/^bot(?=\d)/i, '');

/** The number of the bot, which stands in its token; nothing where the token is of another form. */
export const numberOfBot = (credential: IDataObject = {}): string | undefined =>
	/^(\d+):/.exec(tokenOf(credential))?.[1];

/**
 * Proves that something was written by who knows the bot's token, and for this question alone.
 * 64 hexadecimal digits.
 */
export function proofOf(credential: IDataObject = {}, signature: string, payload: string): string {
	const key = createHmac('sha256', tokenOf(credential)).update('answers to questions').digest();
	return createHmac('sha256', key).update(`${signature}\n${payload}`).digest('hex');
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether the proof is right. The comparison always takes the same time. */
export function isProof(
	given: unknown,
	credential: IDataObject | undefined,
	signature: string,
	payload: string,
): boolean {
	if (!tokenOf(credential ?? {})) return false;
	const proof = proofOf(credential, signature, payload);
	return typeof given === 'string' && timingSafeEqual(digest(given), digest(proof));
}

/** Whether something was written a moment ago. In Unix milliseconds. */
export const isRecent = (at: unknown) => Math.abs(Date.now() - Number(at)) < GOOD_FOR_MS;
