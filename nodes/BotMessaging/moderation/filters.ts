import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../api/errors';
import type { Context } from '../update/context';
import { Patterns } from './patterns';
import { BETWEEN, partedByCommas, plain, plainWays } from './spelling';

/** The Filters that need only the update. One that is absent or empty passes all, but not Chats and Users. */
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
	addressed?: boolean;
	languages?: string;
	onlyNewMembers?: boolean;
	skipOlderMinutes?: number;
}

/** The Exclude options of a trigger; absent ones exclude nothing. */
export type Exclusions = Pick<
	Filters,
	'chatIds' | 'commands' | 'mediaTypes' | 'textContains' | 'textMatches' | 'userIds'
>;

/** The label of a filter. */
export const SKIP_OLDER = 'Skip Messages Older Than (Minutes)';

type Test = (update: Context) => boolean;

type Match = (parts: Context[]) => boolean;

export const entriesOf = (list = ''): string[] =>
	list
		.split(BETWEEN)
		.filter(Boolean)
		.map((entry) => entry.toLowerCase());

const unlessEmpty = (entries: string[], test: Test) => (entries.length > 0 ? test : undefined);

/** Matches a chat or user by its number or its @username. */
function byName(list: string | undefined, of: (update: Context) => IDataObject): Test | undefined {
	const entries = entriesOf(list);
	return unlessEmpty(entries, (update) => {
		const { id, username } = of(update);
		const name = username === undefined ? '' : `@${String(username).toLowerCase()}`;
		// Some services have letters in their ids.
		return entries.includes(String(id).toLowerCase()) || (name !== '' && entries.includes(name));
	});
}

/** The same for chats, which stay in a list when their ID changes. */
function byChat(list: string | undefined): Test | undefined {
	const entries = entriesOf(list);
	const isListed = byName(list, ({ chat }) => chat);
	return isListed && ((update) => isListed(update) || entries.includes(update.formerChatId ?? ''));
}

const byUser = (list: string | undefined) => byName(list, ({ user }) => user);

/** Throws UserError for an empty list of chats or people, which would let all of them through. */
function checkLists({ chatIds, userIds }: Filters, collection: string, entry: string): void {
	for (const [label, list] of Object.entries({ Chats: chatIds, Users: userIds })) {
		if (list === undefined || entriesOf(list).length > 0) continue;
		throw new UserError(
			`${label} is empty`,
			`Under ${collection}, fill in ${label}, or remove this ${entry}.`,
		);
	}
}

/** Matches a chat by its type. Users see a supergroup as a group. */
const byType = (types: string[] = []) =>
	unlessEmpty(types, ({ chat: { type } }) =>
		types.includes(type === 'supergroup' ? 'group' : String(type)),
	);

const byMedia = (types: string[] = []) =>
	unlessEmpty(types, ({ media }) => types.includes(media?.type ?? ''));

/** Whether a message begins with one of some commands; one that names a bot is for that bot alone. */
export function commands(list?: string): Test | undefined {
	const wanted = entriesOf(list).map((entry) => (entry.startsWith('/') ? entry : `/${entry}`));
	return unlessEmpty(wanted, ({ command, ownCommand }) => {
		if (!command) return false;
		const name = command.name.toLowerCase();
		const isOwn = ownCommand !== undefined && wanted.includes(name);
		return isOwn || wanted.includes(`${name}@${command.bot?.toLowerCase()}`);
	});
}

/** Strangers write the text, so the pattern must be quick for every text. */
function matchesPattern(pattern: string | undefined, collection: string): Test | undefined {
	if (!pattern) return undefined;
	const patterns = new Patterns({ pattern }, `${collection} > Text Matches`);
	return ({ text = '' }) => patterns.fits(text);
}

/** Matches people by the language of their app; `pt` is also `pt-br`. */
function byLanguage(list: string | undefined): Test | undefined {
	const entries = entriesOf(list);
	return unlessEmpty(entries, ({ user }) => {
		const language = String(user.language_code ?? '').toLowerCase();
		return entries.some((entry) => language === entry || language.startsWith(`${entry}-`));
	});
}

