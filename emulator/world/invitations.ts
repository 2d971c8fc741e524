import type { Chat, InviteLink } from './entities';
import {
	changeMember,
	invitingBotsIn,
	memberNow,
	noteVisit,
	plainMember,
	restrictionOf,
} from './membership';
import { presentChat, presentUser } from './present';
import { isPresent } from './rules';
import type { Store } from './store';
import type { Updates } from './updates';

/** The options that the creator of a link may set. */
export type LinkOptions = Pick<
	InviteLink,
	'name' | 'expire_date' | 'member_limit' | 'creates_join_request'
>;

/** The documentation does not name the host of invite links. */
const HOST = 'https://chat.example';

/** A new link to a chat. */
export function addLink(
	store: Store,
	chat: Chat,
	creatorId: number,
	options: LinkOptions & { is_primary: boolean },
): InviteLink {
	const link: InviteLink = {
		invite_link: `${HOST}/+invite${String(store.nextId()).padStart(6, '0')}`,
		chat_id: chat.id,
		creator_id: creatorId,
		...options,
		is_revoked: false,
		user_ids: [],
	};
	store.state.invite_links.push(link);
	store.changed('invite_link', { invite_link: link });
	return link;
}

export const findLink = (store: Store, chat: Chat, address: unknown): InviteLink | undefined =>
	store.state.invite_links.find(
		({ chat_id, invite_link }) => chat_id === chat.id && invite_link === address,
	);

/** A ChatInviteLink (reference 6.1). */
export function presentLink(store: Store, link: InviteLink): object {
	const { invite_link, creator_id, creates_join_request, is_primary, is_revoked } = link;
	const pending = store.state.join_requests.filter(
		(request) => request.invite_link === invite_link,
	);
	return {
		invite_link,
		creator: presentUser(store, creator_id),
		creates_join_request,
		is_primary,
		is_revoked,
		name: link.name,
		expire_date: link.expire_date,
		member_limit: link.member_limit,
		...(creates_join_request && { pending_join_request_count: pending.length }),
	};
}

/** Why nobody can use a link any more; undefined if it works. */
export function linkHindrance(store: Store, link: InviteLink | undefined): string | undefined {
	if (!link) return 'there is no such invite link';
	if (link.is_revoked) return 'this invite link was revoked';
	if (link.expire_date !== undefined && link.expire_date <= store.now()) {
		return 'this invite link has expired';
	}
	const inside = link.user_ids.filter((id) => isPresent(store.member(link.chat_id, id)));
	return inside.length >= (link.member_limit ?? Infinity)
		? 'this invite link has let in as many people as it may'
		: undefined;
}

export const hasAsked = ({ state }: Store, chat: Chat, userId: number) =>
	state.join_requests.some(({ chat_id, user_id }) => chat_id === chat.id && user_id === userId);

/** Adds a join request, and tells the bots that may approve it. */
export function addRequest(
	store: Store,
	updates: Updates,
	chat: Chat,
	userId: number,
	link?: InviteLink,
): void {
	const request = {
		chat_id: chat.id,
		user_id: userId,
		date: store.now(),
		invite_link: link?.invite_link,
	};
	store.state.join_requests.push(request);
	store.changed('join_request', { request });
	for (const bot of invitingBotsIn(store, chat)) {
		updates.add(bot, 'chat_join_request', {
			chat: presentChat(chat),
			from: presentUser(store, userId),
			user_chat_id: userId,
			date: request.date,
			...(link && { invite_link: presentLink(store, link) }),
		});
	}
}

/** Removes a join request; returns the link that it came through. False if the person has not asked to join. */
export function endRequest(
	store: Store,
	chat: Chat,
	userId: number,
): InviteLink | undefined | false {
	if (!hasAsked(store, chat, userId)) return false;
	const { join_requests: requests } = store.state;
	const request = requests.find((one) => one.chat_id === chat.id && one.user_id === userId)!;
	store.state.join_requests = requests.filter((one) => one !== request);
	store.changed('join_request', { request, ended: true });
	return findLink(store, chat, request.invite_link);
}

/**
 * Adds a member, and returns the chat's message about it as presented. `byId` is who approved them,
 * `link` the link that they came through.
 */
export function letIn(
	store: Store,
	updates: Updates,
	chat: Chat,
	userId: number,
	{ byId, link }: { byId: number; link?: InviteLink },
): object | undefined {
	const before = memberNow(store, chat, userId);
	const after = plainMember(before, true, restrictionOf(before));
	if (link && !link.user_ids.includes(userId)) {
		link.user_ids.push(userId);
		store.changed('invite_link', { invite_link: link });
	}
	changeMember(store, updates, byId, after, link && presentLink(store, link));
	return noteVisit(store, updates, chat, { from_id: userId, new_chat_members: [userId] });
}
