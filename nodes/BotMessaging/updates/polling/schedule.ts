import { Albums, type Group } from '../albums';
import type { Turns } from './turns';
import { chatOf, type Update } from '../update';

export interface ScheduleOptions {
	/** Whether an update of a chat waits for the one before it. */
	chatOrder: boolean;
	/** Whether the parts of an album go together. */
	gatherAlbums: boolean;
}

/** Decides which updates run when: some at a time, a chat's in order, an album's together. */
export class Schedule {
	private readonly albums = new Albums();

	/** @param run carries out one update, or the parts of one album; resolves when its turn is over */
	constructor(
		private readonly options: ScheduleOptions,
		private readonly turns: Turns,
		private readonly run: (parts: Update[]) => Promise<void>,
	) {}

	/** Resolves when the update's turn is over. */
	async take(update: Update): Promise<void> {
		const group: Group = this.options.gatherAlbums
			? this.albums.groupOf(update)
			: { whole: Promise.resolve([update]) };
		group.ended ??= this.start(update, group.whole);
		await group.ended;
	}

	private async start(first: Update, whole: Promise<Update[]>): Promise<void> {
		const { id } = chatOf(first);
		const chat = this.options.chatOrder && id !== undefined ? String(id) : undefined;
		await this.turns.take(chat, async () => await this.run(await whole));
	}
}
