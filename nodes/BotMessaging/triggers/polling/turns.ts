import { StoppedError } from '../unreadableUpdate';

type Turn = (freeSlot: () => void) => Promise<void>;

/**
 * Gives updates their turn: some at a time, those of one chat one after the other. An update that waits
 * for its chat takes no slot from others.
 */
export class Turns {
	private taken = 0;
	private readonly waiting: Array<() => void> = [];
	private isClosed = false;

	/**
	 * @param slots how many have their turn at the same time
	 * @param chats when the last turn of each chat is over; handed on to a new publication
	 */
	constructor(
		private readonly slots: number,
		private readonly chats: Map<string, Promise<void>>,
	) {}

	/** Whether somebody could begin at once. */
	get hasFreeSlot(): boolean {
		return this.taken < this.slots;
	}

	/**
	 * Resolves or rejects as the turn does, which begins when its chat and a slot are free, and which
	 * may give its slot to others before it ends. Rejects if the trigger stops before that.
	 */
	async run(chat: string | undefined, turn: Turn): Promise<void> {
		if (chat === undefined) return await this.inSlot(turn);
		const before = this.chats.get(chat) ?? Promise.resolve();
		const result = before.then(async () => await this.inSlot(turn));
		const over = result.catch(() => {});
		this.chats.set(chat, over);
		await result.finally(() => {
			if (this.chats.get(chat) === over) this.chats.delete(chat);
		});
	}

	/** From now on nobody gets a turn. */
	close(): void {
		this.isClosed = true;
		for (const wake of this.waiting.splice(0)) wake();
	}

	private async inSlot(turn: Turn): Promise<void> {
		this.throwIfClosed();
		if (this.hasFreeSlot) this.taken++;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
		this.throwIfClosed();
		let isFree = false;
		const freeSlot = () => {
			if (isFree) return;
			isFree = true;
			const next = this.waiting.shift();
			if (next) next();
			else this.taken--;
		};
		return await turn(freeSlot).finally(freeSlot);
	}

	private throwIfClosed(): void {
		if (this.isClosed) throw new StoppedError();
	}
}
