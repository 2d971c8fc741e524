import type { Member, Message } from '../../emulator/world/entities';
import { isRaider, isSpam } from './plan';

/** A change in the emulator's world, as its events tell it. */
export type Change = { at: number } & (
	| { type: 'message' | 'delete'; message: Message }
	| { type: 'member'; member: Member }
	| { type: 'call'; call: { method: string; status?: number } }
	| { type: 'update'; update: object }
	| { type: 'confirmed' | 'dropped'; update_ids: number[] }
	| { type: 'reset' | 'fetched' }
);

/** What the workflow does with the crowd. */
const ACTS = ['deleteMessage', 'restrictChatMember'];
const POLL = 'getUpdates';

const keyOf = ({ chat_id, message_id }: Message) => `${chat_id} ${message_id}`;

/** The value that this share of sorted numbers does not exceed. */
export const atShare = (sorted: number[], share: number) =>
	sorted[Math.ceil(sorted.length * share) - 1] ?? NaN;

/** Watches what is done to a crowd. Times in ms. */
export class Judge {
	messages = 0;
	updates = 0;
	/** Updates that the bot has not confirmed: now, and at most. */
	waiting = 0;
	mostWaiting = 0;

	/** Acts on people and messages that broke no rule. */
	readonly onInnocents: string[] = [];
	readonly muted = new Set<number>();
	readonly deletedAfterMs: number[] = [];
	readonly calls = new Map<string, number>();
	refused = 0;

	/** The spam that is still there. */
	readonly left = new Map<string, { text: string; at: number }>();

	get spam(): number {
		return this.left.size + this.deletedAfterMs.length;
	}

	/** Requests that are neither acts nor polls. */
	get further(): number {
		const others = [...this.calls].filter(([method]) => ![...ACTS, POLL].includes(method));
		return others.reduce((sum, [, count]) => sum + count, 0);
	}

	get polls(): number {
		return this.calls.get(POLL) ?? 0;
	}

	note(change: Change): void {
		switch (change.type) {
			case 'message':
				return this.written(change.message, change.at);
			case 'delete':
				return this.deleted(change.message, change.at);
			case 'member':
				return this.changed(change.member);
			case 'call':
				return this.called(change.call);
			case 'update':
				this.updates++;
				this.waiting++;
				this.mostWaiting = Math.max(this.waiting, this.mostWaiting);
				return;
			case 'confirmed':
			case 'dropped':
				this.waiting -= change.update_ids.length;
		}
	}

	private written(message: Message, at: number): void {
		const { text } = message;
		if (text === undefined) return;
		this.messages++;
		if (isSpam(text)) this.left.set(keyOf(message), { text, at });
	}

	private deleted(message: Message, at: number): void {
		const key = keyOf(message);
		const spam = this.left.get(key);
		if (spam) this.deletedAfterMs.push(at - spam.at);
		else this.onInnocents.push(`deleted: ${message.text ?? 'a notice'}`);
		this.left.delete(key);
	}

	private changed({ chat_id, user_id, status }: Member): void {
		if (status !== 'restricted' && status !== 'kicked') return;
		if (isRaider(user_id)) this.muted.add(user_id);
		else this.onInnocents.push(`${status}: ${user_id} in ${chat_id}`);
	}

	private called({ method, status }: { method: string; status?: number }): void {
		this.calls.set(method, (this.calls.get(method) ?? 0) + 1);
		// A poll that a new one replaces is no refusal of an act.
		if (method !== POLL && status !== 200) this.refused++;
	}
}

/** A line of the table: what was looked at, what was found, what must be, and whether it is. */
export interface Finding {
	what: string;
	found: string;
	wanted: string;
	isMet: boolean;
}

const percent = (part: number, whole: number) => (whole === 0 ? 100 : (part / whole) * 100);

const LEAST_DELETED_PERCENT = 99.9;
const MOST_MS = 2000;
const MOST_FURTHER = 1;

/** What a judge has found, as lines of a table. */
export function findingsOf(judge: Judge, joins: number): Finding[] {
	const { deletedAfterMs, spam, messages, muted, onInnocents, further } = judge;
	const times = [...deletedAfterMs].sort((one, other) => one - other);
	const [half, most] = [0.5, 0.99].map((share) => atShare(times, share));
	const deleted = percent(times.length, spam);
	const forHundred = (further / Math.max(messages, 1)) * 100;
	return [
		{
			what: 'Acts on people and messages that broke no rule',
			found: String(onInnocents.length),
			wanted: '0',
			isMet: onInnocents.length === 0,
		},
		{
			what: 'Spam that was deleted',
			found: `${times.length} of ${spam} (${deleted.toFixed(2)} %)`,
			wanted: `${LEAST_DELETED_PERCENT} %`,
			isMet: deleted >= LEAST_DELETED_PERCENT,
		},
		{
			what: 'From a message to its deletion: median, 99th percentile',
			found: `${half!.toFixed(0)} ms, ${most!.toFixed(0)} ms`,
			wanted: `at most ${MOST_MS} ms`,
			// Without spam, there is nothing to measure.
			isMet: !(most! > MOST_MS),
		},
		{
			what: 'People of the raid who were muted',
			found: `${muted.size} of ${joins}`,
			wanted: String(joins),
			isMet: muted.size === joins,
		},
		{
			what: 'Requests for 100 messages, besides these acts and the polls',
			found: forHundred.toFixed(2),
			wanted: `at most ${MOST_FURTHER}`,
			isMet: forHundred <= MOST_FURTHER,
		},
	];
}
