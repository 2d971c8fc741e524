import type { IDataObject } from 'n8n-workflow';

import type { Call } from '../../api/client';
import { settle } from '../../api/settle';
import { ticks } from '../clock';
import { changeOf, joinedBy, leftBy } from '../membership';
import { putLast } from '../recent';
import { chatOf, kindOf, messageOf, payloadOf, userOf, type Update } from '../update';

/** What judging an update needs besides the update. */
export interface Surroundings {
	/** Names the bot, as botOf does. */
	bot: string;
	/** Names the trigger: each has a memory of its own. */
	trigger: string;
	/** Asks the bot's server, patiently. */
	call: Call;
	warn(words: string): void;
}

const KEPT_MS = 5 * 60_000;
/** A chat whose administrators could not be read is asked again after this time. */
const FAILED_KEPT_MS = 30_000;
const MOST_CHATS = 1000;

interface Known {
	/** In ticks. */
	until: number;
	/** Their numbers; `undefined` where the server does not say. One request for all who ask. */
	ids: Promise<Set<string> | undefined>;
}

/** The administrators by bot and chat. */
const administrators = new Map<string, Known>();

const chatKey = (bot: string, update: Update) => `${bot}:${String(chatOf(update).id)}`;

async function ask(update: Update, known: Known, { call, warn }: Surroundings) {
	const { id: chat } = chatOf(update);
	const { value, error } = await settle(call('getChatAdministrators', { chat_id: chat }));
	if (Array.isArray(value)) {
		return new Set(value.map(({ user }: { user?: IDataObject }) => String(user?.id)));
	}
	known.until = ticks() + FAILED_KEPT_MS;
	const reason = error ? (error as Error).message : 'the answer is not a list';
	warn(
		`The administrators of chat ${String(chat)} cannot be read (${reason}). Nobody knows who wrote, so the filter Written By lets nothing of this chat through. Asking again in half a minute.`,
	);
	return undefined;
}

/** The numbers of a chat's administrators, at most 5 minutes old; `undefined` if the server does not say. */
async function administratorsOf(update: Update, surroundings: Surroundings) {
	const key = chatKey(surroundings.bot, update);
	const before = administrators.get(key);
	if (before && ticks() < before.until) return await before.ids;
	const known: Known = { until: ticks() + KEPT_MS, ids: Promise.resolve(undefined) };
	known.ids = ask(update, known, surroundings);
	putLast(administrators, key, known, MOST_CHATS);
	return await known.ids;
}

/**
 * Whether what an update brings comes from an administrator of its chat; `undefined` where that is
 * not known. Nobody may be punished then.
 */
export async function isByAdministrator(
	update: Update,
	surroundings: Surroundings,
): Promise<boolean | undefined> {
	const { type, id } = chatOf(update);
	const { sender_chat: sender, is_automatic_forward: isFromChannel } = messageOf(update);
	if (type === 'private') return false;
	// Only administrators write in the name of the chat, or in a channel and thereby in its group.
	const isInItsName = kindOf(update) !== 'callback_query' && (sender as IDataObject)?.id === id;
	if (type === 'channel' ? kindOf(update) !== 'callback_query' : isInItsName) return true;
	if (isFromChannel === true) return true;
	const ids = await administratorsOf(update, surroundings);
	return ids?.has(String(userOf(update).id));
}

/** When somebody joined a chat, in seconds, by bot, chat and person: the last 20,000, about 4 MB. */
const joins = new Map<string, number>();
const MOST_JOINS = 20_000;
const DAY_SECONDS = 86_400;

const personKey = (bot: string, update: Update, { id }: IDataObject) =>
	`${chatKey(bot, update)}:${String(id)}`;

const dateOf = (update: Update) =>
	Number(messageOf(update).date ?? payloadOf(update).date ?? Date.now() / 1000);

/** Learns from an update who came and went, and who became or is no longer an administrator. */
export function noteMembership(bot: string, update: Update): void {
	for (const person of joinedBy(update)) {
		putLast(joins, personKey(bot, update, person), dateOf(update), MOST_JOINS);
	}
	for (const person of leftBy(update)) joins.delete(personKey(bot, update, person));
	const { before, after } = changeOf(update) ?? {};
	const isAboutRights = [before, after].some((side) => side?.status === 'administrator');
	if (isAboutRights) administrators.delete(chatKey(bot, update));
}

/** Whether a person was seen to join the chat, and less than some days ago. */
export function hasJustJoined(bot: string, update: Update, days: number): boolean {
	const joined = joins.get(personKey(bot, update, userOf(update)));
	const date = kindOf(update) === 'callback_query' ? Date.now() / 1000 : dateOf(update);
	return joined !== undefined && date - joined < days * DAY_SECONDS;
}
