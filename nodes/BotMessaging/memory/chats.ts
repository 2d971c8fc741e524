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
	/** The bot cannot write there: it was removed or blocked, or the group has another ID now. */
	lost?: 'left' | 'moved';
}

/** What a trigger saves of them: the latest ones, and a text of all others. */
export type KeptChats = Array<KnownChat | string>;

export const MOST_CHATS = BOUNDS.chats.most;
/** Of the others only ID and kind are saved: n8n reads the static data with each execution, at most 250 kB. */
export const MOST_TITLES = 1000;
const MOST_CHARACTERS = 128;

/** In a saved text, a chat is one of these signs and its ID; `-` is in the ID of a group. */
const SIGNS = { p: 'private', g: 'group', s: 'supergroup', c: 'channel', x: '' };

/** How servers say that a bot can no longer write to a person, or in a group or channel. */
const LOST_PERSON = /bot was blocked|user is deactivated/i;
const LOST_CHAT = /bot was kicked|bot is not a member/i;

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

function signOf({ id, type, lost }: KnownChat): string {
	const [sign = 'x'] = Object.entries(SIGNS).find(([, one]) => one === type) ?? [];
	return `${sign}${id}${lost ? lost[0] : ''}`;
}

function* chatsIn(text: string): Iterable<KnownChat> {
	for (const [, sign, id, lost] of text.matchAll(/([pgscx])(-?\d+)([lm]?)/g)) {
		const type = SIGNS[sign as keyof typeof SIGNS];
		const chat: KnownChat = { id: id!, type, title: '', username: '' };
		yield lost ? { ...chat, lost: lost === 'm' ? 'moved' : 'left' } : chat;
	}
}

/** Why the bot can no longer write to the chat of an update, at least by this number. */
function lossIn(update: Context): KnownChat['lost'] {
	if (update.message.migrate_to_chat_id !== undefined) return 'moved';
	if (update.kind !== 'my_chat_member') return undefined;
	const { new_chat_member: member } = update.payload as { new_chat_member?: IDataObject };
	return member?.status === 'left' || member?.status === 'kicked' ? 'left' : undefined;
}

/** The last 10,000 chats in which a bot has read, written or been added. */
export class Chats {
	private readonly seen = new Bounded<string, KnownChat>(BOUNDS.chats);

	/** Counts changes that a trigger has to save: new chats, new titles, lost chats. */
	changes = 0;

	learn(update: Context): void {
		this.note(update.chat, lossIn(update));
	}

	/** Learns from what the server said to a request: a message, a list of them, or a refusal. */
	learnFrom(result: unknown, chat: unknown, refusal = ''): void {
		const before = this.seen.get(String(chat));
		const lost = before?.type === 'private' ? LOST_PERSON : LOST_CHAT;
		if (before && lost.test(refusal)) this.note(before, 'left');
		for (const one of Array.isArray(result) ? result : [result]) {
			const { chat: there, message_id: id } = Object(one) as Partial<Record<string, IDataObject>>;
			// A broadcast must not count as newer than all that people write.
			if (id !== undefined && there && this.isNews(knownChat(there))) this.note(there);
		}
	}

	private note(chat: IDataObject, lost?: KnownChat['lost']): void {
		const known = knownChat(chat);
		if (!/^-?\d+$/.test(known.id)) return;
		if (lost) known.lost = lost;
		if (this.isNews(known)) this.changes++;
		this.seen.set(known.id, known);
	}

	private isNews(known: KnownChat): boolean {
		return JSON.stringify(known) !== JSON.stringify(this.seen.get(known.id));
	}

	/** Adds the saved chats of a trigger, latest first, as older than the known ones. */
	restore(kept: KeptChats): void {
		const all = kept.flatMap((one) => (typeof one === 'string' ? [...chatsIn(one)] : [one]));
		const older = all.filter(({ id }) => !this.seen.has(id)).reverse();
		for (const chat of [...older, ...this.seen.values()]) this.seen.set(chat.id, chat);
	}

	toKeep(): KeptChats {
		const all = [...this.seen.values()].reverse();
		const others = all.slice(MOST_TITLES).map(signOf).join('');
		return [...all.slice(0, MOST_TITLES).map((chat) => ({ ...chat })), ...(others ? [others] : [])];
	}

	/** Also those that the bot has lost, the latest first; a group that moved has its new ID only. */
	get all(): KnownChat[] {
		return [...this.seen.values()].filter(({ lost }) => lost !== 'moved').reverse();
	}

	get latestFirst(): KnownChat[] {
		return this.all.filter(({ lost }) => !lost);
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
