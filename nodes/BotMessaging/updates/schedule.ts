import { Lanes } from '../api/lanes';
import { Albums, type Group } from './albums';
import { chatOf, type Update } from './update';

export interface ScheduleOptions {
	/** Executions at a time. */
	parallel: number;
	/** Whether an update of a chat waits for the one before it. */
	chatOrder: boolean;
	/** Whether the parts of an album go together. */
	gatherAlbums: boolean;
}

/** Decides which updates run when: some at a time, a chat's in order, an album's together. */
export class Schedule {
	private readonly lanes: Lanes;

	private readonly albums = new Albums();

	/** @param run carries out one update, or the parts of one album; resolves when that has ended */
	constructor(
		private readonly options: ScheduleOptions,
		private readonly run: (parts: Update[]) => Promise<void>,
	) {
		this.lanes = new Lanes(options.parallel);
	}

	/** Resolves when the update's run has ended. */
	async take(update: Update): Promise<void> {
		const group: Group = this.options.gatherAlbums
			? this.albums.groupOf(update)
			: { whole: Promise.resolve([update]) };
		group.ended ??= this.start(update, group.whole);
		await group.ended;
	}

	private async start(first: Update, whole: Promise<Update[]>): Promise<void> {
		const { id } = chatOf(first);
		const lane = this.options.chatOrder && id !== undefined ? String(id) : undefined;
		await this.lanes.run(lane, async () => await this.run(await whole));
	}
}
