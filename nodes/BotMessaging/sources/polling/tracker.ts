import { Bounded } from '../../api/basics';
import { BOUNDS } from '../../api/bounds';
import type { Context } from '../../update/context';
import { registry } from '../../memory/registry';
import { RunningExecutions, SubscriptionUpdates, type TrackedUpdate } from './subscriptionUpdates';

interface ListedUpdate {
	/** Its number, which confirms it. */
	id: number;
	identity: string;
	/** Absent if it cannot be read. */
	update?: Context;
	/** The same if the server shows it again with something new, such as another name of its writer. */
	core?: string;
}

/**
 * What the server lists of one bot at one address, and the state of each update in each subscription. It alone
 * decides what is confirmed, which trigger gets which update, what is saved for a crash, and what comes again.
 */
export class UpdateTracker {
	private readonly subscriptions = new Map<string, SubscriptionUpdates>();

	/** The last list of the server, without confirmed updates, ordered by number. */
	private listed: ListedUpdate[] = [];

	/** By identity. */
	private readonly confirmed = new Bounded<string, true>(BOUNDS.confirmed);

	/** All lower numbers were confirmed. */
	private offset?: number;

	/** The server hides confirmed updates only if each request repeats the offset. */
	private needsOffset = false;

	/** In ticks: the server has shown everything that came before. */
	private allSince = -Infinity;
	/** The latest date of an update, in server seconds: the server lists updates in order. */
	private lastDate = -Infinity;

	/** @param id of the subscription: the same in each publication */
	of(id: string): SubscriptionUpdates {
		const updates =
			this.subscriptions.get(id) ?? new SubscriptionUpdates(registry.part(RunningExecutions));
		this.subscriptions.set(id, updates);
		return updates;
	}

	/** Whether the server lists only confirmed updates. */
	get isEmpty(): boolean {
		return this.listed.length === 0;
	}

	/**
	 * Notes what the server lists.
	 *
	 * @param unreadable the numbers of updates that are skipped
	 * @param offset what the request confirmed: all lower updates
	 * @param allSince when the request began, in ticks, if the list is complete
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
		const known = new Map<string | undefined, ListedUpdate>();
		for (const one of this.listed) known.set(one.core, one);
		const shown: ListedUpdate[] = [
			...updates.map((update) => {
				const { raw, kind, chat, user, payload, identity } = update;
				const {
					id: press,
					message_id: message,
					date = press ?? identity,
					edit_date: edited,
				} = payload;
				const parts = [raw.update_id, kind, chat.id, user.id, press, message, date, edited];
				const core = JSON.stringify(parts);
				return known.get(core) ?? { id: raw.update_id, identity, update, core };
			}),
			...unreadable.map((id) => ({ id, identity: `${id}-unreadable` })),
		];
		// A server can list an update twice.
		const different = [...new Map(shown.map((one) => [one.identity, one])).values()];
		const listed = different.filter(({ identity }) => !this.confirmed.has(identity));
		this.needsOffset ||= listed.length < different.length;
		this.listed = listed.sort((one, other) => one.id - other.id);
		const identities = new Set(listed.map(({ identity }) => identity));
		this.allSince = Math.max(this.allSince, allSince);
		const dates = updates.map((one) => one.date).filter((date) => !Number.isNaN(date));
		this.lastDate = Math.max(this.lastDate, ...dates);
		const isAll = allSince > -Infinity;
		for (const one of this.subscriptions.values()) one.forgetOthers(identities, isAll);
	}

	/** Whether the server has shown everything up to a time in ticks, or up to a date. */
	hasAllSince(time: number, date: number): boolean {
		return this.allSince >= time || this.lastDate > date;
	}

	/** Whether some updates are still being judged. */
	get isJudging(): boolean {
		return [...this.subscriptions.values()].some((one) => one.isJudging);
	}

	/**
	 * The offset of the next request: behind the last update that all subscriptions are done with. Nothing if
	 * they are done with nothing: on a server that counts from the beginning, any number could confirm unseen
	 * updates.
	 *
	 * @param ids of the subscriptions that count; all if empty
	 */
	offsetFor(ids: string[]): number | undefined {
		const open = this.listed.find((one) => !this.isSafe(one, ids));
		const last = this.listed.filter(({ id }) => !open || id < open.id).at(-1);
		if (last) return last.id + 1;
		return this.lastOffset;
	}

	/** The offset that confirms nothing new. */
	get lastOffset(): number | undefined {
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

	/** Updates that the server must still keep for a subscription. */
	unsafeFor(id: string): TrackedUpdate[] {
		const states = this.listed.flatMap(({ identity }) => this.of(id).stateOf(identity) ?? []);
		return states.filter(({ isSafe }) => !isSafe);
	}

	endedFor(id: string): string[] {
		const identities = this.listed.map(({ identity }) => identity);
		return identities.filter((identity) => this.of(id).stateOf(identity)?.isOpen === false);
	}
}
