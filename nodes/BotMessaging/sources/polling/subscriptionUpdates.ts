import { ticks } from '../../api/basics';
import { BOUNDS } from '../../api/bounds';
import type { Context, UpdateParts } from '../../update/context';
import { guestOf, Room, type Guest } from './room';

/**
 * The state of an update in one subscription. `judged`: being judged. `waiting`: for its chat or a place.
 * `handed`: n8n has it. `stored`: n8n has certainly saved its execution. `done`: the server and the static
 * data may forget it. `owed`: the trigger left before n8n had it, and gets it again.
 */
export type UpdateState = 'judged' | 'waiting' | 'handed' | 'stored' | 'done' | 'owed';

/** n8n waits for its database for 20 seconds at most: what it has not refused by then is stored. */
const STORED_AFTER_MS = 30_000;

/**
 * In queue mode, n8n does not report the end of an execution that was over before main listened for it: one in
 * 100 to 400 under load. When this many later ones have ended (the size of a server's list), the execution
 * counts as stored and frees its place.
 */
const OVERTAKEN_BY = 100;

/*
 * Only short executions get lost, so one frees its chat when it has run for five times as long as the longest
 * of its trigger that n8n reported lately, and at least for ten seconds. If the workers are busy elsewhere, all
 * take long: so ten later ones must have ended. Those of other triggers count too, because ten updates of a bot
 * with few messages take hours.
 */
const LOST_AFTER_MS = 10_000;
const LOST_AFTER_LONGEST = 5;
const LOST_AFTER_ENDS = 10;
/** After 350 ends, a long execution counts with half its time: one in 500 may be long. */
const FADES = 0.998;

/**
 * n8n reports an interrupted execution 80 to 105 seconds after the worker was killed. If it may run again, its
 * chat waits until then, so that it does not run after the next update of its chat.
 */
const CUT_OFF_WITHIN_MS = 115_000;

export interface Limits {
	/** How many executions run at the same time. */
	parallel: number;
	/** Whether an interrupted execution runs again: the server keeps its update until the end. */
	repeats: boolean;
	/** How many milliseconds an execution may hold its place and its chat. */
	longestMs: number;
}

export class TrackedUpdate {
	state: UpdateState = 'judged';

	/** How often n8n was to begin its execution since it was judged. */
	timesBegun = 0;

	/** @param isWritten whether the subscription has saved it, so that the server may forget it */
	constructor(
		readonly update: Context,
		public isWritten = false,
	) {}

	get isOpen(): boolean {
		return this.state !== 'done';
	}

	get isSafe(): boolean {
		return this.isWritten || this.state === 'stored' || !this.isOpen;
	}
}

/** The execution for one update, or for the parts of an album. */
export class PendingExecution {
	readonly guest: Guest;
	hasPlace = true;
	/** n8n has reported its end in queue mode: only there, ends of others can be lost. */
	wasJob = false;
	private hasChat = true;
	private handedAt = Infinity;
	/** How many later ones have ended, of this trigger and of all. */
	private overtakenBy = 0;
	private overtakenByAny = 0;
	private onSilence = () => {};

	constructor(
		readonly owner: SubscriptionUpdates,
		private readonly updates: TrackedUpdate[],
		/** Executions of one chat run in order; undefined if the form turns that off. */
		private readonly chat: string | undefined,
		readonly run: (execution: PendingExecution) => void,
	) {
		this.guest = guestOf(updates.map(({ update }) => update));
	}

	get busyChat(): string | undefined {
		return this.hasChat ? this.chat : undefined;
	}

	/** n8n has the execution. Resolves if n8n reports nothing within the time limit. */
	async handed(): Promise<undefined> {
		this.set('handed');
		this.handedAt = ticks();
		this.overtakenBy = this.overtakenByAny = 0;
		this.owner.running.add(this);
		return await new Promise<undefined>((resolve) => {
			this.onSilence = () => resolve(undefined);
		});
	}

	/** n8n has not started it, so it can be handed over again. */
	takenBack(): void {
		this.set('waiting');
		this.handedAt = Infinity;
	}

	stored(): void {
		if (this.updates[0]?.state === 'handed') this.set('stored');
	}

