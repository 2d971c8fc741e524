import { hash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { Findings } from './findings';
import { Bounded, ticks } from '../api/basics';
import type { Context } from '../update/context';
import { plain, withoutAccents } from './spelling';

/** People of whom a count is kept, and texts; about 10 MB each at most. Those seen last are kept. */
const MOST_KEPT = 10_000;
/** Messages that are kept of one person, or of one text. */
const MOST_MESSAGES = 200;

/** The same text counts as the same within this time. */
const SAME_TEXT_SECONDS = 3600;
const DAY_SECONDS = 24 * 3600;
/** A shorter text, such as a greeting, is no copy. */
const SHORTEST_COPY = 20;

/** Messages may come in another order. What is later by more than this was seen before a clock was set back. */
const DISORDER_SECONDS = 10;

/**
 * Whether something happened less than so many seconds before something else, by the same clock. If that
 * clock was set back meanwhile, nobody knows: then not, as people are punished for it.
 */
export const isWithin = (seconds: number, before: number, now: number): boolean =>
	now - before < seconds && before - now <= DISORDER_SECONDS;

interface Seen {
	chatId: unknown;
	messageId: unknown;
	/** The parts of an album count as one message. */
	countedAs: unknown;
	/** In seconds, by the clock of the server. */
	date: number;
	isNamed: boolean;
	/** What was found when it came, if anything was: the same if it comes again. */
	findings?: Findings;
}

/** Who wrote a message: a person, or the channel or group in whose name they write. */
function writerOf({ sender_chat: chat, from }: IDataObject): string {
	const { id } = (chat ?? from ?? {}) as IDataObject;
	return String(id);
}

const keyOf = ({ chatId, message }: Context) => `${chatId}:${writerOf(message)}`;

/** Those that no item has named yet; from now on one has. */
function nameNew(all: Seen[]): Seen[] {
	const fresh = all.filter(({ isNamed }) => !isNamed);
	for (const seen of fresh) seen.isNamed = true;
	return fresh;
}

/** The messages of a person, or with a text, that are not too old when a new one comes. */
class SeenLately extends Bounded<string, Seen[]> {
	constructor() {
		super(MOST_KEPT);
	}

	/** What is found in a new message and those before it. Of one that comes again, it is what it was. */
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
			// A server that was set back gives its numbers again, to other messages.
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
}

/** What a trigger has seen lately, to find what comes too often; lost when n8n stops. */
export class Repeats {
	/** By chat and person. */
	private readonly persons = new SeenLately();

	/** By person and text. */
	private readonly texts = new SeenLately();

	/** By chat and person, for slow mode. */
	private readonly paces = new SeenLately();

	/** By chat and person, what was within the limit of a day. */
	private readonly days = new SeenLately();

	/** The first messages of those who have joined, by chat and person. */
	private readonly newcomers = new Bounded<string, { joined: number; first: unknown[] }>(MOST_KEPT);

	/**
	 * Whether a person has written more messages than allowed in one chat within some seconds. The
	 * message that is one too many brings the ids of all of them, each further one its own.
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

	/**
	 * Whether a person has written again before some seconds are over. What breaks this rule does not
	 * make the time longer.
	 */
	findHaste(update: Context, seconds: number): Findings | undefined {
		return this.paces.find(keyOf(update), update, seconds, (all, now) => {
			const last = all.filter((seen) => seen !== now && !seen.findings).at(-1);
			if (!last || last.countedAs === now.countedAs) return undefined;
			return { slowMode: { secondsLeft: Math.ceil(last.date + seconds - now.date) } };
		});
	}

	/**
	 * Whether a person has written so many messages in a chat within 24 hours. What is above the limit does
	 * not make the time longer.
	 */
	findDaily(update: Context, most: number): Findings | undefined {
		const key = keyOf(update);
		return this.days.find(key, update, DAY_SECONDS, (all, now) => {
			if (new Set(all.map(({ countedAs }) => countedAs)).size <= most) return undefined;
			const within = all.filter((seen) => seen !== now);
			this.days.set(key, within);
			return { daily: { secondsLeft: Math.ceil(all[0]!.date + DAY_SECONDS - now.date) } };
		});
	}

	/** Whether a message is among the first of a person who has joined, in each form that it is given later. */
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
	 * Whether a person has written the same text in several chats within an hour, however the letters
	 * are spelled. The message that makes it so brings all of them, each further one itself.
	 *
	 * @param written what the person has written in the message
	 * @param fewest how many chats are several
	 */
	findSameText(update: Context, written: string, fewest: number): Findings | undefined {
		const text = withoutAccents(plain(written)).replace(/\s\s+/g, ' ').trim();
		if (text.length < SHORTEST_COPY) return undefined;
		const key = `${writerOf(update.message)}:${hash('sha256', text).slice(0, 16)}`;
		return this.texts.find(key, update, SAME_TEXT_SECONDS, (all) => {
			const chats = new Set(all.map(({ chatId }) => chatId)).size;
			if (chats < fewest) return undefined;
			const messages = nameNew(all).map(({ chatId, messageId }) => ({ chatId, messageId }));
			return { sameText: { chats, messages } };
		});
	}
}
