import type { Call } from '../../../../api/client';
import { AnswerError } from '../../../../api/errors';
import { settle } from '../../../../api/settle';
import { wireId } from '../protocol';

/** The number that a group has now, if a request failed because it has become a supergroup. */
export const movedTo = (error: unknown): string | undefined =>
	error instanceof AnswerError ? error.migrateToChatId : undefined;

const doesNotSay = (error: unknown) =>
	!(error instanceof AnswerError) || error.isRateLimit || error.code >= 500;

/**
 * Whether an answer was given in the chat of its question. A group gets another number when it becomes
 * a supergroup; the server says which, if it is asked by the old one. `undefined` if it does not say.
 */
export async function isSameChat(
	call: Call,
	asked: string,
	given: string,
): Promise<boolean | undefined> {
	if (asked === given) return true;
	const { error } = await settle(call('getChat', { chat_id: wireId(asked) }));
	if (error === undefined) return false;
	return doesNotSay(error) ? undefined : movedTo(error) === given;
}
