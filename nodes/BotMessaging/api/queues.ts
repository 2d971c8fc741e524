import { sleep } from 'n8n-workflow';

import { settle } from './basics';
import type { ChatNames } from './chatNames';
import type { Stop } from './retry';

/** Which keys are the same. A higher version means that more of them are known to be. */
type Aliases = Pick<ChatNames, 'version' | 'chatOf'>;

const NO_ALIASES: Aliases = { version: 0, chatOf: (name) => name };

/** One task, from its request to its end. */
interface QueuedTask {
	readonly name: string;
	lane: Lane;
	/** Only while it waits. */
	begin?: () => void;
}

/** The turns of one key. */
interface Lane {
	readonly key: string;
	underWay: number;
	/** In the order of their requests. */
	waiting: QueuedTask[];
}

/**
 * Runs tasks of the same key one after the other, in order; tasks of different keys run concurrently. With
 * the chat of an update as the key, messages of one chat are handled in order, and a slow chat does not delay
 * others. It does not limit how many keys run at a time: use `Semaphore` for that.
 *
 * A key is forgotten when its last task has ended, so there may be any number of them. A failed task does not
 * stop the tasks behind it. A task must not wait for a later one of its own key: neither would ever end.
 *
 * Two names of one key (a chat by ID and by @name) can turn out to be the same at any time. From then on,
 * their tasks share one order, including those that already wait.
 */
export class KeyedQueue {
	/** All unfinished tasks, in the order of their requests. */
	private readonly turns = new Set<QueuedTask>();

	private lanes = new Map<string, Lane>();

	/** The version of the aliases when the lanes were made. */
	private version = -1;

	constructor(private readonly aliases: Aliases = NO_ALIASES) {}

	/** Runs a task after the earlier ones. Resolves or rejects as the task does. */
	async run<T>(name: string, task: () => Promise<T>): Promise<T> {
		const end = await this.begin(name);
		return await task().finally(end);
	}

	/** Whether a task of this key is running. */
	isBusy(name: string): boolean {
		return this.lanes.has(this.aliases.chatOf(name));
	}

	/** Resolves when it is a task's turn. The task must call the resolved function when it ends in any way. */
	async begin(name: string): Promise<() => void> {
		this.joinLanes();
		const turn: QueuedTask = { name, lane: this.laneOf(name) };
		this.turns.add(turn);
		turn.lane.waiting.push(turn);
		await new Promise<void>((resolve) => {
			turn.begin = resolve;
			this.serve(turn.lane);
		});
		return () => this.end(turn);
	}

	private end(turn: QueuedTask): void {
		const { lane } = turn;
		this.turns.delete(turn);
		lane.underWay--;
		if (this.joinLanes()) return;
		this.serve(lane);
		if (lane.underWay === 0) this.lanes.delete(lane.key);
	}

	private serve(lane: Lane): void {
		if (lane.underWay > 0) return;
		const next = lane.waiting.shift();
		if (!next) return;
		lane.underWay++;
		next.begin!();
		next.begin = undefined;
	}

	/** Rebuilds the lanes with the current aliases. Returns whether these have changed. */
	private joinLanes(): boolean {
		if (this.version === this.aliases.version) return false;
		this.version = this.aliases.version;
		this.lanes = new Map();
		for (const turn of this.turns) {
			turn.lane = this.laneOf(turn.name);
			if (turn.begin) turn.lane.waiting.push(turn);
			else turn.lane.underWay++;
		}
		for (const lane of this.lanes.values()) this.serve(lane);
		return true;
	}

	private laneOf(name: string): Lane {
		const key = this.aliases.chatOf(name);
		const lane = this.lanes.get(key) ?? { key, underWay: 0, waiting: [] };
		this.lanes.set(key, lane);
		return lane;
	}
}

/** Limits how many tasks run at a time. A freed place goes to the next in line: nobody overtakes. */
export class Semaphore {
	private taken = 0;

