import { hash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { Bounded, ticks } from '../api/basics';
import type { Context } from '../update/context';
import type { Findings } from './findings';
import { plain, withoutAccents } from './spelling';

/** How many people and texts have their messages counted; about 10 MB each at most. The latest are kept. */
const MOST_KEPT = 10_000;
/** The most messages kept of one person, or of one text. */
const MOST_MESSAGES = 200;

/** Equal texts count as copies within this time. */
const SAME_TEXT_SECONDS = 3600;
const DAY_SECONDS = 24 * 3600;
/** A shorter text, such as a greeting, does not count as a copy. */
const SHORTEST_COPY = 20;

/** Messages may come in another order. What is later by more than this was seen before a clock was set back. */
const DISORDER_SECONDS = 10;

/**
 * Whether something happened less than this many seconds before something else, by the same clock. False if
 * the clock was set back meanwhile: we cannot tell, and people are punished for it.
 */
const isWithin = (seconds: number, before: number, now: number): boolean =>
	now - before < seconds && before - now <= DISORDER_SECONDS;

interface Seen {
	chatId: unknown;
	messageId: unknown;
	/** The parts of an album count as one message. */
	countedAs: unknown;
	/** In seconds, by the clock of the server. */
	date: number;
	isNamed: boolean;
	/** The findings when it came, reused if it comes again. */
	findings?: Findings;
}

/** Who wrote a message: a person, or the channel or group in whose name they write. */
function writerOf({ sender_chat: chat, from }: IDataObject): string {
	const { id } = (chat ?? from ?? {}) as IDataObject;
	return String(id);
}

const keyOf = ({ chatId, message }: Context) => `${chatId}:${writerOf(message)}`;

/** The key of a text and its writer; undefined if the text is too short to count as a copy. */
function copyKeyOf({ message }: Context, written: string): string | undefined {
	const text = withoutAccents(plain(written)).replace(/\s\s+/g, ' ').trim();
	if (text.length < SHORTEST_COPY) return undefined;
	return `${writerOf(message)}:${hash('sha256', text).slice(0, 16)}`;
}

/** The messages that no item has listed yet; marks them as listed. */
function nameNew(all: Seen[]): Seen[] {
	const fresh = all.filter(({ isNamed }) => !isNamed);
	for (const seen of fresh) seen.isNamed = true;
	return fresh;
}

/** Recent messages of a person, or with one text. */
class SeenLately extends Bounded<string, Seen[]> {
	constructor() {
		super(MOST_KEPT);
	}

	/** The findings for a new message and those before it. A repeated message gets its earlier findings. */
	find(
		key: string,
		{ kind, message, chat: { id: chatId } }: Context,
		seconds: number,
		judge: (all: Seen[], now: Seen) => Findings | undefined,
	): Findings | undefined {
		if (kind !== 'message') return undefined;
		const { message_id: messageId, media_group_id: album, date } = message;
		const at = Number(date ?? ticks() / 1000);
		const known = this.get(key) ?? [];
		const isSame = (seen: Seen) =>
			seen.chatId === chatId &&
			seen.messageId === messageId &&
			// A server that was reset reuses its IDs for other messages.
			(date === undefined || seen.date === at);
		const before = known.find(isSame);
		if (before) return before.findings;
		const now: Seen = {
			chatId,
			messageId,
			countedAs: album ?? messageId,
			date: at,
			isNamed: false,
		};
		const lately = known.filter((seen) => isWithin(seconds, seen.date, at));
		const all = [...lately, now].slice(-MOST_MESSAGES);
		this.set(key, all);
		now.findings = judge(all, now);
		return now.findings;
	}

	/** Forgets some messages of a key. Those that are `listed` have not been listed. */
	takeBack(key: string, isMeant: (seen: Seen) => boolean, listed: (seen: Seen) => boolean): void {
		const all = this.get(key) ?? [];
		for (const seen of all) seen.isNamed &&= !listed(seen);
		const others = all.filter((seen) => !isMeant(seen));
		all.splice(0, all.length, ...others);
		if (all.length === 0) this.delete(key);
	}
}

/** What a trigger saw recently, to detect repetition. Lost when n8n stops. */
export class Repeats {
	/** By chat and person. */
	private readonly persons = new SeenLately();

	/** By person and text. */
	private readonly texts = new SeenLately();

	/** By chat and person, for slow mode. */
	private readonly paces = new SeenLately();

	/** By chat and person: messages within the daily limit. */
	private readonly days = new SeenLately();

	/** The first messages of those who have joined, by chat and person. */
	private readonly newcomers = new Bounded<string, { joined: number; first: unknown[] }>(MOST_KEPT);

	/**
	 * Whether a person wrote too many messages in one chat within some seconds. The first message above the
	 * limit lists all their IDs; each later one lists its own.
	 */
	findFlood(update: Context, most: number, seconds: number): Findings | undefined {
		return this.persons.find(keyOf(update), update, seconds, (all) => {
			const count = new Set(all.map(({ countedAs }) => countedAs)).size;
			if (count <= most) return undefined;
			const isFirst = !all.some(({ isNamed }) => isNamed);
			const messageIds = nameNew(all).map(({ messageId }) => messageId);
			return { flood: { count, messageIds, isFirst } };
		});
	}

	/** Whether a person wrote again too soon. A message that breaks this rule does not extend the wait. */
	findHaste(update: Context, seconds: number): Findings | undefined {
		return this.paces.find(keyOf(update), update, seconds, (all, now) => {
			const last = all.filter((seen) => seen !== now && !seen.findings).at(-1);
			if (!last || last.countedAs === now.countedAs) return undefined;
			return { slowMode: { secondsLeft: Math.ceil(last.date + seconds - now.date) } };
		});
	}

	/** Whether a person wrote too much in 24 hours. Messages above the limit do not extend the wait. */
	findDaily(update: Context, most: number): Findings | undefined {
		const key = keyOf(update);
		return this.days.find(key, update, DAY_SECONDS, (all, now) => {
			if (new Set(all.map(({ countedAs }) => countedAs)).size <= most) return undefined;
			const within = all.filter((seen) => seen !== now);
			this.days.set(key, within);
			return { daily: { secondsLeft: Math.ceil(all[0]!.date + DAY_SECONDS - now.date) } };
		});
	}

	/** Whether a message is among the first of a new member, also in its edited versions. */
	isOfNewcomer(update: Context, most: number): boolean {
		const { message, kind, joinedAt: joined } = update;
		if (joined === undefined) return false;
		const known = this.newcomers.get(keyOf(update));
		const first = known?.joined === joined ? known.first : [];
		const countedAs = message.media_group_id ?? message.message_id;
		if (first.includes(countedAs)) return true;
		if (first.length >= most || kind !== 'message') return false;
		first.push(countedAs);
		this.newcomers.set(keyOf(update), { joined, first });
		return true;
	}

	/**
	 * Whether a person wrote the same text in several chats within an hour, in any spelling of its letters. The
	 * first message that breaks the rule lists all of them; each later one lists itself.
	 *
	 * @param written what the person wrote in the message
	 * @param fewest how many chats count as several
	 */
	findSameText(update: Context, written: string, fewest: number): Findings | undefined {
		const key = copyKeyOf(update, written);
		if (key === undefined) return undefined;
		return this.texts.find(key, update, SAME_TEXT_SECONDS, (all) => {
			const chats = new Set(all.map(({ chatId }) => chatId)).size;
			if (chats < fewest) return undefined;
			const messages = nameNew(all).map(({ chatId, messageId }) => ({ chatId, messageId }));
			return { sameText: { chats, messages } };
		});
	}

	/**
	 * A message does not count, because its writer is not judged by the rules.
	 *
	 * @param findings what it was found to break: it has listed none of these messages
	 * @param elsewhere chats in which copies of it do not count either
	 */
	takeBack(
		update: Context,
		written: string,
		{ flood, sameText }: Findings,
		elsewhere: unknown[] = [],
	): void {
		const { kind, message, chat } = update;
		if (kind !== 'message') return;
		const isOwn = (seen: Seen) => seen.chatId === chat.id && seen.messageId === message.message_id;
		const inFlood = ({ messageId }: Seen) => flood?.messageIds.includes(messageId) === true;
		const key = keyOf(update);
		for (const seen of [this.persons, this.paces, this.days]) seen.takeBack(key, isOwn, inFlood);
		const newcomer = this.newcomers.get(key);
		const countedAs = message.media_group_id ?? message.message_id;
		if (newcomer) newcomer.first = newcomer.first.filter((one) => one !== countedAs);
		const isCopy = (seen: Seen) => isOwn(seen) || elsewhere.includes(seen.chatId);
		const isListed = ({ chatId, messageId }: Seen) =>
			sameText?.messages.some((one) => one.chatId === chatId && one.messageId === messageId) ===
			true;
		const copies = copyKeyOf(update, written);
		if (copies !== undefined) this.texts.takeBack(copies, isCopy, isListed);
	}

	/** What a person wrote in a chat until now does not count. */
	forget(chatId: string, personId: string): void {
		const key = `${chatId}:${personId}`;
		for (const seen of [this.persons, this.paces, this.days, this.newcomers]) seen.delete(key);
		const isHere = (seen: Seen) => String(seen.chatId) === chatId;
		for (const copies of this.texts.keys()) {
			if (copies.startsWith(`${personId}:`)) this.texts.takeBack(copies, isHere, () => false);
		}
	}
}

/** How many chats have their joins counted, and how many joins per chat; the latest are kept. */
const MOST_CHATS = 1000;
const MOST_JOINS = 20_000;

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
	readonly seen = new Bounded<string, Join>(MOST_JOINS);
	/** Joins that no item lists yet. */
	unnamed: Join[] = [];
	/** In seconds: the time of the last join that started an item. */
	foundAt = -Infinity;
	/** The last finding, if its item is not made yet: later joins are added to it. */
	waiting?: Raid;

	forgetBefore(date: number, seconds: number): void {
		for (const [key, join] of this.seen) {
			if (isWithin(seconds, join.date, date)) return;
			this.seen.delete(key);
		}
	}
}

/** Detects when many people join a chat at once. Forgets everything when n8n stops. */
export class Raids {
	private readonly chats = new Bounded<string, Joins>(MOST_CHATS);

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
		// If the workflow was stopped, that item may never be made: then another join replaces it.
		if ((joins.waiting && isRecent) || fresh.length === 0) return undefined;
		const isFirst = !joins.waiting && !isRecent;
		if (isFirst) joins.unnamed = joins.unnamed.filter((join) => isWithin(seconds, join.date, date));
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
