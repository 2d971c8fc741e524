import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../api/errors';

/** A row of Commands. */
export interface CommandRow {
	command?: string;
	arguments?: string;
	description?: string;
	where?: 'everywhere' | 'groups' | 'administrators' | 'private';
	/** Of an administrator, as the API names it; any if empty. */
	right?: string;
}

/** A command as the bot's menu shows it. */
export interface MenuCommand extends IDataObject {
	command: string;
	description: string;
}

export interface MenuEntry extends MenuCommand {
	where: NonNullable<CommandRow['where']>;
}

const LONGEST_DESCRIPTION = 256;

const TURN_OFF = 'Change it, or turn off Show in Bot Menu.';

/** Reads the rows of Commands for the menu. Throws UserError for one that does not fit in it. */
export function menuOf(rows: CommandRow[]): MenuEntry[] {
	return rows.map(({ command = '', description = '', where = 'everywhere' }, index) => {
		const label = `Commands ${index + 1}`;
		const name = command.trim().replace(/^\//, '').replace(/@.*$/, '').toLowerCase();
		if (!/^[a-z0-9_]{1,32}$/.test(name)) {
			throw new UserError(
				`${label}: Command cannot be "${command}" in the bot’s menu`,
				`A command in the menu has up to 32 letters from a to z, digits and _. ${TURN_OFF}`,
			);
		}
		const words = description.trim();
		if (!words || words.length > LONGEST_DESCRIPTION) {
			throw new UserError(
				`${label}: Description ${words ? 'is too long' : 'is empty'}`,
				`The bot’s menu shows each command with a description of up to 256 characters. ${TURN_OFF}`,
			);
		}
		return { command: name, description: words, where };
	});
}

/** The kind of chats and people that a list is for; a list without it is for all. */
export type Scope = string | undefined;

/** The places whose commands belong in a list; its own place comes last. */
interface ListPlan {
	scope?: string;
	wider?: string;
	places: Array<MenuEntry['where']>;
}

/**
 * The lists that apps read. Apps show only the list for the fewest people, and one that is empty counts as
 * not there: then the next wider one is shown (reference 5.8).
 */
export const LISTS: ListPlan[] = [
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
 * A list as it should be.
 *
 * @param earlier what would be there without the triggers
 * @param base what apps would show without them
 * @param entries of all triggers; of two with one name the later one counts
 */
export function listFor(
	{ scope, places }: ListPlan,
	earlier: MenuCommand[],
	base: MenuCommand[],
	entries: MenuEntry[],
): KnownList {
	const all = entries.filter(({ where }) => places.includes(where));
	const belonging = all.filter((one, index) => !names(all.slice(index + 1), one));
	const isNeeded = earlier.length > 0 || belonging.some(({ where }) => where === places.at(-1));
	const ours = isNeeded ? belonging : [];
	return {
		...(scope && { scope }),
		earlier,
		inherited: earlier.length > 0 || ours.length === 0 ? [] : base,
		ours: ours.map(({ command, description }) => ({ command, description })),
	};
}
