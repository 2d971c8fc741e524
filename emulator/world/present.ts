import type { Chat, Member, Message, Permissions, User } from './entities';
import { CHANNEL_RIGHTS, PERMISSIONS, RIGHTS } from './entities';
import { parseModeOf, shownOf, type Entity } from './formatting';
import { kindOf } from './mediaKinds';
import { has, isRestricted } from './rules';
import type { Store } from './store';

/** Converts entities to their form on the wire (reference 6.1). */

export function presentUser(store: Store, id: number): User {
	const {
		is_deleted: _deleted,
		can_read_all_group_messages: _reads,
		...user
	} = store.user(id) ?? { id, is_bot: false, first_name: `User ${id}` };
	return user;
}

export function presentChat({ id, type, title, first_name, username }: Chat) {
	return { id, type, title, first_name, username };
}

function presentMedia(store: Store, { media, options = {} }: Message) {
	if (!media) return {};
	const { kind, file_id, ...extent } = media;
	const { performer, title } = options;
	const file = store.state.files.find((candidate) => candidate.file_id === file_id);
	const common = {
		file_id,
		file_unique_id: file?.file_unique_id,
		file_size: file?.file_size,
		...(kind !== 'photo' && { mime_type: file?.mime_type }),
		...(kindOf(kind).isNamed && { file_name: file?.file_name || undefined }),
		...extent,
		...(kind === 'audio' && { performer, title }),
	};
	return { [kind]: kind === 'photo' ? [common] : common };
}

function presentGame(store: Store, shortName: string) {
	const game = store.state.games.find(({ short_name }) => short_name === shortName);
	return { short_name: shortName, title: game?.title ?? shortName, photo: [] };
}

const COMMAND = /(?<=^|\s)\/[a-z0-9_]{1,32}(?:@[a-z0-9_]+)?(?=$|\s)/gi;

/** The commands in a text, as Telegram's `entities` mark them: bot libraries listen for these. */
const commandsIn = (text: string): Entity[] =>
	[...text.matchAll(COMMAND)].map(({ index, 0: command }) => ({
		type: 'bot_command',
		offset: index,
		length: command.length,
	}));

/** A text without its markup, with its styles and commands under another name. */
function presentText(
	[name, entitiesName]: ['text', 'entities'] | ['caption', 'caption_entities'],
	text: string | undefined,
	{ parse_mode: mode, options }: Message,
) {
	if (text === undefined) return {};
	const shown = shownOf(text, parseModeOf(mode));
	const isCommand = mode === undefined && name === 'text';
	const entities = isCommand ? commandsIn(text) : shown.entities;
	const found = entities.length > 0 ? entities : undefined;
	return { [name]: shown.text, [entitiesName]: options?.[entitiesName] ?? found };
}

/** The authors that Telegram shows for messages written as a group or a channel. */
const STAND_INS = {
	group: { id: 1087968824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' },
	channel: { id: 136817688, is_bot: true, first_name: 'Channel', username: 'Channel_Bot' },
};

/** A channel post has no author, no matter who wrote it. */
function presentSender(store: Store, { from_id, sender_chat_id }: Message, chat: Chat) {
	const isPost = chat.type === 'channel';
	const sender = isPost ? chat : store.findChat(sender_chat_id);
	if (!sender) return { from: presentUser(store, from_id) };
	const from = isPost ? undefined : STAND_INS[sender === chat ? 'group' : 'channel'];
	return { from, sender_chat: presentChat(sender) };
}

/** A Message, including the message that it replies to, but not that one's reply. */
export function presentMessage(store: Store, message: Message, nested = false): object {
	const chat = store.findChat(message.chat_id)!;
	const replied =
		!nested && message.reply_to_message_id !== undefined
			? store.message(message.chat_id, message.reply_to_message_id)
			: undefined;
	return {
		message_id: message.message_id,
		...presentSender(store, message, chat),
		chat: presentChat(chat),
		date: message.date,
		edit_date: message.edit_date,
		media_group_id: message.media_group_id,
		reply_to_message: replied && presentMessage(store, replied, true),
		...presentText(['text', 'entities'], message.text, message),
		message_thread_id: message.options?.message_thread_id,
		forward_origin: message.forward_origin,
		...presentMedia(store, message),
		...presentText(['caption', 'caption_entities'], message.caption, message),
		dice: message.dice,
		...message.content,
		game: message.game && presentGame(store, message.game.short_name),
		new_chat_members: message.new_chat_members?.map((id) => presentUser(store, id)),
		left_chat_member:
			message.left_chat_member === undefined
				? undefined
				: presentUser(store, message.left_chat_member),
		new_chat_title: message.new_chat_title,
		migrate_to_chat_id: message.migrate_to_chat_id,
		migrate_from_chat_id: message.migrate_from_chat_id,
		reply_markup: message.reply_markup,
	};
}

/** Eight booleans; an absent one is false. */
export const presentPermissions = (values: Permissions = {}) =>
	Object.fromEntries(PERMISSIONS.map((name) => [name, values[name] === true]));

function presentRights(store: Store, member: Member) {
	const isChannel = store.findChat(member.chat_id)?.type === 'channel';
	return Object.fromEntries(
		RIGHTS.map((right) => [
			right,
			has(member, right) && (isChannel || !CHANNEL_RIGHTS.includes(right)),
		]),
	);
}

/**
 * A ChatMember: rights for administrators, permissions for restricted members. `is_member` tells whether a
 * restricted person is still in the chat, as in the family's other services.
 */
export function presentMember(store: Store, member: Member): object {
	const { custom_title, until_date } = member;
	const status = isRestricted(member) ? 'restricted' : member.status;
	const ends = { until_date: until_date ?? 0 };
	return {
		user: presentUser(store, member.user_id),
		status,
		...((status === 'creator' || status === 'administrator') && {
			custom_title,
			is_anonymous: member.is_anonymous === true,
			...presentRights(store, member),
		}),
		...(status === 'restricted' && {
			is_member: member.status === 'restricted',
			...presentPermissions(member.permissions),
			...ends,
		}),
		...(status === 'kicked' && ends),
	};
}
