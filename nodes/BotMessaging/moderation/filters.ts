import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../api/errors';
import { joinedBy } from '../update/membership';
import { Patterns } from './patterns';
import { BETWEEN, partedByCommas } from './separators';
import { plain, plainWays } from './spelling';
import {
	bringsMessage,
	chatOf,
	commandOf,
	kindOf,
	mediaOf,
	ownCommandOf,
	payloadOf,
	textOf,
	userOf,
	type Update,
} from '../update/update';

/**
 * The Filters of a trigger's form that an update alone answers. One that is absent lets all through, and
 * so does an empty one, but for lists of chats and people: those must not be empty.
 */
export interface Filters {
	chatIds?: string;
	chatTypes?: string[];
	userIds?: string;
	commands?: string;
	textContains?: string;
	textMatches?: string;
	callbackData?: string;
	mediaTypes?: string[];
	ignoreBots?: boolean;
	languages?: string;
	onlyNewMembers?: boolean;
}

/** What is known of an update besides the update. */
export interface About {
	/** The username of the bot, if a command names one. */
	ownName?: string;
	/** The number that the chat had before it became a supergroup. */
	formerChatId?: string;
}

export type Test = (update: Update, about: About) => boolean;

/** Judges an album as a whole, or a single update. */
export type Match = (parts: Update[], about: About) => boolean;

export const isPress = (update: Update): boolean => kindOf(update) === 'callback_query';

export const entriesOf = (list = ''): string[] =>
	list
		.split(BETWEEN)
		.filter(Boolean)
		.map((entry) => entry.toLowerCase());

/** Matches a chat or user by its number or its @username. */
function byName(list: string | undefined, of: (update: Update) => IDataObject): Test | undefined {
	const entries = entriesOf(list);
	if (entries.length === 0) return undefined;
	return (update) => {
		const { id, username } = of(update);
		const name = username === undefined ? '' : `@${String(username).toLowerCase()}`;
		// Some services have letters in their ids.
		return entries.includes(String(id).toLowerCase()) || (name !== '' && entries.includes(name));
	};
}

/** The same for chats, which keep their place in a list when their number changes. */
function byChat(list: string | undefined): Test | undefined {
	const entries = entriesOf(list);
	const isListed = byName(list, chatOf);
	return (
		isListed &&
		((update, about) => isListed(update, about) || entries.includes(about.formerChatId ?? ''))
	);
}

/**
 * A list of chats or people that was added and left empty would let all of them through, also to what
 * punishes. Throws UserError for one.
 */
function checkLists({ chatIds, userIds }: Filters, collection: string, entry: string): void {
	for (const [label, list] of Object.entries({ Chats: chatIds, Users: userIds })) {
		if (list === undefined || entriesOf(list).length > 0) continue;
		throw new UserError(
			`${label} is empty`,
			`Under ${collection}, fill in ${label}, or remove this ${entry}.`,
		);
	}
}

/** Matches a chat by its type; a supergroup is a group to those who use it. */
function byType(types: string[] = []): Test | undefined {
	if (types.length === 0) return undefined;
	return (update) => {
		const { type } = chatOf(update);
		return types.includes(type === 'supergroup' ? 'group' : String(type));
	};
}

/** Whether a message begins with one of some commands; one that names a bot is for that bot alone. */
export function commands(list?: string): Test | undefined {
	const wanted = entriesOf(list).map((entry) => (entry.startsWith('/') ? entry : `/${entry}`));
	if (wanted.length === 0) return undefined;
	return (update, { ownName }) => {
		const command = commandOf(update);
		if (!command) return false;
		const name = command.name.toLowerCase();
		const isOwn = ownCommandOf(update, ownName) !== undefined;
		return (
			(isOwn && wanted.includes(name)) || wanted.includes(`${name}@${command.bot?.toLowerCase()}`)
		);
	};
}

/** Strangers write the text, so the pattern must be quick for every text. */
function matchesPattern(pattern: string | undefined, collection: string): Test | undefined {
	if (!pattern) return undefined;
	const patterns = new Patterns({ pattern }, `${collection} > Text Matches`);
	return (update) => patterns.fits(textOf(update) ?? '');
}

