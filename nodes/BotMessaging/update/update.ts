import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { isObject } from '../api/basics';

/** By kind, the name and the description in forms. */
const KINDS: Record<string, [name: string, description: string]> = {
	my_chat_member: ['Bot Membership Changed', 'The bot was added or removed, or its rights changed'],
	callback_query: ['Button Press', 'Someone pressed an inline button'],
	channel_post: ['Channel Post', 'A new post in a channel'],
	edited_channel_post: ['Channel Post Edited', 'A post in a channel was changed'],
	inline_query: ['Inline Query', 'Someone typed the bot’s name and a query in a chat'],
	chosen_inline_result: ['Inline Result Chosen', 'Someone sent a result of an inline query'],
	chat_join_request: ['Join Request', 'Someone asked to join a chat'],
	chat_member: ['Member Changed', 'A member joined, left, was banned or restricted'],
	message: ['Message', 'A new message of any kind, with text or media'],
	edited_message: ['Message Edited', 'A message was changed'],
	poll: ['Poll', 'The state of a poll changed'],
	poll_answer: ['Poll Answer', 'Someone voted in a poll'],
	message_reaction: ['Reaction', 'Someone added or removed a reaction to a message'],
};

/** The kinds of update a bot may be sent (reference 3.1). */
export const updateKinds: INodePropertyOptions[] = Object.entries(KINDS).map(
	([value, [name, description]]) => ({ name, value, description }),
);

/** `video_note` becomes `Video Note`. */
const labelOf = (value: string) =>
	value.replace(/_/g, ' ').replace(/\b\w/g, (letter) => letter.toUpperCase());

/** Choices sorted by name; `others` have custom names. */
const choicesOf = (values: string[], others: Record<string, string> = {}) =>
	[...values.map((value) => [value, labelOf(value)] as const), ...Object.entries(others)]
		.map(([value, name]) => ({ name, value }))
		.sort((a, b) => (a.name < b.name ? -1 : 1));

const MEDIA = 'animation audio document photo sticker video video_note voice'.split(' ');

/** The media types of a message. An animation has a document, too, so it comes before document. */
export const mediaTypes = choicesOf(MEDIA);

/** Message contents that are neither text nor a file, except polls. */
const CONTENTS = 'checklist contact dice game giveaway location paid_media story'.split(' ');

export const otherContents = [...CONTENTS, 'poll'];

const EVENTS = 'button command inline_query join join_request leave reaction text'.split(' ');

/** Kinds that can have an output of their own, with the values of `contentType`. */
export const contentKinds = choicesOf([...MEDIA, ...CONTENTS, ...EVENTS], {
	my_chat_member: 'Bot Membership',
});

/** Kinds of messages that can be forbidden, with the values of `contentType` and kindsAmong. */
export const lockableKinds = choicesOf([...MEDIA, ...otherContents], {
	buttonLink: 'Button With a Link',
	senderChat: 'In the Name of a Channel',
	viaBot: 'Via a Bot',
});

/** Scripts by their name in Unicode, but Japanese and Korean, which have several. */
export const scripts = choicesOf(
	[
		...['Armenian', 'Bengali', 'Georgian', 'Greek', 'Gujarati', 'Hebrew', 'Japanese', 'Khmer'],
		...['Korean', 'Lao', 'Sinhala', 'Tamil', 'Telugu', 'Thai'],
	],
	{
		Arabic: 'Arabic (Arabic, Persian, Urdu)',
		Myanmar: 'Burmese',
		Han: 'Chinese',
		Cyrillic: 'Cyrillic (Russian, Ukrainian)',
		Devanagari: 'Devanagari (Hindi, Nepali)',
		Ethiopic: 'Ethiopic (Amharic)',
		Latin: 'Latin (English, Vietnamese, Turkish)',
		Gurmukhi: 'Punjabi',
	},
);

/** One update as the server sends it: its number, and exactly one kind (reference 3.1). */
export interface Update extends IDataObject {
	update_id: number;
}

export const objectOf = (value: unknown): IDataObject => (isObject(value) ? value : {});

