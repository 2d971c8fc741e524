import type { Findings } from './findings';
import { Bounded } from '../api/bounded';
import { joinedBy } from '../update/membership';
import { messageOf, payloadOf, type Update } from '../update/update';

/** Chats of which joins are counted, and joins of one chat; those seen last are kept. */
const MOST_CHATS = 1000;
const MOST_JOINS = 20_000;

interface Join {
	userId: unknown;
	/** In seconds, by the clock of the server. */
	date: number;
	update: number;
	/** What was found when it came: the same if it comes again. */
	findings: Findings;
}

/** Who joined a chat lately, in this order. */
class Joins {
	/** By the number of the person. */
	readonly seen = new Bounded<string, Join>(MOST_JOINS);
	/** Those that no item has named yet. */
	unnamed: Join[] = [];
	/** When an item named some, in seconds. */
	namedAt = -Infinity;

	forgetUntil(date: number): void {
		for (const [key, join] of this.seen) {
			if (join.date > date) return;
			this.seen.delete(key);
		}
	}
}

/** Notices when many people join a chat at once; what it has seen is lost when n8n stops. */
export class Raids {
	private readonly chats = new Bounded<string, Joins>(MOST_CHATS);

	/**
	 * Whether more people than allowed have joined a chat within some seconds. The join that is one too
	 * many brings all of them, each further one itself. Who is announced twice counts once.
	 */
	find(update: Update, chatId: string, most: number, seconds: number): Findings {
		const joins = this.chats.get(chatId) ?? new Joins();
		this.chats.set(chatId, joins);
		const date = Number(messageOf(update).date ?? payloadOf(update).date ?? Date.now() / 1000);
		joins.forgetUntil(date - seconds);
		const ids = joinedBy(update).map(({ id }) => id);
		const known = ids.map((id) => joins.seen.get(String(id)));
		const before = known.find((join) => join?.update === update.update_id);
		if (before) return before.findings;
		const findings: Findings = {};
		const fresh = ids
			.filter((_id, index) => !known[index])
			.map((userId) => ({ userId, date, update: update.update_id, findings }));
		for (const join of fresh) joins.seen.set(String(join.userId), join);
		joins.unnamed.push(...fresh);
		const count = joins.seen.size;
		if (count <= most || fresh.length === 0) {
			joins.unnamed = joins.unnamed.slice(-most);
			return findings;
		}
		const lately = joins.unnamed.filter((join) => join.date > date - seconds);
		const isFirst = joins.namedAt <= date - seconds;
		findings.raid = { count, userIds: lately.map(({ userId }) => userId), isFirst };
		Object.assign(joins, { unnamed: [], namedAt: date });
		return findings;
	}
}
