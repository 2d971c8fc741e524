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

/** What a restricted person may do, and until when. */
export function restrictionOf(member: Member): Restriction | undefined {
	const { permissions = {}, until_date } = member;
	return isRestricted(member) ? { permissions, until_date } : undefined;
}

/** A membership without rights, in the chat or out of it; a restriction stays with its person. */
export function plainMember(
	{ chat_id, user_id }: Pick<Member, 'chat_id' | 'user_id'>,
	isInside: boolean,
	restriction: Restriction | undefined,
): Member {
	const status = !isInside ? 'left' : restriction ? 'restricted' : 'member';
	return { chat_id, user_id, status, ...restriction };
}

/** The bots that see what is written in a chat. */
export const botsIn = (store: Store, chat: Chat): Bot[] =>
	store.state.bots.filter(({ id }) => isPresent(store.member(chat.id, id)));

/** Whether a bot in privacy mode sees what a person has written in a group. */
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

/** The bots that see a message of a person: in privacy mode, a bot sees what is for it. */
export const botsReading = (store: Store, chat: Chat, message: Message): Bot[] =>
	botsIn(store, chat).filter((bot) => {
		const isPrivate = store.user(bot.id)?.can_read_all_group_messages === false;
		const isGroup = ['group', 'supergroup'].includes(chat.type);
		if (!isPrivate || !isGroup || adminBotsIn(store, chat).includes(bot)) return true;
		return isForBot(store, bot, message);
	});

/** The bots that see what happens around a chat's messages: memberships and reactions. */
export const adminBotsIn = (store: Store, chat: Chat): Bot[] =>
	store.state.bots.filter(({ id }) => store.member(chat.id, id)?.status === 'administrator');

/** The bots that learn who asks to be let in. */
export const invitingBotsIn = (store: Store, chat: Chat): Bot[] =>
	adminBotsIn(store, chat).filter(({ id }) => has(store.member(chat.id, id)!, 'can_invite_users'));

/**
 * Changes a membership and tells the bots: the one it is about by `my_chat_member`, the
 * administrators among the others by `chat_member`. `byId` is the user who did it, `link` the
 * invite link, as it is presented, that somebody has come by.
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

/** A message in the chat that says who came or went, as it is presented; not every chat has one. */
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
