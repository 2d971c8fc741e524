import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../api/errors';
import { joinedBy } from './membership';
import {
	bringsMessage,
	chatOf,
	commandOf,
	kindOf,
	mediaOf,
	payloadOf,
	textOf,
	userOf,
	type Update,
} from './update';

/** The Filters of a trigger's form that an update alone answers; one that is absent or empty lets all through. */
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
	onlyNewMembers?: boolean;
}

export type Test = (update: Update) => boolean;

export const isPress: Test = (update) => kindOf(update) === 'callback_query';

const entriesOf = (list = '') =>
	list
		.split(/[\s,;]+/)
		.filter(Boolean)
		.map((entry) => entry.toLowerCase());

/** Matches a chat or user by its number or its @username. */
function byName(list: string | undefined, of: (update: Update) => IDataObject): Test | undefined {
	const entries = entriesOf(list);
	if (entries.length === 0) return undefined;
	return (update) => {
		const { id, username } = of(update);
		const name = username === undefined ? '' : `@${String(username).toLowerCase()}`;
		return entries.includes(String(id)) || (name !== '' && entries.includes(name));
	};
}

/** Matches a chat by its type; a supergroup is a group to those who use it. */
function byType(types: string[] = []): Test | undefined {
	if (types.length === 0) return undefined;
	return (update) => {
		const { type } = chatOf(update);
		return types.includes(type === 'supergroup' ? 'group' : String(type));
	};
}

/** Whether a message begins with one of some commands; a command with a bot's name is for that bot. */
export function commands(list?: string): Test | undefined {
	const wanted = entriesOf(list).map((entry) => (entry.startsWith('/') ? entry : `/${entry}`));
	if (wanted.length === 0) return undefined;
	return (update) => {
		const command = commandOf(update);
		if (!command) return false;
		const name = command.name.toLowerCase();
		return wanted.includes(name) || wanted.includes(`${name}@${command.bot?.toLowerCase()}`);
	};
}

/** A regular expression, with or without slashes around it; none if it is not valid. */
function expressionOf(pattern: string): RegExp | undefined {
	const [, source = pattern, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(pattern) ?? [];
	try {
		return new RegExp(source, flags.replace(/[gy]/g, ''));
	} catch {
		return undefined;
	}
}

function matchesPattern(pattern?: string): Test | undefined {
	if (!pattern) return undefined;
	const expression = expressionOf(pattern);
	if (expression) return (update) => expression.test(textOf(update) ?? '');
	throw new UserError(
		`Text Matches is not a valid regular expression: ${pattern}`,
		'Check brackets and backslashes. To look for plain words, use Text Contains instead.',
	);
}

function containsWords(words = ''): Test | undefined {
	const wanted = words.toLowerCase();
	return wanted ? (update) => (textOf(update) ?? '').toLowerCase().includes(wanted) : undefined;
}

/** Whether the data of a pressed button begins with a text. */
export const pressBegins = (update: Update, beginning: string): boolean =>
	isPress(update) && String(payloadOf(update).data ?? '').startsWith(beginning);

function pressesBeginningWith(list = ''): Test | undefined {
	const wanted = list
		.split(',')
		.map((entry) => entry.trim())
		.filter(Boolean);
	if (wanted.length === 0) return undefined;
	return (update) => wanted.some((beginning) => pressBegins(update, beginning));
}

/** Limits a test to the updates it can judge, so that others are not held back by it. */
const onlyWhere = (applies: Test, test: Test | undefined): Test | undefined =>
	test && ((update) => !applies(update) || test(update));

/**
 * Makes one test of all filters. Those about text, commands and media judge messages, the one about
 * callback data judges button presses; the rest judge every update.
 * Throws UserError for a filter that cannot be right.
 */
export function compileFilters(filters: Filters): Test {
	const { mediaTypes, ignoreBots, onlyNewMembers } = filters;
	const tests = [
		byName(filters.chatIds, chatOf),
		byType(filters.chatTypes),
		byName(filters.userIds, userOf),
		onlyWhere(bringsMessage, commands(filters.commands)),
		onlyWhere(bringsMessage, containsWords(filters.textContains)),
		onlyWhere(bringsMessage, matchesPattern(filters.textMatches)),
		onlyWhere(isPress, pressesBeginningWith(filters.callbackData)),
		mediaTypes?.length
			? onlyWhere(bringsMessage, (update) => mediaTypes.includes(mediaOf(update)?.type ?? ''))
			: undefined,
		ignoreBots ? (update: Update) => userOf(update).is_bot !== true : undefined,
		onlyNewMembers ? (update: Update) => joinedBy(update).length > 0 : undefined,
	].filter((test) => test !== undefined);
	return (update) => tests.every((test) => test(update));
}

/** The Exclude of a trigger's form; what is absent or empty excludes nothing. */
export type Exclusions = Pick<
	Filters,
	'chatIds' | 'commands' | 'mediaTypes' | 'textContains' | 'textMatches' | 'userIds'
>;

/** A pattern may match the empty text, which is not what somebody wrote. */
const ofText = (test: Test | undefined): Test | undefined =>
	test && ((update) => textOf(update) !== undefined && test(update));

/** Whether any exclusion fits an update. Throws UserError for one that cannot be right. */
export function compileExclusions(exclude: Exclusions): Test {
	const { mediaTypes, textMatches } = exclude;
	const tests = [
		byName(exclude.chatIds, chatOf),
		byName(exclude.userIds, userOf),
		commands(exclude.commands),
		ofText(containsWords(exclude.textContains)),
		ofText(matchesPattern(textMatches)),
		mediaTypes?.length
			? (update: Update) => mediaTypes.includes(mediaOf(update)?.type ?? '')
			: undefined,
	].filter((test) => test !== undefined);
	return (update) => tests.some((test) => test(update));
}
