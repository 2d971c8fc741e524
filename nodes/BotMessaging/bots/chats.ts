import type { IDataObject } from 'n8n-workflow';

import { Bounded } from '../api/bounded';
import { chatOf, kindOf, messageOf, payloadOf, type Update } from '../update/update';

/** What a person needs to recognize a chat. */
export interface KnownChat {
	id: string;
	/** `private`, `group`, `supergroup` or `channel`. */
	type: string;
	title: string;
	/** Without its @; empty if it has none. */
	username: string;
}

/** About 5 MB at most: a bot in more chats is seldom set up by choosing one from a list. */
const MOST_CHATS_OF_A_BOT = 500;
const MOST_BOTS = 50;
const MOST_CHARACTERS = 128;

/** The chats by bot and id; the latest is last in both. */
const seen = new Bounded<string, Bounded<string, KnownChat>>(MOST_BOTS);

const words = (...values: unknown[]) =>
	values
		.filter((value) => typeof value === 'string')
		.map((value) => value.trim())
		.filter(Boolean)
		.join(' ')
		.slice(0, MOST_CHARACTERS);

function knownChat({ id, type, title, username, first_name, last_name }: IDataObject): KnownChat {
	return {
		id: String(id),
		type: words(type),
		title: words(title) || words(first_name, last_name),
		username: words(username),
	};
}

/** Whether an update says that the bot can no longer write to the chat, at least by this number. */
function reportsLeaving(update: Update): boolean {
	if (messageOf(update).migrate_to_chat_id !== undefined) return true;
	if (kindOf(update) !== 'my_chat_member') return false;
	const { new_chat_member: member } = payloadOf(update) as { new_chat_member?: IDataObject };
	return member?.status === 'left' || member?.status === 'kicked';
}

/**
 * Remembers, as long as n8n runs, which chat an update came from, so that forms can list it: the
 * last 500 chats of each of the last 50 bots.
 *
 * @param bot what botOf says of its credential
 */
export function noteChat(bot: string, update: Update): void {
	const chat = chatOf(update);
	if (!/^-?\d+$/.test(String(chat.id))) return;
	const chats = seen.get(bot) ?? new Bounded<string, KnownChat>(MOST_CHATS_OF_A_BOT);
	seen.set(bot, chats);
	if (reportsLeaving(update)) chats.delete(String(chat.id));
	else chats.set(String(chat.id), knownChat(chat));
}

/** The chats that a bot has got updates from, the latest first. */
export const knownChats = (bot: string): KnownChat[] =>
	[...(seen.get(bot)?.values() ?? [])].reverse();
