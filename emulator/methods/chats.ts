import { METHODS } from '../../reference';
import type { Chat, Member, Message } from '../world/entities';
import { botsIn, changeMember, plainMember, restrictionOf } from '../world/membership';
import { chatOf, type CallContext, type Methods } from './method';
import { presentChat, presentMember, presentMessage, presentPermissions } from '../world/present';
import { badRequest, forbidden } from '../world/refusal';
import { botIn, has, isPresent, permissionsOf } from '../world/rules';

/** The chat of a call, if the bot is in it. Throws 403 and 404. */
function ownChat(context: CallContext): Chat {
	const chat = chatOf(context);
	botIn(context, chat);
	return chat;
}

const isGroup = ({ type }: Chat) => type === 'group' || type === 'supergroup';

function getChat(context: CallContext): object {
	const chat = ownChat(context);
	const { description, permissions = {} } = chat;
	const allowed = Object.fromEntries(Object.keys(presentPermissions()).map((name) => [name, true]));
	return {
		...presentChat(chat),
		description,
		linked_chat_id: chat.linked_chat_id,
		...(isGroup(chat) && { permissions: presentPermissions({ ...allowed, ...permissions }) }),
	};
}

const presentIn = ({ store }: CallContext, chat: Chat): Member[] =>
	store.state.members
		.filter(({ chat_id }) => chat_id === chat.id)
		.map(({ user_id }) => store.member(chat.id, user_id)!)
		.filter(isPresent);

/** Includes bots: the documentation's sample contains the bot itself. */
function getChatAdministrators(context: CallContext): object[] {
	const chat = ownChat(context);
	if (chat.type === 'private') throw badRequest('there are no administrators in the private chat');
	return presentIn(context, chat)
		.filter(({ status }) => status === 'creator' || status === 'administrator')
		.map((member) => presentMember(context.store, member));
}

/** Adds a service message to the chat, visible to people and to other bots. */
function note({ store, updates, bot }: CallContext, chat: Chat, what: Partial<Message>): void {
	const message = presentMessage(
		store,
		store.addMessage({ chat_id: chat.id, from_id: bot.id, ...what }),
	);
	const kind = chat.type === 'channel' ? 'channel_post' : 'message';
	for (const other of botsIn(store, chat)) {
		if (other !== bot) updates.add(other, kind, message);
	}
}

const { most: LONGEST_TITLE } = METHODS.setChatTitle.params.title;

function setChatTitle(context: CallContext): true {
	const { store, params } = context;
	const chat = chatOf(context);
	if (chat.type === 'private') throw badRequest("can't change the title of a private chat");
	if (!has(botIn(context, chat), 'can_change_info')) {
		throw forbidden('not enough rights to change chat title');
	}
	const title = (params.title as string).trim();
	if (title === '') throw badRequest('chat title is empty');
	if ([...title].length > LONGEST_TITLE) throw badRequest('chat title is too long');
	if (title === chat.title) return true;
	chat.title = title;
	store.changed('chat', { chat });
	note(context, chat, { new_chat_title: title });
	return true;
}

/** What members may do who are neither restricted nor administrators. */
function setChatPermissions(context: CallContext): true {
	const { store, params, reading } = context;
	const chat = chatOf(context);
	if (!isGroup(chat)) throw badRequest('method is available for groups only');
	if (!has(botIn(context, chat), 'can_restrict_members')) {
		throw forbidden('not enough rights to change chat permissions');
	}
	chat.permissions = presentPermissions(permissionsOf(params.permissions, reading));
	store.changed('chat', { chat });
	return true;
}

function leaveChat(context: CallContext): true {
	const { store, updates, bot } = context;
	const chat = chatOf(context);
	if (chat.type === 'private') throw badRequest("a bot can't leave a private chat");
	const before = botIn(context, chat);
	if (isGroup(chat)) note(context, chat, { left_chat_member: bot.id });
	changeMember(store, updates, bot.id, plainMember(before, false, restrictionOf(before)));
	return true;
}

/** Reference 5.4. */
export const chatMethods = {
	getChat: { run: getChat },
	getChatAdministrators: { run: getChatAdministrators },
	getChatMemberCount: {
		run: (context) => presentIn(context, ownChat(context)).length,
	},
	setChatTitle: {
		run: setChatTitle,
	},
	setChatPermissions: {
		run: setChatPermissions,
	},
	leaveChat: { run: leaveChat },
} satisfies Methods;
