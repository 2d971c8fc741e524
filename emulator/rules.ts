import { PERMISSIONS, type Chat, type Member, type Permissions, type Rights } from './entities';
import type { CallContext } from './method';
import type { Reading } from './params';
import { badRequest, forbidden } from './refusal';
import type { Store } from './store';

const PRESENT = new Set(['creator', 'administrator', 'member', 'restricted']);

export const isPresent = (member: Member | undefined) =>
	member !== undefined && PRESENT.has(member.status);

/** Whether a restriction is on a member, also on one who has left with it. */
export const isRestricted = ({ status, permissions }: Member) =>
	status === 'restricted' || (status === 'left' && permissions !== undefined);

/** The bot's membership. Throws 403 where it is not in the chat. */
export function botIn({ store, bot }: CallContext, chat: Chat): Member {
	const member = store.member(chat.id, bot.id);
	if (member?.status === 'kicked') {
		throw forbidden(
			chat.type === 'private'
				? 'bot was blocked by the user'
				: 'bot was kicked from the group chat',
		);
	}
	if (!member || !isPresent(member)) throw forbidden('bot is not a member of the group chat');
	return member;
}

export const has = (member: Member, right: keyof Rights) =>
	member.status === 'creator' ||
	(member.status === 'administrator' && member.rights?.[right] === true);

/** Whether a member may do something that a restriction can forbid. */
export function may(member: Member, permission: (typeof PERMISSIONS)[number]): boolean {
	return member.status !== 'restricted' || member.permissions?.[permission] === true;
}

/** Throws 403 where the bot may not write. */
export function mustWrite(
	context: CallContext,
	chat: Chat,
	permission: (typeof PERMISSIONS)[number] = 'can_send_messages',
): void {
	if (!may(botIn(context, chat), permission)) {
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

const PARSE_MODES = ['MarkdownV2', 'Markdown', 'HTML'];

/** Checks a formatted text. Throws 400 for an unknown parse mode or tags that do not match up. */
export function checkFormatting(text: unknown, parseMode: unknown): void {
	if (parseMode === undefined) return;
	if (!PARSE_MODES.includes(parseMode as string)) throw badRequest('unsupported parse_mode');
	if (parseMode !== 'HTML' || typeof text !== 'string') return;
	const open: string[] = [];
	for (const [, closing, tag] of text.matchAll(/<(\/?)([a-z][a-z0-9-]*)[^>]*>/gi)) {
		if (!closing) open.push(tag);
		else if (open.pop() !== tag)
			throw badRequest(`can't parse entities: unmatched end tag "${tag}"`);
	}
	if (open.length > 0)
		throw badRequest(`can't parse entities: can't find end tag "${open.at(-1)}"`);
	if (/<(?![/a-z])/i.test(text)) throw badRequest("can't parse entities: unsupported start tag");
}

/** A button of an inline keyboard, before it is checked. */
export interface Button {
	text?: unknown;
	callback_data?: unknown;
	url?: unknown;
}

function isButton({ text, callback_data: data, url }: Button): boolean {
	if (typeof text !== 'string' || text === '') return false;
	if (typeof data === 'string') return data !== '' && Buffer.byteLength(data) <= 64;
	return typeof url === 'string';
}

/** Checks an inline keyboard (API reference, "Inline keyboard"); other keyboards pass as they are. */
export function checkMarkup(markup: unknown): void {
	if (markup === undefined) return;
	const rows = (markup as { inline_keyboard?: unknown }).inline_keyboard;
	if (rows === undefined) {
		if (['keyboard', 'remove_keyboard', 'force_reply'].some((key) => key in (markup as object)))
			return;
		throw badRequest("can't parse reply keyboard markup JSON object");
	}
	const valid =
		Array.isArray(rows) &&
		rows.every((row) => Array.isArray(row) && row.every((button) => isButton(button as Button)));
	if (!valid) throw badRequest("can't parse inline keyboard button");
}

/** The message to reply to. Throws 400 where it is not in the chat. */
export function replyTarget(store: Store, chat: Chat, id: unknown): number | undefined {
	if (id === undefined) return undefined;
	if (!store.message(chat.id, id as number)) throw badRequest('message to be replied not found');
	return id as number;
}
