import type { Update } from '../../reference';
import { Unexpected } from '../obstacles';
import type { Session } from '../session';

export const OWN_UPDATES = 'The updates of the bot';

/** Kinds of updates that a bot gets by default. A list replaces the default, so it must include them. */
const DEFAULT_UPDATES = [
	...['message', 'edited_message', 'channel_post', 'edited_channel_post', 'inline_query'],
	...['chosen_inline_result', 'callback_query', 'shipping_query', 'pre_checkout_query', 'poll'],
	...['poll_answer', 'my_chat_member', 'chat_join_request'],
];

const ADVICE =
	'Updates of the check about a member (chat_member) wait for the bot. The program that polls for it gets them, and can pass them over. Publish your workflow again: the bot may get other kinds of updates than before';

const NOT_LOOKED_AT = 'not looked at: offset, as';

async function waiting({ client, must }: Session, params: object, isClearing = false) {
	return must('getUpdates', await client.call('getUpdates', params, { isClearing }));
}

/** Whether an update comes from the bot's own change of a member. */
function isOwn(update: Update, { place }: Session): boolean {
	const { from } = Object(update.chat_member) as { from?: { id?: number } };
	return from?.id === place.botId;
}

/** The bot's own updates at the beginning: confirming them loses no other update. */
function ownFirst(updates: Update[], session: Session): Update[] {
	const end = updates.findIndex((update) => !isOwn(update, session));
	return end === -1 ? updates : updates.slice(0, end);
}

/** Whether the bot gets the kinds of updates that it got before. An empty list stands for the default. */
function isSameKinds(now: string[], before: string[]): boolean {
	const all = before.length > 0 ? before : DEFAULT_UPDATES;
	if (now.length === 0) return before.length === 0;
	return (
		all.every((kind) => now.includes(kind)) &&
		now.includes('chat_member') === before.includes('chat_member')
	);
}

/** Confirms the bot's own updates at the beginning. Returns whether none of them is left. */
async function confirmOwn(session: Session): Promise<boolean> {
	let updates = await waiting(session, {}, true);
	const last = ownFirst(updates, session).at(-1);
	if (last) updates = await waiting(session, { offset: last.update_id + 1 }, true);
	if (ownFirst(updates, session).length > 0) return false;
	// Confirming these would also confirm other people's updates.
	if (updates.some((update) => isOwn(update, session))) session.lose(ADVICE);
	return true;
}

/** Subscribes the bot to member changes, to get updates that may be confirmed. */
export async function listen(session: Session): Promise<void> {
	const { client, place, findings } = session;
	const why = place.webhookHindrance;
	if (why !== undefined) return findings.note('getUpdates', `${NOT_LOOKED_AT} ${why}`);
	if ((await waiting(session, { limit: 1 })).length > 0) {
		return findings.note('getUpdates', `${NOT_LOOKED_AT} an update of somebody else has come`);
	}
	const before = place.allowedUpdates ?? [];
	const wished = [...(before.length > 0 ? before : DEFAULT_UPDATES), 'chat_member'];
	await session.change(
		'getUpdates',
		OWN_UPDATES,
		{
			ask: async () => {
				await confirmOwn(session).catch(() => undefined);
				const request = { limit: 1, allowed_updates: before };
				return await client.call('getUpdates', request, { isClearing: true });
			},
			isBack: async () => {
				const { must } = session;
				const info = await client.call('getWebhookInfo', {}, { isClearing: true });
				const { allowed_updates: now } = must('getWebhookInfo', info);
				return isSameKinds(now ?? [], before) && (await confirmOwn(session));
			},
			advice: ADVICE,
		},
		async () => await client.call('getUpdates', { limit: 1, allowed_updates: wished }),
	);
}

/** Confirms one of the bot's own updates, and checks whether it comes again. */
export async function tryOffset(session: Session): Promise<void> {
	if (!session.canUndo(OWN_UPDATES)) return;
	const { findings } = session;
	const [first] = await waiting(session, { limit: 1 });
	if (!first) return findings.note('getUpdates', `${NOT_LOOKED_AT} no update has come`);
	if (!isOwn(first, session)) {
		return findings.note('getUpdates', `${NOT_LOOKED_AT} an update of somebody else is first`);
	}
	const [again] = await waiting(session, { limit: 1 });
	if (again?.update_id !== first.update_id) {
		findings.lie('getUpdates', 'without offset it confirms what it lists');
		return;
	}
	const request = { offset: first.update_id + 1 };
	for (let look = 1; look <= 2; look++) {
		const ids = (await waiting(session, request)).map(({ update_id: id }) => id);
		if (!ids.includes(first.update_id)) return;
	}
	findings.lie('getUpdates', 'offset has no effect: an update that was confirmed comes again');
	throw new Unexpected('offset has no effect');
}
