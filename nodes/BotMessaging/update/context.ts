import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { otherContents } from './kinds';
import { MessageTexts } from './texts';
import {
	answeredBy,
	authorOf,
	isObject,
	kindOf,
	mediaIn,
	objectOf,
	type Media,
	type Update,
} from './update';

const MESSAGE_KINDS = new Set(['message', 'edited_message', 'channel_post', 'edited_channel_post']);

/** Words for kinds of update whose own name would be longer; the others go by their name. */
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
	/** Of a restricted person, who may be outside, too. */
	is_member?: boolean;
	user?: IDataObject;
}

const isOutside = ({ status = '', is_member: isMember }: Member) =>
	['left', 'kicked'].includes(status) || (status === 'restricted' && isMember === false);

/** The parts of an album or of a burst, in the order of their messages; or a single update. */
export type UpdateParts = [first: Context, ...others: Context[]];

/** An update, what can be read of it, each when it is asked for, and what the bot knows besides. */
export class Context {
	readonly kind: string;

	/** What the update is about: the object under its kind. */
	readonly payload: IDataObject;

	/** The message that it brings: itself, or the one whose button was pressed. */
	readonly message: IDataObject;

	/** The username of the bot in small letters, if a command names one. */
	ownName?: string;

	/** The number that the chat had before it became a supergroup. */
	formerChatId?: string;

	/** When the person was seen to join the chat, in seconds. */
	joinedAt?: number;

	private knownIdentity?: string;
	private knownTexts?: MessageTexts;

	constructor(readonly raw: Update) {
		this.kind = kindOf(raw);
		this.payload = objectOf(raw[this.kind]);
		this.message = this.bringsMessage ? this.payload : objectOf(this.payload.message);
	}

	/**
	 * Tells an update from all others, also from one of the same number: a server may start its count
	 * again. The same update sent again has the same identity.
	 */
	get identity(): string {
		return (this.knownIdentity ??= [
			this.raw.update_id,
			createHash('sha256').update(JSON.stringify(this.payload)).digest('hex').slice(0, 16),
		].join('-'));
	}

	/** Whether it brings a message that somebody wrote, rather than a button press. */
	get bringsMessage(): boolean {
		return MESSAGE_KINDS.has(this.kind);
	}

	get isPress(): boolean {
		return this.kind === 'callback_query';
	}

	get chat(): IDataObject {
		return objectOf(this.message.chat ?? this.payload.chat);
	}

	/** The number under which the chat is remembered: its first one. */
	get chatId(): string {
		return this.formerChatId ?? String(this.chat.id);
	}

	/** The person who did it: who wrote, pressed, asked, reacted, or let somebody in. */
	get doer(): IDataObject {
		const { user, from } = this.payload;
		return isObject(user) && !isObject(from) ? user : authorOf(this.payload);
	}

	/** The member who came, went, or got other rights. Of several who came together, the first one. */
	private get member(): IDataObject | undefined {
		const { new_chat_member: changed, left_chat_member: left } = this.payload;
		const { new_chat_members: joined } = this.payload;
		const first: unknown = Array.isArray(joined) ? joined[0] : undefined;
		return [isObject(changed) && changed.user, first, left].find(isObject);
	}

	/** The person it is about: the member who came, went or changed, or else who did something. */
	get user(): IDataObject {
		return this.member ?? this.doer;
	}

	/**
	 * Who did it to the person it is about: another person, or the chat in whose name it was done. Nobody
	 * if people came, went or wrote by themselves.
	 */
	get actor(): IDataObject {
		const { member, payload } = this;
		const actor = [payload.sender_chat, payload.from].find(isObject) ?? {};
		return member && String(actor.id) !== String(member.id) ? actor : {};
	}

	/** When it happened, in seconds by the clock of the server; NaN if it does not say. */
	get date(): number {
		const date = this.message.date ?? this.payload.date;
		// Of an object, Number may throw.
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

	/** The same if it is not for another bot. */
	get ownCommand(): Command | undefined {
		const { command } = this;
		return !command?.bot || command.bot.toLowerCase() === this.ownName ? command : undefined;
	}

	/** The two sides of a change of membership; nothing for other updates. */
	get change(): { before: Member; after: Member } | undefined {
		if (this.kind !== 'chat_member') return undefined;
		const { old_chat_member: before, new_chat_member: after } = this.payload;
		return { before: (before ?? {}) as Member, after: (after ?? {}) as Member };
	}

	/** The people who came in: as the chat announces them, or by a change of membership. */
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
	 * What it brings, in one word: `text`, `command`, `photo` and the like for a message, `button`, `join`,
	 * `leave`, `join_request`, `reaction` for what else a moderator meets. A file counts before its caption,
	 * and a command for another bot as a text. Any other message is `other`, any other update goes by the
	 * name of its kind.
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

	/** Whether a message was forwarded by a person. What a channel sends on to its group does not count. */
	get isForwarded(): boolean {
		const { message } = this;
		const isForward = FORWARDED.some((name) => (message[name] ?? undefined) !== undefined);
		return this.bringsMessage && isForward && message.is_automatic_forward !== true;
	}

	/**
	 * Whether a message was written in the name of its chat, or comes from the channel that the chat belongs
	 * to: only administrators can do that.
	 */
	get isInNameOfChat(): boolean {
		const { id, type } = this.chat;
		const { sender_chat: sender, is_automatic_forward: isFromChannel } = this.message;
		const { id: senderId } = Object(sender) as IDataObject;
		const isInName = senderId !== undefined && String(senderId) === String(id);
		return type === 'channel' || isFromChannel === true || isInName;
	}

	/** What the parts of one album have in common; absent for a single message. */
	get album(): string | undefined {
		const { media_group_id: group } = this.message;
		if (!this.bringsMessage || group === undefined) return undefined;
		return [this.kind, this.chat.id, group].map(String).join(':');
	}

	/** The message that its message answers, if a person wrote that. */
	get repliedTo(): IDataObject | undefined {
		return this.bringsMessage ? answeredBy(this.message) : undefined;
	}

	/** The message of another chat that its message answers and shows, as an update of its own. */
	get answeredElsewhere(): Context | undefined {
		const { external_reply: answered } = this.message;
		const message = Object(answered) as IDataObject;
		return answered ? new Context({ update_id: this.raw.update_id, message }) : undefined;
	}

	/** What its message shows. */
	get texts(): MessageTexts {
		return (this.knownTexts ??= new MessageTexts(this.message, this.text ?? ''));
	}
}

/** An update for each of the people who came in together: an item is about one person. */
export function byPerson(update: Update): UpdateParts {
	const whole = new Context(update);
	const { joined, message } = whole;
	if (whole.kind !== 'message' || joined.length < 2) return [whole];
	const of = (person: IDataObject) => ({ ...message, new_chat_members: [person] });
	return joined.map((person) => new Context({ ...update, message: of(person) })) as UpdateParts;
}
