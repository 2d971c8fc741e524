import type { IDataObject } from 'n8n-workflow';

import type { Call } from '../api/client';
import { KeyedQueue } from '../api/queues';
import { settle } from '../api/basics';
import type { Bot } from '../memory/registry';
import * as lists from './lists';
import { has, type KnownList, type MenuCommand, type MenuEntry, type Scope } from './lists';

/** Where a trigger stores its changes, so that they can be undone after n8n was killed. */
export interface MenuMemory {
	read(): KnownList[];
	write(lists: KnownList[]): void;
}

const bodyOf = (scope: Scope): IDataObject => (scope ? { scope: { type: scope } } : {});

async function readList(call: Call, scope: Scope): Promise<MenuCommand[]> {
	const list = await call('getMyCommands', bodyOf(scope));
	const commands = Array.isArray(list) ? (list as MenuCommand[]) : [];
	return commands.map(({ command, description }) => ({ command, description }));
}

/** The menu of one bot, with the commands of all its triggers. */
class BotMenu {
	/** The commands of each trigger, in the order in which they started. */
	readonly shown = new Map<unknown, { entries: MenuEntry[]; memory: MenuMemory }>();

	private readonly lists = new Map<Scope, KnownList>();

	/** Commands that a person removed from a list while a trigger shows them: they stay removed. */
	private readonly hidden = new Map<Scope, MenuCommand[]>();

	/** Restores a trigger's stored data: it knows which commands belonged to triggers at that time. */
	remember(kept: KnownList[]): void {
		for (const known of kept) {
			const { scope, earlier, inherited, ours } = known;
			// It may contain anything that was written there.
			if (![earlier, inherited, ours].every(Array.isArray)) continue;
			const present = this.lists.get(scope);
			this.lists.set(scope, present ? lists.corrected(present, known) : known);
		}
	}

	/** The commands in a list that are not from triggers. Notes what people removed. */
	private learn(scope: Scope, now: MenuCommand[], begun: MenuEntry[]): MenuCommand[] {
		const known = this.lists.get(scope);
		// Nothing is stored about what a killed n8n left behind.
		if (!known) return now.filter((one) => !has(this.entries, one));
		const gone = known.ours.filter((one) => !has(now, one));
		const hidden = [...(this.hidden.get(scope) ?? []), ...gone];
		this.hidden.set(
			scope,
			hidden.filter((one) => !lists.names(begun, one)),
		);
		return lists.earlierBy(known, now);
	}

	private get entries(): MenuEntry[] {
		return [...this.shown.values()].flatMap(({ entries }) => entries);
	}

	/**
	 * Sets the lists that need a change. Tries all of them, then throws the first refusal.
	 *
	 * @param begun the commands of a new trigger: they are shown even if a person removed them before
	 * @param onNoted called when the planned changes are stored, before they are made
	 */
	async update(call: Call, begun: MenuEntry[] = [], onNoted = () => {}): Promise<void> {
		const wanted: Array<{ list: KnownList; now: MenuCommand[] }> = [];
		const bases = new Map<Scope, MenuCommand[]>();
		for (const plan of lists.LISTS) {
			const now = await readList(call, plan.scope);
			const earlier = this.learn(plan.scope, now, begun);
			// If a list is empty, apps show the next wider one.
			const base = earlier.length > 0 ? earlier : (bases.get(plan.wider) ?? []);
			bases.set(plan.scope, base);
			const hidden = this.hidden.get(plan.scope) ?? [];
			const entries = this.entries.filter((one) => !has(hidden, one));
			wanted.push({ list: lists.listFor(plan, earlier, base, entries), now });
		}
		const kept = wanted.map(({ list }) => list).filter(({ ours }) => ours.length > 0);
		for (const { memory } of this.shown.values()) memory.write(kept);
		onNoted();
		const refusals: unknown[] = [];
		for (const { list, now } of wanted) {
			const commands = lists.listOf(list);
			if (!lists.isEqual(commands, now)) {
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
	/** @param owner identifies the trigger if another part may continue its work */
	constructor(
		private readonly bot: Bot,
		private readonly memory: MenuMemory,
		private readonly owner?: string,
	) {}

	/**
	 * Adds commands to the bot's menu.
	 *
	 * @param onNoted called when the planned changes are stored, before they are made
	 */
	async show(call: Call, entries: MenuEntry[], onNoted?: () => void): Promise<void> {
		await this.withMenu(async (menu) => {
			this.joinIn(menu, entries);
			await menu.update(call, entries, onNoted);
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

	/** Leaves the menu as it is: the trigger does not use this bot any more. */
	async leave(): Promise<void> {
		await this.withMenu(async (menu) => void menu.shown.delete(this.key));
	}

	private get key(): unknown {
		return this.owner ?? this;
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