/** Matches people by the language of their app; `pt` is also `pt-br`. */
function byLanguage(list: string | undefined): Test | undefined {
	const entries = entriesOf(list);
	if (entries.length === 0) return undefined;
	return (update) => {
		const language = String(userOf(update).language_code ?? '').toLowerCase();
		return entries.some((entry) => language === entry || language.startsWith(`${entry}-`));
	};
}

function containsWords(words = ''): Test | undefined {
	const wanted = plain(words);
	return wanted
		? (update) => plainWays(textOf(update) ?? '').some((text) => text.includes(wanted))
		: undefined;
}

/** Whether the data of a pressed button begins with a text. */
export const pressBegins = (update: Update, beginning: string): boolean =>
	isPress(update) &&
	String(payloadOf(update).data ?? '')
		.normalize()
		.startsWith(beginning.normalize());

function pressesBeginningWith(list = ''): Test | undefined {
	const wanted = partedByCommas(list)
		.map((entry) => entry.trim())
		.filter(Boolean);
	if (wanted.length === 0) return undefined;
	return (update) => wanted.some((beginning) => pressBegins(update, beginning));
}

/** Limits a test to the updates it can judge, so that others are not held back by it. */
const onlyWhere = (
	applies: (update: Update) => boolean,
	test: Test | undefined,
): Test | undefined => test && ((update, about) => !applies(update) || test(update, about));

/**
 * Makes one test of all filters. Those about text, commands and media judge messages, the one about
 * callback data judges button presses; the rest judge every update. An album passes a filter if one of
 * its parts does.
 * Throws UserError for a filter that cannot be right.
 */
export function compileFilters(filters: Filters): Match {
	checkLists(filters, 'Filters', 'filter');
	const { mediaTypes, ignoreBots, onlyNewMembers } = filters;
	const tests = [
		byChat(filters.chatIds),
		byType(filters.chatTypes),
		byName(filters.userIds, userOf),
		byLanguage(filters.languages),
		onlyWhere(bringsMessage, commands(filters.commands)),
		onlyWhere(bringsMessage, containsWords(filters.textContains)),
		onlyWhere(bringsMessage, matchesPattern(filters.textMatches, 'Filters')),
		onlyWhere(isPress, pressesBeginningWith(filters.callbackData)),
		mediaTypes?.length
			? onlyWhere(bringsMessage, (update) => mediaTypes.includes(mediaOf(update)?.type ?? ''))
			: undefined,
		ignoreBots ? (update: Update) => userOf(update).is_bot !== true : undefined,
		onlyNewMembers ? (update: Update) => joinedBy(update).length > 0 : undefined,
	].filter((test) => test !== undefined);
	return (parts, about) => tests.every((test) => parts.some((part) => test(part, about)));
}

/** The Exclude of a trigger's form; what is absent excludes nothing. */
export type Exclusions = Pick<
	Filters,
	'chatIds' | 'commands' | 'mediaTypes' | 'textContains' | 'textMatches' | 'userIds'
>;

/** A pattern may match the empty text, which is not what somebody wrote. */
const ofText = (test: Test | undefined): Test | undefined =>
	test && ((update, about) => textOf(update) !== undefined && test(update, about));

/** Whether any exclusion fits an update, or a part of an album. Throws UserError for one that cannot be right. */
export function compileExclusions(exclude: Exclusions): Match {
	checkLists(exclude, 'Exclude', 'exclusion');
	const { mediaTypes, textMatches } = exclude;
	const tests = [
		byChat(exclude.chatIds),
		byName(exclude.userIds, userOf),
		commands(exclude.commands),
		ofText(containsWords(exclude.textContains)),
		ofText(matchesPattern(textMatches, 'Exclude')),
		mediaTypes?.length
			? (update: Update) => mediaTypes.includes(mediaOf(update)?.type ?? '')
			: undefined,
	].filter((test) => test !== undefined);
	return (parts, about) => parts.some((part) => tests.some((test) => test(part, about)));
}
