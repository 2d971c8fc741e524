import type { IDataObject } from 'n8n-workflow';

import type { MenuCommand, MenuEntry } from './menu';

type Place = MenuEntry['where'];

/**
 * The lists that apps read, each with the places whose commands belong in it; its own place is
 * the last. Apps show only the list for the fewest people, and one that is empty counts as not there:
 * then the next wider one is shown (service methods, "BotCommandScope").
 */
export const LISTS: Array<{ scope?: string; wider?: string; places: Place[] }> = [
	{ places: ['everywhere'] },
	{ scope: 'all_private_chats', places: ['everywhere', 'private'] },
	{ scope: 'all_group_chats', places: ['everywhere', 'groups'] },
	{
		scope: 'all_chat_administrators',
		wider: 'all_group_chats',
		places: ['everywhere', 'groups', 'administrators'],
	},
];

/** What is known of one list, so that it can be put back. */
export interface KnownList extends IDataObject {
	scope?: string;
	/** What would be there without the triggers. */
	earlier: MenuCommand[];
	/** What a list that would not be there has taken over from the wider one. */
	inherited: MenuCommand[];
	/** What the triggers show there. */
	ours: MenuCommand[];
}

const isSame = (a: MenuCommand, b?: MenuCommand) =>
	a.command === b?.command && a.description === b.description;

export const has = (list: MenuCommand[], one: MenuCommand) =>
	list.some((other) => isSame(other, one));

export const names = (list: MenuCommand[], { command }: MenuCommand) =>
	list.some((other) => other.command === command);

export const isEqual = (a: MenuCommand[], b: MenuCommand[]) =>
	a.length === b.length && a.every((one, index) => isSame(one, b[index]));

/** The commands of others in a list. */
const baseOf = ({ earlier, inherited }: KnownList) => (earlier.length > 0 ? earlier : inherited);

/** The whole list as the triggers have set it. */
export const listOf = (known: KnownList): MenuCommand[] =>
	known.ours.length > 0
		? [...baseOf(known).filter((one) => !names(known.ours, one)), ...known.ours]
		: known.earlier;

/** What would be in a list without the triggers, now that others may have changed it. */
export function earlierBy(known: KnownList, now: MenuCommand[]): MenuCommand[] {
	const set = listOf(known);
	const added = now.filter((one) => !has(set, one));
	// With something of their own in it, the list is theirs, as people see it.
	if (known.earlier.length === 0 && added.length === 0) return [];
	const left = baseOf(known).filter((one) => names(now, one) && !names(added, one));
	return [...left, ...added];
}

/** What is known of a list, by what a trigger knows of it from before: some of what was there was ours. */
export function corrected(known: KnownList, before: KnownList): KnownList {
	const earlier = earlierBy(before, known.earlier);
	const ours = known.earlier.filter((one) => !has(earlier, one));
	return { ...known, earlier, ours: [...ours, ...known.ours] };
}

/**
 * All lists as they should be.
 *
 * @param earlier by scope, what would be there without the triggers
 * @param entries of all triggers; of two with one name the later one counts
 * @param isHidden whether somebody has taken an entry out of a list
 */
export function listsFor(
	earlier: (scope: string | undefined) => MenuCommand[],
	entries: MenuEntry[],
	isHidden: (scope: string | undefined, one: MenuCommand) => boolean,
): KnownList[] {
	const shown = new Map<string | undefined, MenuCommand[]>();
	return LISTS.map(({ scope, wider, places }) => {
		const own = earlier(scope);
		// For an empty list, what apps show in its place.
		const base = own.length > 0 ? own : (shown.get(wider) ?? []);
		shown.set(scope, base);
		const all = entries.filter((one) => places.includes(one.where) && !isHidden(scope, one));
		const belonging = all.filter((one, index) => !names(all.slice(index + 1), one));
		const isNeeded = own.length > 0 || belonging.some(({ where }) => where === places.at(-1));
		const ours = isNeeded ? belonging : [];
		return {
			...(scope && { scope }),
			earlier: own,
			inherited: own.length > 0 || ours.length === 0 ? [] : base,
			ours: ours.map(({ command, description }) => ({ command, description })),
		};
	});
}
