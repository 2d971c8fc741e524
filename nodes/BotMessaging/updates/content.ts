import type { IDataObject } from 'n8n-workflow';

import { joinedBy, leftBy } from './membership';
import {
	bringsMessage,
	commandOf,
	kindOf,
	mediaOf,
	messageOf,
	textOf,
	type Update,
} from './update';

/** What a message may hold that is neither text nor a file. */
const OTHER_CONTENTS = ['dice', 'game', 'poll', 'contact', 'location'];

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
 */
export function contentTypeOf(update: Update): string {
	if (joinedBy(update).length > 0) return 'join';
	if (leftBy(update).length > 0) return 'leave';
	if (!bringsMessage(update)) return NAMES[kindOf(update)] ?? kindOf(update);
	const message = messageOf(update);
	const content =
		mediaOf(update)?.type ?? OTHER_CONTENTS.find((name) => message[name] !== undefined);
	if (content) return content;
	if (textOf(update) === undefined) return 'other';
	return commandOf(update) ? 'command' : 'text';
}

interface Entity {
	type: string;
	offset: number;
	length: number;
	url?: string;
	user?: IDataObject;
}

/** What the server has marked in a message, each with the words that it marks. */
function markedIn(update: Update): Array<Entity & { words: string }> {
	const { entities, caption_entities: ofCaption } = messageOf(update);
	const marked = entities ?? ofCaption;
	const text = textOf(update) ?? '';
	if (!Array.isArray(marked)) return [];
	return (marked as Entity[]).map((entity) => ({
		...entity,
		words: text.slice(entity.offset, entity.offset + entity.length),
	}));
}

/** Characters without width: they break up a link for a program, but not for a person. */
const INVISIBLE = /\p{Cf}/gu;

/** The ends of addresses that are seen as links without `https://` before them. */
const ENDINGS =
	'com|net|org|info|biz|io|me|co|ai|app|dev|xyz|top|site|online|shop|store|club|vip|pro|live|link|click|cc|tv|gg|ru|su|by|kz|ua|cn|jp|kr|tw|hk|sg|in|id|vn|th|my|ph|de|at|ch|fr|es|it|pt|nl|be|pl|cz|uk|us|ca|au|br|mx|ar|tr|ir|il|eu|рф';

const LINK = new RegExp(
	`(?:https?|ftp|tg)://[^\\s<>"]+|(?<![\\p{L}\\p{N}@._-])(?:www\\.[^\\s<>"]+|(?:[\\p{L}\\p{N}-]+\\.)+(?:${ENDINGS})(?![\\p{L}\\p{N}-])(?:[/?#:][^\\s<>"]*)?)`,
	'giu',
);

const withoutPunctuation = (link: string) => link.replace(/[.,!?;:)\]}'"»”…]+$/u, '');

/** A person's page is a mention. */
const isPerson = (link: string) => /^tg:\/\/user\b/i.test(link);

/** What reads as a link in a text; there is none without a dot or a colon. */
const linksIn = (text: string): string[] =>
	/[.:]/.test(text) ? (text.replace(INVISIBLE, '').match(LINK) ?? []).map(withoutPunctuation) : [];

/** The links of a message: those that the server marked, and what else reads as one. Each once. */
export function linksOf(update: Update): string[] {
	const marked = markedIn(update).flatMap(({ type, url, words }) => {
		if (type === 'text_link') return url ? [url] : [];
		return type === 'url' ? [words] : [];
	});
	const all = [...marked, ...linksIn(textOf(update) ?? '')];
	return [...new Set(all)].filter((link) => !isPerson(link));
}

const MENTION = /(?<![\p{L}\p{N}_.@])@[A-Za-z]\w{2,31}/gu;

/** The people that a message names: `@username`, or the number of one without a username. Each once. */
export function mentionsOf(update: Update): string[] {
	const marked = markedIn(update).flatMap(({ type, user, url, words }) => {
		if (type === 'mention') return [words];
		const id = type === 'text_mention' ? user?.id : /^tg:\/\/user\?id=(\d+)/i.exec(url ?? '')?.[1];
		return id === undefined ? [] : [String(id)];
	});
	const text = textOf(update) ?? '';
	const read = text.includes('@') ? (text.match(MENTION) ?? []) : [];
	return [...new Set([...marked, ...read])];
}

const FORWARDED = ['forward_origin', 'forward_from', 'forward_from_chat', 'forward_date'];

/** Whether a message was forwarded by a person. What a channel sends on to its group does not count. */
export function isForwarded(update: Update): boolean {
	const message = messageOf(update);
	const isForward = FORWARDED.some((name) => message[name] !== undefined && message[name] !== null);
	return bringsMessage(update) && isForward && message.is_automatic_forward !== true;
}

/** The message that a message answers. */
export function repliedTo(update: Update): IDataObject | undefined {
	const { reply_to_message: original } = messageOf(update);
	return bringsMessage(update) ? ((original ?? undefined) as IDataObject | undefined) : undefined;
}
