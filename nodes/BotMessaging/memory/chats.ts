import type { IDataObject } from 'n8n-workflow';

import { Bounded } from '../api/basics';
import type { Context } from '../update/context';

export interface KnownChat extends IDataObject {
	id: string;
	/** `private`, `group`, `supergroup` or `channel`. */
	type: string;
	title: string;
	/** Without its @; empty if it has none. */
	username: string;
}

/** A trigger keeps them in the static data of its workflow, which n8n reads with each execution: 100 kB. */
export const MOST_CHATS = 1000;
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

const isSame = (one: KnownChat, other?: KnownChat) => JSON.stringify(one) === JSON.stringify(other);

/** Whether an update says that the bot can no longer write to the chat, at least by this number. */
function reportsLeaving(update: Context): boolean {
	if (update.message.migrate_to_chat_id !== undefined) return true;
	if (update.kind !== 'my_chat_member') return false;
	const { new_chat_member: member } = update.payload as { new_chat_member?: IDataObject };
	return member?.status === 'left' || member?.status === 'kicked';
}

/** The chats that a bot has got updates from, so that forms can list them: the last 1,000. */
export class Chats {
	private readonly seen = new Bounded<string, KnownChat>(MOST_CHATS);

	/** Those that the bot can no longer write to: what was kept before may still have them. */
	private readonly gone = new Bounded<string, true>(MOST_CHATS);

	/** Counts what a trigger has to keep: new chats, other titles, chats that are gone. */
	changes = 0;

	learn(update: Context): void {
		const { chat } = update;
		const id = String(chat.id);
		if (!/^-?\d+$/.test(id)) return;
		if (reportsLeaving(update)) return this.forget(id);
		const known = knownChat(chat);
		if (!isSame(known, this.seen.get(id))) this.changes++;
		this.gone.delete(id);
		this.seen.set(id, known);
	}

	private forget(id: string): void {
		this.gone.set(id, true);
		if (this.seen.delete(id)) this.changes++;
	}

	/** Takes chats that a trigger has kept, the latest first, for older ones than those that are known. */
	restore(kept: KnownChat[]): void {
		const older = kept.filter(({ id }) => !this.seen.has(id) && !this.gone.has(id)).reverse();
		for (const chat of [...older, ...this.seen.values()]) this.seen.set(chat.id, chat);
	}

	get latestFirst(): KnownChat[] {
		return [...this.seen.values()].reverse();
	}
}
