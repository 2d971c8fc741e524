import { hash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { Findings } from './findings';
import { Bounded, ticks } from '../api/basics';
import { chatOf, kindOf, messageOf, type Update } from '../update/update';
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
	/** Whether an item has named it. */
	isNamed: boolean;
	/** What was found when it came: the same if it comes again. */
	findings: Findings;
}

/** Who wrote a message: a person, or the channel or group in whose name they write. */
function writerOf({ sender_chat: chat, from }: IDataObject): string {
	const { id } = (chat ?? from ?? {}) as IDataObject;
	return String(id);
}

/** Those that no item has named yet; from now on one has. */
function nameNew(all: Seen[]): Seen[] {
	const fresh = all.filter(({ isNamed }) => !isNamed);
	for (const seen of fresh) seen.isNamed = true;
	return fresh;
}

/** Those that are not too old when a new one comes; those already there keep their findings. */
function seenLately(memory: Map<string, Seen[]>, key: string, update: Update, seconds: number) {
	const { message_id: messageId, media_group_id: album, date } = messageOf(update);
	const { id: chatId } = chatOf(update);
	const at = Number(date ?? ticks() / 1000);
	const known = memory.get(key) ?? [];
	const isSame = (seen: Seen) =>
		seen.chatId === chatId &&
		seen.messageId === messageId &&
		// A server that was set back gives its numbers again, to other messages.
		(date === undefined || seen.date === at);
	const before = known.find(isSame);
	if (before) return { before };
	const countedAs = album ?? messageId;
	const now: Seen = { chatId, messageId, countedAs, date: at, isNamed: false, findings: {} };
	const lately = known.filter((seen) => isWithin(seconds, seen.date, at));
	const all = [...lately, now].slice(-MOST_MESSAGES);
	memory.set(key, all);
	return { all, now };
}

/** What a trigger has seen lately, to find what comes too often; lost when n8n stops. */
export class Repeats {
	/** By chat and person. */
	private readonly persons = new Bounded<string, Seen[]>(MOST_KEPT);

	/** By person and text. */
	private readonly texts = new Bounded<string, Seen[]>(MOST_KEPT);

	/** By chat and person, for slow mode. */
	private readonly paces = new Bounded<string, Seen[]>(MOST_KEPT);

	/** By chat and person, what was within the limit of a day. */
	private readonly days = new Bounded<string, Seen[]>(MOST_KEPT);

	/** The first messages of those who have joined, by chat and person. */
	private readonly newcomers = new Bounded<string, { joined: number; first: unknown[] }>(MOST_KEPT);

	/**
	 * Whether a person has written more messages than allowed in one chat within some seconds. The
	 * message that is one too many brings the ids of all of them, each further one its own.
	 *
	 * @param chatId the number that the chat is remembered under
	 */
	findFlood(update: Update, chatId: string, most: number, seconds: number): Findings {
		if (kindOf(update) !== 'message') return {};
		const key = `${chatId}:${writerOf(messageOf(update))}`;
		const { before, all, now } = seenLately(this.persons, key, update, seconds);
		if (before) return before.findings;
		const count = new Set(all.map(({ countedAs }) => countedAs)).size;
		if (count <= most) return now.findings;
		const isFirst = !all.some(({ isNamed }) => isNamed);
		const messageIds = nameNew(all).map(({ messageId }) => messageId);
		now.findings = { flood: { count, messageIds, isFirst } };
		return now.findings;
	}

	/**
	 * Whether a person has written again before some seconds are over. What breaks this rule does not
	 * make the time longer.
	 */
	findHaste(update: Update, chatId: string, seconds: number): Findings {
		if (kindOf(update) !== 'message') return {};
		const key = `${chatId}:${writerOf(messageOf(update))}`;
		const { before, all, now } = seenLately(this.paces, key, update, seconds);
		if (before) return before.findings;
		const last = all.filter((seen) => seen !== now && !seen.findings.slowMode).at(-1);
		if (last && last.countedAs !== now.countedAs) {
			now.findings = { slowMode: { secondsLeft: Math.ceil(last.date + seconds - now.date) } };
		}
		return now.findings;
	}

	/**
	 * Whether a person has written so many messages in a chat within 24 hours. What is above the limit does
	 * not make the time longer.
	 */
	findDaily(update: Update, chatId: string, most: number): Findings {
		if (kindOf(update) !== 'message') return {};
		const key = `${chatId}:${writerOf(messageOf(update))}`;
		const { before, all, now } = seenLately(this.days, key, update, DAY_SECONDS);
		if (before) return before.findings;
		const counted = new Map(all.map((seen) => [seen.countedAs, seen]));
		if (counted.size <= most) return now.findings;
		this.days.set(
			key,
			all.filter((seen) => seen !== now),
		);
		return { daily: { secondsLeft: Math.ceil(all[0]!.date + DAY_SECONDS - now.date) } };
	}

	/**
	 * Whether a message is among the first of a person who has joined, in each form that it is given later.
	 *
	 * @param joined when the person was seen to join, in seconds
	 */
	isOfNewcomer(update: Update, chatId: string, joined: number, most: number): boolean {
		const { message_id: messageId, media_group_id: album } = messageOf(update);
		const key = `${chatId}:${writerOf(messageOf(update))}`;
		const known = this.newcomers.get(key);
		const first = known?.joined === joined ? known.first : [];
		const countedAs = album ?? messageId;
		if (first.includes(countedAs)) return true;
		if (first.length >= most || kindOf(update) !== 'message') return false;
		first.push(countedAs);
		this.newcomers.set(key, { joined, first });
		return true;
	}

	/**
	 * Whether a person has written the same text in several chats within an hour, however the letters
	 * are spelled. The message that makes it so brings all of them, each further one itself.
	 *
	 * @param written what the person has written in the message
	 * @param fewest how many chats are several
	 */
	findSameText(update: Update, written: string, fewest: number): Findings {
		const text = withoutAccents(plain(written)).replace(/\s\s+/g, ' ').trim();
		if (kindOf(update) !== 'message' || text.length < SHORTEST_COPY) return {};
		const digest = hash('sha256', text).slice(0, 16);
		const key = `${writerOf(messageOf(update))}:${digest}`;
		const { before, all, now } = seenLately(this.texts, key, update, SAME_TEXT_SECONDS);
		if (before) return before.findings;
		const chats = new Set(all.map(({ chatId }) => chatId)).size;
		if (chats < fewest) return now.findings;
		const messages = nameNew(all).map(({ chatId, messageId }) => ({ chatId, messageId }));
		now.findings = { sameText: { chats, messages } };
		return now.findings;
	}
}
