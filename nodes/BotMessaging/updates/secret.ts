import { createHash, createHmac, timingSafeEqual } from 'crypto';

/**
 * The secret that a webhook's pushes carry: the same for the same bot, workflow and node, and
 * nothing that can be guessed from their ids. 64 hexadecimal digits.
 */
export function secretOf(token: string, workflowId: string, nodeId: string): string {
	return createHmac('sha256', token).update(`webhook:${workflowId}:${nodeId}`).digest('hex');
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Tells a secret from others without showing it. 16 hexadecimal digits. */
export const markOf = (secret: string) => digest(secret).toString('hex').slice(0, 16);

/** Compares in the same time whatever was given. */
export function isSecret(given: unknown, secret: string): boolean {
	return timingSafeEqual(digest(typeof given === 'string' ? given : ''), digest(secret));
}
