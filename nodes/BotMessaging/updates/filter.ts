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

const entriesOf = (list: unknown) =>
	String(list ?? '')
		.split(/[\s,;]+/)
		.filter(Boolean)
		.map((entry) => entry.toLowerCase());

/** Matches a chat or user by its number or its @username. */
function named(list: unknown, of: (update: Update) => IDataObject): Test | undefined {
	const entries = entriesOf(list);
	if (entries.length === 0) return undefined;
	return (update) => {
		const { id, username } = of(update);
		const name = username === undefined ? '' : `@${String(username).toLowerCase()}`;
		return entries.includes(String(id)) || (name !== '' && entries.includes(name));
	};
}

function commands(list: unknown): Test | undefined {
	const wanted = entriesOf(list).map((entry) => (entry.startsWith('/') ? entry : `/${entry}`));
	if (wanted.length === 0) return undefined;
	return (update) => {
		const command = commandOf(update);
		if (!command) return false;
		const name = command.name.toLowerCase();
		return wanted.includes(name) || wanted.includes(`${name}@${command.bot?.toLowerCase()}`);
	};
}

function expressionOf(pattern: string): RegExp {
	const whole = /^\/(.*)\/([a-z]*)$/s.exec(pattern);
	return whole ? new RegExp(whole[1], whole[2].replace(/[gy]/g, '')) : new RegExp(pattern);
}

function matching(pattern: unknown): Test | undefined {
	if (typeof pattern !== 'string' || pattern === '') return undefined;
	const expression = compiled(pattern);
	if (!expression) {
		throw new UserError(
			`Text Matches is not a valid regular expression: ${pattern}`,
			'Check brackets and backslashes. To look for plain words, use Text Contains instead.',
		);
	}
	return (update) => expression.test(textOf(update) ?? '');
}

function compiled(pattern: string): RegExp | undefined {
	try {
		return expressionOf(pattern);
	} catch {
		return undefined;
	}
}

function containing(words: unknown): Test | undefined {
	const wanted = String(words ?? '').toLowerCase();
	return wanted ? (update) => (textOf(update) ?? '').toLowerCase().includes(wanted) : undefined;
}

function pressing(list: unknown): Test | undefined {
	const wanted = String(list ?? '')
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
