/** Which keys are one: they count as the same as soon as a higher version says so. */
export interface Aliases {
	readonly version: number;
	keyOf: (name: string) => string;
}

const NO_ALIASES: Aliases = { version: 0, keyOf: (name) => name };

/** One task, from when it is asked for until it has ended. */
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
	/** In the order in which they were asked for. */
	waiting: QueuedTask[];
}

/**
 * Runs tasks of the same key one after the other, in the order in which they were given; tasks of
 * different keys run side by side. For example, with the chat of an update as the key, two messages
 * of one chat are handled in order, and a slow chat does not hold up another one. How many keys run
 * at the same time is not its concern: that is what `Semaphore` is for.
 *
 * A key is forgotten when its last task has ended, so there may be any number of them. A task that
 * fails does not stop the tasks behind it. A task must not wait for another one of its own key that
 * was given later: neither would ever end.
 *
 * Two names of one key (a chat by number and by @name) can become known as one at any time. From
 * then on their tasks are in one order, with all that wait by then.
 */
export class KeyedQueue {
	/** All that have not ended, in the order in which they were asked for. */
	private readonly turns = new Set<QueuedTask>();

	private lanes = new Map<string, Lane>();

	/** What was known of the names when the lanes were made. */
	private version: number;

	constructor(private readonly aliases: Aliases = NO_ALIASES) {
		this.version = aliases.version;
	}

	/** Runs a task when those before it have ended. Resolves or rejects as the task does. */
	async run<T>(name: string, task: () => Promise<T>): Promise<T> {
		const end = await this.begin(name);
		return await task().finally(end);
	}

	/** Resolves when it is the turn of a task. The task, however it ends, calls what this resolves with. */
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

	/** Puts all turns into new lanes by what is known now. Returns whether that has changed. */
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
		const key = this.aliases.keyOf(name);
		const lane = this.lanes.get(key) ?? { key, underWay: 0, waiting: [] };
		this.lanes.set(key, lane);
		return lane;
	}
}

/**
 * Lets so many tasks be under way at the same time; the others wait, and begin in the order in which
 * they came. A place that was given back goes straight to the next in line: a newcomer never overtakes.
 */
export class Semaphore {
	private taken = 0;

	private readonly line: Array<() => void> = [];

	constructor(private readonly places: number) {}

	/** Whether a task could begin at once. */
	get isFree(): boolean {
		return this.taken < this.places;
	}

	/** How many tasks wait for a place. */
	get waiting(): number {
		return this.line.length;
	}

	/** Runs a task in a place. Resolves or rejects as the task does. */
	async run<T>(task: () => Promise<T>): Promise<T> {
		const leave = await this.enter();
		return await task().finally(leave);
	}

	/** Resolves when there is a place, with what gives it back; to call that again does nothing. */
	async enter(): Promise<() => void> {
		if (this.isFree) this.taken++;
		else await new Promise<void>((resolve) => this.line.push(resolve));
		let isLeft = false;
		return () => {
			if (isLeft) return;
			isLeft = true;
			const next = this.line.shift();
			if (next) next();
			else this.taken--;
		};
	}
}

/** The one task of a key that is under way, and what comes after it. */
interface Slot {
	/** Tells the task that waits whether it may begin. */
	next?: (mayBegin: boolean) => void;
	ended: Promise<void>;
	end: () => void;
}

/**
 * Runs one task of a key at a time. Of those that come meanwhile, only the latest one waits: however many
 * there are, at most two of a key are held.
 */
export class LatestOnly {
	private readonly slots = new Map<string, Slot>();

	/** Resolves or rejects as the task does; with nothing, and at once, if a later one has taken its place. */
	async run<T>(key: string, task: () => Promise<T>): Promise<T | undefined> {
		const slot = this.slots.get(key);
		if (slot) {
			slot.next?.(false);
			const mayBegin = await new Promise<boolean>((resolve) => (slot.next = resolve));
			if (!mayBegin) return undefined;
		} else {
			let end = () => {};
			const ended = new Promise<void>((resolve) => (end = resolve));
			this.slots.set(key, { ended, end });
		}
		return await task().finally(() => this.leave(key));
	}

	/** Resolves when no task of the key is under way, and none waits. */
	async ended(key: string): Promise<void> {
		await this.slots.get(key)?.ended;
	}

	private leave(key: string): void {
		const slot = this.slots.get(key)!;
		const { next } = slot;
		slot.next = undefined;
		if (next) return next(true);
		this.slots.delete(key);
		slot.end();
	}
}
