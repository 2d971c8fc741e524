import { hash } from 'crypto';

import { type Bound, Bounded, ticks } from '../api/basics';
import { BOUNDS } from '../api/bounds';

/** Messages may come in another order. What is later by more than this was seen before a clock was set back. */
const DISORDER_SECONDS = 10;

/**
 * Whether something happened less than this many seconds before something else, by the same clock. False if
 * the clock was set back meanwhile: we cannot tell, and people are punished for it.
 */
export const isWithinSeconds = (seconds: number, before: number, now: number): boolean =>
	now - before < seconds && before - now <= DISORDER_SECONDS;

/** The same for what costs money: a message that comes late makes no room for others. */
export const isNearby = (seconds: number, before: number, now: number): boolean =>
	Math.abs(now - before) < seconds;

/** A counted message takes four numbers of 32 bits: two for its person, its second + 1, and its mark. */
const WIDTH = 4;
const [SECOND, MARK] = [2, 3];

/** A second of 0 means that the message counts no more: its place is taken by the next one of the person. */
const OVER = 0;

/** Messages are kept this much longer than they count, because others may arrive late. */
const LATE_SECONDS = 3600;

/** How soon the same messages are looked through again for some that are over, if there is no room. */
const LOOK_AGAIN_MS = 60_000;

type PersonHash = readonly [first: number, second: number];

/** Messages of some of the people, in a table with open addressing: 22 to 32 bytes for each. */
class Share {
	words = new Uint32Array(16 * WIDTH);
	used = 0;
	/** In ticks. */
	lookedAt = -Infinity;

	/** Where the messages of a person are. The last place is empty. */
	placesOf([first, second]: PersonHash): number[] {
		const { words } = this;
		const found: number[] = [];
		let place = Math.floor((first / 2 ** 32) * (words.length / WIDTH)) * WIDTH;
		for (; words[place + 1] !== 0; place = (place + WIDTH) % words.length) {
			if (words[place] === first && words[place + 1] === second) found.push(place);
		}
		return [...found, place];
	}

	get isCrowded(): boolean {
		return this.used * WIDTH * 4 > this.words.length * 3;
	}

	/** Makes a new table of the messages that are needed, twice as large as they are. */
	renew(isNeeded: (second: number) => boolean): void {
		const old = this.words;
		const places = Array.from({ length: old.length / WIDTH }, (_none, index) => index * WIDTH);
		const kept = places.filter(
			(place) => old[place + SECOND] !== OVER && isNeeded(old[place + SECOND]! - 1),
		);
		this.words = new Uint32Array(Math.max(16, kept.length * 2) * WIDTH);
		this.used = kept.length;
		for (const place of kept) {
			const [free] = this.placesOf([old[place]!, old[place + 1]!]).slice(-1);
			this.words.set(old.subarray(place, place + WIDTH), free);
		}
	}
}

/** One of these is renewed at a time, so that nobody waits for millions of messages. */
const SHARES = 64;

const wordOf = (text: string): number => hash('sha256', text, 'buffer').readUInt32LE();

/** A message to count. */
export interface Counted {
	/** In seconds, by the clock of the server. */
	date: number;
	/** The message among those of its person and second; or its album, as far as its parts have the same. */
	mark: number;
	/** Whether it is the same in each second. */
	isAnyTime: boolean;
}

/**
 * The mark of a message.
 *
 * @param album its `media_group_id`, if it has one: an album counts as one message
 * @param isDated whether the server gives a date: one that was reset reuses its IDs
 */
export function markOf(id: unknown, album: unknown, isDated: boolean) {
	const isShort = album === undefined && Number.isSafeInteger(id);
	const mark = isShort ? Number(id) >>> 0 : wordOf(String(album ?? id));
	return { mark, isAnyTime: album !== undefined || !isDated };
}

/**
 * How many messages of each person count, for millions of people. A person is known by 69 bits of a hash: that
 * any two of a million are taken for one has a chance of one in a billion.
 */
