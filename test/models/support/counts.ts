import { Context } from '../../../nodes/BotMessaging/update/context';
import { message } from '../../nodes/update/samples';

/** A message that a person writes; its date in seconds. */
export interface Written {
	chat: number;
	person: number;
	id: number;
	album?: string;
	date: number;
	text: string;
	/** Its person reacts to a message, and writes nothing. */
	isReaction?: boolean;
}

export const updateOf = ({ chat, person, id, album, date, text, isReaction }: Written) => {
	if (isReaction) {
		const [where, who] = [{ chat: { id: chat }, message_id: 1 }, { user: { id: person } }];
		const added = { old_reaction: [], new_reaction: [{ type: 'emoji', emoji: '👍' }] };
		return new Context({ update_id: id, message_reaction: { ...where, ...who, ...added, date } });
	}
	const more = { chat: { id: chat }, from: { id: person }, media_group_id: album };
	return new Context(message({ ...more, message_id: id, date, text }));
};

/** In a list, with what was found when it came. */
type Kept = Written & { listedBy?: Kept; found?: object };

/** Messages may come in another order; what is later by more was written before a clock was set back. */
const DISORDER_SECONDS = 10;

const isWithin = (seconds: number, { date }: Written, now: number) =>
	now - date < seconds && date - now <= DISORDER_SECONDS;

/** What costs money counts in any order. */
export const isNearby: typeof isWithin = (seconds, { date }, now) => Math.abs(now - date) < seconds;

const isSame = (one: Written) => (other: Written) =>
	one.chat === other.chat && one.id === other.id && one.date === other.date;

/** What counts for the rules, as plain lists. */
export class Lists {
	private lists = new Map<string, Kept[]>();

	private of(key: string): Kept[] {
		return this.lists.get(key) ?? [];
	}

	/** Adds a message to a list. Returns what then counts; nothing if the message is there. */
	private add(key: string, one: Written, seconds: number): Kept[] | undefined {
		if (this.of(key).some(isSame(one))) return undefined;
		const before = this.of(key).filter((other) => isWithin(seconds, other, one.date));
		const all = [...before, { ...one }];
		this.lists.set(key, all);
		return all;
	}

	/** Notes a finding, and that it lists these messages. A message that is seen again has the same finding. */
	private note<T extends object>(key: string, one: Written, fresh: Kept[], finding?: T) {
		const kept = this.of(key).find(isSame(one))!;
		kept.found ??= finding;
		if (finding && kept.found === finding) for (const other of fresh) other.listedBy = kept;
		return kept.found as T | undefined;
	}

	flood(here: string, one: Written, most: number, seconds: number) {
		const key = `flood ${here}`;
		const all = this.add(key, one, seconds) ?? [];
		const count = new Set(all.map(({ album, id }) => album ?? id)).size;
		const fresh = all.filter(({ listedBy }) => !listedBy);
		const messageIds = fresh.filter(({ isReaction }) => !isReaction).map(({ id }) => id);
		const flood = { count, messageIds, isFirst: fresh.length === all.length };
		return this.note(key, one, fresh, count > most ? flood : undefined);
	}

	copies(one: Written, chats: number, seconds: number) {
		const key = `copies ${one.person} ${one.text}`;
		const all = this.add(key, one, seconds) ?? [];
		const count = new Set(all.map(({ chat }) => chat)).size;
		const fresh = all.filter(({ listedBy }) => !listedBy);
		const messages = fresh.map(({ chat, id }) => ({ chatId: chat, messageId: id }));
		return this.note(key, one, fresh, count >= chats ? { chats: count, messages } : undefined);
	}

	/** Seconds until a person may write again; 0 if this message counts. */
	secondsLeft(key: string, one: Written, most: number, seconds: number, counts = isWithin): number {
		const all = this.of(key);
		const same = all.find((other) =>
			one.album === undefined ? isSame(one)(other) : one.album === other.album,
		);
		if (same) {
			same.date = Math.max(same.date, one.date);
			return 0;
		}
		const counting = all.filter((other) => counts(seconds, other, one.date));
		this.lists.set(key, counting);
		if (counting.length < most) {
			counting.push({ ...one });
			return 0;
		}
		const dates = counting.map(({ date }) => date).sort((a, b) => a - b);
		return dates.at(-most)! + seconds - one.date;
	}

	/** The last message does not count, and what it has listed is not listed. */
	takeBack(one: Written): void {
		const here = `${one.chat}:${one.person}`;
		for (const key of [`flood ${here}`, `copies ${one.person} ${one.text}`]) {
			const own = this.of(key).find(isSame(one));
			for (const other of this.of(key)) if (other.listedBy === own) other.listedBy = undefined;
			this.remove(key, isSame(one));
		}
		if (one.isReaction) return;
		const isCounted = ({ album, id }: Kept) => (one.album ? one.album === album : id === one.id);
		for (const rule of ['slow', 'daily']) this.remove(`${rule} ${here}`, isCounted);
	}

	/** What a person has written in a chat does not count. */
	forget(chat: number, person: number): void {
		for (const rule of ['flood', 'slow', 'daily']) {
			this.remove(`${rule} ${chat}:${person}`, () => true);
		}
		for (const key of this.lists.keys()) {
			if (key.startsWith(`copies ${person} `)) this.remove(key, (one) => one.chat === chat);
		}
	}

	private remove(key: string, isMeant: (one: Kept) => boolean): void {
		this.lists.set(
			key,
			this.of(key).filter((one) => !isMeant(one)),
		);
	}
}
