import { ABSENT, refused, type Act, type ActResult } from './act';
import type { Chat, Message } from './entities';
import {
	adminBotsIn,
	botsIn,
	changeMember,
	memberNow,
	plainMember,
	restrictionOf,
} from './membership';
import { presentChat, presentMessage, presentUser } from './present';
import { isPresent } from './rules';
import type { Store } from './store';
import type { Updates } from './updates';

/** How people come and go, and the updates that bots get of it. */
export class Visits {
	constructor(
		private readonly store: Store,
		private readonly updates: Updates,
	) {}

	/** In a private chat: the user unblocks the bot. */
	join(act: Act): ActResult {
		const chat = this.store.chat(act.chat_id);
		if (chat.type === 'private') return this.unblock(chat, act.user_id);
		const hindrance = this.hindrance(chat, act.user_id);
		if (hindrance) return refused(hindrance);
		this.move(chat, act.user_id, true);
		return this.note(chat, { from_id: act.user_id, new_chat_members: [act.user_id] });
	}

	/** In a private chat: the user blocks the bot. */
	leave(act: Act): ActResult {
		const chat = this.store.chat(act.chat_id);
		if (!isPresent(this.store.member(chat.id, act.user_id))) return refused(ABSENT);
		if (chat.type === 'private') {
			for (const bot of botsIn(this.store, chat)) this.change(chat, act.user_id, bot.id, 'kicked');
			return { ok: true };
		}
		const told = this.note(chat, { from_id: act.user_id, left_chat_member: act.user_id });
		this.move(chat, act.user_id, false);
		return told;
	}

	/** The user asks to be let in. */
	askToJoin(act: Act): ActResult {
		const chat = this.store.chat(act.chat_id);
		const hindrance = this.hindrance(chat, act.user_id);
		if (hindrance) return refused(hindrance);
		for (const bot of adminBotsIn(this.store, chat)) {
			this.updates.add(bot, 'chat_join_request', {
				chat: presentChat(chat),
				from: presentUser(this.store, act.user_id),
				user_chat_id: act.user_id,
				date: this.store.now(),
			});
		}
		return { ok: true };
	}

	private unblock(chat: Chat, userId: number): ActResult {
		const blocked = this.store.state.bots.filter(
			({ id }) => this.store.member(chat.id, id)?.status === 'kicked',
		);
		if (blocked.length === 0) return refused('you are in this chat already');
		for (const bot of blocked) this.change(chat, userId, bot.id, 'member');
		return { ok: true };
	}

	/** Why this user cannot come in; undefined where they can. */
	private hindrance(chat: Chat, userId: number): string | undefined {
		const before = this.store.member(chat.id, userId);
		if (before?.status === 'kicked') return 'you are banned from this chat';
		return isPresent(before) ? 'you are in this chat already' : undefined;
	}

	private move(chat: Chat, userId: number, isInside: boolean) {
		const before = memberNow(this.store, chat, userId);
		const after = plainMember(before, isInside, restrictionOf(before));
		changeMember(this.store, this.updates, userId, after);
	}

	private change(chat: Chat, byId: number, userId: number, status: 'member' | 'kicked') {
		changeMember(this.store, this.updates, byId, { chat_id: chat.id, user_id: userId, status });
	}

	/** A message in the chat that says who came or went; a channel has none. */
	private note(chat: Chat, note: Pick<Message, 'from_id'> & Partial<Message>): ActResult {
		if (chat.type === 'channel') return { ok: true };
		const added = this.store.addMessage({ chat_id: chat.id, ...note });
		const message = presentMessage(this.store, added);
		for (const bot of botsIn(this.store, chat)) this.updates.add(bot, 'message', message);
		return { ok: true, message };
	}
}
