import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { mediaTypes, updateKinds } from '../update/kinds';

/** An update, or the parts of an album in the order of their messages. */
export type UpdateParts = [first: Update, ...others: Update[]];

/** One update as the server sends it: its number, and exactly one kind (service facts, "Updates"). */
export interface Update extends IDataObject {
	update_id: number;
}

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether something that a server listed has the number by which updates are confirmed. */
export const hasNumber = (value: unknown): value is Update =>
	isObject(value) && Number.isSafeInteger(value.update_id);

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

/** The person an update is about: the member who changed, or else the one who did something. */
export function userOf(update: Update): IDataObject {
	const payload = payloadOf(update);
	const { new_chat_member: member, user } = payload;
	if (isObject(member) && isObject(member.user)) return member.user;
	return isObject(user) && !isObject(payload.from) ? user : authorOf(payload);
}

/** The chat an update comes from. */
export function chatOf(update: Update): IDataObject {
	const chat = messageOf(update).chat ?? payloadOf(update).chat;
	return isObject(chat) ? chat : {};
}

export interface Media {
	type: string;
	fileId: string;
	/** Bytes, if the server says so. */
	size?: number;
	fileName?: string;
	mimeType?: string;
}

/** The media of an update's message; of a photo the largest size. */
export function mediaOf(update: Update): Media | undefined {
	const message = bringsMessage(update) ? messageOf(update) : {};
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
