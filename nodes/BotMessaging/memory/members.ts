import type { IDataObject } from 'n8n-workflow';

import type { ChatMember, Int } from '../../../reference';
import { Bounded, isObject, settle, ticks } from '../api/basics';
import { CachedAnswers, type Server } from './server';
import type { Context } from '../update/context';
import type { Migrations } from './chats';

const KEPT_MS = 5 * 60_000;
const MOST_CHATS = 1000;

const MOST_JOINS = 20_000;
const DAY_SECONDS = 86_400;

async function askForAdministrators(update: Context, { call, warn }: Server) {
	const chat = update.chat.id as Int;
	const { value, error } = await settle(call('getChatAdministrators', { chat_id: chat }));
	if (Array.isArray(value)) {
		// Without a user, an entry would match messages without an author.
		const known = value.filter(
			(member) => isObject(member) && isObject(member.user) && member.user.id !== undefined,
		);
		return new Map(known.map((member) => [String(member.user.id), member]));
	}
	const reason = error ? (error as Error).message : 'the answer is not a list';
	warn(
		`The administrators of chat ${String(chat)} cannot be read (${reason}). Without this list, the filter Written By blocks all updates of this chat. Trying again in half a minute.`,
	);
	return undefined;
}

async function askForLinkedChannel(update: Context, { call, warn }: Server) {
	const chat = update.chat.id as Int;
	const { value, error } = await settle(call('getChat', { chat_id: chat }));
	if (error === undefined) return String(value?.linked_chat_id ?? '');
	warn(
		`The channel of chat ${String(chat)} cannot be read (${(error as Error).message}). Until then, the filter Written By blocks messages of channels there. Trying again in half a minute.`,
	);
	return undefined;
}

export class Members {
	/** The administrators by ID, by chat. */
	private readonly administrators = new CachedAnswers<Map<string, ChatMember>>(KEPT_MS, MOST_CHATS);

	/** The ID of a group's linked channel, by chat; empty if it has no channel. */
	private readonly linkedChannels = new CachedAnswers<string>(KEPT_MS, MOST_CHATS);

	/** When a person joined a chat, by both: by the clock of the server in seconds, and in ticks. 4 MB. */
	private readonly joins = new Bounded<string, { date: number; at: number }>(MOST_JOINS);

	constructor(private readonly migrations: Migrations) {}

	/** Learns from an update who joined or left, and who became or stopped being an administrator. */
	learn(update: Context): void {
		for (const person of update.joined) {
			this.joins.set(this.personKey(update, person), { date: update.date, at: ticks() });
		}
		for (const person of update.left) this.joins.delete(this.personKey(update, person));
		const { before, after } = update.change ?? {};
		const isAboutRights = [before, after].some((side) => side?.status === 'administrator');
		if (isAboutRights) this.administrators.forget(this.migrations.lastingIdOf(update));
	}

	/** When we saw the person join the chat, in seconds. */
	joinedAt(update: Context): number | undefined {
		return this.joins.get(this.personKey(update, update.user))?.date;
	}

	/** Whether we saw the person join the chat, less than this many days ago. */
	hasJustJoined(update: Context, days: number): boolean {
		const joined = this.joins.get(this.personKey(update, update.user));
		if (!joined) return false;
		// A press has no date. The join may have been told late, and the clock set back since.
		const passed =
			update.kind === 'callback_query'
				? Math.max(Date.now() / 1000 - joined.date, (ticks() - joined.at) / 1000)
				: update.date - joined.date;
		return passed < days * DAY_SECONDS;
	}

	/**
	 * Whether an update comes from an administrator of its chat; `undefined` if unknown: then nobody may be
	 * punished.
	 *
	 * @param right only with this right, e.g. `can_restrict_members`; unknown for messages in the name of the
	 * chat
	 */
	async isByAdministrator(
		update: Context,
		server: Server,
		right?: string,
	): Promise<boolean | undefined> {
		if (update.chat.type === 'private') return false;
		const chat = this.migrations.lastingIdOf(update);
		if (update.bringsMessage) {
			if (update.isInNameOfChat) return !right;
			const inName = Object(update.message.sender_chat) as IDataObject;
			if (inName.type === 'channel') {
				if (right) return false;
				const ask = async () => await askForLinkedChannel(update, server);
				const linked = await this.linkedChannels.get(chat, ask);
				return linked === undefined ? undefined : linked === String(inName.id);
			}
		}
		const ask = async () => await askForAdministrators(update, server);
		const administrators = await this.administrators.get(chat, ask);
		const member = administrators?.get(String(update.doer.id));
		if (!administrators || !right) return administrators && member !== undefined;
		return member?.status === 'creator' || (member as IDataObject | undefined)?.[right] === true;
	}

	private personKey(update: Context, { id }: IDataObject): string {
		return `${this.migrations.lastingIdOf(update)}:${String(id)}`;
	}
}
