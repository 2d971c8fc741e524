import { Bounded, ticks } from '../api/basics';
import { BOUNDS, GivenUp } from '../api/bounds';
import type { Context } from '../update/context';
import type { Findings } from './findings';
import { isWithinSeconds } from './personCounts';

type Raid = NonNullable<Findings['raid']>;

interface Join {
	userId: unknown;
	/** In server seconds. */
	date: number;
	update: number;
	/** The result when it came, reused if it comes again. */
	findings: Pick<Findings, 'raid'>;
}

/** Recent joins of a chat, in order. */
class Joins {
	/** By the person's ID. */
	readonly seen = new Bounded<string, Join>(BOUNDS.raidJoins);
	/** When the last person joined, in server seconds. */
	lastAt = -Infinity;
	/** Joins that no item lists yet. */
	unnamed: Join[] = [];
	/** In seconds: the time of the last join that started an item. */
	foundAt = -Infinity;
	/** The last finding, if its item is not made yet: later joins are added to it. */
	waiting?: Raid;

	forgetBefore(date: number, seconds: number): void {
		for (const [key, join] of this.seen) {
			if (isWithinSeconds(seconds, join.date, date)) return;
			this.seen.delete(key);
		}
	}
}

class JoinsOfChats extends Bounded<string, Joins> {
	/** Until when, in seconds, and for how long joins count. */
	now = -Infinity;
	seconds = 0;

	constructor(private readonly givenUp: GivenUp) {
		super(BOUNDS.raidChats);
	}

	protected override forgot({ lastAt }: Joins): void {
		if (isWithinSeconds(this.seconds, lastAt, this.now)) this.givenUp.note(BOUNDS.raidChats);
	}
}

/** Detects when many people join a chat at once. Forgets everything when n8n stops. */
export class Raids {
	private readonly chats: JoinsOfChats;

	constructor(givenUp = new GivenUp()) {
		this.chats = new JoinsOfChats(givenUp);
	}

	/**
	 * Whether too many people have joined a chat within some seconds. The first join above the limit lists all
	 * of them. Of the joins after that, the first one waits for its item, and the others are added to it: a
	 * chat that has one execution at a time gets one for many joins. A join that is announced twice counts
	 * once.
	 */
	find(
		{ raw: { update_id: update }, joined, date: said, chatId }: Context,
		most: number,
		seconds: number,
	): Join['findings'] | undefined {
		if (joined.length === 0) return undefined;
		const joins = this.chats.get(chatId) ?? new Joins();
		const date = Number.isNaN(said) ? ticks() / 1000 : said;
		Object.assign(this.chats, { now: date, seconds });
		joins.lastAt = date;
		this.chats.set(chatId, joins);
		joins.forgetBefore(date, seconds);
		const known = joined.map(({ id }) => joins.seen.get(String(id)));
		const before = known.find((join) => join?.update === update);
		if (before) return before.findings.raid && before.findings;
		const findings: Join['findings'] = {};
		const fresh = joined
			.filter((_person, index) => !known[index])
			.map(({ id: userId }) => ({ userId, date, update, findings }));
		for (const join of fresh) joins.seen.set(String(join.userId), join);
		joins.unnamed.push(...fresh);
		const isRecent = isWithinSeconds(seconds, joins.foundAt, date);
		// If the workflow was stopped, that item may never be made: then another join replaces it.
		if ((joins.waiting && isRecent) || fresh.length === 0) return undefined;
		const isFirst = !joins.waiting && !isRecent;
		if (isFirst)
			joins.unnamed = joins.unnamed.filter((join) => isWithinSeconds(seconds, join.date, date));
		const count = joins.seen.size;
		if (count <= most) return undefined;
		findings.raid = joins.waiting = { count, userIds: [], isFirst };
		joins.foundAt = date;
		return findings;
	}

	/** A join does not count: if it started a raid, another join does. */
	takeBack({ joined, chatId }: Context, raid?: Raid): void {
		const joins = this.chats.get(chatId);
		if (!joins) return;
		const ids = new Set<unknown>(joined.map(({ id }) => id));
		for (const id of ids) joins.seen.delete(String(id));
		joins.unnamed = joins.unnamed.filter(({ userId }) => !ids.has(userId));
		if (raid === undefined || joins.waiting !== raid) return;
		joins.waiting = undefined;
		if (raid.isFirst) joins.foundAt = -Infinity;
	}

	/** Adds everyone who has joined until now, just before the item is made. */
	complete(raid: Raid, chatId: string): void {
		const joins = this.chats.get(chatId);
		if (!joins) return;
		raid.userIds.push(...joins.unnamed.map(({ userId }) => userId));
		joins.unnamed = [];
		if (joins.waiting === raid) joins.waiting = undefined;
	}

	/** Gives up items that are not made: another join of the raid gets one. */
	abandon(): void {
		for (const joins of this.chats.values()) joins.waiting = undefined;
	}
}