	private freeTurn(): void {
		this.hasPlace = this.hasChat = false;
		this.owner.serve();
	}

	/** n8n will not report its end: it blocks nothing, and does not count for others. */
	leaveUnwatched(): void {
		this.handedAt = Infinity;
		this.freeTurn();
	}

	/** Frees its place and chat, and lets the server forget its updates. */
	release(): void {
		this.set('done');
		this.freeTurn();
	}

	/** It never begins, and its updates do not come again. */
	drop(): void {
		this.set('done');
	}

	/** It has ended, or nothing will come of it. */
	end(): void {
		this.owner.running.delete(this);
		this.release();
		if (!this.wasJob) return;
		this.owner.noteDuration(ticks() - this.handedAt);
		for (const other of this.owner.running) other.noteEnd(this);
	}

	/** It has not begun: its updates come again. */
	owe(): void {
		this.owner.running.delete(this);
		this.set('owed');
		this.freeTurn();
	}

	private set(state: UpdateState): void {
		for (const one of this.updates) one.state = state;
	}

	private noteEnd(ended: PendingExecution): void {
		if (ended.handedAt < this.handedAt) return;
		this.overtakenByAny++;
		if (ended.owner === this.owner) this.overtakenBy++;
		this.check();
	}

	/** Releases what it has held for too long. */
	check(): void {
		const { repeats, longestMs } = this.owner.limits;
		const ms = ticks() - this.handedAt;
		const isOver = ms >= longestMs;
		const isOvertaken = this.overtakenBy >= OVERTAKEN_BY;
		const isLost = this.overtakenByAny >= LOST_AFTER_ENDS && ms >= this.owner.lostAfterMs;
		if (!repeats && (isOvertaken || ms >= STORED_AFTER_MS)) this.stored();
		if (this.hasPlace && (isOvertaken || isLost)) {
			this.hasPlace = false;
			this.owner.serve();
		}
		if (this.hasChat && (isOver || (isLost && !repeats))) this.release();
		// It may still be interrupted and run again: the server keeps its update.
		else if (this.hasChat && isLost && ms >= CUT_OFF_WITHIN_MS) this.freeTurn();
		if (!isOver) return;
		this.owner.running.delete(this);
		this.onSilence();
	}
}

/** The executions of all triggers here that have a place or a chat, or whose end n8n has not reported. */
export class RunningExecutions extends Set<PendingExecution> {}

/** All updates of one subscription, and the executions that they start. */
export class SubscriptionUpdates {
	/** By identity, in order of arrival. */
	private readonly updates = new Map<string, TrackedUpdate>();

	/** In the order in which they began to wait. */
	private readonly waiting = new Room<PendingExecution>(BOUNDS.waiting.most);

	/** Set by the most recent trigger. */
	limits: Limits = { parallel: 0, repeats: false, longestMs: Infinity };

	/** Identities of updates whose execution had ended before n8n started. */
	private ended = new Set<string>();

	/** By identity, the identities of its whole group, in order. */
	private readonly together = new Map<string, string[]>();

	private isHere = false;
	private wasHere = false;

	/** The longest time of an execution that n8n reported lately, in milliseconds; undefined before the first. */
	private longestLately?: number;

	constructor(readonly running: RunningExecutions) {}

	private get ownRunning(): PendingExecution[] {
		return [...this.running].filter(({ owner }) => owner === this);
	}

	/**
	 * The trigger has come.
	 *
	 * @param before the updates saved before n8n started: used only the first time
	 * @param ended the identities of updates whose execution had ended by then
	 * @param together the identities of each group
	 */
	join(
		limits: Limits,
		before: Context[] = [],
		ended: string[] = [],
		together: string[][] = [],
	): void {
		if (!this.wasHere) {
			this.ended = new Set(ended);
			together.forEach((identities) => this.noteTogether(identities));
			for (const update of before) {
				Object.assign(this.judge(update), { state: 'owed', isWritten: true });
			}
		}
		this.limits = limits;
		this.isHere = this.wasHere = true;
		this.serve();
	}

	/** The trigger leaves: what n8n has not got is owed. Another publication that came before stays. */
	leave(limits: Limits): void {
		if (limits !== this.limits) return;
		this.isHere = false;
		this.waiting.clear();
		for (const one of this.updates.values()) {
			if (one.state === 'judged' || one.state === 'waiting') one.state = 'owed';
		}
	}

