import { keepAttachment, madeUpPicture, type Attachment } from './attachments';
import type { Chat, Message, Permissions } from './entities';
import { checkCaption, checkText } from './formatting';
import type { Button } from './keyboards';
import { adminBotsIn, botsReading } from './membership';
import { presentChat, presentMessage, presentUser } from './present';
import { badRequest } from './refusal';
import { channelOf, madeUp } from './madeUp';
import { isPresent, mayWrite } from './rules';
import { sentAs, type SentAsKind } from './sentAs';
import type { Store } from './store';
import type { Updates } from './updates';

/** What a user did, or why they could not. */
export type ActResult =
	| { ok: true; message?: object; query_id?: string; user_id?: number }
	| { ok: false; refused: string };

export interface Act {
	user_id: number;
	/** An id or a @username. */
	chat_id: number | string;
	/** The channel or group to write as: the user's own channel, or a group that they administer. */
	sender_chat_id?: number;
	text?: string;
	/** Sends made-up content instead of a text or a file; `text` is what the person wrote with it. */
	send_as?: SentAsKind;
	/** Sends a made-up picture with the message. */
	photo?: boolean;
	caption?: string;
	media_group_id?: string;
	reply_to_message_id?: number;
	/** Other fields of the message by the API's names, such as its entities or its topic. */
	more?: Record<string, unknown>;
	message_id?: number;
	callback_data?: string;
	emoji?: string;
	/** The link to join through. */
	invite_link?: string;
	/** The person whom an administrator mutes, bans or frees. */
	member_id?: number;
}

export const ABSENT = 'you are not in this chat';

export const refusal = (reason: string): ActResult => ({ ok: false, refused: reason });

/** Throws 400 for an invalid text or caption. */
function checkWords(words: string | undefined, isCaption: boolean): void {
	if (isCaption) return checkCaption(words, undefined);
	if (words === undefined) throw badRequest('text or photo is required');
	checkText(words, undefined);
}

function hasButton({ reply_markup: markup }: Message, data: string | undefined): boolean {
	const rows = (markup as { inline_keyboard?: Button[][] } | undefined)?.inline_keyboard ?? [];
	return rows
		.flat()
		.some(({ callback_data }) => callback_data !== undefined && callback_data === data);
}

/** What people write and press in chats, and the updates that bots get for it. */
export class Acts {
	constructor(
		private readonly store: Store,
		private readonly updates: Updates,
	) {}

	/** @param attachment a file to send with the message */
	message(act: Act, attachment?: Attachment): ActResult {
		if (act.send_as !== undefined) return this.madeUp(act, act.send_as);
		const chat = this.store.chat(act.chat_id);
		const isMedia = attachment !== undefined || act.photo === true;
		const needed = isMedia ? 'can_send_media_messages' : 'can_send_messages';
		const reason = this.hindrance(chat, act.user_id, needed) ?? this.hindranceAsChannel(chat, act);
		if (reason) return refusal(reason);
		checkWords(isMedia ? act.caption : act.text, isMedia);
		const file = attachment ?? (isMedia ? madeUpPicture(this.store) : undefined);
		const message = this.store.addMessage({
			chat_id: chat.id,
			from_id: act.user_id,
			sender_chat_id: act.sender_chat_id,
			text: isMedia ? undefined : act.text,
			caption: isMedia ? act.caption : undefined,
			media_group_id: act.media_group_id,
			reply_to_message_id: act.reply_to_message_id,
			content: act.more,
			media: file && keepAttachment(this.store, file),
		});
		return this.tell(chat.type === 'channel' ? 'channel_post' : 'message', message);
	}

	private madeUp(act: Act, kind: SentAsKind): ActResult {
		const chat = this.store.chat(act.chat_id);
		const refused = this.hindrance(chat, act.user_id, sentAs(kind).needs);
		if (refused) return refusal(refused);
		const isOfChannel = kind === 'channel';
		const sender_chat_id = isOfChannel ? channelOf(this.store, act.user_id).id : undefined;
		const reason = this.hindranceAsChannel(chat, { ...act, sender_chat_id });
		if (reason) return refusal(reason);
		const content = madeUp(this.store, kind, act.text);
		if (content.text !== undefined) checkWords(content.text, false);
		if (content.caption !== undefined) checkWords(content.caption, true);
		const message = this.store.addMessage({
			chat_id: chat.id,
			from_id: act.user_id,
			sender_chat_id,
			reply_to_message_id: act.reply_to_message_id,
			...content,
		});
		return this.tell(chat.type === 'channel' ? 'channel_post' : 'message', message);
	}

