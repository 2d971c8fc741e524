import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../api/basics';
import {
	otherContents,
	answeredBy,
	authorOf,
	kindOf,
	mediaIn,
	idOf,
	objectOf,
	type Media,
	type Update,
} from './update';
import { given } from './given';
import { MessageTexts } from './texts';

const MESSAGE_KINDS = new Set(['message', 'edited_message', 'channel_post', 'edited_channel_post']);

/** Short names for kinds of update; the others use their API name. */
const NAMES: Record<string, string> = {
	callback_query: 'button',
	chat_join_request: 'join_request',
	message_reaction: 'reaction',
};

const FORWARDED = ['forward_origin', 'forward_from', 'forward_from_chat', 'forward_date'];

export interface Command {
	/** With its slash, e.g. `/ban`. */
	name: string;
	/** The bot it names, e.g. `my_bot` of `/ban@my_bot`. */
	bot?: string;
	arguments?: string;
}

interface Member {
	status?: string;
	/** Set for restricted people, who may have left. */
	is_member?: boolean;
	user?: IDataObject;
}

const isOutside = ({ status = '', is_member: isMember }: Member) =>
	['left', 'kicked'].includes(status) || (status === 'restricted' && isMember === false);

/** A single update, or the parts of an album or a burst in message order. */
export type UpdateParts = [first: Context, ...others: Context[]];

/** An update with lazily computed properties, and what the bot knows besides. */
export class Context {
	readonly kind: string;

	/** The object under the update's kind, without what the server left empty. */
	readonly payload: IDataObject;

	/** Its message, or the one whose button was pressed. */
	readonly message: IDataObject;

	/** The bot's username in lowercase, if something here may name it. */
	ownName?: string;

	/** The bot's number, if its token has one. */
	ownId?: string;

	/** The chat's ID before it became a supergroup. */
	formerChatId?: string;

	/** When we saw the person join the chat, in seconds. */
	joinedAt?: number;

	/** Which of two people a command is about: its writer has said so by a button. */
	meant?: { id: number | string };

	/** What its message shows. */
	readonly texts: MessageTexts;

	private knownIdentity?: string;

	constructor(readonly raw: Update) {
		this.kind = kindOf(raw);
		this.payload = given(objectOf(raw[this.kind]));
		this.message = this.bringsMessage ? this.payload : objectOf(this.payload.message);
		this.texts = new MessageTexts(this.message, this.text ?? '');
	}

	/** Identifies the update, even if it comes again, or a server restarts its numbers. */
	get identity(): string {
		return (this.knownIdentity ??= [
			this.raw.update_id,
			createHash('sha256')
				.update(JSON.stringify(objectOf(this.raw[this.kind])))
				.digest('hex')
				.slice(0, 16),
		].join('-'));
	}

	/** Whether it is a message that a person wrote, not a button press. */
	get bringsMessage(): boolean {
		return MESSAGE_KINDS.has(this.kind);
	}

	/** Whether it is a new message, also one of a channel. */
	get isNew(): boolean {
		return this.kind === 'message' || this.kind === 'channel_post';
	}

	get isPress(): boolean {
		return this.kind === 'callback_query';
	}

	get chat(): IDataObject {
		return objectOf(this.message.chat ?? this.payload.chat);
	}

	/** The chat's original ID, under which it is remembered. */
	get chatId(): string {
		return this.formerChatId ?? String(this.chat.id);
	}

	/** The person who acted: wrote, pressed, asked, reacted, or added somebody. */
	get doer(): IDataObject {
		const { user, from } = this.payload;
		return isObject(user) && !isObject(from) ? user : authorOf(this.payload);
	}

	/** The member who joined, left or changed. If several joined together, the first one. */
	private get member(): IDataObject | undefined {
		const { new_chat_member: changed, left_chat_member: left } = this.payload;
		const { new_chat_members: joined } = this.payload;
		const first: unknown = Array.isArray(joined) ? joined[0] : undefined;
		return [isObject(changed) && changed.user, first, left].find(isObject);
	}

	/** The person that it is about: the member who joined, left or changed, otherwise the person who acted. */
	get user(): IDataObject {
		return this.member ?? this.doer;
	}

	/** Who acted on that person: another person or a chat. Empty if people joined, left or wrote by themselves. */
	get actor(): IDataObject {
		const { member, payload } = this;
		const actor = [payload.sender_chat, payload.from].find(isObject) ?? {};
		return member && String(actor.id) !== String(member.id) ? actor : {};
	}

	/** In seconds of the server's clock; NaN if unknown. */
	get date(): number {
		const date = this.message.date ?? this.payload.date;
		// Number throws for some objects.
		return typeof date === 'object' ? NaN : Number(date);
	}

	get text(): string | undefined {
		if (!this.bringsMessage) return undefined;
		const { text, caption } = this.message;
		const words = text ?? caption;
		return typeof words === 'string' ? words : undefined;
	}

	get media(): Media | undefined {
		return this.bringsMessage ? mediaIn(this.message) : undefined;
	}

