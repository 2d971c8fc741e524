import { ABSENT, refusal, type Act, type ActResult } from './act';
import type { Chat, Message } from './entities';
import { addRequest, endRequest, findLink, hasAsked, letIn, linkHindrance } from './invitations';
import {
	botsIn,
	changeMember,
	memberNow,
	noteVisit,
	plainMember,
	restrictionOf,
} from './membership';
import { isPresent } from './rules';
import type { Store } from './store';
import type { Updates } from './updates';

/** How people join and leave, and the updates that bots get for it. */
export class Visits {
	constructor(
		private readonly store: Store,
		private readonly updates: Updates,
	) {}

	/**
	 * In a private chat: the user unblocks the bot. By a link that creates join requests, the user
	 * asks to be let in.
	 */
	join(act: Act): ActResult {
		const chat = this.store.chat(act.chat_id);
		if (chat.type === 'private') return this.unblock(chat, act.user_id);
		const link = findLink(this.store, chat, act.invite_link);
		if (link?.creates_join_request) return this.askToJoin(act);
		const hindrance = this.hindrance(chat, act);
		if (hindrance) return refusal(hindrance);
		// Joining settles the person's join request.
		endRequest(this.store, chat, act.user_id);
		const by = { byId: act.user_id, link };
		return { ok: true, message: letIn(this.store, this.updates, chat, act.user_id, by) };
	}

	/** In a private chat: the user blocks the bot. */
	leave(act: Act): ActResult {
		const chat = this.store.chat(act.chat_id);
		if (!isPresent(this.store.member(chat.id, act.user_id))) return refusal(ABSENT);
		if (chat.type === 'private') {
			for (const bot of botsIn(this.store, chat)) this.change(chat, act.user_id, bot.id, 'kicked');
			return { ok: true };
		}
		const told = this.note(chat, { from_id: act.user_id, left_chat_member: act.user_id });
		const before = memberNow(this.store, chat, act.user_id);
		const after = plainMember(before, false, restrictionOf(before));
		changeMember(this.store, this.updates, act.user_id, after);
		return told;
	}

	/** The user asks to join. */
	askToJoin(act: Act): ActResult {
		const chat = this.store.chat(act.chat_id);
		const hindrance = this.hindrance(chat, act);
		if (hindrance) return refusal(hindrance);
		if (hasAsked(this.store, chat, act.user_id)) return refusal('you have asked already');
		const link = findLink(this.store, chat, act.invite_link);
		addRequest(this.store, this.updates, chat, act.user_id, link);
		return { ok: true };
	}

	private unblock(chat: Chat, userId: number): ActResult {
		const blocked = this.store.state.bots.filter(
			({ id }) => this.store.member(chat.id, id)?.status === 'kicked',
		);
		if (blocked.length === 0) return refusal('you are in this chat already');
		for (const bot of blocked) this.change(chat, userId, bot.id, 'member');
		return { ok: true };
	}

	/** Why this user cannot join; undefined if they can. */
	private hindrance(chat: Chat, { user_id, invite_link }: Act): string | undefined {
		const before = this.store.member(chat.id, user_id);
		if (before?.status === 'kicked') return 'you are banned from this chat';
		if (isPresent(before)) return 'you are in this chat already';
		if (invite_link === undefined) return undefined;
		return linkHindrance(this.store, findLink(this.store, chat, invite_link));
	}

	private change(chat: Chat, byId: number, userId: number, status: 'member' | 'kicked') {
		changeMember(this.store, this.updates, byId, { chat_id: chat.id, user_id: userId, status });
	}

	private note(chat: Chat, note: Pick<Message, 'from_id'> & Partial<Message>): ActResult {
		return { ok: true, message: noteVisit(this.store, this.updates, chat, note) };
	}
}