	edit(act: Act): ActResult {
		const chat = this.store.chat(act.chat_id);
		const reason = this.hindrance(chat, act.user_id, 'can_send_messages');
		if (reason) return refusal(reason);
		const message = this.store.message(chat.id, act.message_id ?? 0);
		if (message?.from_id !== act.user_id) return refusal('this is not your message');
		checkWords(act.text, message.media !== undefined);
		if (message.media) message.caption = act.text;
		else message.text = act.text;
		message.edit_date = this.store.now();
		this.store.changed('edit', { message });
		const kind = chat.type === 'channel' ? 'edited_channel_post' : 'edited_message';
		return this.tell(kind, message);
	}

	press(act: Act): ActResult {
		const chat = this.store.chat(act.chat_id);
		const message = this.store.message(chat.id, act.message_id ?? 0);
		const bot = this.store.state.bots.find(({ id }) => id === message?.from_id);
		if (!message || !bot || !hasButton(message, act.callback_data)) {
			return refusal('there is no such button');
		}
		if (!isPresent(this.store.member(chat.id, act.user_id))) return refusal(ABSENT);
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

	/** Somebody types a bot's name and a query. Without `bot_id`, it is the first bot. */
	inline({
		user_id,
		query,
		bot_id,
	}: {
		user_id: number;
		query: string;
		bot_id?: number;
	}): ActResult {
		const bot = this.store.state.bots.find(({ id }) => bot_id === undefined || id === bot_id);
		if (!bot) return refusal('there is no such bot');
		const asked = { id: String(1_000_000 + this.store.nextId()), bot_id: bot.id, user_id, query };
		this.store.state.inline_queries.push(asked);
		const from = presentUser(this.store, user_id);
		this.updates.add(bot, 'inline_query', { id: asked.id, from, query, offset: '' });
		return { ok: true, query_id: asked.id };
	}

	react(act: Act): ActResult {
		const chat = this.store.chat(act.chat_id);
		const message = this.store.message(chat.id, act.message_id ?? 0);
		if (!message) return refusal('there is no such message');
		if (!isPresent(this.store.member(chat.id, act.user_id))) return refusal(ABSENT);
		for (const bot of adminBotsIn(this.store, chat)) {
			this.updates.add(bot, 'message_reaction', {
				chat: presentChat(chat),
				message_id: message.message_id,
				user: presentUser(this.store, act.user_id),
				date: this.store.now(),
				old_reaction: [],
				// Without an emoji, the person takes the reaction back.
				new_reaction: act.emoji ? [{ type: 'emoji', emoji: act.emoji }] : [],
			});
		}
		return { ok: true };
	}

	/** Why this user cannot write here now; undefined if they can. */
	private hindrance(chat: Chat, userId: number, permission: keyof Permissions): string | undefined {
		const member = this.store.member(chat.id, userId);
		if (member?.status === 'kicked') return 'you are banned from this chat';
		if (!member || !isPresent(member)) return ABSENT;
		if (mayWrite(chat, member, permission)) return undefined;
		if (chat.type === 'channel') return 'you may not post in this channel';
		if (permission === 'can_send_media_messages') return 'you may not send media in this chat';
		if (permission !== 'can_send_messages') return 'you may not send this in this chat';
		return member.status === 'restricted'
			? 'you are muted in this chat'
			: 'members may not write in this chat';
	}

	/** Why this user cannot write here as a channel or as the group; undefined if they can. */
	private hindranceAsChannel(chat: Chat, act: Act): string | undefined {
		if (act.sender_chat_id === undefined) return undefined;
		const owns = (id: number) => this.store.member(id, act.user_id)?.status === 'creator';
		const status = this.store.member(chat.id, act.user_id)?.status ?? '';
		const isAdministrator = ['creator', 'administrator'].includes(status);
		if (act.sender_chat_id === chat.id && isAdministrator) return undefined;
		const sender = this.store.findChat(act.sender_chat_id);
		if (sender?.type !== 'channel' || !owns(sender.id)) return 'this is not your channel';
		// The owner of a banned channel cannot write as another one either.
		return chat.banned_senders?.some(owns) ? 'your channel is banned from this chat' : undefined;
	}

	private tell(kind: string, message: Message): ActResult {
		const presented = presentMessage(this.store, message);
		const chat = this.store.chat(message.chat_id);
		for (const bot of botsReading(this.store, chat, message)) {
			this.updates.add(bot, kind, presented);
		}
		return { ok: true, message: presented };
	}
}