	private readonly line: Array<() => void> = [];
	/** Those who come before all others. */
	private readonly again: Array<() => void> = [];

	constructor(private readonly places: number) {}

	/** Whether a task could begin at once. */
	get isFree(): boolean {
		return this.taken < this.places;
	}

	/** How many tasks wait for a place. */
	get waiting(): number {
		return this.line.length + this.again.length;
	}

	/** Runs a task in a place. Resolves or rejects as the task does. */
	async run<T>(task: () => Promise<T>): Promise<T> {
		const leave = await this.enter();
		return await task().finally(leave);
	}

	/** Resolves when there is a place, with the function that frees it. `isAgain`: it comes before all others. */
	async enter(isAgain = false): Promise<() => void> {
		const line = isAgain ? this.again : this.line;
		if (this.isFree) this.taken++;
		else await new Promise<void>((resolve) => line.push(resolve));
		let isLeft = false;
		return () => {
			if (isLeft) return;
			isLeft = true;
			const next = this.again.shift() ?? this.line.shift();
			if (next) next();
			else this.taken--;
		};
	}
}

/** The running task of a key, and the one that waits. */
interface Slot {
	/** Tells the waiting task whether it may begin. */
	next?: (mayBegin: boolean) => void;
	/** What is called when no task is left. */
	whenEnded: Array<() => void>;
}

/** Runs one task per key at a time. Only the latest other task waits, so a key holds at most two. */
export class LatestOnly {
	private readonly slots = new Map<string, Slot>();

	/** Resolves or rejects as the task does; resolves with undefined, at once, if a later task replaced it. */
	async run<T>(key: string, task: () => Promise<T>): Promise<T | undefined> {
		const slot = this.slots.get(key);
		if (slot) {
			slot.next?.(false);
			const mayBegin = await new Promise<boolean>((resolve) => (slot.next = resolve));
			if (!mayBegin) return undefined;
		} else {
			this.slots.set(key, { whenEnded: [] });
		}
		return await task().finally(() => this.leave(key));
	}

	/** Resolves when no task of the key is running or waiting. */
	async ended(key: string): Promise<void> {
		const slot = this.slots.get(key);
		if (slot) await new Promise<void>((resolve) => slot.whenEnded.push(resolve));
	}

	private leave(key: string): void {
		const slot = this.slots.get(key)!;
		const { next } = slot;
		slot.next = undefined;
		if (next) return next(true);
		this.slots.delete(key);
		for (const tell of slot.whenEnded) tell();
	}
}

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
		this.chats = new KeyedQueue(names);
	}

	/** Resolves when few tasks wait for a place, and not too many for their turn in a lane. */
	async room(): Promise<void> {
		while (this.isFull) await new Promise<void>((resolve) => this.wantRoom.push(resolve));
	}

	/** Runs a task after the earlier ones of its chat. Resolves or rejects as the task does. */
	async inLane<T>(chat: string | undefined, task: () => Promise<T>): Promise<T> {
		this.underWay++;
		try {
			if (chat === undefined) return await task();
			return await this.holding(await this.chats.begin(chat), task);
		} finally {
			this.underWay--;
			this.tellRoom();
		}
	}

	/** Runs a task in a free place, `isAgain` before others. Resolves or rejects as the task does. */
	async inPlace<T>(task: () => Promise<T>, isAgain = false): Promise<T> {
		const leave = await this.inPlaces.enter(isAgain);
		const free = () => {
			leave();
			this.tellRoom();
		};
		return await this.holding(free, task);
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

	/** Runs a task, and frees what it holds when it has ended and its caller knows of a failure. */
	private async holding<T>(free: () => void, task: () => Promise<T>): Promise<T> {
		const result = task();
		// The caller gets the result at once; what the task holds is freed a little later.
		void settle(result).then(async ({ error }) => {
			if (error !== undefined && !this.stop.isStopped) await sleep(0);
			free();
		});
		return await result;
	}
}
