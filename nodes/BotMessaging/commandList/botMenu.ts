import type { IDataObject } from 'n8n-workflow';

import type { Call } from '../api/client';
import { KeyedQueue } from '../api/queues';
import { settle } from '../api/basics';
import type { Bot } from '../memory/bot';
import * as lists from './lists';
import { has, type KnownList, type MenuCommand, type MenuEntry, type Scope } from './lists';

/** Where a trigger keeps what it has changed, so that it can be put back after n8n was killed. */
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
	/** What each trigger shows, in the order in which they began. */
	readonly shown = new Map<unknown, { entries: MenuEntry[]; memory: MenuMemory }>();

	private readonly lists = new Map<Scope, KnownList>();

	/** What somebody has taken out of a list while a trigger shows it: that is not put there again. */
	private readonly hidden = new Map<Scope, MenuCommand[]>();

	/** Takes over what a trigger has kept: it knows which commands were the triggers' even then. */
	remember(kept: KnownList[]): void {
		for (const known of kept) {
			const { scope, earlier, inherited, ours } = known;
			// It may hold anything that somebody has written there.
			if (![earlier, inherited, ours].every(Array.isArray)) continue;
			const present = this.lists.get(scope);
			this.lists.set(scope, present ? lists.corrected(present, known) : known);
		}
	}

	/** What a list holds without the triggers, and without what somebody has taken out of it. */
	private learn(scope: Scope, now: MenuCommand[], begun: MenuEntry[]): MenuCommand[] {
		const known = this.lists.get(scope);
		// Nobody has kept what a killed n8n left behind.
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
	 * Sets the lists that are not as they should be. Throws the first refusal when all were tried.
	 *
	 * @param begun what a trigger that has just begun shows: that is there again
	 * @param onNoted called when the triggers have kept what is to be changed, before it is
	 */
	async update(call: Call, begun: MenuEntry[] = [], onNoted = () => {}): Promise<void> {
		const wanted: Array<{ list: KnownList; now: MenuCommand[] }> = [];
		const bases = new Map<Scope, MenuCommand[]>();
		for (const plan of lists.LISTS) {
			const now = await readList(call, plan.scope);
			const earlier = this.learn(plan.scope, now, begun);
			// For an empty list, what apps show in its place.
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
				// What is refused for one list, such as an empty one, is not for the others.
				if (error) refusals.push(error);
			}
			this.lists.set(list.scope, list);
		}
		if (refusals.length > 0) throw refusals[0];
	}
}

/** One piece of work on the menu of a bot at a time: it is read, changed and set in several requests. */
class MenuOrder extends KeyedQueue {}

/** One trigger's part in the menu of its bot: there from when it is shown until it is taken back. */
export class MenuPart {
	/** @param owner names the trigger if another part may continue with what this one began */
	constructor(
		private readonly bot: Bot,
		private readonly memory: MenuMemory,
		private readonly owner?: string,
	) {}

	/**
	 * Puts commands into the bot's menu, beside those that are there.
	 *
	 * @param onNoted called when it is kept what is to be changed, before it is
	 */
	async show(call: Call, entries: MenuEntry[], onNoted?: () => void): Promise<void> {
		await this.withMenu(async (menu) => {
			this.joinIn(menu, entries);
			await menu.update(call, entries, onNoted);
		});
	}

	/** Continues after a restart with commands that the menu shows already; asks the server nothing. */
	async resume(entries: MenuEntry[]): Promise<void> {
		await this.withMenu(async (menu) => this.joinIn(menu, entries));
	}

	/** Takes the commands out of the menu, and leaves what others have changed since. */
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

	/** Leaves the menu as it is: this bot is not asked any more. */
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
			// It is known for as long as a trigger shows something.
			await work(menu).finally(() => menu.shown.size === 0 && bot.forget(BotMenu));
		});
	}
}
