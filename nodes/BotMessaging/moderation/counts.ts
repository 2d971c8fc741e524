import { hash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { type Bound, Bounded, ticks } from '../api/basics';
import { BOUNDS, GivenUp } from '../api/bounds';
import type { Context } from '../update/context';
import type { Findings } from './findings';
import {
	AllCount,
	type Counted,
	isNearby,
	isWithinSeconds,
	markOf,
	PersonCounts,
} from './personCounts';
import { plain, withoutAccents } from './spelling';

/** The most messages kept of one person, or of one text. */
const MOST_MESSAGES = 200;

/** Equal texts count as copies within this time. */
const SAME_TEXT_SECONDS = 3600;
const DAY_SECONDS = 24 * 3600;
/** A shorter text, such as a greeting, does not count as a copy. */
const SHORTEST_COPY = 20;

export const REACTION = 'message_reaction';

interface Seen {
	chatId: unknown;
	/** A reaction has none of its own. */
	messageId?: unknown;
	/** The parts of an album count as one message. */
	countedAs: unknown;
	/** In seconds, by the clock of the server. */
	date: number;
	/** The one whose item has listed it. */
	namedBy?: Seen;
	/** The findings when it came, reused if it comes again. */
	findings?: Findings;
}

/** Who wrote a message: a person, or the channel or group in whose name they write. */
function writerOf({ sender_chat: chat, from }: IDataObject): string {
	const { id } = (chat ?? from ?? {}) as IDataObject;
	return String(id);
}

const countKeyOf = ({ chatId, kind, message, payload }: Context) =>
	`${chatId}:${writerOf(kind === REACTION ? { from: payload.user } : message)}`;

/** Which message it is, and what counts as one. */
const marksOf = ({ kind, message, identity }: Context) =>
	kind === REACTION
		? { messageId: undefined, countedAs: identity }
		: { messageId: message.message_id, countedAs: message.media_group_id ?? message.message_id };

/** Whether an update is what was seen. */
const isOf = (update: Context) => {
	const { messageId, countedAs } = marksOf(update);
	return (seen: Seen) =>
		seen.chatId === update.chat.id &&
		seen.messageId === messageId &&
		(messageId !== undefined || seen.countedAs === countedAs);
};

/** The key of a text and its writer; undefined if the text is too short to count as a copy. */
function copyKeyOf({ message }: Context, written: string): string | undefined {
	const text = withoutAccents(plain(written)).replace(/\s\s+/g, ' ').trim();
	if (text.length < SHORTEST_COPY) return undefined;
	return `${writerOf(message)}:${hash('sha256', text).slice(0, 16)}`;
}

/** What counts of a message. */
function countedIn({ message }: Context): Counted {
	const { message_id: id, media_group_id: album, date: said } = message;
	const isDated = Number.isFinite(Number(said ?? undefined));
	return { date: isDated ? Number(said) : ticks() / 1000, ...markOf(id, album, isDated) };
}

/** The messages that no item has listed yet; marks them as listed by the last one. */
function nameNew(all: Seen[]): Seen[] {
	const fresh = all.filter(({ namedBy }) => !namedBy);
	for (const seen of fresh) seen.namedBy = all.at(-1);
	return fresh;
}

/** Recent messages of a person, or with one text. */
class SeenLately extends Bounded<string, Seen[]> {
	/** Until when, in seconds, and for how long what is kept counts. */
	private now = -Infinity;
	private seconds = 0;

	constructor(
		private readonly row: Bound,
		private readonly givenUp: GivenUp,
	) {
		super(row);
	}

	protected override forgot(all: Seen[]): void {
		if (isWithinSeconds(this.seconds, all.at(-1)!.date, this.now)) this.givenUp.note(this.row);
	}

	/** The findings for a new message and those before it. A repeated message gets its earlier findings. */
	find(
		key: string,
		update: Context,
		seconds: number,
		judge: (all: Seen[]) => Findings | undefined,
		most = MOST_MESSAGES,
	): Findings | undefined {
		const { kind, message, payload, chat } = update;
		if (kind !== 'message' && kind !== REACTION) return undefined;
		const { date } = kind === REACTION ? payload : message;
		const at = Number(date ?? ticks() / 1000);
		const known = this.get(key) ?? [];
		const isSame = isOf(update);
		// A server that was reset reuses its IDs for other messages.
		const before = known.find((seen) => isSame(seen) && (date === undefined || seen.date === at));
		if (before) return before.findings;
		// No property is added or spread: that costs as much memory again, for each text of an hour.
		const { messageId, countedAs } = marksOf(update);
		const now: Seen = { chatId: chat.id, messageId, countedAs, date: at };
		const lately = known.filter((seen) => isWithinSeconds(seconds, seen.date, at));
		const all = [...lately, now].slice(-most);
		[this.now, this.seconds] = [at, seconds];
		this.set(key, all);
		const findings = judge(all);
		if (findings) now.findings = findings;
		return findings;
	}

	/** Forgets some messages of a key. What the one that `isOwn` has listed has not been listed. */
	takeBack(key: string, isMeant: (seen: Seen) => boolean, isOwn?: (seen: Seen) => boolean): void {
		const all = this.get(key) ?? [];
		for (const seen of all) if (seen.namedBy && isOwn?.(seen.namedBy)) seen.namedBy = undefined;
		const others = all.filter((seen) => !isMeant(seen));
		all.splice(0, all.length, ...others);
		if (all.length === 0) this.delete(key);
	}
}

interface Newcomer {
	/** In seconds, by the clock of the server. */
	joined: number;
	first: unknown[];
}

class Newcomers extends Bounded<string, Newcomer> {
	/** Of those who joined until then, some are forgotten. They may have written more than their first messages. */
	forgottenUntil = -Infinity;

	protected override forgot({ joined }: Newcomer): void {
		this.forgottenUntil = Math.max(this.forgottenUntil, joined);
	}
}

/** What a trigger saw recently, to detect repetition. Lost when n8n stops. */
export class Repeats {
	/** By chat and person. */
	private readonly persons: SeenLately;

	/** By person and text. */
	private readonly texts: SeenLately;

	/** Messages within slow mode, within the daily limit, and those that have started the workflow. */
	private readonly counts = {
		slowMode: new PersonCounts(BOUNDS.slowMode),
		daily: new PersonCounts(BOUNDS.daily),
		dailyStarts: new PersonCounts(BOUNDS.dailyStarts, isNearby),
	};

	/** Messages of all people that have started the workflow. */
	private readonly startsOfAll = new AllCount();

	/** The first messages of those who have joined, by chat and person. */
	private readonly newcomers = new Newcomers(BOUNDS.newcomers);

	constructor(private readonly givenUp = new GivenUp()) {
		this.persons = new SeenLately(BOUNDS.flood, givenUp);
		this.texts = new SeenLately(BOUNDS.sameText, givenUp);
	}

	/**
	 * Whether a person wrote too many messages in one chat within some seconds. The first message above the
	 * limit lists all their IDs; each later one lists its own. Reactions count, but have no ID.
	 */
	findFlood(update: Context, most: number, seconds: number): Findings | undefined {
		const judge = (all: Seen[]): Findings | undefined => {
			const count = new Set(all.map(({ countedAs }) => countedAs)).size;
			if (count <= most) return undefined;
			const isFirst = !all.some(({ namedBy }) => namedBy);
			const messageIds = nameNew(all).flatMap(({ messageId }) => messageId ?? []);
			return { flood: { count, messageIds, isFirst } };
		};
		const kept = Math.max(MOST_MESSAGES, most + 1);
		return this.persons.find(countKeyOf(update), update, seconds, judge, kept);
	}

	/** Whether a person wrote again too soon. A message that breaks this rule does not extend the wait. */
	findHaste(update: Context, seconds: number): Findings | undefined {
		const secondsLeft = this.secondsLeft('slowMode', update, 1, seconds);
		return secondsLeft ? { slowMode: { secondsLeft } } : undefined;
	}

	/** Whether a person wrote too much in 24 hours. Messages above the limit do not extend the wait. */
	findDaily(update: Context, most: number): Findings | undefined {
		const secondsLeft = this.secondsLeft('daily', update, most, DAY_SECONDS);
		return secondsLeft ? { daily: { secondsLeft } } : undefined;
	}

	/**
	 * Whether fewer than `most` messages of a person have started the workflow within 24 hours. What cannot be
	 * counted starts nothing: this limits what a workflow costs.
	 */
	mayStart(update: Context, most: number): boolean {
		return this.secondsLeft('dailyStarts', update, most, DAY_SECONDS) === 0;
	}

	/** The same for the messages of all people. */
	mayStartForAll(update: Context, most: number): boolean {
		if (update.kind !== 'message') return true;
		const { date, mark, isAnyTime } = countedIn(update);
		const key = `${update.chatId}:${mark}:${isAnyTime ? '' : date}`;
		return this.startsOfAll.count(key, date, most, DAY_SECONDS);
	}

	/** Seconds until one more message of a person can count; 0 if this one does; undefined without room. */
	private secondsLeft(
		limit: keyof typeof this.counts,
		update: Context,
		most: number,
		seconds: number,
	): number | undefined {
		if (update.kind !== 'message') return 0;
		const left = this.counts[limit].count(countKeyOf(update), countedIn(update), most, seconds);
		if (left === undefined) this.givenUp.note(BOUNDS[limit]);
		return left;
	}

	/** Whether a message is among the first of a new member, also in its edited versions. */
	isOfNewcomer(update: Context, most: number): boolean {
		const { message, kind, joinedAt: joined } = update;
		if (joined === undefined) return false;
		const known = this.newcomers.get(countKeyOf(update));
		if (!known && joined <= this.newcomers.forgottenUntil) {
			this.givenUp.note(BOUNDS.newcomers);
			return false;
		}
		const first = known?.joined === joined ? known.first : [];
		const countedAs = message.media_group_id ?? message.message_id;
		if (first.includes(countedAs)) return true;
		if (first.length >= most || kind !== 'message') return false;
		first.push(countedAs);
		this.newcomers.set(countKeyOf(update), { joined, first });
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

	/** A message does not count, and no copy `elsewhere`: it has listed none of them after all. */
	takeBack(update: Context, written: string, elsewhere: unknown[] = []): void {
		const { kind, message } = update;
		const isOwn = isOf(update);
		const key = countKeyOf(update);
		this.persons.takeBack(key, isOwn, isOwn);
		if (kind !== 'message') return;
		const { mark } = countedIn(update);
		for (const counts of [this.counts.slowMode, this.counts.daily]) counts.takeBack(key, mark);
		const newcomer = this.newcomers.get(key);
		const countedAs = message.media_group_id ?? message.message_id;
		if (newcomer) newcomer.first = newcomer.first.filter((one) => one !== countedAs);
		const isCopy = (seen: Seen) => isOwn(seen) || elsewhere.includes(seen.chatId);
		const copies = copyKeyOf(update, written);
		if (copies !== undefined) this.texts.takeBack(copies, isCopy, isOwn);
	}

	/** What a person wrote in a chat until now does not count. */
	forget(chatId: string, personId: string): void {
		const key = `${chatId}:${personId}`;
		for (const seen of [this.persons, this.newcomers]) seen.delete(key);
		for (const counts of [this.counts.slowMode, this.counts.daily]) counts.takeBack(key);
		const isHere = (seen: Seen) => String(seen.chatId) === chatId;
		for (const copies of this.texts.keys()) {
			if (copies.startsWith(`${personId}:`)) this.texts.takeBack(copies, isHere);
		}
	}
}
