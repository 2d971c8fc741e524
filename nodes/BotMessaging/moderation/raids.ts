import type { Findings } from './findings';
import { Bounded, ticks } from '../api/basics';
import type { Context } from '../update/context';
import { isWithin } from './repeats';

/** Chats of which joins are counted, and joins of one chat; those seen last are kept. */
const MOST_CHATS = 1000;
const MOST_JOINS = 20_000;

type Raid = NonNullable<Findings['raid']>;

interface Join {
	userId: unknown;
	/** In seconds, by the clock of the server. */
	date: number;
	update: number;
	/** What was found when it came: the same if it comes again. */
	findings: Pick<Findings, 'raid'>;
}

/** Who joined a chat lately, in this order. */
class Joins {
	/** By the number of the person. */
	readonly seen = new Bounded<string, Join>(MOST_JOINS);
	/** Those that no item names yet. */
	unnamed: Join[] = [];
	/** When the last join came that an item was made of, in seconds. */
	foundAt = -Infinity;
	/** What was found last, if its item is not made yet: those who join meanwhile will be in it. */
	waiting?: Raid;

	forgetBefore(date: number, seconds: number): void {
		for (const [key, join] of this.seen) {
			if (isWithin(seconds, join.date, date)) return;
			this.seen.delete(key);
		}
	}
}

/** Notices when many people join a chat at once; what it has seen is lost when n8n stops. */
export class Raids {
	private readonly chats = new Bounded<string, Joins>(MOST_CHATS);

	/**
	 * Whether more people than allowed have joined a chat within some seconds. The join that is one too
	 * many names all of them. Of those who join further, the first one waits for its item, and the others
	 * are added to it: a chat that has an execution at a time gets one for many joins. Who is announced
	 * twice counts once.
	 */
	find(
		{ raw: { update_id: update }, joined, date: said, chatId }: Context,
		most: number,
		seconds: number,
	): Join['findings'] | undefined {
		if (joined.length === 0) return undefined;
		const joins = this.chats.get(chatId) ?? new Joins();
		this.chats.set(chatId, joins);
		const date = Number.isNaN(said) ? ticks() / 1000 : said;
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
		const isRecent = isWithin(seconds, joins.foundAt, date);
		// The item may never be made, if the workflow was stopped: then another join takes its place.
		if ((joins.waiting && isRecent) || fresh.length === 0) return undefined;
		const isFirst = !joins.waiting && !isRecent;
		if (isFirst) joins.unnamed = joins.unnamed.filter((join) => isWithin(seconds, join.date, date));
		const count = joins.seen.size;
		if (count <= most) return undefined;
		findings.raid = joins.waiting = { count, userIds: [], isFirst };
		joins.foundAt = date;
		return findings;
	}

	/** Names in what was found all who have joined until now: its item is made. */
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