	stateOf(identity: string): TrackedUpdate | undefined {
		return this.updates.get(identity);
	}

	private noteTogether(identities: string[]): void {
		for (const one of identities) this.together.set(one, identities);
	}

	/**
	 * Whether the execution of an update had ended before n8n started, or is stored. It is stored for certain
	 * if the server has forgotten the first update of its group.
	 */
	hadEnded(update: Context): boolean {
		const [first] = this.partsBefore(update) ?? [];
		return this.ended.has(update.identity) || (first !== undefined && !this.updates.has(first));
	}

	/** The identities of the group that an update belonged to before it came again. */
	partsBefore(update: Context): string[] | undefined {
		return this.together.get(update.identity);
	}

	/** The identities of each group: n8n may know the group by the key of its first update. */
	get allTogether(): string[][] {
		return [...new Set(this.together.values())];
	}

	get isJudging(): boolean {
		return [...this.updates.values()].some(({ state }) => state === 'judged');
	}

	/** Those that are not done, oldest first. */
	get open(): TrackedUpdate[] {
		return [...this.updates.values()].filter(({ isOpen }) => isOpen);
	}

	/** An update goes to the trigger. The result of an earlier try does not count. */
	judge(update: Context): TrackedUpdate {
		const { identity } = update;
		const tracked = new TrackedUpdate(update, this.stateOf(identity)?.isWritten);
		this.updates.set(identity, tracked);
		return tracked;
	}

	/** `listed`: the identities that the server still has. `isAll`: it has nothing else. */
	forgetOthers(listed: Set<string>, isAll: boolean): void {
		for (const [identity, { state, isWritten }] of this.updates) {
			const isOver = state === 'done' || (state === 'owed' && !isWritten);
			if (isOver && !listed.has(identity)) this.updates.delete(identity);
		}
		for (const identity of isAll ? this.together.keys() : []) {
			const isGone = !listed.has(identity) && !this.updates.has(identity);
			if (isGone) this.together.delete(identity);
		}
	}

	/** Calls `run` once when the chat and a place are free. If too much waits, what has to go is done. */
	wait(parts: UpdateParts, chat: string | undefined, run: (execution: PendingExecution) => void) {
		const updates = parts.map((part) => this.stateOf(part.identity) ?? this.judge(part));
		for (const one of updates) one.state = 'waiting';
		if (parts.length > 1) this.noteTogether(parts.map((one) => one.identity));
		const execution = new PendingExecution(this, updates, chat, run);
		this.waiting.add(execution);
		// As long as a place is free, all that wait are of busy chats.
		this.serve([execution]);
		for (const surplus of this.waiting.surplus()) surplus.drop();
	}

	/** Begins executions whose chat and place are free. */
	serve(waiting: Iterable<PendingExecution> = this.waiting): void {
		const running = this.ownRunning;
		const busy = new Set(running.map(({ busyChat }) => busyChat));
		let free = this.limits.parallel - running.filter(({ hasPlace }) => hasPlace).length;
		for (const execution of waiting) {
			if (free <= 0 || !this.isHere) return;
			const { busyChat: chat } = execution;
			if (chat !== undefined && busy.has(chat)) continue;
			busy.add(chat);
			free--;
			this.waiting.delete(execution);
			this.running.add(execution);
			execution.run(execution);
		}
	}

	/** n8n has reported the end of an execution that ran for these milliseconds. */
	noteDuration(ms: number): void {
		this.longestLately = Math.max(ms, (this.longestLately ?? 0) * FADES);
	}

	/** Endless before the first report: nobody knows how long the executions of this workflow take. */
	get lostAfterMs(): number {
		return Math.max(LOST_AFTER_MS, LOST_AFTER_LONGEST * (this.longestLately ?? Infinity));
	}

	/** What was dropped since the last call. */
	takeNews() {
		return this.waiting.takeNews();
	}

	get waitingCount(): number {
		return this.waiting.size;
	}

	/** Checks for executions of any trigger that have held something for too long; call it regularly. */
	check(): void {
		for (const execution of this.running) execution.check();
	}
}
