import type { IDataObject } from 'n8n-workflow';

import { Bounded } from '../api/bounded';
import { settle } from '../api/settle';
import { CachedAnswers } from './cachedAnswers';
import { changeOf, joinedBy, leftBy } from '../update/membership';
import { lastingChatId } from './migrations';
import type { Surroundings } from './surroundings';
import {
	bringsMessage,
	chatOf,
	kindOf,
	messageOf,
	payloadOf,
	userOf,
	type Update,
} from '../update/update';

const KEPT_MS = 5 * 60_000;
const MOST_CHATS = 1000;

/** The numbers of the administrators by bot and chat. */
const administrators = new CachedAnswers<Set<string>>(KEPT_MS, MOST_CHATS);

/** The number of the channel that a group belongs to, by bot and chat; empty if to none. */
const linkedChannels = new CachedAnswers<string>(KEPT_MS, MOST_CHATS);

const chatKey = (bot: string, update: Update) => `${bot}:${lastingChatId(bot, update)}`;

async function askForAdministrators(update: Update, { call, warn }: Surroundings) {
	const { id: chat } = chatOf(update);
	const { value, error } = await settle(call('getChatAdministrators', { chat_id: chat }));
	if (Array.isArray(value)) {
		return new Set(value.map(({ user }: { user?: IDataObject }) => String(user?.id)));
	}
	const reason = error ? (error as Error).message : 'the answer is not a list';
	warn(
		`The administrators of chat ${String(chat)} cannot be read (${reason}). Without this list, the filter Written By blocks all updates of this chat. Trying again in half a minute.`,
	);
	return undefined;
}

async function askForLinkedChannel(update: Update, { call, warn }: Surroundings) {
	const { id: chat } = chatOf(update);
	const { value, error } = await settle(call('getChat', { chat_id: chat }));
	if (error === undefined) return String((Object(value) as IDataObject).linked_chat_id ?? '');
	warn(
		`The channel of chat ${String(chat)} cannot be read (${(error as Error).message}). Until then, the filter Written By blocks messages of channels there. Trying again in half a minute.`,
	);
	return undefined;
}

/** Whether a group belongs to the channel in whose name somebody writes there. */
async function isLinked(channel: IDataObject, update: Update, surroundings: Surroundings) {
	const key = chatKey(surroundings.bot, update);
	const linked = await linkedChannels.get(
		key,
		async () => await askForLinkedChannel(update, surroundings),
	);
	return linked === undefined ? undefined : linked === String(channel.id);
}

/**
 * Whether what an update brings comes from an administrator of its chat; `undefined` if that is
 * not known. Nobody may be punished then.
 */
export async function isByAdministrator(
	update: Update,
	surroundings: Surroundings,
): Promise<boolean | undefined> {
	const { type, id } = chatOf(update);
	if (type === 'private') return false;
	if (bringsMessage(update)) {
		const { sender_chat: sender, is_automatic_forward: isFromChannel } = messageOf(update);
		// Only administrators write in the name of the chat, or in a channel and thereby in its group.
		if (type === 'channel' || isFromChannel === true) return true;
		const inName = Object(sender) as IDataObject;
		if (String(inName.id) === String(id)) return true;
		if (inName.type === 'channel') return await isLinked(inName, update, surroundings);
	}
	const ids = await administrators.get(
		chatKey(surroundings.bot, update),
		async () => await askForAdministrators(update, surroundings),
	);
	return ids?.has(String(userOf(update).id));
}

/** When somebody joined a chat, in seconds, by bot, chat and person: the last 20,000, about 4 MB. */
const joins = new Bounded<string, number>(20_000);
const DAY_SECONDS = 86_400;

const personKey = (bot: string, update: Update, { id }: IDataObject) =>
	`${chatKey(bot, update)}:${String(id)}`;

const dateOf = (update: Update) => Number(messageOf(update).date ?? payloadOf(update).date);

/** Learns from an update who came and went, and who became or is no longer an administrator. */
export function noteMembership(bot: string, update: Update): void {
	for (const person of joinedBy(update)) {
		joins.set(personKey(bot, update, person), dateOf(update));
	}
	for (const person of leftBy(update)) joins.delete(personKey(bot, update, person));
	const { before, after } = changeOf(update) ?? {};
	const isAboutRights = [before, after].some((side) => side?.status === 'administrator');
	if (isAboutRights) administrators.forget(chatKey(bot, update));
}

/** Whether a person was seen to join the chat, and less than some days ago. */
export function hasJustJoined(bot: string, update: Update, days: number): boolean {
	const joined = joins.get(personKey(bot, update, userOf(update))) ?? -Infinity;
	const date = kindOf(update) === 'callback_query' ? Date.now() / 1000 : dateOf(update);
	return date - joined < days * DAY_SECONDS;
}
