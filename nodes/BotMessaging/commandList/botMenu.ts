import type { IDataObject } from 'n8n-workflow';

import { settle } from '../api/basics';
import type { Call } from '../api/client';
import { UserError } from '../api/errors';
import { KeyedQueue } from '../api/queues';
import type { Bot } from '../memory/registry';

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
interface MenuCommand extends IDataObject {
	command: string;
	description: string;
}

interface MenuEntry extends MenuCommand {
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

interface ListPlan {
	/** The chats and people that the list is for; all if it has none. */
	scope?: string;
	wider?: string;
	/** Whose commands belong in the list; its own place comes last. */
	places: Array<MenuEntry['where']>;
}

/** Apps show only the most specific list; if it is empty, they show the next wider one (reference 5.8). */
const LISTS: ListPlan[] = [
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

const names = (list: MenuCommand[], { command }: MenuCommand) =>
	list.some((other) => other.command === command);

const has = (list: MenuCommand[], { command, description }: MenuCommand) =>
	list.some((other) => other.command === command && other.description === description);

/** The commands of others in a list. */
const baseOf = ({ earlier, inherited }: KnownList) => (earlier.length > 0 ? earlier : inherited);

/** The whole list as the triggers have set it. */
function listOf(known: KnownList): MenuCommand[] {
	const { earlier, ours } = known;
	if (ours.length === 0) return earlier;
	return [...baseOf(known).filter((one) => !names(ours, one)), ...ours];
}

/** A list without the triggers' commands, as others may have changed it by now. */
function earlierBy(known: KnownList, now: MenuCommand[]): MenuCommand[] {
	const set = listOf(known);
	const added = now.filter((one) => !has(set, one));
	// If others added commands, people see the whole list as theirs.
	if (known.earlier.length === 0 && added.length === 0) return [];
	const left = baseOf(known).filter((one) => names(now, one) && !names(added, one));
	return [...left, ...added];
}

/** Corrects what is known about a list with a trigger's older data: some of the commands were ours. */
function corrected(known: KnownList, before: KnownList): KnownList {
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
function listFor(
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

/** Where a trigger stores its changes, so that they can be undone after n8n was killed. */
export interface MenuMemory {
	read(): KnownList[];
	write(lists: KnownList[]): void;
}

const bodyOf = (scope?: string): IDataObject => (scope ? { scope: { type: scope } } : {});

async function readList(call: Call, scope?: string): Promise<MenuCommand[]> {
	const list = await call('getMyCommands', bodyOf(scope));
	const commands = Array.isArray(list) ? (list as MenuCommand[]) : [];
	return commands.map(({ command, description }) => ({ command, description }));
}

/** The menu of one bot, with the commands of all its triggers. */
class BotMenu {
	/** The commands of each trigger, in the order in which they started. */
	readonly shown = new Map<string, { entries: MenuEntry[]; memory: MenuMemory }>();

	/** By scope. */
	private readonly lists = new Map<string | undefined, KnownList>();

	/** Restores a trigger's stored data: it knows which commands belonged to triggers at that time. */
	remember(kept: KnownList[]): void {
		for (const known of kept) {
			const { scope, earlier, inherited, ours } = known;
			// It may contain anything that was written there.
			if (![earlier, inherited, ours].every(Array.isArray)) continue;
			const present = this.lists.get(scope);
			this.lists.set(scope, present ? corrected(present, known) : known);
		}
	}

	/** Sets the lists that need a change. Tries all of them, then throws the first refusal. */
	async update(call: Call, onNoted = () => {}): Promise<void> {
		const entries = [...this.shown.values()].flatMap((trigger) => trigger.entries);
		const wanted: Array<{ list: KnownList; now: MenuCommand[] }> = [];
		const bases = new Map<string | undefined, MenuCommand[]>();
		for (const plan of LISTS) {
			const now = await readList(call, plan.scope);
			const known = this.lists.get(plan.scope);
			// Nothing is stored about what a killed n8n left behind.
			const earlier = known ? earlierBy(known, now) : now.filter((one) => !has(entries, one));
			// If a list is empty, apps show the next wider one.
			const base = earlier.length > 0 ? earlier : (bases.get(plan.wider) ?? []);
			bases.set(plan.scope, base);
			wanted.push({ list: listFor(plan, earlier, base, entries), now });
		}
		const kept = wanted.map(({ list }) => list).filter(({ ours }) => ours.length > 0);
		for (const { memory } of this.shown.values()) memory.write(kept);
		onNoted();
		const refusals: unknown[] = [];
		for (const { list, now } of wanted) {
			const commands = listOf(list);
			if (JSON.stringify(commands) !== JSON.stringify(now)) {
				const set = call('setMyCommands', { commands, ...bodyOf(list.scope) });
				const { error } = await settle(set);
				// A list may be refused, for example because it is empty, while others are accepted.
				if (error) refusals.push(error);
			}
			this.lists.set(list.scope, list);
		}
		if (refusals.length > 0) throw refusals[0];
	}
}

/** Serializes work on a bot's menu: each change takes several requests. */
class MenuOrder extends KeyedQueue {}

/** One trigger's part of its bot's menu, from when it is shown until it is removed. */
export class MenuPart {
	/** @param key names the trigger: another part with this key continues its work */
	constructor(
		private readonly bot: Bot,
		private readonly memory: MenuMemory,
		private readonly key: string,
	) {}

	/** Adds commands to the bot's menu. Calls `onNoted` when that is stored, before it is done. */
	async show(call: Call, entries: MenuEntry[], onNoted?: () => void): Promise<void> {
		await this.withMenu(async (menu) => {
			this.joinIn(menu, entries);
			await menu.update(call, onNoted);
		});
	}

	/** Continues after a restart with commands that the menu already shows; sends no requests. */
	async resume(entries: MenuEntry[]): Promise<void> {
		await this.withMenu(async (menu) => this.joinIn(menu, entries));
	}

	/** Removes the commands from the menu, but keeps changes that others made since. */
	async takeBack(call: Call): Promise<void> {
		await this.withMenu(async (menu) => {
			const kept = this.memory.read();
			const isShown = menu.shown.delete(this.key);
			if (!isShown && kept.length === 0) return;
			if (!isShown) menu.remember(kept);
			await menu.update(call);
			this.memory.write([]);
		});
	}

	private joinIn(menu: BotMenu, entries: MenuEntry[]): void {
		menu.remember(this.memory.read());
		menu.shown.set(this.key, { entries, memory: this.memory });
	}

	private async withMenu(work: (menu: BotMenu) => Promise<void>): Promise<void> {
		const { bot } = this;
		await bot.part(MenuOrder).run('', async () => {
			const menu = bot.part(BotMenu);
			// Kept while a trigger shows something.
			await work(menu).finally(() => menu.shown.size === 0 && bot.forget(BotMenu));
		});
	}
}
