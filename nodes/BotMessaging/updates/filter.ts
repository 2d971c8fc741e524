import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../api/errors';
import {
	bringsMessage,
	chatOf,
	commandOf,
	kindOf,
	mediaOf,
	messageOf,
	payloadOf,
	textOf,
	userOf,
	type Update,
} from './update';

/** The Filters of a trigger's form; a filter that is absent or empty lets everything through. */
export interface Filters {
	chatIds?: string;
	userIds?: string;
	commands?: string;
	textContains?: string;
	textMatches?: string;
	callbackData?: string;
	mediaTypes?: string[];
	ignoreBots?: boolean;
	onlyNewMembers?: boolean;
}

type Test = (update: Update) => boolean;

const entriesOf = (list = '') =>
	list
		.split(/[\s,;]+/)
		.filter(Boolean)
		.map((entry) => entry.toLowerCase());

/** Matches a chat or user by its number or its @username. */
function named(list: string | undefined, of: (update: Update) => IDataObject): Test | undefined {
	const entries = entriesOf(list);
	if (entries.length === 0) return undefined;
	return (update) => {
		const { id, username } = of(update);
		const name = username === undefined ? '' : `@${String(username).toLowerCase()}`;
		return entries.includes(String(id)) || (name !== '' && entries.includes(name));
	};
}

function commands(list?: string): Test | undefined {
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

function matching(pattern?: string): Test | undefined {
	if (!pattern) return undefined;
	const expression = expressionOf(pattern);
	if (expression) return (update) => expression.test(textOf(update) ?? '');
	throw new UserError(
		`Text Matches is not a valid regular expression: ${pattern}`,
		'Check brackets and backslashes. To look for plain words, use Text Contains instead.',
	);
}

function containing(words = ''): Test | undefined {
	const wanted = words.toLowerCase();
	return wanted ? (update) => (textOf(update) ?? '').toLowerCase().includes(wanted) : undefined;
}

function pressing(list = ''): Test | undefined {
	const wanted = list
		.split(',')
		.map((entry) => entry.trim())
		.filter(Boolean);
	if (wanted.length === 0) return undefined;
	return (update) =>
		wanted.some((beginning) => String(payloadOf(update).data ?? '').startsWith(beginning));
}

const OUTSIDE = new Set(['left', 'kicked']);

const statusOf = (member: unknown) => String((member as IDataObject | undefined)?.status ?? '');

/** Somebody came in: the service message of a chat, or a change of membership. */
function isNewMember(update: Update): boolean {
	if (kindOf(update) === 'message') return messageOf(update).new_chat_members !== undefined;
	const { old_chat_member: before, new_chat_member: after } = payloadOf(update);
	return (
		kindOf(update) === 'chat_member' &&
		OUTSIDE.has(statusOf(before)) &&
		!OUTSIDE.has(statusOf(after))
	);
}

/** Limits a test to the updates it can judge, so that others are not held back by it. */
const only = (applies: Test, test: Test | undefined): Test | undefined =>
	test && ((update) => !applies(update) || test(update));

const isPress: Test = (update) => kindOf(update) === 'callback_query';

/**
 * Makes one test of all filters. Those about text, commands and media judge messages, the one about
 * callback data judges button presses; the rest judge every update.
 * Throws UserError for a filter that cannot be right.
 */
export function compileFilters(filters: Filters): Test {
	const { mediaTypes, ignoreBots, onlyNewMembers } = filters;
	const tests = [
		named(filters.chatIds, chatOf),
		named(filters.userIds, userOf),
		only(bringsMessage, commands(filters.commands)),
		only(bringsMessage, containing(filters.textContains)),
		only(bringsMessage, matching(filters.textMatches)),
		only(isPress, pressing(filters.callbackData)),
		mediaTypes?.length
			? only(bringsMessage, (update) => mediaTypes.includes(mediaOf(update)?.type ?? ''))
			: undefined,
		ignoreBots ? (update: Update) => userOf(update).is_bot !== true : undefined,
		onlyNewMembers ? isNewMember : undefined,
	].filter((test) => test !== undefined);
	return (update) => tests.every((test) => test(update));
}
