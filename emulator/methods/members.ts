import type { Chat, Member } from '../world/entities';
import { changeMember, memberNow, plainMember } from '../world/membership';
import { chatOf, type CallContext, type Methods } from './method';
import { presentMember } from '../world/present';
import { badRequest, forbidden, notFound } from '../world/refusal';
import { botIn, has, isPresent, isRestricted, permissionsOf } from '../world/rules';

const SHORTEST_SECONDS = 30;
const LONGEST_SECONDS = 366 * 86_400;

/** The end of a ban or restriction; undefined: permanent (reference 2.4). */
function endOf(context: CallContext): number | undefined {
	const given = context.params.until_date as number | undefined;
	const length = (given ?? 0) - context.store.now();
	return length < SHORTEST_SECONDS || length > LONGEST_SECONDS ? undefined : given;
}

/** The chat of a call, if the bot may ban and restrict there. Throws 400, 403 and 404. */
function moderatedChat(context: CallContext): Chat {
	const chat = chatOf(context);
	if (chat.type === 'private') throw badRequest('method is available for groups only');
	if (!has(botIn(context, chat), 'can_restrict_members')) {
		throw forbidden('not enough rights to restrict/unrestrict chat member');
	}
	return chat;
}

/** The membership of the person of a call. Throws 404 for an unknown person. */
export function memberOf({ store, params }: CallContext, chat: Chat): Member {
	const userId = params.user_id as number;
	if (!store.user(userId)) throw notFound('user not found');
	return memberNow(store, chat, userId);
}

/** The member to ban or restrict. Throws 403 and 404, as in the reference. */
function target(context: CallContext): Member {
	const before = memberOf(context, moderatedChat(context));
	if (before.status === 'creator') throw forbidden("can't remove chat owner");
	if (before.status === 'administrator' || before.user_id === context.bot.id) {
		throw forbidden('user is an administrator of the chat');
	}
	return before;
}

function change({ store, updates, bot }: CallContext, after: Member): true {
	changeMember(store, updates, bot.id, after);
	return true;
}

function restrictChatMember(context: CallContext): true {
	const before = target(context);
	// A restricted person who left can be restricted differently or freed before coming back.
	if (!isPresent(before) && !isRestricted(before)) throw notFound('user not found in the chat');
	const permissions = permissionsOf(context.params.permissions, context.reading);
	const isFree = Object.values(permissions).filter(Boolean).length === 8;
	const restriction = isFree ? undefined : { permissions, until_date: endOf(context) };
	return change(context, plainMember(before, isPresent(before), restriction));
}

function banChatMember(context: CallContext): true {
	const { chat_id, user_id } = target(context);
	return change(context, {
		chat_id,
		user_id,
		status: 'kicked',
		until_date: endOf(context),
	});
}

/** Without `only_if_banned` it also removes a person who is not banned; they may come back. */
function unbanChatMember(context: CallContext): true {
	const before = memberOf(context, moderatedChat(context));
	const { chat_id, user_id, status } = before;
	if (status !== 'kicked') {
		if (context.params.only_if_banned || !isPresent(before)) return true;
		target(context);
	}
	return change(context, { chat_id, user_id, status: 'left' });
}

function getChatMember(context: CallContext): object {
	const chat = chatOf(context);
	botIn(context, chat);
	return presentMember(context.store, memberOf(context, chat));
}

/** The channel of a call. Throws 400 for another kind of chat, and 404 for none. */
function senderOf({ store, params }: CallContext): Chat {
	const sender = store.chat(params.sender_chat_id);
	if (sender.type !== 'channel') throw badRequest('sender chat is not a channel');
	return sender;
}

function setBannedSenders({ store }: CallContext, chat: Chat, banned: Set<number>): true {
	chat.banned_senders = banned.size > 0 ? [...banned] : undefined;
	store.changed('chat', { chat });
	return true;
}

function banChatSenderChat(context: CallContext): true {
	const chat = moderatedChat(context);
	const { id } = senderOf(context);
	if (id === chat.id) throw badRequest("can't ban the chat itself");
	return setBannedSenders(context, chat, new Set(chat.banned_senders).add(id));
}

function unbanChatSenderChat(context: CallContext): true {
	const chat = moderatedChat(context);
	const { id } = senderOf(context);
	const others = (chat.banned_senders ?? []).filter((banned) => banned !== id);
	return setBannedSenders(context, chat, new Set(others));
}

/** One size a picture, the newest first. */
function getUserProfilePhotos({ store, params }: CallContext): object {
	const {
		user_id,
		offset = 0,
		limit = 100,
	} = params as { user_id: number; offset?: number; limit?: number };
	if (limit < 1 || limit > 100) throw badRequest('limit must be 1 to 100');
	if (offset < 0) throw badRequest('offset must not be negative');
	if (!store.user(user_id)) throw notFound('user not found');
	const pictures = store.state.files.filter(({ profile_of }) => profile_of === user_id).reverse();
	const photos = pictures
		.slice(offset, offset + limit)
		.map(({ file_id, file_unique_id, file_size, width = 0, height = 0 }) => [
			{ file_id, file_unique_id, file_size, width, height },
		]);
	return { total_count: pictures.length, photos };
}

/** Reference 5.4. */
export const memberMethods = {
	restrictChatMember: {
		run: restrictChatMember,
	},
	banChatMember: { run: banChatMember },
	unbanChatMember: {
		run: unbanChatMember,
	},
	getChatMember: { run: getChatMember },
	banChatSenderChat: { run: banChatSenderChat },
	unbanChatSenderChat: { run: unbanChatSenderChat },
	getUserProfilePhotos: {
		run: getUserProfilePhotos,
	},
} satisfies Methods;
