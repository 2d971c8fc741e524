import { refusal, type Act, type ActResult } from './act';
import type { Chat, Message } from './entities';
import { botsIn } from './membership';
import { presentMessage } from './present';
import type { Store } from './store';
import type { Updates } from './updates';

/** Supergroups have numbers of 13 digits that begin so, in the family's other services. */
const FIRST_NUMBER = -1_000_000_000_000;

function note(store: Store, updates: Updates, chat: Chat, by: number, what: Partial<Message>) {
	const message = store.addMessage({ chat_id: chat.id, from_id: by, ...what });
	const presented = presentMessage(store, message);
	for (const bot of botsIn(store, chat)) updates.add(bot, 'message', presented);
	return presented;
}

/**
 * A group becomes a supergroup: another chat with another number and the same people. Both chats get
 * a message that says so, and a bot that still uses the old number is told the new one.
 */
export function migrate(store: Store, updates: Updates, act: Act): ActResult {
	const chat = store.chat(act.chat_id);
	if (chat.type !== 'group') return refusal('only a group can become a supergroup');
	if (store.member(chat.id, act.user_id)?.status !== 'creator') {
		return refusal('only the owner can do that');
	}
	const id = FIRST_NUMBER - store.nextId();
	const supergroup: Chat = { ...chat, id, type: 'supergroup' };
	store.state.chats.push(supergroup);
	for (const member of store.state.members.filter(({ chat_id }) => chat_id === chat.id)) {
		store.setMember({ ...member, chat_id: id });
	}
	note(store, updates, chat, act.user_id, { migrate_to_chat_id: id });
	chat.migrated_to = id;
	store.changed('chat', { chat });
	const from = { migrate_from_chat_id: chat.id };
	return { ok: true, message: note(store, updates, supergroup, act.user_id, from) };
}
