import type { IDataObject } from 'n8n-workflow';

import { identityOf, type Update } from './update';

const MOST_REMEMBERED = 200;

/**
 * The updates whose execution has ended, in a trigger's static data: n8n saves that with the next
 * execution. It tells ended runs from cut-off ones after a crash, when the server has not been told.
 */
export class EndedUpdates {
	private readonly before: Set<string>;

	/** @param bot what names the bot: another bot's updates are others */
	constructor(
		private readonly memory: IDataObject,
		private readonly bot: string,
	) {
		this.before = new Set(this.remembered());
	}

	/** Whether an update's execution had ended before this trigger was started. */
	has(update: Update): boolean {
		return this.before.has(identityOf(update));
	}

	add(updates: Update[]): void {
		const ended = [...this.remembered(), ...updates.map(identityOf)];
		this.memory.bot = this.bot;
		this.memory.ended = ended.slice(-MOST_REMEMBERED);
	}

	private remembered(): string[] {
		const { bot, ended } = this.memory;
		return bot === this.bot && Array.isArray(ended) ? (ended as string[]) : [];
	}
}
