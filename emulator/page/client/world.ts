import type { Call } from '../../wire/calls';
import type {
	Chat,
	CommandList,
	InviteLink,
	JoinRequest,
	Member,
	Message,
	StoredFile,
	User,
} from '../../world/entities';
import type { State } from '../../world/store';
import type { Change } from '../changes';
import { follow, type Outgoing } from '../outbox';
import { memberNow, noticeOf } from './standing';

/** A message as the page shows it. */
export interface Shown extends Message {
	/** When it was deleted before the reader's eyes, in Unix milliseconds. */
	struckAt?: number;
}

/** A notice between the messages of a chat that is not a message. */
export interface Aside {
	id: number;
	chat_id: number;
	/** The message before it. */
	after: number;
	kind: 'notice' | 'refusal';
	text: string;
	/** Why a message was refused, and who wrote it. */
	reason?: string;
	user_id?: number;
}

const KEPT_CALLS = 500;

/** The page's copy of the emulator's state: read once, then updated change by change. */
export class World {
	users = new Map<number, User>();
	botIds = new Set<number>();
	chats: Chat[] = [];
	files = new Map<string, StoredFile>();
	/** Titles by short name. */
	games = new Map<string, string>();
	/** Newest last. */
	calls: Call[] = [];
	outbox: Outgoing[] = [];
	inviteLinks: InviteLink[] = [];
	joinRequests: JoinRequest[] = [];
	/** By the bot's id. */
	commands = new Map<number, CommandList[]>();
	asides: Aside[] = [];
	/** Callback queries that a bot has answered. */
	answered = new Set<string>();
	/** Counts the resets: older knowledge no longer applies after one. */
	epoch = 0;
	/** Called after every change. */
	listener: () => void = () => undefined;
	private clockAhead = 0;
	private members = new Map<string, Member>();
	private messages = new Map<number, Map<number, Shown>>();
	private nextAside = 1;

	load(state: State, calls: Call[], outbox: Outgoing[]): void {
		this.users = new Map(state.users.map((user) => [user.id, user]));
		this.botIds = new Set(state.bots.map(({ id }) => id));
		this.chats = state.chats;
		this.files = new Map(state.files.map((file) => [file.file_id, file]));
		this.games = new Map(state.games.map(({ short_name, title }) => [short_name, title]));
		this.calls = calls;
		this.outbox = outbox;
		this.inviteLinks = state.invite_links;
		this.joinRequests = state.join_requests;
		this.commands = new Map(state.bots.map(({ id, commands = [] }) => [id, commands]));
		this.asides = [];
		this.answered = new Set(
			state.callback_queries.filter(({ answer }) => answer).map(({ id }) => id),
		);
		this.clockAhead = state.clock_ahead;
		this.members = new Map();
		for (const member of state.members) this.members.set(keyOf(member), member);
		this.messages = new Map();
		for (const message of state.messages) if (!message.deleted) this.put(message);
		this.epoch += 1;
		this.listener();
	}

	apply(change: Change): void {
		this.take(change);
		this.listener();
	}

	private take(change: Change): void {
		switch (change.type) {
			case 'message':
			case 'edit':
				return this.put(change.message);
			case 'delete':
				return this.put({ ...change.message, struckAt: Date.now() });
			case 'member':
				return this.changeMember(change.member);
			case 'chat':
				this.chats = this.chats.some(({ id }) => id === change.chat.id)
					? this.chats.map((chat) => (chat.id === change.chat.id ? change.chat : chat))
					: [...this.chats, change.chat];
				return;
			case 'user':
				this.users.set(change.user.id, change.user);
				return;
			case 'commands':
				this.commands.set(change.bot_id, change.commands);
				return;
			case 'invite_link':
				this.inviteLinks = [...others(this.inviteLinks, change.invite_link), change.invite_link];
				return;
			case 'join_request':
				this.joinRequests = this.joinRequests.filter(
					({ chat_id, user_id }) =>
						chat_id !== change.request.chat_id || user_id !== change.request.user_id,
				);
				if (!change.ended) this.joinRequests.push(change.request);
				return;
			case 'file':
				this.files.set(change.file.file_id, change.file);
				return;
			case 'callback_answer':
				this.answered.add(change.query.id);
				return;
			case 'clock':
				this.clockAhead = change.clock_ahead;
				return;
			case 'call':
				if (!this.calls.some(({ id }) => id === change.call.id)) this.calls.push(change.call);
				if (this.calls.length > KEPT_CALLS) this.calls.shift();
				return;
			default:
				follow(this.outbox, change);
		}
	}

