import type { IDataObject } from 'n8n-workflow';

import { Bounded, settle } from '../api/basics';
import { BOUNDS } from '../api/bounds';
import { AnswerError } from '../api/errors';
import type { Context } from '../update/context';
import { CachedAnswers, type Server } from './server';

export interface KnownChat extends IDataObject {
	id: string;
	/** `private`, `group`, `supergroup` or `channel`. */
	type: string;
	title: string;
	/** Without its @; empty if there is no username. */
	username: string;
}

/** They are saved in the workflow's static data, which n8n reads with each execution: 100 kB. */
export const MOST_CHATS = BOUNDS.chats.most;
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

/** Whether an update says that the bot can no longer write to the chat, at least by this number. */
function reportsLeaving(update: Context): boolean {
	if (update.message.migrate_to_chat_id !== undefined) return true;
	if (update.kind !== 'my_chat_member') return false;
	const { new_chat_member: member } = update.payload as { new_chat_member?: IDataObject };
	return member?.status === 'left' || member?.status === 'kicked';
}

/** The last 1,000 chats that a bot got updates from, for the lists in forms. */
export class Chats {
	private readonly seen = new Bounded<string, KnownChat>(BOUNDS.chats);

	/** Chats that the bot can no longer write to: older saved data may still have them. */
	private readonly gone = new Bounded<string, true>(BOUNDS.chats);

	/** Counts changes that a trigger has to save: new chats, new titles, lost chats. */
	changes = 0;

	learn(update: Context): void {
		const { chat } = update;
		const id = String(chat.id);
		if (!/^-?\d+$/.test(id)) return;
		if (reportsLeaving(update)) return this.forget(id);
		const known = knownChat(chat);
		if (JSON.stringify(known) !== JSON.stringify(this.seen.get(id))) this.changes++;
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

const isGroupId = (entry: string) => /^-\d+$/.test(entry) && Number.isSafeInteger(Number(entry));

/** The groups that got another number by becoming a supergroup (reference 3.4). */
export class Migrations {
	/** By a group's new ID: its old one. */
	private readonly formerIds = new Bounded<string, string>(BOUNDS.migrations);

	/** By a group's old ID: its new one. */
	private readonly currentIds = new Bounded<string, string>(BOUNDS.migrations);

	/** Listed groups that we have asked the server about, once each. */
	private readonly listed = new CachedAnswers<true>(Infinity, BOUNDS.migrations);

	learn(update: Context): void {
		const { migrate_to_chat_id: to, migrate_from_chat_id: from } = update.message;
		const { id } = update.chat;
		if (to !== undefined) this.note(id, to);
		if (from !== undefined) this.note(from, id);
	}

	/** A group's new ID; `undefined` if it has not moved, as far as we know. */
	currentIdOf(chat: string): string | undefined {
		return this.currentIds.get(chat);
	}

	/** The ID of the update's chat before it became a supergroup, if known. */
	formerIdOf(update: Context): string | undefined {
		return this.formerIds.get(String(update.chat.id));
	}

	/** The ID under which the update's chat is remembered: its first one. */
	lastingIdOf(update: Context): string {
		return this.formerIdOf(update) ?? String(update.chat.id);
	}

	/** Asks about listed groups that moved before n8n started: the server tells the new ID for the old one. */
	async ask(entries: string[], update: Context, { call }: Server): Promise<void> {
		const { id, type } = update.chat;
		// Only an unlisted supergroup can be one of them.
		if (type !== 'supergroup' || entries.includes(String(id))) return;
		for (const entry of entries.filter(isGroupId)) {
			await this.listed.get(entry, async () => {
				const { error } = await settle(call('getChat', { chat_id: Number(entry) }));
				if (!(error instanceof AnswerError)) return error === undefined ? true : undefined;
				if (error.migrateToChatId) this.note(entry, error.migrateToChatId);
				return true;
			});
		}
	}

	note(from: unknown, to: unknown): void {
		this.formerIds.set(String(to), String(from));
		this.currentIds.set(String(from), String(to));
	}
}
