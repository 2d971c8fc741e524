import { writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Chat, Member, Message, Permissions } from './entities';
import { presentChat, presentMember, presentMessage, presentUser } from './present';
import { badRequest } from './refusal';
import { isPresent, may } from './rules';
import type { Store } from './store';
import type { Updates } from './updates';

/** What a user did, or why they could not. */
export type ActResult =
	{ ok: true; message?: object; query_id?: string } | { ok: false; refused: string };

export interface Act {
	user_id: number;
	chat_id: number;
	text?: string;
	/** A made-up picture goes with the message. */
	photo?: boolean;
	caption?: string;
	media_group_id?: string;
	reply_to_message_id?: number;
	message_id?: number;
	callback_data?: string;
}

const refused = (reason: string): ActResult => ({ ok: false, refused: reason });

/** A PNG of one transparent dot. */
const PICTURE = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
	'base64',
);

/** Things that people do in chats, and the updates that bots get of them. */
export class Acts {
	constructor(
		private readonly store: Store,
		private readonly updates: Updates,
	) {}

	message(act: Act): ActResult {
		const chat = this.store.chat(act.chat_id);
		const needed = act.photo ? 'can_send_media_messages' : 'can_send_messages';
		const reason = this.hindrance(chat, act.user_id, needed);
		if (reason) return refused(reason);
		if (act.text === undefined && !act.photo) throw badRequest('text or photo is required');
		const message = this.store.addMessage({
			chat_id: chat.id,
			from_id: act.user_id,
			text: act.photo ? undefined : act.text,
			caption: act.photo ? act.caption : undefined,
			media_group_id: act.media_group_id,
			reply_to_message_id: act.reply_to_message_id,
			media: act.photo ? this.picture() : undefined,
		});
		return this.tell('message', message);
	}

	edit(act: Act): ActResult {
		const chat = this.store.chat(act.chat_id);
		const message = this.store.message(chat.id, act.message_id ?? 0);
		if (!message || message.from_id !== act.user_id) return refused('this is not your message');
		message.text = act.text;
		message.edit_date = this.store.now();
		this.store.changed('edit', { message });
		return this.tell('edited_message', message);
	}

	press(act: Act): ActResult {
		const chat = this.store.chat(act.chat_id);
		const message = this.store.message(chat.id, act.message_id ?? 0);
		const bot = this.store.state.bots.find(({ id }) => id === message?.from_id);
		if (!message || !bot) return refused('there is no such button');
		if (!isPresent(this.store.member(chat.id, act.user_id)))
			return refused('you are not in this chat');
		const query = {
			id: String(1_000_000 + this.store.nextId()),
			bot_id: bot.id,
			user_id: act.user_id,
			chat_id: chat.id,
			message_id: message.message_id,
			data: act.callback_data ?? '',
		};
		this.store.state.callback_queries.push(query);
		this.updates.add(bot, 'callback_query', {
			id: query.id,
			from: presentUser(this.store, act.user_id),
			message: presentMessage(this.store, message),
			chat_instance: String(chat.id),
			data: query.data,
		});
		return { ok: true, query_id: query.id };
	}

	join(act: Act): ActResult {
		const chat = this.store.chat(act.chat_id);
		const before = this.store.member(chat.id, act.user_id);
		if (before?.status === 'kicked') return refused('you are banned from this chat');
		if (isPresent(before)) return refused('you are in this chat already');
		this.move(chat, act.user_id, 'member');
		return this.tell(
			'message',
			this.store.addMessage({
				chat_id: chat.id,
				from_id: act.user_id,
				new_chat_members: [act.user_id],
			}),
		);
	}

	leave(act: Act): ActResult {
		const chat = this.store.chat(act.chat_id);
		if (!isPresent(this.store.member(chat.id, act.user_id)))
			return refused('you are not in this chat');
		const message = this.store.addMessage({
			chat_id: chat.id,
			from_id: act.user_id,
			left_chat_member: act.user_id,
		});
		this.move(chat, act.user_id, 'left');
		return this.tell('message', message);
	}

	/** Why this user cannot write here now; undefined where they can. */
	private hindrance(chat: Chat, userId: number, permission: keyof Permissions): string | undefined {
		const member = this.store.member(chat.id, userId);
		if (member?.status === 'kicked') return 'you are banned from this chat';
		if (!member || !isPresent(member)) return 'you are not in this chat';
		if (may(member, permission)) return undefined;
		return permission === 'can_send_messages'
			? 'you are muted in this chat'
			: 'you may not send media in this chat';
	}

	private picture(): Message['media'] {
		const unique = String(this.store.nextId()).padStart(6, '0');
		const file_id = `photo-file-${unique}`;
		const diskPath = path.join(this.store.folder, file_id);
		writeFileSync(diskPath, PICTURE);
		this.store.state.files.push({
			file_id,
			file_unique_id: unique,
			file_path: `photos/file_${unique}.png`,
			kind: 'photo',
			file_name: `file_${unique}.png`,
			mime_type: 'image/png',
			file_size: PICTURE.length,
			disk_path: diskPath,
		});
		return { kind: 'photo', file_id, width: 1, height: 1 };
	}

	private move(chat: Chat, userId: number, status: 'member' | 'left'): void {
		const before: Member = this.store.member(chat.id, userId) ?? {
			chat_id: chat.id,
			user_id: userId,
			status: 'left',
		};
		const old = presentMember(this.store, before);
		const after = this.store.setMember({ chat_id: chat.id, user_id: userId, status });
		for (const bot of this.botsIn(chat)) {
			this.updates.add(bot, 'chat_member', {
				chat: presentChat(chat),
				from: presentUser(this.store, userId),
				date: this.store.now(),
				old_chat_member: old,
				new_chat_member: presentMember(this.store, after),
			});
		}
	}

	private tell(kind: string, message: Message): ActResult {
		const presented = presentMessage(this.store, message);
		const chat = this.store.chat(message.chat_id);
		for (const bot of this.botsIn(chat)) this.updates.add(bot, kind, presented);
		return { ok: true, message: presented };
	}

	private botsIn(chat: Chat) {
		return this.store.state.bots.filter(({ id }) => isPresent(this.store.member(chat.id, id)));
	}
}
