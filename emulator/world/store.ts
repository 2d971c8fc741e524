import { EventEmitter } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import {
	DEFAULT_SETTINGS,
	type Bot,
	type CallbackQuery,
	type Chat,
	type Game,
	type InlineQuery,
	type InviteLink,
	type JoinRequest,
	type Member,
	type Message,
	type Settings,
	type StoredFile,
	type User,
} from './entities';
import { Keyed } from './keyed';
import { hasMigrated, notFound } from './refusal';

/** Everything that a reset forgets and a snapshot keeps. */
export interface State {
	bots: Bot[];
	users: User[];
	chats: Chat[];
	members: Member[];
	messages: Message[];
	files: StoredFile[];
	invite_links: InviteLink[];
	join_requests: JoinRequest[];
	games: Game[];
	callback_queries: CallbackQuery[];
	inline_queries: InlineQuery[];
	/** Seconds that the emulator's clock is ahead. */
	clock_ahead: number;
	next_id: number;
}

export function emptyState(): State {
	return {
		bots: [],
		users: [],
		chats: [],
		members: [],
		messages: [],
		files: [],
		invite_links: [],
		join_requests: [],
		games: [],
		callback_queries: [],
		inline_queries: [],
		clock_ahead: 0,
		next_id: 1,
	};
}

const byId = ({ id }: { id: number }) => String(id);

const membershipOf = (chatId: number, userId: number) => `${chatId} ${userId}`;

/** The emulator's memory. Every change emits a `change` event. */
export class Store extends EventEmitter {
	state: State = emptyState();

	settings: Settings;

	/** Uploaded bytes; removed when the emulator closes. */
	readonly folder = mkdtempSync(path.join(tmpdir(), 'bot-emulator-'));

	private byChat = new Map<number, Map<number, Message>>();

	private highest = new Map<number, number>();

	private readonly users = new Keyed<User>(byId);

	private readonly chats = new Keyed<Chat>(byId);

	private readonly members = new Keyed<Member>((member) =>
		membershipOf(member.chat_id, member.user_id),
	);

	/** By bot id, including bots that are no longer in the state. */
	private readonly nextUpdateIds = new Map<number, number>();

	constructor(settings: Partial<Settings> = {}) {
		super();
		this.settings = { ...DEFAULT_SETTINGS, ...settings };
		this.setMaxListeners(0);
	}

	/**
	 * Replaces the whole state, and removes files that the new one does not have. Only update ids continue: a
	 * client that polls confirms all below the last one it saw.
	 */
	load(state: State): void {
		for (const { id, next_update_id } of this.state.bots) {
			this.nextUpdateIds.set(id, next_update_id);
		}
		this.state = structuredClone(state);
		for (const bot of this.state.bots) {
			bot.next_update_id = Math.max(bot.next_update_id, this.nextUpdateIds.get(bot.id) ?? 0);
		}
		const known = new Set(this.state.files.map(({ disk_path }) => disk_path));
		for (const name of readdirSync(this.folder)) {
			const file = path.join(this.folder, name);
			if (!known.has(file)) rmSync(file);
		}
		this.byChat = new Map();
		this.highest = new Map();
		for (const message of this.state.messages) this.index(message);
		this.changed('reset', {});
	}

	changed(type: string, detail: object): void {
		this.emit('change', { type, at: Date.now(), ...detail });
	}

	/** Unix seconds by the emulator's clock. */
	now(): number {
		return Math.floor(Date.now() / 1000) + this.state.clock_ahead;
	}

	nextId(): number {
		return this.state.next_id++;
	}

	user(id: number): User | undefined {
		return this.users.find(this.state.users, String(id));
	}

	/** Creates a person who is in no chat yet. */
	addPerson(first_name: string): User {
		const people = this.state.users.filter(({ is_bot }) => !is_bot);
		const id = Math.max(1000, ...people.map((person) => person.id)) + 1;
		const user: User = { id, is_bot: false, first_name };
		this.state.users.push(user);
		this.changed('user', { user });
		return user;
	}

	botByToken(token: string): Bot | undefined {
		return this.state.bots.find((bot) => bot.token === token);
	}

	/** A chat by its id or @username. */
	findChat(idOrName: unknown): Chat | undefined {
		const given = String(idOrName);
		const { chats } = this.state;
		if (!given.startsWith('@')) return this.chats.find(chats, given);
		const name = given.slice(1).toLowerCase();
		return chats.find(({ username }) => username?.toLowerCase() === name);
	}

	/** A chat by its id or @username. Throws 404 if it does not exist, 400 if it became a supergroup. */
	chat(idOrName: unknown): Chat {
		const chat = this.findChat(idOrName);
		if (!chat) throw notFound('chat not found');
		if (chat.migrated_to !== undefined) throw hasMigrated(chat.migrated_to);
		return chat;
	}

	/** The current membership: an expired ban or restriction no longer counts. */
	member(chatId: number, userId: number): Member | undefined {
		const member = this.members.find(this.state.members, membershipOf(chatId, userId));
		if (member?.until_date !== undefined && member.until_date <= this.now()) {
			if (member.status === 'restricted') member.status = 'member';
			if (member.status === 'kicked') member.status = 'left';
			delete member.until_date;
			delete member.permissions;
		}
		return member;
	}

	/** Sets a membership, creating it if needed. */
	setMember(member: Member): Member {
		const { members } = this.state;
		const at = this.members.placeIn(members, membershipOf(member.chat_id, member.user_id));
		if (at < 0) members.push(member);
		else members[at] = member;
		this.changed('member', { member });
		return member;
	}

	/** Stores a message under the chat's next id. */
	addMessage(message: Omit<Message, 'message_id' | 'date' | 'deleted'>): Message {
		const highest = this.highest.get(message.chat_id) ?? 0;
		const added: Message = {
			message_id: highest + 1,
			date: this.now(),
			deleted: false,
			...message,
		};
		this.state.messages.push(added);
		this.index(added);
		this.changed('message', { message: added });
		return added;
	}

	/** Stores the file of a message. */
	addFile(file: StoredFile): void {
		this.state.files.push(file);
		this.changed('file', { file });
	}

	/** A message that is not deleted. */
	message(chatId: number, messageId: number): Message | undefined {
		const message = this.byChat.get(chatId)?.get(messageId);
		return message?.deleted ? undefined : message;
	}

	close(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}

	private index(message: Message): void {
		const inChat = this.byChat.get(message.chat_id) ?? new Map<number, Message>();
		inChat.set(message.message_id, message);
		this.byChat.set(message.chat_id, inChat);
		const highest = this.highest.get(message.chat_id) ?? 0;
		this.highest.set(message.chat_id, Math.max(highest, message.message_id));
	}
}
