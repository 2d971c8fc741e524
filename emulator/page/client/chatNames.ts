import type { Chat } from '../../world/entities';
import { parseModeOf, shown } from '../../world/formatting';
import { MEDIA_KINDS } from '../../world/mediaKinds';
import { labelOf } from './otherContent';
import { isPresent } from './standing';
import type { Shown, World } from './world';

/** A chat's name for the reader: a private chat has the name of the other side. */
export function chatName(world: World, chat: Chat): string {
	if (chat.type !== 'private') return chat.title ?? `Group ${chat.id}`;
	const bot = world.membersOf(chat.id).find(({ user_id }) => world.botIds.has(user_id));
	return bot ? world.name(bot.user_id) : (chat.first_name ?? String(chat.id));
}

/** The chats a person sees: their own private ones, and every group. */
export const chatsFor = (world: World, userId: number): Chat[] =>
	world.chats.filter(({ id, type }) => type !== 'private' || id === userId);

export function headCount(world: World, chat: Chat): string {
	const present = world.membersOf(chat.id).filter(isPresent);
	const bots = present.filter(({ user_id }) => world.botIds.has(user_id)).length;
	const people = present.length - bots;
	const count = (number: number, one: string, more: string) =>
		`${number} ${number === 1 ? one : more}`;
	return `${count(people, 'person', 'people')}, ${count(bots, 'bot', 'bots')}`;
}

/** A text without its formatting. */
export function plain(text: string, mode: unknown): string {
	try {
		return shown(text, parseModeOf(mode));
	} catch {
		// For a call that was refused because of its markup.
		return text;
	}
}

/** A message in a few words. */
export function gist(world: World, message: Shown): string {
	const { text, caption, parse_mode: mode, media, dice, game } = message;
	const { new_chat_members, left_chat_member, new_chat_title } = message;
	if (text !== undefined) return plain(text, mode);
	if (new_chat_members) return `${new_chat_members.map((id) => world.name(id)).join(', ')} joined`;
	if (left_chat_member !== undefined) {
		const [left, by] = [world.name(left_chat_member), message.from_id];
		return by === left_chat_member ? `${left} left` : `${world.name(by)} removed ${left}`;
	}
	if (new_chat_title !== undefined) {
		return `${world.name(message.from_id)} changed the title to “${new_chat_title}”`;
	}
	if (dice) return `${dice.emoji} ${dice.value}`;
	if (game) return `Game: ${world.games.get(game.short_name) ?? game.short_name}`;
	const kind = media ? MEDIA_KINDS[media.kind].label : (labelOf(message) ?? '');
	const name = caption ? plain(caption, mode) : media && world.files.get(media.file_id)?.file_name;
	return name ? `${kind}: ${name}` : kind;
}