function containsWords(words = ''): Test | undefined {
	const wanted = plain(words);
	return unlessEmpty([...wanted], ({ text = '' }) =>
		plainWays(text).some((way) => way.includes(wanted)),
	);
}

export const pressBegins = ({ isPress, payload }: Context, beginning: string): boolean =>
	isPress &&
	String(payload.data ?? '')
		.normalize()
		.startsWith(beginning.normalize());

function pressesBeginningWith(list = ''): Test | undefined {
	const wanted = partedByCommas(list)
		.map((entry) => entry.trim())
		.filter(Boolean);
	return unlessEmpty(wanted, (update) =>
		wanted.some((beginning) => pressBegins(update, beginning)),
	);
}

/** A press has no time of its own. */
const notOlderThan =
	(minutes: number): Test =>
	({ isPress, payload: { edit_date: edited, date } }) => {
		const seconds = Number(edited ?? date);
		return isPress || !(Date.now() / 1000 - seconds > minutes * 60);
	};

/** Applies a test only to the updates that it can judge; all others pass. */
const onlyWhere = (applies: Test, test: Test | undefined): Test | undefined =>
	test && ((update) => !applies(update) || test(update));

const ofMessages = (test: Test | undefined) => onlyWhere((update) => update.bringsMessage, test);

/**
 * Combines all filters into one function, which names the first one that an update does not pass, as in the
 * form; undefined if it passes all. Filters for text, commands and media apply to messages, the one for
 * callback data to button presses, the rest to every update. An album passes a filter if one of its parts
 * does. Throws UserError for an invalid filter.
 */
export function compileFilters(filters: Filters): (parts: Context[]) => string | undefined {
	checkLists(filters, 'Filters', 'filter');
	const pressed = pressesBeginningWith(filters.callbackData);
	const tests: Record<string, Test | false | undefined> = {
		Chats: byChat(filters.chatIds),
		'Chat Type': byType(filters.chatTypes),
		Users: byUser(filters.userIds),
		Languages: byLanguage(filters.languages),
		'Addressed to the Bot': filters.addressed && ofMessages(({ isAddressed }) => isAddressed),
		Commands: ofMessages(commands(filters.commands)),
		'Text Contains': ofMessages(containsWords(filters.textContains)),
		'Text Matches': ofMessages(matchesPattern(filters.textMatches, 'Filters')),
		'Callback Data': onlyWhere((update) => update.isPress, pressed),
		Media: ofMessages(byMedia(filters.mediaTypes)),
		'Ignore Bots': filters.ignoreBots && (({ user }) => user.is_bot !== true),
		'Only New Members': filters.onlyNewMembers && (({ joined }) => joined.length > 0),
		[SKIP_OLDER]: filters.skipOlderMinutes !== undefined && notOlderThan(filters.skipOlderMinutes),
	};
	const named = Object.entries(tests);
	return (parts) => named.find(([, test]) => test && !parts.some(test))?.[0];
}

/** A pattern may match the empty text, which nobody wrote. */
const ofText = (test: Test | undefined): Test | undefined =>
	test && ((update) => update.text !== undefined && test(update));

/** Whether any exclusion matches an update or a part of an album. Throws UserError for an invalid one. */
export function compileExclusions(exclude: Exclusions): Match {
	checkLists(exclude, 'Exclude', 'exclusion');
	const tests = [
		byChat(exclude.chatIds),
		byUser(exclude.userIds),
		commands(exclude.commands),
		ofText(containsWords(exclude.textContains)),
		ofText(matchesPattern(exclude.textMatches, 'Exclude')),
		byMedia(exclude.mediaTypes),
	].filter((test) => test !== undefined);
	return (parts) => parts.some((part) => tests.some((test) => test(part)));
}
