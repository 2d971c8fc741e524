import type { IDataObject } from 'n8n-workflow';

import type { ChatMember, Int } from '../../../reference';
import { NEEDED_RIGHTS, type Right } from '../../../reference/rights';
import { Bounded, isObject, settle, ticks } from '../api/basics';
import { BOUNDS, GivenUp } from '../api/bounds';
import { CachedAnswers, type Server } from './server';
import type { Context } from '../update/context';
import type { Migrations } from './chats';

/** Nobody is punished, and nobody is spared, by what was known longer ago. */
const KEPT_MS = 5 * 60_000;
const DAY_SECONDS = 86_400;

/** The rights that anybody asks for here. */
const RIGHTS = [...new Set(Object.values(NEEDED_RIGHTS))];

/** Administrators as a text, to save memory: a line for each, with the ID and the places of their rights. */
function compact(members: ChatMember[]): string {
	const lines = members.map(({ user, status, ...rights }) => {
		const has = (right: Right) => status === 'creator' || rights[right] === true;
		return `${String(user.id)} ${RIGHTS.map((right, place) => (has(right) ? place : '')).join('')}`;
	});
	return lines.join('\n');
}

/** Whether a person is in a list, with a right if one is given. */
function isIn(list: string, { id }: IDataObject, right?: string): boolean {
	const own = list.split('\n').find((line) => line.startsWith(`${String(id)} `));
	if (own === undefined || !right) return own !== undefined;
	const place = RIGHTS.indexOf(right as Right);
	return place >= 0 && own.slice(own.indexOf(' ')).includes(String(place));
}

async function askForAdministrators(update: Context, { call, warn }: Server) {
	const chat = update.chat.id as Int;
	const { value, error } = await settle(call('getChatAdministrators', { chat_id: chat }));
	if (Array.isArray(value)) {
		// Without a user, an entry would match messages without an author.
		return compact(
			value.filter(
				(member) => isObject(member) && isObject(member.user) && member.user.id !== undefined,
			),
		);
	}
	const reason = error ? (error as Error).message : 'the answer is not a list';
	warn(
		`The administrators of chat ${String(chat)} cannot be read (${reason}). Without this list, the filter Written By blocks what it would have to judge in this chat. Trying again in half a minute.`,
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

const isChannel = (linked: string | undefined, { id }: IDataObject) =>
	linked === undefined ? undefined : linked === String(id);

/** The channel in whose name a message is written, which is not its chat. */
function channelIn(update: Context): IDataObject | undefined {
	const inName = Object(update.message.sender_chat) as IDataObject;
	return update.bringsMessage && inName.type === 'channel' ? inName : undefined;
}

interface Joined {
	/** By the clock of the server, in seconds. */
	date: number;
	/** In ticks. */
	at: number;
}

/** Who joined which chat. 4 MB. */
class JoinsSeen extends Bounded<string, Joined> {
	/** For how many days a join counts, as far as anybody has asked. */
	days = 0;

	constructor(private readonly givenUp: GivenUp) {
		super(BOUNDS.joins);
	}

	protected override forgot({ at }: Joined): void {
		if (ticks() - at < this.days * DAY_SECONDS * 1000) this.givenUp.note(BOUNDS.joins);
	}
}

export class Members {
	/** The administrators of a chat. */
	private readonly administrators = new CachedAnswers<string>(KEPT_MS, BOUNDS.administrators);

	/** The ID of a group's linked channel, by chat; empty if it has no channel. */
	private readonly linkedChannels = new CachedAnswers<string>(KEPT_MS, BOUNDS.administrators);

	/** Who is an administrator and who is not, as updates told, by chat and person. 4 MB. */
	private readonly told = new Bounded<string, { is: boolean; at: number }>(BOUNDS.toldMembers);

	/** By chat and person. */
	private readonly joins: JoinsSeen;

	/** @param givenUp notes that joins are forgotten that count */
	constructor(
		private readonly migrations: Migrations,
		givenUp = new GivenUp(),
	) {
		this.joins = new JoinsSeen(givenUp);
	}

	/** Learns from an update who joined or left, and who became or stopped being an administrator. */
	learn(update: Context): void {
		for (const person of update.joined) {
			this.joins.set(this.personKey(update, person), { date: update.date, at: ticks() });
		}
		for (const person of update.left) this.joins.delete(this.personKey(update, person));
		const { before, after } = update.change ?? {};
		if (after?.user?.id !== undefined && after.status !== undefined)
			this.note(update, after.user, ['creator', 'administrator'].includes(after.status));
		const isAboutRights = [before, after].some((side) => side?.status === 'administrator');
		// It may have changed for others too, and a list that is on its way may be older than this.
		if (isAboutRights) this.administrators.forget(this.migrations.lastingIdOf(update));
		const { new_chat_member: own } = update.payload as { new_chat_member?: IDataObject };
		// Only an administrator can make the bot one.
		const isPromotion = update.kind === 'my_chat_member' && own?.status === 'administrator';
		if (isPromotion && update.doer.id !== undefined) this.note(update, update.doer, true);
	}

	private note(update: Context, person: IDataObject, is: boolean): void {
		this.told.set(this.personKey(update, person), { is, at: ticks() });
	}

	/** When we saw the person join the chat, in seconds. */
	joinedAt(update: Context): number | undefined {
		this.joins.days = Infinity;
		return this.joins.get(this.personKey(update, update.user))?.date;
	}

	/** Whether we saw the person join the chat, less than this many days ago. */
	hasJustJoined(update: Context, days: number): boolean {
		this.joins.days = Math.max(this.joins.days, days);
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
	 * Whether an update comes from an administrator of its chat, as far as that is known without a request:
	 * what updates told is known first. `undefined` if the server has to be asked.
	 */
	isKnownByAdministrator(update: Context, right?: string): boolean | undefined {
		if (update.chat.type === 'private') return false;
		if (update.bringsMessage && update.isInNameOfChat) return !right;
		const chat = this.migrations.lastingIdOf(update);
		const channel = channelIn(update);
		if (channel && right) return false;
		if (channel) return isChannel(this.linkedChannels.known(chat), channel);
		const told = this.told.get(this.personKey(update, update.doer));
		// An update may leave rights out.
		if (!right && told && ticks() - told.at < KEPT_MS) return told.is;
		const list = this.administrators.known(chat);
		return list === undefined ? undefined : isIn(list, update.doer, right);
	}

	/**
	 * Whether an update comes from an administrator of its chat; `undefined` if unknown: then nobody may be
	 * punished. Asks the server at most every five minutes for each chat.
	 *
	 * @param right only with this right, e.g. `can_restrict_members`; unknown for messages in the name of the
	 * chat
	 */
	async isByAdministrator(
		update: Context,
		server: Server,
		right?: string,
	): Promise<boolean | undefined> {
		const known = this.isKnownByAdministrator(update, right);
		if (known !== undefined) return known;
		const chat = this.migrations.lastingIdOf(update);
		const channel = channelIn(update);
		if (channel) {
			const ask = async () => await askForLinkedChannel(update, server);
			return isChannel(await this.linkedChannels.get(chat, ask), channel);
		}
		const ask = async () => await askForAdministrators(update, server);
		const list = await this.administrators.get(chat, ask);
		return list === undefined ? undefined : isIn(list, update.doer, right);
	}

	private personKey(update: Context, { id }: IDataObject): string {
		return `${this.migrations.lastingIdOf(update)}:${String(id)}`;
	}
}
