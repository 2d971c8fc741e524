import { AnswerError } from '../api/errors';
import { settle } from '../api/settle';
import { CachedAnswers } from './cachedAnswers';
import { Bounded } from '../api/bounded';
import type { Surroundings } from './surroundings';
import { chatOf, messageOf, type Update } from '../update/update';

/** A group gets another number when it becomes a supergroup (service methods, "Message"). */
const MOST_KEPT = 10_000;

/** By bot and the number that a group has now: the one that it had before. */
const formerNumbers = new Bounded<string, string>(MOST_KEPT);

/** By bot and number of a listed group: asked once while n8n runs. */
const listed = new CachedAnswers<true>(Infinity, MOST_KEPT);

const noteMove = (bot: string, from: unknown, to: unknown) =>
	formerNumbers.set(`${bot}:${String(to)}`, String(from));

/** Learns from an update that a group has got another number. */
export function noteMigration(bot: string, update: Update): void {
	const { migrate_to_chat_id: to, migrate_from_chat_id: from } = messageOf(update);
	const { id } = chatOf(update);
	if (to !== undefined) noteMove(bot, id, to);
	if (from !== undefined) noteMove(bot, from, id);
}

/** The number that the chat of an update had before it became a supergroup, if it is known. */
export const formerChatId = (bot: string, update: Update): string | undefined =>
	formerNumbers.get(`${bot}:${String(chatOf(update).id)}`);

/** The number under which a chat is remembered: its first one. */
export const lastingChatId = (bot: string, update: Update): string =>
	formerChatId(bot, update) ?? String(chatOf(update).id);

async function askForNumber(id: string, { bot, call }: Surroundings): Promise<true | undefined> {
	const { error } = await settle(call('getChat', { chat_id: Number(id) }));
	if (error instanceof AnswerError && error.migrateToChatId)
		noteMove(bot, id, error.migrateToChatId);
	return error === undefined || error instanceof AnswerError ? true : undefined;
}

/** What is a group's number, and not one of the list's chats already. */
const isGroupId = (entry: string) => /^-\d+$/.test(entry) && Number.isSafeInteger(Number(entry));

/**
 * Finds out which groups of a list have another number since before n8n was started; the server says
 * it when it is asked by the old one. Only a supergroup that is not in the list can be one of them.
 */
export async function learnMigrations(
	entries: string[],
	update: Update,
	surroundings: Surroundings,
): Promise<void> {
	const { id, type } = chatOf(update);
	if (type !== 'supergroup' || entries.includes(String(id))) return;
	for (const entry of entries.filter(isGroupId)) {
		const key = `${surroundings.bot}:${entry}`;
		await listed.get(key, async () => await askForNumber(entry, surroundings));
	}
}
