import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../api/errors';

/** A row of Commands. */
export interface CommandRow {
	command?: string;
	arguments?: string;
	description?: string;
	where?: 'everywhere' | 'groups' | 'administrators' | 'private';
	/** The API's name of an administrator's right; any administrator if empty. */
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

/** The rows of Commands for the menu. Throws UserError for an invalid one. */
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

/** The chats and people that a list is for; undefined for all. */
export type Scope = string | undefined;

/** The places whose commands belong in a list; its own place comes last. */
interface ListPlan {
	scope?: string;
	wider?: string;
	places: Array<MenuEntry['where']>;
}

/**
 * The lists that apps read. Apps show only the most specific list; if it is empty, they show the next wider
 * one (reference 5.8).
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

/** What we know about a list, to restore it. */
export interface KnownList extends IDataObject {
	scope?: string;
	/** The commands that would be there without the triggers. */
	earlier: MenuCommand[];
	/** Commands copied from the wider list, if this list would otherwise not exist. */
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

/** A list without the triggers' commands, as others may have changed it by now. */
export function earlierBy(known: KnownList, now: MenuCommand[]): MenuCommand[] {
	const set = listOf(known);
	const added = now.filter((one) => !has(set, one));
	// If others added commands, people see the whole list as theirs.
	if (known.earlier.length === 0 && added.length === 0) return [];
	const left = baseOf(known).filter((one) => names(now, one) && !names(added, one));
	return [...left, ...added];
}

/** Corrects what is known about a list with a trigger's older data: some of the commands were ours. */
export function corrected(known: KnownList, before: KnownList): KnownList {
	const earlier = earlierBy(before, known.earlier);
	const ours = known.earlier.filter((one) => !has(earlier, one));
	return { ...known, earlier, ours: [...ours, ...known.ours] };
}

/**
 * A list as it should be.
 *
 * @param earlier its commands without the triggers
 * @param base what apps would show without the triggers
 * @param entries of all triggers; if a name occurs twice, the later one counts
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
