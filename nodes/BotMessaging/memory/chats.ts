import type { IDataObject } from 'n8n-workflow';

import { Bounded } from '../api/basics';
import type { Context } from '../update/context';

export interface KnownChat extends IDataObject {
	id: string;
	/** `private`, `group`, `supergroup` or `channel`. */
	type: string;
	title: string;
	/** Without its @; empty if there is no username. */
	username: string;
}

/** They are saved in the workflow's static data, which n8n reads with each execution: 100 kB. */
export const MOST_CHATS = 1000;
const MOST_CHARACTERS = 128;

/** Removes half an emoji at the end: some databases cannot store it. */
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

/** The last 1,000 chats that a bot got updates from, for the lists in forms. */
export class Chats {
	private readonly seen = new Bounded<string, KnownChat>(MOST_CHATS);

	/** Chats that the bot can no longer write to: older saved data may still have them. */
	private readonly gone = new Bounded<string, true>(MOST_CHATS);

	/** Counts changes that a trigger has to save: new chats, new titles, lost chats. */
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

	/** Adds the saved chats of a trigger, latest first, as older than the known ones. */
	restore(kept: KnownChat[]): void {
		const older = kept.filter(({ id }) => !this.seen.has(id) && !this.gone.has(id)).reverse();
		for (const chat of [...older, ...this.seen.values()]) this.seen.set(chat.id, chat);
	}

	get latestFirst(): KnownChat[] {
		return [...this.seen.values()].reverse();
	}
}
