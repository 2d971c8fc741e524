import { Bounded } from '../../api/basics';
import type { Context } from '../../update/context';
import { SubscriptionUpdates, type TrackedUpdate } from './subscriptionUpdates';

/** Updates that were confirmed and are known again if the server lists them all the same: 1 MB. */
const MOST_CONFIRMED = 10_000;

interface ListedUpdate {
	/** The number by which it is confirmed. */
	id: number;
	identity: string;
	/** Absent if it cannot be read. */
	update?: Context;
}

/**
 * All that is known of the updates of one bot at one address: what the server lists, and how far each
 * subscription is with it. It alone says what is confirmed, which trigger gets which update, what is
 * written down for the time after a crash, and what comes again.
 */
export class UpdateTracker {
	private readonly subscriptions = new Map<string, SubscriptionUpdates>();

	/** What the server listed last, without what was confirmed. In the order of the numbers. */
	private listed: ListedUpdate[] = [];

	/** By identity. */
	private readonly confirmed = new Bounded<string, true>(MOST_CONFIRMED);

	/** All below it was confirmed. */
	private offset?: number;

	/** The server leaves out what was confirmed only if the request says so each time. */
	private needsOffset = false;

	/** The server has shown all that had come by then, in ticks. */
	private allSince = -Infinity;
	/** The latest date of what it has shown, in its seconds: it shows what comes in its order. */
	private lastDate = -Infinity;

	/** The server lists what was confirmed although the request said so. */
	ignoresOffset = false;

	/** @param id of the subscription: the same in each publication */
	of(id: string): SubscriptionUpdates {
		const updates = this.subscriptions.get(id) ?? new SubscriptionUpdates();
		this.subscriptions.set(id, updates);
		return updates;
	}

	/** Whether the server lists nothing that was not confirmed. */
	get isEmpty(): boolean {
		return this.listed.length === 0;
	}

	/**
	 * Notes what the server lists.
	 *
	 * @param unreadable the numbers of what is passed over
	 * @param offset what the request confirmed: all updates below it
	 * @param allSince when the request began, in ticks, if the server lists all that it has
	 */
	list(
		updates: Context[],
		unreadable: number[],
		offset: number | undefined,
		allSince = -Infinity,
	): void {
		if (offset !== undefined) {
			const before = this.listed.filter(({ id }) => id < offset);
			for (const { identity } of before) this.confirmed.set(identity, true);
			this.offset = offset;
		}
		const shown: ListedUpdate[] = [
			...updates.map((update) => ({ id: update.raw.update_id, identity: update.identity, update })),
			...unreadable.map((id) => ({ id, identity: `${id}-unreadable` })),
		];
		const listed = shown.filter(({ identity }) => !this.confirmed.has(identity));
		const isRepeated = listed.length < shown.length;
		this.ignoresOffset = isRepeated && offset !== undefined;
		this.needsOffset ||= isRepeated;
		this.listed = listed.sort((one, other) => one.id - other.id);
		const identities = new Set(listed.map(({ identity }) => identity));
		this.allSince = Math.max(this.allSince, allSince);
		const dates = updates.map((one) => one.date).filter((date) => !Number.isNaN(date));
		this.lastDate = Math.max(this.lastDate, ...dates);
		const isAll = allSince > -Infinity;
		for (const one of this.subscriptions.values()) one.forgetOthers(identities, isAll);
	}

	/** Whether the server has shown all that had come by a time in ticks, or by a date. */
	hasAllSince(time: number, date: number): boolean {
		return this.allSince >= time || this.lastDate > date;
	}

	/** Whether it is not known yet what becomes of some updates. */
	get isJudging(): boolean {
		return [...this.subscriptions.values()].some((one) => one.isJudging);
	}

	/**
	 * Where the next request begins: behind what all are done with. Nothing if there is nothing to
	 * confirm: any number could confirm what nobody has seen if the server counts from the beginning.
	 *
	 * @param ids of the subscriptions that count; all count if there are none
	 */
	offsetFor(ids: string[]): number | undefined {
		const open = this.listed.find((one) => !this.isSafe(one, ids));
		const last = this.listed.filter(({ id }) => !open || id < open.id).at(-1);
		if (last) return last.id + 1;
		return this.needsOffset ? this.offset : undefined;
	}

	/** Whether the server lists an update that it must not forget. */
	hasOpen(ids: string[]): boolean {
		return this.listed.some((one) => !this.isSafe(one, ids));
	}

	private isSafe({ identity, update }: ListedUpdate, ids: string[]): boolean {
		if (!update) return true;
		if (ids.length > 0) return ids.every((id) => this.of(id).stateOf(identity)?.isSafe);
		const known = [...this.subscriptions.values()].flatMap((one) => one.stateOf(identity) ?? []);
		return known.length > 0 && known.every(({ isSafe }) => isSafe);
	}

	/** What a subscription has to get now: again what it owes, and what is new to it. */
	dueFor(id: string): Context[] {
		const own = this.of(id);
		const owed = own.open.filter(({ state }) => state === 'owed');
		const fresh = this.listed.filter(({ identity }) => !own.stateOf(identity));
		return [...owed, ...fresh].flatMap(({ update }) => update ?? []);
	}

	/** What the server must not forget yet because of a subscription. */
	unsafeFor(id: string): TrackedUpdate[] {
		const states = this.listed.flatMap(({ identity }) => this.of(id).stateOf(identity) ?? []);
		return states.filter(({ isSafe }) => !isSafe);
	}

	endedFor(id: string): string[] {
		const identities = this.listed.map(({ identity }) => identity);
		return identities.filter((identity) => this.of(id).stateOf(identity)?.isOpen === false);
	}
}
