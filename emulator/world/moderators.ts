import { ABSENT, refusal, type Act, type ActResult } from './act';
import { PERMISSIONS, type Member } from './entities';
import { changeMember, memberNow, plainMember } from './membership';
import { has, isPresent, isRestricted } from './rules';
import type { Store } from './store';
import type { Updates } from './updates';

const NOTHING = Object.fromEntries(PERMISSIONS.map((name) => [name, false]));

/** What administrators do to a person in their app, and the updates that bots get for it. */
export class Moderators {
	constructor(
		private readonly store: Store,
		private readonly updates: Updates,
	) {}

	mute(act: Act): ActResult {
		const before = this.memberOf(act);
		if (!isPresent(before)) return refusal('this person is not in this chat');
		return this.change(act, plainMember(before, true, { permissions: NOTHING }));
	}

	ban(act: Act): ActResult {
		const { chat_id, user_id } = this.memberOf(act);
		return this.change(act, { chat_id, user_id, status: 'kicked' });
	}

	/** Ends a mute or a ban. A banned person stays outside and can join. */
	free(act: Act): ActResult {
		const before = this.memberOf(act);
		const isHeld = before.status === 'kicked' || isRestricted(before);
		if (!isHeld) return refusal('this person is neither muted nor banned');
		return this.change(act, plainMember(before, isPresent(before), undefined));
	}

	private memberOf({ chat_id, user_id, member_id = user_id }: Act): Member {
		return memberNow(this.store, this.store.chat(chat_id), member_id);
	}

	private change(act: Act, after: Member): ActResult {
		const actor = this.store.member(after.chat_id, act.user_id);
		if (!actor || !isPresent(actor)) return refusal(ABSENT);
		if (!has(actor, 'can_restrict_members')) return refusal('you may not mute or ban people here');
		if (['creator', 'administrator'].includes(this.memberOf(act).status)) {
			return refusal('administrators cannot be muted or banned');
		}
		changeMember(this.store, this.updates, act.user_id, after);
		return { ok: true };
	}
}
