import type { Bot, Chat, Member, Message } from './entities';
import { presentChat, presentMember, presentMessage, presentUser } from './present';
import { has, isPresent, isRestricted } from './rules';
import type { Store } from './store';
import type { Updates } from './updates';

/** The current membership. A person who was never in the chat counts as one who left. */
export function memberNow(store: Store, chat: Chat, userId: number): Member {
	return (
		store.member(chat.id, userId) ?? { chat_id: chat.id, user_id: userId, status: 'left' as const }
	);
}

type Restriction = Pick<Member, 'permissions' | 'until_date'>;

/** The permissions of a restricted person, and when the restriction ends. */
export function restrictionOf(member: Member): Restriction | undefined {
	const { permissions = {}, until_date } = member;
	return isRestricted(member) ? { permissions, until_date } : undefined;
}

/** A membership without rights, in the chat or outside it. Keeps a restriction. */
export function plainMember(
	{ chat_id, user_id }: Pick<Member, 'chat_id' | 'user_id'>,
	isInside: boolean,
	restriction: Restriction | undefined,
): Member {
	const status = !isInside ? 'left' : restriction ? 'restricted' : 'member';
	return { chat_id, user_id, status, ...restriction };
}

/** The bots in a chat. */
export const botsIn = (store: Store, chat: Chat): Bot[] =>
	store.state.bots.filter(({ id }) => isPresent(store.member(chat.id, id)));

/** Whether a bot in privacy mode sees a person's message in a group. */
function isForBot(
	store: Store,
	bot: Bot,
	{ text = '', reply_to_message_id: target, chat_id }: Message,
) {
	const { username } = store.user(bot.id) ?? {};
	const answered = target === undefined ? undefined : store.message(chat_id, target);
	const isMarked = username !== undefined && text.includes(`@${username}`);
	return text.startsWith('/') || isMarked || answered?.from_id === bot.id;
}

/** The bots that see a person's message: in privacy mode, only messages for the bot. */
export const botsReading = (store: Store, chat: Chat, message: Message): Bot[] =>
	botsIn(store, chat).filter((bot) => {
		const isPrivate = store.user(bot.id)?.can_read_all_group_messages === false;
		const isGroup = ['group', 'supergroup'].includes(chat.type);
		if (!isPrivate || !isGroup || adminBotsIn(store, chat).includes(bot)) return true;
		return isForBot(store, bot, message);
	});

/** The bots that get a chat's memberships and reactions. */
export const adminBotsIn = (store: Store, chat: Chat): Bot[] =>
	store.state.bots.filter(({ id }) => store.member(chat.id, id)?.status === 'administrator');

/** The bots that get join requests. */
export const invitingBotsIn = (store: Store, chat: Chat): Bot[] =>
	adminBotsIn(store, chat).filter(({ id }) => has(store.member(chat.id, id)!, 'can_invite_users'));

/**
 * Changes a membership and tells the bots: `my_chat_member` for the bot itself, `chat_member` for other
 * bots that are administrators. `byId` is the user who did it, `link` the invite link that somebody came
 * through, as presented.
 */
export function changeMember(
	store: Store,
	updates: Updates,
	byId: number,
	after: Member,
	link?: object,
): void {
	const chat = store.chat(after.chat_id);
	const old = presentMember(store, memberNow(store, chat, after.user_id));
	store.setMember(after);
	const change = {
		chat: presentChat(chat),
		from: presentUser(store, byId),
		date: store.now(),
		old_chat_member: old,
		new_chat_member: presentMember(store, after),
		...(link && { invite_link: link }),
	};
	const about = store.state.bots.find(({ id }) => id === after.user_id);
	if (about) updates.add(about, 'my_chat_member', change);
	for (const bot of adminBotsIn(store, chat)) {
		if (bot !== about) updates.add(bot, 'chat_member', change);
	}
}

/** The chat's message about who joined or left, as presented; not every chat has one. */
export function noteVisit(
	store: Store,
	updates: Updates,
	chat: Chat,
	note: Pick<Message, 'from_id'> & Partial<Message>,
): object | undefined {
	if (chat.type === 'channel' || store.settings.visitMessages === 'none') return undefined;
	const message = presentMessage(store, store.addMessage({ chat_id: chat.id, ...note }));
	for (const bot of botsIn(store, chat)) updates.add(bot, 'message', message);
	return message;
}
