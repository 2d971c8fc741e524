import type { IDataObject } from 'n8n-workflow';

import { Bounded } from '../api/bounded';
import { chatOf, kindOf, messageOf, payloadOf, type Update } from '../update/update';

export interface KnownChat {
	id: string;
	/** `private`, `group`, `supergroup` or `channel`. */
	type: string;
	title: string;
	/** Without its @; empty if it has none. */
	username: string;
}

/** A bot in more chats is seldom set up by choosing one from a list. */
const MOST_CHATS = 500;
const MOST_CHARACTERS = 128;

/** No half of an emoji is left at the end: some databases do not store it. */
function words(...values: unknown[]): string {
	const all = values
		.filter((value) => typeof value === 'string')
		.map((value) => value.trim())
		.filter(Boolean)
		.join(' ');
	return [...all].slice(0, MOST_CHARACTERS).join('');
}

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

/** The chats that a bot has got updates from, so that forms can list them: the last 500. */
export class Chats {
	private readonly seen = new Bounded<string, KnownChat>(MOST_CHATS);

	learn(update: Update): void {
		const chat = chatOf(update);
		if (!/^-?\d+$/.test(String(chat.id))) return;
		if (reportsLeaving(update)) this.seen.delete(String(chat.id));
		else this.seen.set(String(chat.id), knownChat(chat));
	}

	get latestFirst(): KnownChat[] {
		return [...this.seen.values()].reverse();
	}
}