export class PersonCounts {
	private readonly shares: Share[] = [];
	private size = 0;
	private nextLook = 0;

	constructor(
		private readonly bound: Bound,
		private readonly isWithin = isWithinSeconds,
	) {}

	/**
	 * Counts a message, unless `most` of its person count within these seconds. Returns the seconds until one
	 * more can count; 0 if this one counts, also if it comes again; undefined if there is no room to count it.
	 */
	count(person: string, message: Counted, most: number, seconds: number): number | undefined {
		const { mark, isAnyTime } = message;
		const date = Math.max(0, Math.floor(message.date));
		const isNeeded = (second: number) => Math.abs(date - second) < seconds + LATE_SECONDS;
		if (this.size >= this.bound.most) this.makeRoom(isNeeded);
		const [share, who] = this.find(person);
		const { words } = share;
		const places = share.placesOf(who);
		const empty = places.pop()!;
		const secondAt = (place: number) => words[place + SECOND]! - 1;
		const isSame = (place: number) =>
			words[place + SECOND] !== OVER &&
			words[place + MARK] === mark &&
			(isAnyTime || secondAt(place) === date);
		const same = places.find(isSame);
		if (same !== undefined) {
			// An album counts from its last part.
			words[same + SECOND] = Math.max(words[same + SECOND]!, date + 1);
			return 0;
		}
		const isOver = (place: number) =>
			words[place + SECOND] === OVER || !this.isWithin(seconds, secondAt(place), date);
		const over = places.filter(isOver);
		const counting = places.filter((place) => !isOver(place)).map(secondAt);
		for (const place of over) words[place + SECOND] = OVER;
		if (counting.length >= most) {
			const next = counting.sort((a, b) => a - b)[counting.length - most]!;
			return next + seconds - date;
		}
		if (over.length === 0 && this.size >= this.bound.most) return undefined;
		const place = over[0] ?? empty;
		words.set([...who, date + 1, mark], place);
		if (place !== empty) return 0;
		this.size++;
		share.used++;
		if (share.isCrowded) this.renew(share, isNeeded);
		return 0;
	}

	/** One message of a person counts no more; without a mark, none of them. */
	takeBack(person: string, mark?: number): void {
		const [share, who] = this.find(person);
		for (const place of share.placesOf(who).slice(0, -1)) {
			if (mark === undefined || share.words[place + MARK] === mark)
				share.words[place + SECOND] = OVER;
		}
	}

	private find(person: string): [Share, PersonHash] {
		const bytes = hash('sha256', person, 'buffer');
		// No person is 0: that is an empty place.
		const who = [bytes.readUInt32LE(), (bytes.readUInt32LE(4) | 1) >>> 0] as const;
		return [this.shareAt(bytes[8]!), who];
	}

	private shareAt(index: number): Share {
		return (this.shares[index % SHARES] ??= new Share());
	}

	private renew(share: Share, isNeeded: (second: number) => boolean): void {
		const before = share.used;
		share.renew(isNeeded);
		this.size -= before - share.used;
	}

	/** Forgets what is over in one share after the other. */
	private makeRoom(isNeeded: (second: number) => boolean): void {
		const share = this.shareAt(this.nextLook++);
		if (ticks() - share.lookedAt < LOOK_AGAIN_MS) return;
		share.lookedAt = ticks();
		this.renew(share, isNeeded);
	}
}

/** When messages of all people counted, the oldest first: few enough for a list. */
export class AllCount extends Bounded<string, number> {
	constructor() {
		super(BOUNDS.startsOfAll);
	}

	/** Counts a message, unless `most`, or as many as fit, count within these seconds. Returns whether it counts. */
	count(key: string, date: number, most: number, seconds: number): boolean {
		for (const [counted, at] of this) {
			if (isNearby(seconds, at, date)) break;
			this.delete(counted);
		}
		if (this.size >= Math.min(most, BOUNDS.startsOfAll.most) && !this.has(key)) return false;
		this.set(key, date);
		return true;
	}
}
