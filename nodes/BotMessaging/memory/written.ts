import { Bounded, ticks } from '../api/basics';
import { BOUNDS, type GivenUp } from '../api/bounds';
import type { Context } from '../update/context';

/** The service deletes no older messages (reference 5.2). */
export const DELETABLE_MINUTES = 48 * 60;

/** Of each person in each chat. */
export const MOST_OF_PERSON = 100;

/** What a person wrote in a chat lately, the oldest first: the ID and the second of each message. */
interface Lately {
	ids: number[];
	/** Negative for a part of an album that is not its first one. */
	seconds: number[];
	album: unknown;
}

class LatelyOfAll extends Bounded<string, Lately> {
	givenUp?: GivenUp;

	protected override forgot({ seconds }: Lately): void {
		const age = Date.now() / 1000 - Math.abs(seconds.at(-1) ?? 0);
		if (age < DELETABLE_MINUTES * 60) this.givenUp?.note(BOUNDS.written);
	}
}

/** Who wrote which messages of a group in the last 48 hours: no texts. 25 bytes for each message, 250 MB at most. */
export class WrittenMessages {
	private readonly all = new LatelyOfAll(BOUNDS.written);

	/** Server time minus ticks, in seconds: an update is never dated later than it arrives. */
	private ahead = -Infinity;

	/** The second of the first message that a trigger told of: what was written before it is not known. */
	knownSince?: number;

	/** The server’s time in seconds, as far as an update has told it: the clock of this computer may be wrong. */
	get now(): number {
		return this.ahead === -Infinity ? Date.now() / 1000 : this.ahead + ticks() / 1000;
	}

	/**
	 * @param update a new message
	 * @param givenUp notes that messages are forgotten that could still be deleted
	 */
	learn(update: Context, givenUp: GivenUp): void {
		const { message, chat, doer, date } = update;
		const id = message.message_id as number;
		const isByPerson = !message.sender_chat && update.joined.length + update.left.length === 0;
		if (!(date > 0)) return;
		this.ahead = Math.max(this.ahead, date - ticks() / 1000);
		this.knownSince ??= date;
		if (!isByPerson || !Number.isSafeInteger(id)) return;
		if (chat.type === 'private' || doer.id === undefined) return;
		this.all.givenUp = givenUp;
		const key = keyOf(chat.id, doer.id);
		const known = this.all.get(key) ?? { ids: [], seconds: [], album: undefined };
		// Each trigger of the bot tells of it.
		if (known.ids.includes(id)) return;
		const { media_group_id: album } = message;
		const isPart = album !== undefined && album === known.album;
		// A list that grows keeps room for sixteen more, and most people write one message.
		const ids = known.ids.concat(id);
		const seconds = known.seconds.concat(isPart ? -date : date);
		const old = seconds.findIndex((at) => date - Math.abs(at) < DELETABLE_MINUTES * 60);
		const surplus = Math.max(old, ids.length - MOST_OF_PERSON);
		for (const list of [ids, seconds]) list.splice(0, surplus);
		this.all.set(key, { ids, seconds, album });
	}

	/** The messages of a person in a chat since a second, and all of an album if one part of it is among them. */
	since(second: number, chat: unknown, user: unknown): number[] {
		const { ids = [], seconds = [] } = this.all.get(keyOf(chat, user)) ?? {};
		const first = (at: number): number => (seconds[at]! < 0 && at > 0 ? first(at - 1) : at);
		const from = seconds.findIndex((at) => Math.abs(at) >= second);
		return from < 0 ? [] : ids.slice(first(from));
	}

	forget(gone: unknown[], chat: unknown, user: unknown): void {
		const known = this.all.get(keyOf(chat, user));
		for (const id of gone) {
			const at = known?.ids.indexOf(id as number) ?? -1;
			if (at >= 0) for (const list of [known!.ids, known!.seconds]) list.splice(at, 1);
		}
	}
}

const keyOf = (chat: unknown, user: unknown) => `${String(chat)}:${String(user)}`;
