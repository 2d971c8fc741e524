import { sleep } from 'n8n-workflow';

import type { ChatNames } from './chatNames';
import { KeyedQueue, Semaphore } from './queues';
import type { Stop } from './stop';

/** Tasks under way at most: many may wait for one slow chat while others continue. */
const AHEAD = 500;

/** The most tasks that begin in one turn of the event loop. */
const TOGETHER = 2;

/**
 * Runs tasks concurrently, but the tasks of one chat in order, and only a limited number in places, such as
 * requests to the server. A failed task keeps its lane and its place until the caller knows of the failure,
 * because the caller may stop the others.
 */
export class Lanes {
	private underWay = 0;

	private readonly wantRoom: Array<() => void> = [];

	private readonly chats: KeyedQueue;

	private readonly inPlaces: Semaphore;

	private begun = 0;

	private turn: Promise<void> = Promise.resolve();

	/** @param places tasks in a place at a time */
	constructor(
		private readonly places: number,
		private readonly stop: Stop,
		names: ChatNames,
	) {
		this.inPlaces = new Semaphore(places);
		this.chats = new KeyedQueue({
			get version() {
				return names.version;
			},
			keyOf: (chat) => names.chatOf(chat),
		});
	}

	/**
	 * Resolves when there is little to do: fewer tasks wait for a free place than there are places,
	 * and not too many for their turn in a lane or for something else.
	 */
	async room(): Promise<void> {
		while (this.isFull) await new Promise<void>((resolve) => this.wantRoom.push(resolve));
	}

	/** Runs a task after the earlier ones of its chat. Resolves or rejects as the task does. */
	async inLane<T>(chat: string | undefined, task: () => Promise<T>): Promise<T> {
		this.underWay++;
		try {
			return await (chat === undefined ? task() : this.inTurn(chat, task));
		} finally {
			this.underWay--;
			this.tellRoom();
		}
	}

	/** Runs a task in a free place. Resolves or rejects as the task does. */
	async inPlace<T>(task: () => Promise<T>): Promise<T> {
		const leave = await this.inPlaces.enter();
		const result = task();
		// The caller gets the result at once; the place is freed a little later.
		void this.endOf(result).then(() => {
			leave();
			this.tellRoom();
		});
		return await result;
	}

	/**
	 * Lets only a few requests begin in one turn of the event loop. Requests that begin together are answered
	 * together, and while n8n handles ten answers, it opens no new connections.
	 */
	async apart(): Promise<void> {
		const { turn } = this;
		this.begun++;
		if (this.begun % TOGETHER === 0) this.turn = turn.then(async () => await sleep(0));
		await turn;
	}

	private get isFull(): boolean {
		return this.underWay >= AHEAD || this.inPlaces.waiting >= this.places;
	}

	private tellRoom(): void {
		if (!this.isFull) for (const resolve of this.wantRoom.splice(0)) resolve();
	}

	private async inTurn<T>(chat: string, task: () => Promise<T>): Promise<T> {
		const end = await this.chats.begin(chat);
		const result = task();
		// The caller hears of the end at once; the next turn begins a little later.
		void this.endOf(result).then(end);
		return await result;
	}

	/** Resolves when a task has ended and its caller knows of a failure. */
	private async endOf(task: Promise<unknown>): Promise<void> {
		await task.then(
			() => {},
			async () => {
				if (!this.stop.isStopped) await sleep(0);
			},
		);
	}
}
