import { KeyedQueue } from '../../api/queues';

/** As many pushes as n8n gets at a time from a server that is not told a number. */
const USUAL_PUSHES = 40;

/** How many updates the server may push at a time: each is one push more for every sharer. */
export const pushesAtOnce = (sharers: number): number =>
	Math.max(1, Math.floor(USUAL_PUSHES / (1 + sharers)));

/** The triggers of one bot in this n8n, which share its webhook. */
export class Sharing {
	/** The kinds of updates that they ask for, by the places where they listen. */
	readonly kinds = new Map<string, string[]>();

	private readonly order = new KeyedQueue();

	/** Each reads what is registered and changes it: one at a time. */
	async inTurn<T>(task: () => Promise<T>): Promise<T> {
		return await this.order.run('', task);
	}

	/**
	 * All kinds for which the triggers at these places ask. One that this n8n has not started yet may
	 * ask for any of the registered kinds.
	 */
	kindsFor(places: string[], registered: string[] = []): string[] {
		const asked = places.map((place) => this.kinds.get(place) ?? registered);
		return [...new Set(asked.flat())];
	}
}
