import type { IDataObject } from 'n8n-workflow';

import type { Call } from '../api/client';
import { UserError } from '../api/errors';
import type { CommandRow } from './routing';

/** A command as the bot's menu shows it. */
export interface MenuCommand extends IDataObject {
	command: string;
	description: string;
}

export interface MenuEntry extends MenuCommand {
	where: NonNullable<CommandRow['where']>;
}

const LONGEST_DESCRIPTION = 256;

/** Reads the rows of Commands for the menu. Throws UserError for one that cannot stand in it. */
export function menuOf(rows: CommandRow[]): MenuEntry[] {
	return rows.map(({ command = '', description = '', where = 'everywhere' }, index) => {
		const label = `Commands ${index + 1}`;
		const name = command.trim().replace(/^\//, '').replace(/@.*$/, '').toLowerCase();
		if (!/^[a-z0-9_]{1,32}$/.test(name)) {
			throw new UserError(
				`${label}: Command cannot be "${command}" in the bot’s menu`,
				'A command there has up to 32 letters from a to z, digits and _. Change it, or turn off Show in the Bot’s Menu.',
			);
		}
		const words = description.trim();
		if (!words || words.length > LONGEST_DESCRIPTION) {
			throw new UserError(
				`${label}: Description ${words ? 'is too long' : 'is empty'}`,
				'The bot’s menu shows each command with a description of up to 256 characters. Change it, or turn off Show in the Bot’s Menu.',
			);
		}
		return { command: name, description: words, where };
	});
}

/**
 * The lists that apps read, each with the places whose commands belong in it; its own place is
 * the last. Apps show only the list for the fewest people, and one that is empty counts as not there:
 * then the next wider one is shown (service methods, "BotCommandScope").
 */
const LISTS: Array<{ scope?: string; wider?: string; places: Array<MenuEntry['where']> }> = [
	{ places: ['everywhere'] },
	{ scope: 'all_private_chats', places: ['everywhere', 'private'] },
	{ scope: 'all_group_chats', places: ['everywhere', 'groups'] },
	{
		scope: 'all_chat_administrators',
		wider: 'all_group_chats',
		places: ['everywhere', 'groups', 'administrators'],
	},
];

const bodyOf = (scope: string | undefined): IDataObject =>
	scope ? { scope: { type: scope } } : {};

async function listOf(call: Call, scope?: string): Promise<MenuCommand[]> {
	const list = await call('getMyCommands', bodyOf(scope));
	return Array.isArray(list)
		? (list as MenuCommand[]).map(({ command, description }) => ({ command, description }))
		: [];
}

async function setList(call: Call, scope: string | undefined, commands: MenuCommand[]) {
	await call('setMyCommands', { commands, ...bodyOf(scope) });
}

/** One list that was changed, so that the change can be taken back. */
export interface ChangedList extends IDataObject {
	scope?: string;
	ours: MenuCommand[];
	/** What stood there under the names of ours. */
	replaced: MenuCommand[];
	/** What a list that was not there took over from the wider one. */
	inherited: MenuCommand[];
}

const isSame = (a: MenuCommand, b: MenuCommand) =>
	a.command === b.command && a.description === b.description;

const has = (list: MenuCommand[], one: MenuCommand) => list.some((other) => isSame(other, one));

const names = (list: MenuCommand[], { command }: MenuCommand) =>
	list.some((other) => other.command === command);

/**
 * Puts commands into the bot's menu, beside those that are there.
 *
 * @param onChange hears of each list before it is changed
 */
export async function showMenu(
	call: Call,
	entries: MenuEntry[],
	onChange: (changed: ChangedList) => void,
): Promise<void> {
	const before = new Map<string | undefined, MenuCommand[]>();
	for (const { scope, wider, places } of LISTS) {
		const here = await listOf(call, scope);
		// For an empty list, what apps show in its place.
		const shown = here.length > 0 ? here : (before.get(wider) ?? []);
		before.set(scope, shown);
		const belonging = entries.filter(({ where }) => places.includes(where));
		const isNeeded = here.length > 0 || belonging.some(({ where }) => where === places.at(-1));
		if (belonging.length === 0 || !isNeeded) continue;
		const ours = belonging.map(({ command, description }) => ({ command, description }));
		const others = shown.filter((one) => !names(ours, one));
		onChange({
			...(scope && { scope }),
			ours,
			replaced: here.filter((one) => names(ours, one) && !has(ours, one)),
			inherited: here.length > 0 ? [] : others,
		});
		await setList(call, scope, [...others, ...ours]);
	}
}

/** Takes back what showMenu did, and leaves what others have changed since. */
export async function takeMenuBack(call: Call, changes: ChangedList[]): Promise<void> {
	for (const { scope, ours, replaced, inherited } of changes) {
		const now = await listOf(call, scope);
		const rest = now.filter((one) => !has(ours, one));
		if (rest.length === now.length) continue;
		const back = replaced.filter((one) => !names(rest, one));
		const isAllInherited = rest.every((one) => has(inherited, one));
		await setList(call, scope, isAllInherited ? back : [...rest, ...back]);
	}
}
