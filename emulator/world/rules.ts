import { PERMISSIONS, type Chat, type Member, type Permissions, type Rights } from './entities';
import type { CallContext } from '../methods/method';
import type { Reading } from '../wire/params';
import { badRequest, forbidden } from './refusal';
import type { Store } from './store';

const PRESENT = new Set(['creator', 'administrator', 'member', 'restricted']);

export const isPresent = (member: Member | undefined) =>
	member !== undefined && PRESENT.has(member.status);

/** Whether a member is restricted, even after leaving. */
export const isRestricted = ({ status, permissions }: Member) =>
	status === 'restricted' || (status === 'left' && permissions !== undefined);

/** The bot's membership. Throws 403 if it is not in the chat. */
export function botIn({ store, bot }: CallContext, chat: Chat): Member {
	const member = store.member(chat.id, bot.id);
	const kind = chat.type === 'channel' ? 'channel' : 'group';
	if (member?.status === 'kicked') {
		throw forbidden(
			chat.type === 'private'
				? 'bot was blocked by the user'
				: `bot was kicked from the ${kind} chat`,
		);
	}
	if (!member || !isPresent(member)) throw forbidden(`bot is not a member of the ${kind} chat`);
	return member;
}

export const has = (member: Member, right: keyof Rights) =>
	member.status === 'creator' ||
	(member.status === 'administrator' && member.rights?.[right] === true);

/** Whether a member may do something that a restriction, or the chat to all its members, can forbid. */
export function may(chat: Chat, member: Member, permission: keyof Permissions): boolean {
	if (member.status === 'creator' || member.status === 'administrator') return true;
	if (chat.permissions?.[permission] === false) return false;
	return member.status !== 'restricted' || member.permissions?.[permission] === true;
}

/** Whether a member may write: in a channel it takes a right, elsewhere a restriction forbids it. */
export const mayWrite = (chat: Chat, member: Member, permission: keyof Permissions) =>
	chat.type === 'channel' ? has(member, 'can_post_messages') : may(chat, member, permission);

/** Throws 403 if the bot may not write. */
export function mustWrite(
	context: CallContext,
	chat: Chat,
	permission: keyof Permissions = 'can_send_messages',
): void {
	if (!mayWrite(chat, botIn(context, chat), permission)) {
		throw forbidden('not enough rights to send messages to the chat');
	}
}

/** The eight permissions. Throws 400 for another shape. */
export function permissionsOf(given: unknown, reading: Reading): Permissions {
	const permissions: Permissions = {};
	for (const [name, value] of Object.entries(given as object)) {
		const reason = `invalid permissions format: "${name}"`;
		const permission = PERMISSIONS.find((known) => known === name);
		if (!permission) reading.unknown(`permissions.${name}`, reason);
		else if (typeof value !== 'boolean') throw badRequest(reason);
		else permissions[permission] = value;
	}
	return permissions;
}

/** The message to reply to. Throws 400 if it is not in the chat. */
export function replyTarget(store: Store, chat: Chat, id: unknown): number | undefined {
	if (id === undefined) return undefined;
	if (!store.message(chat.id, id as number)) throw badRequest('message to be replied not found');
	return id as number;
}
