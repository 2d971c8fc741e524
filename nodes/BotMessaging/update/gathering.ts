import { sleep } from 'n8n-workflow';

import { ticks } from '../api/basics';
import type { Context, UpdateParts } from './context';
import { authorOf, topicOf } from './update';

/** An album counts as complete when no part has come for this long. */
const ALBUM_WINDOW_MS = 1000;

const MOST_IN_BURST = 50;
/** A burst takes at most so many times its seconds. */
const LONGEST_BURST = 10;

/** How long a burst waits for what has been written and has not come, beyond its longest time. */
const GRACE_MS = 120_000;

/** What was brought as one comes again at once, or behind a list of the server. */
const AGAIN_WITHIN_MS = 30_000;

/** How soon it is seen that something need not be waited for any more. */
const LOOK_AGAIN_MS = 100;

/** What is no content: somebody came or went, or the service says something. */
const NOTICES = ['join', 'leave', 'other'];

/**
 * What the messages of one person in one chat and topic have in common, if they can be parts of a burst:
 * new ones with a content, and no commands.
 */
export function burstOf(update: Context): string | undefined {
	const { kind, contentType, command, album, message, chat } = update;
	if (kind !== 'message' || NOTICES.includes(contentType)) return undefined;
	// Any part of an album may have a caption that begins as a command does.
	if (command && album === undefined) return undefined;
	const { id: person } = authorOf(message);
	if (person === undefined) return undefined;
	return ['burst', chat.id, person, topicOf(message)].map(String).join(':');
}

const byMessage = (a: Context, b: Context) =>
	Number(a.message.message_id) - Number(b.message.message_id);

interface OpenGathering<T> {
	parts: UpdateParts;
	/** When the first and the last part came, in ticks. */
	readonly firstAt: number;
	lastAt: number;
	result: Promise<T>;
}

/** Whether all has come that was written until a time in ticks, or until a date in seconds of the server. */
export type HasAllSince = (time: number, date: number) => boolean;

export interface Together {
	/** The same for all of them. */
	key: string;
	/** Whether an update still belongs to those that have come. */
	takes: (parts: UpdateParts, update: Context) => boolean;
	/** Milliseconds until it may be complete; 0 if it is. */
	waitMs: (gathering: Omit<OpenGathering<unknown>, 'result'>) => number;
}

/** What comes within so many milliseconds of each other; with a count, until that many have come. */
const within = (key: string, ms: number, count = Infinity): Together => ({
	key,
	takes: () => true,
	waitMs: ({ parts, lastAt }) => (parts.length >= count ? 0 : Math.max(0, lastAt + ms - ticks())),
});

export const albumTogether = (key: string): Together => within(key, ALBUM_WINDOW_MS);

/**
 * What a person writes within so many seconds of each other, by the dates of the messages: it is the same
 * if they all come at once after a pause.
 *
 * @param hasAllSince whether all has come that was written until a time in ticks, or until a date
 */
export function burstTogether(key: string, seconds: number, hasAllSince: HasAllSince): Together {
	const [windowMs, longestMs] = [seconds * 1000, seconds * LONGEST_BURST * 1000];
	return {
		key,
		takes: (parts, update) => {
			const dates = parts.map((one) => one.date);
			const [first, last, date] = [Math.min(...dates), Math.max(...dates), update.date];
			// Without dates, only what has come counts.
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

/**
 * What was brought as one before n8n was started, and comes again. Of what n8n has stored, the server may
 * have forgotten some.
 *
 * @param count how many they are
 */
export const againTogether = (key: string, count: number): Together =>
	within(key, AGAIN_WITHIN_MS, count);

export class Gatherer<T> {
	private readonly open = new Map<string, OpenGathering<T>>();

	/**
	 * Resolves as `deal` does, which is called once for all that belong together: at once, with a promise of
	 * all parts in the order of their messages. That resolves when no more come, or others have begun in
	 * their place.
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
