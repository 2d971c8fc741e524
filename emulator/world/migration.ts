import { refusal, type Act, type ActResult } from './act';
import type { Chat, Message } from './entities';
import { botsIn } from './membership';
import { presentMessage } from './present';
import type { Store } from './store';
import type { Updates } from './updates';

/** In the family's other services, ids of supergroups have 13 digits and begin like this. */
const FIRST_NUMBER = -1_000_000_000_000;

function note(store: Store, updates: Updates, chat: Chat, by: number, what: Partial<Message>) {
	const message = store.addMessage({ chat_id: chat.id, from_id: by, ...what });
	const presented = presentMessage(store, message);
	for (const bot of botsIn(store, chat)) updates.add(bot, 'message', presented);
	return presented;
}

/**
 * Turns a group into a supergroup: a new chat with a new id and the same people. Both chats get a service
 * message, and a bot that still uses the old id gets the new one in the error.
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
