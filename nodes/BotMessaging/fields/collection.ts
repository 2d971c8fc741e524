import type { INodeProperties } from 'n8n-workflow';

import { UserError } from '../api/errors';
import { inWords, numberWithin, readGiven } from '../engine/reading';
import { locatorOf } from './chat';

/** Fields that take several values: separated by commas or lines, or an expression's list. */
const LISTS = new Set([
	'callbackData',
	'chatIds',
	'commands',
	'fileTypes',
	'inviteLinksExcept',
	'linksExcept',
	'linksTo',
	'patterns',
	'userIds',
	'words',
]);

/** A field's text. Some take several values, separated by commas or as a list. */
export function readText(
	{ name, displayName }: INodeProperties,
	given: unknown,
	prefix = '',
): string {
	const isSeveral = Array.isArray(given) && LISTS.has(name);
	const values: unknown[] = isSeveral ? given : [given];
	const wrong = values.find((value) => typeof value === 'object' && value !== null);
	// A pattern may contain commas; the data of buttons is a comma-separated list.
	if (wrong === undefined) return values.join(name === 'patterns' ? '\n' : ',');
	throw new UserError(
		`${prefix}${displayName} must be text, but is ${inWords(wrong)}`,
		'Use an expression that returns a single value, for example {{ $json.text }}.',
	);
}

/** The added fields of a collection, by name. Throws UserError. */
export function readCollection(
	collection: INodeProperties,
	given: unknown,
): Record<string, unknown> {
	const fields = collection.options as INodeProperties[];
	const added = readGiven(fields, given as Record<string, unknown>);
	for (const field of fields.filter(({ name }) => name in added)) {
		const { name, type } = field;
		if (type === 'number') added[name] = numberWithin(field, added[name], collection.displayName);
		if (type === 'string') added[name] = readText(field, added[name]);
		if (type === 'resourceLocator') added[name] = readText(field, locatorOf(added[name]).value);
	}
	return added;
}
