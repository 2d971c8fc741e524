import type { IDataObject } from 'n8n-workflow';

import { linksIn, linksMarked } from './linkText';
import { joinedBy, leftBy } from './membership';
import {
	bringsMessage,
	chatOf,
	kindOf,
	mediaOf,
	messageOf,
	ownCommandOf,
	textOf,
	type Update,
} from './update';
import { buttonsOf, shownBy, type Written } from './written';

/** What a message may hold that is neither text nor a file. */
const OTHER_CONTENTS = 'dice game poll contact location story paid_media checklist giveaway'.split(
	' ',
);

/** Words for kinds of update whose own name would be longer; the others go by their name. */
const NAMES: Record<string, string> = {
	callback_query: 'button',
	chat_join_request: 'join_request',
	message_reaction: 'reaction',
};

/**
 * What an update brings, in one word: `text`, `command`, `photo` and the like for a message, `button`,
 * `join`, `leave`, `join_request`, `reaction` for what else a moderator meets. A file counts before its
 * caption. Any other message is `other`, any other update goes by the name of its kind.
 *
 * @param ownName as `ownNameFor` gives it: a command for another bot is a text
 */
export function contentTypeOf(update: Update, ownName?: string): string {
	if (joinedBy(update).length > 0) return 'join';
	if (leftBy(update).length > 0) return 'leave';
	if (!bringsMessage(update)) return NAMES[kindOf(update)] ?? kindOf(update);
	const message = messageOf(update);
	const content =
		mediaOf(update)?.type ?? OTHER_CONTENTS.find((name) => message[name] !== undefined);
	if (content) return content;
	if (textOf(update) === undefined) return 'other';
	return ownCommandOf(update, ownName) ? 'command' : 'text';
}

interface Entity {
	type: string;
	offset: number;
	length: number;
	url?: string;
	user?: IDataObject;
}

const isReadable = (entity: Entity | null): entity is Entity =>
	typeof entity?.offset === 'number' && typeof entity.length === 'number';

/** What the server has marked in a text, each with the words that it marks. */
function marksIn({ text, entities }: Written): Array<Entity & { words: string }> {
	if (!Array.isArray(entities)) return [];
	return (entities as Array<Entity | null>).filter(isReadable).map((entity) => ({
		...entity,
		words: text.slice(entity.offset, entity.offset + entity.length),
	}));
}

/** The text of a message, or the caption of its media. */
function mainOf(update: Update): Written {
	const { entities, caption_entities: ofCaption } = messageOf(update);
	return { text: textOf(update) ?? '', entities: entities ?? ofCaption };
}

/** What the server has marked in a message, or in its caption. */
export const markedIn = (update: Update) => marksIn(mainOf(update));

/** A person's page is a mention, and addresses of mailboxes and telephones are none of the web. */
const isPerson = (link: string) => /^(?:tg:\/\/user\b|mailto:|tel:)/i.test(link);

/** The addresses of the buttons below a message. */
export const buttonLinks = (update: Update): string[] =>
	buttonsOf(messageOf(update)).flatMap((button) => {
		const { url, login_url: login, web_app: app } = button as Record<string, IDataObject>;
		return [url as unknown, login?.url, app?.url].filter((link) => typeof link === 'string');
	});

/** What the server has marked as an address, of the web or of a mailbox, is not read once more. */
function withoutMarked(text: string, marked: ReturnType<typeof marksIn>): string {
	let rest = text;
	for (const { type, offset, words } of marked) {
		if (type !== 'url' && type !== 'email') continue;
		const blanks = ' '.repeat(words.length);
		rest = rest.slice(0, offset) + blanks + rest.slice(offset + words.length);
	}
	return rest;
}

/** The links that the server has marked in a text, each with its place. */
const linksMarkedIn = (written: Written) =>
	marksIn(written).flatMap(({ type, url, words, offset, length }) => {
		const links = type === 'url' ? linksMarked(words) : type === 'text_link' && url ? [url] : [];
		return links.map((link) => ({ link, offset, length }));
	});

/** The links that the server has marked in a message, each with its place. */
export const markedLinks = (update: Update) => linksMarkedIn(mainOf(update));

/** The links of a text: those that the server marked, and what else reads as one. */
const linksWritten = (written: Written) => [
	...linksMarkedIn(written).map(({ link }) => link),
	...linksIn(withoutMarked(written.text, marksIn(written))),
];

