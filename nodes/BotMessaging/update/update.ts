import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { mediaTypes, updateKinds } from '../update/kinds';

/** An update, or the parts of an album in the order of their messages. */
export type UpdateParts = [first: Update, ...others: Update[]];

/** One update as the server sends it: its number, and exactly one kind (reference 3.1). */
export interface Update extends IDataObject {
	update_id: number;
}

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether something that a server listed has the number by which updates are confirmed. */
export const hasNumber = (value: unknown): value is Update =>
	isObject(value) && Number.isSafeInteger(value.update_id);

/** No server nests an update as deeply; n8n could not write it down. */
const MOST_NESTED = 100;

/** Whether a value has objects and lists within each other beyond what n8n can write down. */
function isNestedTooDeeply(value: unknown): boolean {
	let level: unknown[] = [value];
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > MOST_NESTED) return true;
		level = level.flatMap((one) =>
			one === Object(one) ? (Object.values(one as object) as unknown[]) : [],
		);
	}
	return false;
}

/** Why something that a server listed or pushed cannot be dealt with; nothing if it can. */
export function whyUnreadable(value: unknown): string | undefined {
	if (!isObject(value)) return `it is ${value === null ? 'null' : 'no object'}`;
	const { update_id: id } = value;
	if (!hasNumber(value))
		return id === undefined ? 'it has no update_id' : 'its update_id is no number';
	return isNestedTooDeeply(value) ? 'its lists and objects are nested too deeply' : undefined;
}

/** The number by which something that a server listed is confirmed, if it has one. */
export function numberOf(value: unknown): number | undefined {
	const { update_id: id } = Object(value) as IDataObject;
	return Number.isSafeInteger(Number(id ?? NaN)) ? Number(id) : undefined;
}

/** Messages first: they are most of what comes, and each rule asks for the kind. */
const KNOWN_KINDS = [...new Set(['message', ...updateKinds.map(({ value }) => String(value))])];

/** The kind of an update: a known one, or else the name of the first object beside `update_id`. */
export function kindOf(update: Update): string {
	for (const kind of KNOWN_KINDS) if (isObject(update[kind])) return kind;
	return Object.keys(update).find((key) => isObject(update[key])) ?? '';
}

/** What an update is about: the object under its kind. */
export function payloadOf(update: Update): IDataObject {
	const payload = update[kindOf(update)];
	return isObject(payload) ? payload : {};
}

/**
 * Tells an update from all others, also from one of the same number: a server may start its count
 * again. The same update sent again has the same identity.
 */
export function identityOf(update: Update): string {
	const digest = createHash('sha256')
		.update(JSON.stringify(payloadOf(update)))
		.digest('hex');
	return `${update.update_id}-${digest.slice(0, 16)}`;
}

/** Whether something that was received is an update. */
export function isUpdate(value: unknown): value is Update {
	return hasNumber(value) && kindOf(value) !== '';
}

const MESSAGE_KINDS = new Set(['message', 'edited_message', 'channel_post', 'edited_channel_post']);

/** The message an update brings: itself, or the one whose button was pressed. */
export function messageOf(update: Update): IDataObject {
	const payload = payloadOf(update);
	if (MESSAGE_KINDS.has(kindOf(update))) return payload;
	return isObject(payload.message) ? payload.message : {};
}

/** Whether an update brings a message that somebody wrote, rather than a button press. */
export const bringsMessage = (update: Update) => MESSAGE_KINDS.has(kindOf(update));

/**
 * The person who wrote a message. Nobody, if it is in the name of a channel or a group: Telegram names a
 * stand-in then, a bot or the account of the service, which must not be taken for a person or a bot.
 */
export function authorOf({ from, sender_chat: chat }: IDataObject): IDataObject {
	return isObject(from) && !isObject(chat) ? from : {};
}

/** The person who did what an update brings: who wrote, pressed, asked, reacted, or let somebody in. */
export function doerOf(update: Update): IDataObject {
	const payload = payloadOf(update);
	const { user, from } = payload;
	return isObject(user) && !isObject(from) ? user : authorOf(payload);
}

/** The member who came, went, or got other rights. Of several who came together, the first one. */
function memberOf(payload: IDataObject): IDataObject | undefined {
	const { new_chat_member: changed, new_chat_members: joined, left_chat_member: left } = payload;
	const first: unknown = Array.isArray(joined) ? joined[0] : undefined;
	return [isObject(changed) && changed.user, first, left].find(isObject);
}

/** The person an update is about: the member who came, went or changed, or else who did something. */
export const userOf = (update: Update): IDataObject =>
	memberOf(payloadOf(update)) ?? doerOf(update);

/**
 * Who did it to the person an update is about: another person, or the chat in whose name it was done.
 * Nobody if people came, went or wrote by themselves.
 */
export function actorOf(update: Update): IDataObject {
	const payload = payloadOf(update);
	const actor = [payload.sender_chat, payload.from].find(isObject) ?? {};
	const member = memberOf(payload);
	return member && String(actor.id) !== String(member.id) ? actor : {};
}

/** The chat an update comes from. */
export function chatOf(update: Update): IDataObject {
	const chat = messageOf(update).chat ?? payloadOf(update).chat;
	return isObject(chat) ? chat : {};
}

/** When what an update brings happened, in seconds by the clock of the server; NaN if it does not say. */
export function dateOf(update: Update): number {
	const date = messageOf(update).date ?? payloadOf(update).date;
	// Of an object, Number may throw.
	return typeof date === 'object' ? NaN : Number(date);
}

export interface Media {
	type: string;
	fileId: string;
	/** Bytes, if the server says so. */
	size?: number;
	fileName?: string;
	mimeType?: string;
}

/** The media of an update's message. */
export const mediaOf = (update: Update): Media | undefined =>
	bringsMessage(update) ? mediaIn(messageOf(update)) : undefined;

/** The media of a message; of a photo the largest size. */
export function mediaIn(message: IDataObject): Media | undefined {
	const type = mediaTypes.find(({ value }) => message[value] !== undefined)?.value;
	if (!type) return undefined;
	const found = message[type];
	const file = (Array.isArray(found) ? found.at(-1) : found) as IDataObject | undefined;
	if (!file?.file_id) return undefined;
	return {
		type,
		fileId: String(file.file_id),
		size: file.file_size as number | undefined,
		fileName: file.file_name as string | undefined,
		mimeType: file.mime_type as string | undefined,
	};
}

export interface Command {
	/** With its slash, e.g. `/ban`. */
	name: string;
	/** The bot it names, e.g. `my_bot` of `/ban@my_bot`. */
	bot?: string;
	arguments?: string;
}

/** The text of a message or the caption of its media. */
export function textOf(update: Update): string | undefined {
	if (!bringsMessage(update)) return undefined;
	const { text, caption } = messageOf(update);
	const words = text ?? caption;
	return typeof words === 'string' ? words : undefined;
}

/** The command that a message begins with. */
export function commandOf(update: Update): Command | undefined {
	const text = textOf(update)?.trim() ?? '';
	const [, name, bot, rest] = /^(\/[A-Za-z0-9_]+)(?:@(\w+))?(?:\s+([\s\S]+))?$/.exec(text) ?? [];
	return name === undefined ? undefined : { name, bot, arguments: rest?.trim() };
}

/**
 * The command that a message begins with, if it is not for another bot.
 *
 * @param ownName as `ownNameFor` gives it
 */
export function ownCommandOf(update: Update, ownName: string | undefined): Command | undefined {
	const command = commandOf(update);
	return !command?.bot || command.bot.toLowerCase() === ownName ? command : undefined;
}