	/** Unix seconds by the emulator's clock. */
	now(): number {
		return Math.floor(Date.now() / 1000) + this.clockAhead;
	}

	name(userId: number): string {
		return this.users.get(userId)?.first_name ?? `User ${userId}`;
	}

	/** Whose name is above a message. */
	senderName({ sender_chat_id, from_id }: Shown): string {
		const chat = this.chats.find(({ id }) => id === sender_chat_id);
		return chat ? (chat.title ?? String(chat.id)) : this.name(from_id);
	}

	/** The current membership; undefined for a person who was never in the chat. */
	member(chatId: number, userId: number): Member | undefined {
		const member = this.members.get(keyOf({ chat_id: chatId, user_id: userId }));
		return member && memberNow(member, this.now());
	}

	/** All current and former members of a chat. */
	membersOf(chatId: number): Member[] {
		const now = this.now();
		return [...this.members.values()]
			.filter(({ chat_id }) => chat_id === chatId)
			.map((member) => memberNow(member, now));
	}

	/** The visible messages of a chat, oldest first. */
	messagesOf(chatId: number): Shown[] {
		const all = [...(this.messages.get(chatId)?.values() ?? [])];
		return all.filter(({ deleted, struckAt }) => !deleted || isStillSeen(struckAt));
	}

	message(chatId: number, messageId: number): Shown | undefined {
		return this.messages.get(chatId)?.get(messageId);
	}

	addAside(aside: Omit<Aside, 'id' | 'after'>): void {
		const after = this.messagesOf(aside.chat_id).at(-1)?.message_id ?? 0;
		this.asides = [...this.asides, { id: this.nextAside++, after, ...aside }];
		this.listener();
	}

	dropAside(id: number): void {
		this.asides = this.asides.filter((aside) => aside.id !== id);
		this.listener();
	}

	clearCalls(): void {
		this.calls = [];
		this.listener();
	}

	/** Forgets updates, except those for which `stays` is true. */
	clearUpdates(stays: (outgoing: Outgoing) => boolean): void {
		this.outbox = this.outbox.filter(stays);
		this.listener();
	}

	private put(message: Shown): void {
		const inChat = this.messages.get(message.chat_id) ?? new Map<number, Shown>();
		inChat.set(message.message_id, message);
		this.messages.set(message.chat_id, inChat);
	}

	private changeMember(member: Member): void {
		const { chat_id, user_id } = member;
		const before = this.member(chat_id, user_id);
		this.members.set(keyOf(member), member);
		const chat = this.chats.find(({ id }) => id === chat_id);
		const notice = noticeOf(before, member, chat?.type === 'private', this.now());
		if (!notice) return;
		const text = `${this.name(user_id)} ${notice}`;
		const last = this.asides.at(-1);
		const ban = `${this.name(user_id)} was banned`;
		// A ban that ends at once is a kick: the API has no method for one.
		const isKick =
			member.status === 'left' && last?.chat_id === chat_id && last.text.startsWith(ban);
		if (isKick) this.dropAside(last.id);
		const kicked = `${this.name(user_id)} was kicked, and may come back`;
		this.addAside({ chat_id, kind: 'notice', text: isKick ? kicked : text });
	}
}

/** How long a deleted message stays in sight, struck out. */
export const STRUCK_MS = 4000;

const isStillSeen = (struckAt: number | undefined): boolean =>
	struckAt !== undefined && Date.now() - struckAt < STRUCK_MS;

const others = (links: InviteLink[], { invite_link }: InviteLink) =>
	links.filter((link) => link.invite_link !== invite_link);

const keyOf = ({ chat_id, user_id }: Pick<Member, 'chat_id' | 'user_id'>) =>
	`${chat_id} ${user_id}`;
