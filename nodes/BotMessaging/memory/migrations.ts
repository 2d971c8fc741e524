import { AnswerError } from '../api/errors';
import { Bounded, settle } from '../api/basics';
import { CachedAnswers, type Server } from './server';
import type { Context } from '../update/context';

/** A group gets another number when it becomes a supergroup (reference 3.4). */
const MOST_KEPT = 10_000;

const isGroupId = (entry: string) => /^-\d+$/.test(entry) && Number.isSafeInteger(Number(entry));

export class Migrations {
	/** By a group's new ID: its old one. */
	private readonly formerIds = new Bounded<string, string>(MOST_KEPT);

	/** By a group's old ID: its new one. */
	private readonly currentIds = new Bounded<string, string>(MOST_KEPT);

	/** Listed groups that we have asked the server about, once each. */
	private readonly listed = new CachedAnswers<true>(Infinity, MOST_KEPT);

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

	/**
	 * Finds out which listed groups got a new ID before n8n started: the server tells when asked for the old
	 * one. Only an unlisted supergroup can be one of them.
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
