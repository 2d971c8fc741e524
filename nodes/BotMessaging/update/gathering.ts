import { sleep } from 'n8n-workflow';

import { ticks } from '../api/basics';
import type { Context, UpdateParts } from './context';
import { authorOf, topicOf } from './update';

/** An album is complete when no part has arrived for this long. */
const ALBUM_WINDOW_MS = 1000;

const MOST_IN_BURST = 50;
/** The longest burst, as a multiple of its seconds. */
const LONGEST_BURST = 10;

/** How long a burst waits for written messages that have not arrived, beyond its longest time. */
const GRACE_MS = 120_000;

/** The parts of a group come again at once, or after one list of the server. */
const AGAIN_WITHIN_MS = 30_000;

/** How soon we notice that there is nothing more to wait for. */
const LOOK_AGAIN_MS = 100;

/** Not content: joins, leaves and service messages. */
const NOTICES = ['join', 'leave', 'other'];

/** Identifies the burst of a new message: of one person in one chat and topic. Commands are in none. */
export function burstOf(update: Context): string | undefined {
	const { kind, contentType, command, album, message, chat } = update;
	if (kind !== 'message' || NOTICES.includes(contentType)) return undefined;
	// Any part of an album may have a caption that looks like a command.
	if (command && album === undefined) return undefined;
	const { id: person } = authorOf(message);
	if (person === undefined) return undefined;
	return ['burst', chat.id, person, topicOf(message)].map(String).join(':');
}

const byMessage = (a: Context, b: Context) =>
	Number(a.message.message_id) - Number(b.message.message_id);

interface OpenGathering<T> {
	parts: UpdateParts;
	/** Arrival of the first and the last part, in ticks. */
	readonly firstAt: number;
	lastAt: number;
	result: Promise<T>;
}

/** Whether all has arrived that was written until a time in ticks, or a date in server seconds. */
export type HasAllSince = (time: number, date: number) => boolean;

export interface Together {
	/** Equal for all parts. */
	key: string;
	/** Whether an update still belongs to the parts so far. */
	takes: (parts: UpdateParts, update: Context) => boolean;
	/** Milliseconds until it may be complete; 0 if it is. */
	waitMs: (gathering: Omit<OpenGathering<unknown>, 'result'>) => number;
}

/** Groups what arrives within this many milliseconds of each other, up to `count` updates. */
const within = (key: string, ms: number, count = Infinity): Together => ({
	key,
	takes: () => true,
	waitMs: ({ parts, lastAt }) => (parts.length >= count ? 0 : Math.max(0, lastAt + ms - ticks())),
});

export const albumTogether = (key: string): Together => within(key, ALBUM_WINDOW_MS);

/**
 * Groups what a person writes within this many seconds of each other, by message dates, so that messages
 * delivered all at once make no difference.
 *
 * @param hasAllSince whether everything has arrived that was written until a time in ticks, or until a date
 */
export function burstTogether(key: string, seconds: number, hasAllSince: HasAllSince): Together {
	const [windowMs, longestMs] = [seconds * 1000, seconds * LONGEST_BURST * 1000];
	return {
		key,
		takes: (parts, update) => {
			const dates = parts.map((one) => one.date);
			const [first, last, date] = [Math.min(...dates), Math.max(...dates), update.date];
			// Without dates, only arrival counts.
			const isFar = date - last > seconds || first - date > seconds;
			const isLong = Math.max(last, date) - Math.min(first, date) > seconds * LONGEST_BURST;
			return parts.length < MOST_IN_BURST && !isFar && !isLong;
		},
		waitMs: ({ parts, firstAt, lastAt }) => {
			const isOverAt = Math.min(lastAt + windowMs, firstAt + longestMs);
			const left = isOverAt - ticks();
			if (parts.length >= MOST_IN_BURST) return 0;
			if (left > 0) return left;
			const isLate = ticks() >= firstAt + longestMs + GRACE_MS;
			const isOverOn = Math.max(...parts.map((one) => one.date)) + seconds;
			return isLate || hasAllSince(isOverAt, isOverOn) ? 0 : LOOK_AGAIN_MS;
		},
	};
}

/** A group of `count` parts from before n8n started, which comes again, maybe without some parts. */
export const againTogether = (key: string, count: number): Together =>
	within(key, AGAIN_WITHIN_MS, count);

export class Gatherer<T> {
	private readonly open = new Map<string, OpenGathering<T>>();

	/**
	 * Resolves as `deal` does, which is called once per group: at once, with a promise of all parts in message
	 * order. The promise resolves when no more parts come, or when another group has replaced this one.
	 */
	async join(
		update: Context,
		{ key, takes, waitMs }: Together,
		deal: (whole: Promise<UpdateParts>) => Promise<T>,
	): Promise<T> {
		const known = this.open.get(key);
		if (known && takes(known.parts, update)) {
			known.parts.push(update);
			known.lastAt = ticks();
			return await known.result;
		}
		const now = ticks();
		const gathering = { parts: [update], firstAt: now, lastAt: now } as unknown as OpenGathering<T>;
		this.open.set(key, gathering);
		const isOpen = () => this.open.get(key) === gathering;
		const complete = async () => {
			for (let ms = waitMs(gathering); ms > 0 && isOpen(); ms = waitMs(gathering)) {
				await sleep(Math.min(ms, LOOK_AGAIN_MS));
			}
			if (isOpen()) this.open.delete(key);
			return gathering.parts.sort(byMessage);
		};
		gathering.result = deal(complete());
		return await gathering.result;
	}
}
