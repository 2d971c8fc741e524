import type { Carried } from '../buttonData';
import type { Messenger } from './bring';
import type { Delivery } from './deliver';
import type { Desk } from './desk';
import type { Found } from './find';
import { NextAnswers } from '../nextAnswers';
import { answererOf } from '../protocol';
import { nameOf, removeButtons, tell } from './tell';

const UNREACHABLE =
	'An answer to a question could not be delivered, because this trigger cannot reach n8n. Fill in Instance Address in its Options, for example http://localhost:5678.';

const foreignWords = ({ answering: { chatId, messageId } }: Found) =>
	`An answer to message ${messageId} in chat ${chatId} is ignored, because this n8n does not know the question. Another n8n asked it, it used another encryption key, or its execution was deleted.`;

/** Tells the person and the log what has become of an answer. */
export async function conclude(
	messenger: Messenger,
	desk: Desk,
	found: Found,
	delivery: Delivery,
): Promise<void> {
	const { call, warn } = messenger;
	const { botMessagingOutcome: outcome } = delivery;
	if (outcome === 'unreachable') warn(UNREACHABLE);
	if (outcome === 'foreign' && desk.isFirstForeign(nameOf(found))) warn(foreignWords(found));
	await desk.notices.run(async () => await tell(messenger, desk, found, delivery));
	if (outcome === 'closed') await removeButtons(call, found);
}

/** Whose next message is an answer, by what n8n says of this one. */
export function learn(messenger: Messenger, desk: Desk, found: Found, delivery: Delivery): void {
	const { carried, answering } = found;
	const next = messenger.bot.part(NextAnswers);
	const { botMessagingOutcome: outcome } = delivery;
	const { chatId, messageId } = answering;
	const userId = answererOf(answering);
	if (['taken', 'closed', 'foreign'].includes(outcome)) next.forget(chatId, messageId);
	if (outcome === 'taken') {
		desk.forgive(nameOf(found), userId);
		// An answer to a form may be one of several.
		if (carried?.kind !== 'form') {
			const answerer = { userId, executionId: carried?.executionId };
			desk.answeredBy.set(nameOf(found), answerer);
		}
	}
	if (!delivery.next || !carried) return;
	const userIds = userId === chatId ? undefined : [userId];
	const { step = carried.step } = delivery;
	const typed: Carried = { ...carried, kind: carried.kind === 'form' ? 'form' : 'reply', step };
	next.expect(chatId, { carried: typed, messageId, userIds, until: Infinity });
}
