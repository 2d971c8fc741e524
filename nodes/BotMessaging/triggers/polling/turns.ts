import { type KeyedQueue, Semaphore } from '../../api/queues';
import { StoppedError } from '../unreadableUpdate';

type Turn = (freeSlot: () => void) => Promise<void>;

/**
 * Gives updates their turn: some at a time, those of one chat one after the other. An update that waits
 * for its chat takes no slot from others.
 */
export class Turns {
	private readonly slots: Semaphore;

	/**
	 * @param slots how many have their turn at the same time
	 * @param chats the order of each chat; handed on to a new publication
	 */
	constructor(
		slots: number,
		private readonly chats: KeyedQueue,
	) {
		this.slots = new Semaphore(slots);
	}

	/** Whether somebody could begin at once. */
	get hasFreeSlot(): boolean {
		return this.slots.isFree;
	}

	/**
	 * Resolves or rejects as the turn does, which begins when its chat and a slot are free, and which
	 * may give its slot to others before it ends. Rejects if the trigger stops before that.
	 */
	async run(chat: string | undefined, turn: Turn): Promise<void> {
		const inSlot = async () => {
			const freeSlot = await this.slots.enter();
			await turn(freeSlot).finally(freeSlot);
		};
		return await (chat === undefined ? inSlot() : this.chats.run(chat, inSlot));
	}

	/** From now on nobody gets a turn. */
	close(): void {
		this.slots.close(() => new StoppedError());
	}
}
