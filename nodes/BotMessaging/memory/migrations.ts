import { AnswerError } from '../api/errors';
import { Bounded, settle } from '../api/basics';
import { CachedAnswers, type Server } from './server';
import type { Context } from '../update/context';

/** A group gets another number when it becomes a supergroup (reference 3.4). */
const MOST_KEPT = 10_000;

/** What is a group's number, and not one of the list's chats already. */
const isGroupId = (entry: string) => /^-\d+$/.test(entry) && Number.isSafeInteger(Number(entry));

export class Migrations {
	/** By the number that a group has now: the one that it had before. */
	private readonly formerIds = new Bounded<string, string>(MOST_KEPT);

	/** By the number that a group had before: the one that it has now. */
	private readonly currentIds = new Bounded<string, string>(MOST_KEPT);

	/** The listed groups that the server was asked about: once. */
	private readonly listed = new CachedAnswers<true>(Infinity, MOST_KEPT);

	learn(update: Context): void {
		const { migrate_to_chat_id: to, migrate_from_chat_id: from } = update.message;
		const { id } = update.chat;
		if (to !== undefined) this.note(id, to);
		if (from !== undefined) this.note(from, id);
	}

	/** The number that a group has now; `undefined` if it is not known to have another one. */
	currentIdOf(chat: string): string | undefined {
		return this.currentIds.get(chat);
	}

	/** The number that the chat of an update had before it became a supergroup, if it is known. */
	formerIdOf(update: Context): string | undefined {
		return this.formerIds.get(String(update.chat.id));
	}

	/** The number under which the chat of an update is remembered: its first one. */
	lastingIdOf(update: Context): string {
		return this.formerIdOf(update) ?? String(update.chat.id);
	}

	/**
	 * Finds out which groups of a list got another number before n8n was started: the server says so if
	 * it is asked by the old one. Only a supergroup that is not listed can be one of them.
	 */
	async ask(entries: string[], update: Context, server: Server): Promise<void> {
		const { id, type } = update.chat;
		if (type !== 'supergroup' || entries.includes(String(id))) return;
		for (const entry of entries.filter(isGroupId)) {
			await this.listed.get(entry, async () => await this.askForNumber(entry, server));
		}
	}

	private async askForNumber(id: string, { call }: Server): Promise<true | undefined> {
		const { error } = await settle(call('getChat', { chat_id: Number(id) }));
		if (error instanceof AnswerError && error.migrateToChatId) this.note(id, error.migrateToChatId);
		return error === undefined || error instanceof AnswerError ? true : undefined;
	}

	note(from: unknown, to: unknown): void {
		this.formerIds.set(String(to), String(from));
		this.currentIds.set(String(from), String(to));
	}
}