const ofTheWeb = (links: string[]) => [...new Set(links)].filter((link) => !isPerson(link));

/** The links of a message: those of its text and those of its buttons. Each once. */
export const linksOf = (update: Update): string[] =>
	ofTheWeb([...linksWritten(mainOf(update)), ...buttonLinks(update)]);

/** All links that a message shows, also in a poll or a quote, and the page that it previews. Each once. */
export function linksShown(update: Update): string[] {
	const { own, quoted, previews } = shownBy(update);
	const elsewhere = [...own, ...quoted].flatMap(linksWritten);
	return ofTheWeb([...linksOf(update), ...elsewhere, ...previews]);
}

/** The texts that a message shows, its own one first. */
export interface TextsShown {
	/** Of those who have written it. */
	own: string[];
	/** Of others, in quotes; names of files; and the addresses behind words and buttons. */
	more: string[];
}

export function textsShown(update: Update): TextsShown {
	const { own, quoted, files, previews } = shownBy(update);
	const texts = [mainOf(update), ...own];
	const behind = [...texts, ...quoted].flatMap((written) =>
		marksIn(written).flatMap(({ type, url }) => (type === 'text_link' && url ? [url] : [])),
	);
	return {
		own: texts.map(({ text }) => text),
		more: [
			...quoted.map(({ text }) => text),
			...new Set([...files, ...behind, ...buttonLinks(update), ...previews]),
		],
	};
}

/** Another script may be glued to a name; Latin letters before it make an email address. */
const MENTION =
	/(?<![\p{Script=Latin}\p{N}_.@])@[A-Za-z]\w{2,31}(?![\p{Script=Latin}\p{M}\p{N}_])/gu;

/** The names of people in a text, as `@username`. */
export const namesIn = (text: string): string[] => text.match(MENTION) ?? [];

/** The people that a message names: `@username`, or the number of one without a username. Each once. */
export function mentionsOf(update: Update): string[] {
	const marked = markedIn(update).flatMap(({ type, user, url, words }) => {
		if (type === 'mention') return [words];
		const id = type === 'text_mention' ? user?.id : /^tg:\/\/user\?id=(\d+)/i.exec(url ?? '')?.[1];
		return id === undefined ? [] : [String(id)];
	});
	const all = [...marked, ...namesIn(textOf(update) ?? '')];
	const inSmall = all.map((name) => name.toLowerCase());
	// A name is the same name in capitals; the first spelling is given.
	return all.filter((name, index) => inSmall.indexOf(name.toLowerCase()) === index);
}

const FORWARDED = ['forward_origin', 'forward_from', 'forward_from_chat', 'forward_date'];

/** Whether a message was forwarded by a person. What a channel sends on to its group does not count. */
export function isForwarded(update: Update): boolean {
	const message = messageOf(update);
	const isForward = FORWARDED.some((name) => message[name] !== undefined && message[name] !== null);
	return bringsMessage(update) && isForward && message.is_automatic_forward !== true;
}

/**
 * Whether a message was written in the name of its chat, or comes from the channel that the chat belongs
 * to: only administrators can do that.
 */
export function isInNameOfChat(update: Update): boolean {
	const { id, type } = chatOf(update);
	const { sender_chat: sender, is_automatic_forward: isFromChannel } = messageOf(update);
	const { id: senderId } = Object(sender) as IDataObject;
	const isInName = senderId !== undefined && String(senderId) === String(id);
	return type === 'channel' || isFromChannel === true || isInName;
}

/** The topic that a message is in. Outside of topics, a thread of replies has a number too. */
export const topicOf = ({ is_topic_message: isInTopic, message_thread_id: topic }: IDataObject) =>
	isInTopic === true ? topic : undefined;

/**
 * The message that a message answers. In a topic, each message names the one with which the topic began:
 * that answers nobody.
 */
export function answeredBy(message: IDataObject): IDataObject | undefined {
	const { reply_to_message: original } = message;
	if (!original) return undefined;
	const answered = original as IDataObject;
	const topic = topicOf(message);
	const isBeginning = topic !== undefined && String(answered.message_id) === String(topic);
	return isBeginning || answered.forum_topic_created ? undefined : answered;
}

/** The message that an update's message answers, if a person wrote that. */
export const repliedTo = (update: Update): IDataObject | undefined =>
	bringsMessage(update) ? answeredBy(messageOf(update)) : undefined;