/** As text, so that none is rounded; empty if there is no ID. */
export const idOf = (value: unknown): string => String(objectOf(value).id ?? '');

export const hasNumber = (value: unknown): value is Update =>
	isObject(value) && Number.isSafeInteger(value.update_id) && Number(value.update_id) >= 0;

/** No server nests an update deeper; n8n could not save it. */
const MOST_NESTED = 100;

const isDeeper = (value: unknown, levels: number): boolean =>
	value === Object(value) &&
	(levels === 0 || Object.values(value as object).some((one) => isDeeper(one, levels - 1)));

/** Why a listed or pushed value cannot be handled; undefined if it can. */
export function whyUnreadable(value: unknown): string | undefined {
	if (!isObject(value)) return `it is ${value === null ? 'null' : 'no object'}`;
	const { update_id: id } = value;
	if (id === undefined) return 'it has no update_id';
	if (!hasNumber(value)) return `its update_id is ${Number(id) < 0 ? 'below 0' : 'no number'}`;
	return isDeeper(value, MOST_NESTED) ? 'its lists and objects are nested too deeply' : undefined;
}

/** The number that confirms a listed value, if it surely has one: a wrong one would confirm others. */
export function numberOf(value: unknown): number | undefined {
	const { update_id: id } = Object(value) as IDataObject;
	const number = typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id;
	return hasNumber({ update_id: number }) ? Number(number) : undefined;
}

/** Messages first, because they are the most frequent. */
const KNOWN_KINDS = [...new Set(['message', ...updateKinds.map(({ value }) => String(value))])];

/** The kind of an update: a known one, or else the name of the first object beside `update_id`. */
export function kindOf(update: Update): string {
	for (const kind of KNOWN_KINDS) if (isObject(update[kind])) return kind;
	return Object.keys(update).find((key) => isObject(update[key])) ?? '';
}

export const isUpdate = (value: unknown): value is Update =>
	hasNumber(value) && kindOf(value) !== '';

/**
 * The author of a message. Empty if it was written in the name of a channel or a group: Telegram then names a
 * placeholder, a bot or its service account, which must not be taken for the author.
 */
export const authorOf = ({ from, sender_chat: chat }: IDataObject): IDataObject =>
	isObject(chat) ? {} : objectOf(from);

export interface Media {
	type: string;
	fileId: string;
	/** Bytes, if the server states them. */
	size?: number;
	fileName?: string;
	mimeType?: string;
}

const MEDIA_TYPES = mediaTypes.map(({ value }) => value);

/** The media of a message; of a photo the largest size. */
export function mediaIn(message: IDataObject, types = MEDIA_TYPES): Media | undefined {
	const type = types.find((value) => message[value] !== undefined);
	if (!type) return undefined;
	const found = message[type];
	const file = (Array.isArray(found) ? found.at(-1) : found) as IDataObject | undefined;
	if (!file?.file_id) return undefined;
	const { file_id: id, file_size: size, file_name: fileName, mime_type: mimeType } = file;
	return { type, fileId: String(id), size, fileName, mimeType } as Media;
}

/**
 * Whether a bot wrote a message: nobody else can write in its name. In channels, it posts in the name of the
 * channel.
 */
export const isWrittenBy = (
	botId: string | undefined,
	{ from, sender_chat: channel, chat }: IDataObject,
): boolean => idOf(from) === botId || (from === undefined && idOf(channel ?? chat) === idOf(chat));

/** The topic that a message is in. Outside of topics, a thread of replies has a number too. */
export const topicOf = ({ is_topic_message: isInTopic, message_thread_id: topic }: IDataObject) =>
	isInTopic === true ? topic : undefined;

/** The message that a message replies to. Naming the first message of a topic is not a reply. */
export function answeredBy(message: IDataObject): IDataObject | undefined {
	const { reply_to_message: original } = message;
	if (!original) return undefined;
	const answered = original as IDataObject;
	const topic = topicOf(message);
	const isBeginning = topic !== undefined && String(answered.message_id) === String(topic);
	return isBeginning || answered.forum_topic_created ? undefined : answered;
}