	get command(): Command | undefined {
		const text = this.text?.trim() ?? '';
		const [, name, bot, rest] = /^(\/[A-Za-z0-9_]+)(?:@(\w+))?(?:\s+([\s\S]+))?$/.exec(text) ?? [];
		return name === undefined ? undefined : { name, bot, arguments: rest?.trim() };
	}

	/** The same, unless it is for another bot. */
	get ownCommand(): Command | undefined {
		const { command } = this;
		return !command?.bot || command.bot.toLowerCase() === this.ownName ? command : undefined;
	}

	/** Both sides of a membership change; undefined for other updates. */
	get change(): { before: Member; after: Member } | undefined {
		if (this.kind !== 'chat_member') return undefined;
		const { old_chat_member: before, new_chat_member: after } = this.payload;
		return { before: (before ?? {}) as Member, after: (after ?? {}) as Member };
	}

	/** The people who joined, by a message in the chat or by a membership change. */
	get joined(): IDataObject[] {
		if (this.kind === 'message') {
			const { new_chat_members: members } = this.message;
			return Array.isArray(members) ? members.map((member) => Object(member) as IDataObject) : [];
		}
		const { before, after } = this.change ?? {};
		return before && after && isOutside(before) && !isOutside(after) ? [after.user ?? {}] : [];
	}

	get left(): IDataObject[] {
		if (this.kind === 'message') {
			const { left_chat_member: member } = this.message;
			return member ? [member as IDataObject] : [];
		}
		const { before, after } = this.change ?? {};
		return before && after && !isOutside(before) && isOutside(after) ? [after.user ?? {}] : [];
	}

	/**
	 * The content in one word: `text`, `command`, `photo` and the like for a message; `button`, `join`,
	 * `leave`, `join_request` or `reaction` for other updates that matter to moderators. A file takes
	 * precedence over its caption, and a command for another bot is a text. Any other message is `other`; any
	 * other update is named after its kind.
	 */
	get contentType(): string {
		if (this.joined.length > 0) return 'join';
		if (this.left.length > 0) return 'leave';
		if (!this.bringsMessage) return NAMES[this.kind] ?? this.kind;
		const other = otherContents.find((name) => this.message[name] !== undefined);
		const content = this.media?.type ?? other;
		if (content) return content;
		if (this.text === undefined) return 'other';
		return this.ownCommand ? 'command' : 'text';
	}

	/** Whether a person forwarded the message. Automatic forwards of a channel to its group do not count. */
	get isForwarded(): boolean {
		const { message } = this;
		const isForward = FORWARDED.some((name) => message[name] !== undefined);
		return this.bringsMessage && isForward && message.is_automatic_forward !== true;
	}

	/**
	 * Whether a message was written in the name of its chat, or comes from the chat's linked channel: only
	 * administrators can do that.
	 */
	get isInNameOfChat(): boolean {
		const { id, type } = this.chat;
		const { sender_chat: sender, is_automatic_forward: isFromChannel } = this.message;
		const { id: senderId } = Object(sender) as IDataObject;
		const isInName = senderId !== undefined && String(senderId) === String(id);
		return type === 'channel' || isFromChannel === true || isInName;
	}

	/** Identifies the album of a message; undefined for a single message. */
	get album(): string | undefined {
		const { media_group_id: group } = this.message;
		if (!this.bringsMessage || group === undefined) return undefined;
		return [this.kind, this.chat.id, group].map(String).join(':');
	}

	/** The person who wrote the message, or the chat in whose name it was written; empty for a post without either. */
	get writerId(): string {
		const { sender_chat: chat, from } = this.message;
		return idOf(chat) || idOf(from);
	}

	/** The message that it replies to, if a person wrote that. */
	get repliedTo(): IDataObject | undefined {
		return this.bringsMessage ? answeredBy(this.message) : undefined;
	}

	/** Whether a message is meant for the bot: written in private, a reply to it, a mention, or a command with its name. */
	get isAddressed(): boolean {
		const { id, username } = objectOf(this.repliedTo?.from);
		const names = [...this.texts.mentions, id, username && `@${String(username)}`];
		const own = [this.ownId, this.ownName && `@${this.ownName}`].filter(Boolean);
		const isNamed = names.some((name) => own.includes(String(name).toLowerCase()));
		const isCommand = this.command?.bot !== undefined && this.ownCommand !== undefined;
		return this.chat.type === 'private' || isNamed || isCommand;
	}

	/** The message of another chat that it replies to and shows, as an update of its own. */
	get answeredElsewhere(): Context | undefined {
		const { external_reply: answered } = this.message;
		const message = Object(answered) as IDataObject;
		return answered ? new Context({ update_id: this.raw.update_id, message }) : undefined;
	}
}

/** One update per person who joined: an item is about one person. */
export function byPerson(update: Update): UpdateParts {
	const whole = new Context(update);
	const { kind, joined } = whole;
	if (kind !== 'message' || joined.length < 2) return [whole];
	const { message } = update as { message?: IDataObject };
	const people = message?.new_chat_members as unknown[];
	return people.map(
		(person) => new Context({ ...update, message: { ...message, new_chat_members: [person] } }),
	) as UpdateParts;
}
