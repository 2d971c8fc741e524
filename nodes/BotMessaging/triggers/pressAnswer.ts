import { UserError } from '../api/errors';
import { settle } from '../api/settle';
import { isPress } from '../moderation/filters';
import type { Server } from '../bots/server';
import { payloadOf, type Update } from '../update/update';

const LONGEST_NOTICE = 200;

/** Throws UserError for a notice that is too long (service methods, "answerCallbackQuery"). */
export function checkNotice(notice: string): string {
	if (notice.length <= LONGEST_NOTICE) return notice;
	throw new UserError(
		`Notice has ${notice.length} characters, but ${LONGEST_NOTICE} at most are possible`,
		'Shorten Notice.',
	);
}

/**
 * Answers a button press, so that the button stops waiting; other updates need no answer. A failure is
 * only logged: the press may be too old, or answered already.
 *
 * @param notice what the person reads for a moment; nothing if empty
 */
export async function answerPress(
	update: Update,
	notice: string,
	{ call, warn }: Server,
): Promise<void> {
	const { id } = payloadOf(update);
	if (!isPress(update) || id === undefined) return;
	const body = { callback_query_id: String(id), ...(notice && { text: notice }) };
	const { error } = await settle(call('answerCallbackQuery', body));
	if (error) warn(`A button press could not be answered: ${(error as Error).message}`);
}
