import type { Message, MethodName } from '../reference';
import { isUnknownMethod, saysGone, type Answer } from './answers';
import { backOff, type CallOptions, type Client } from './client';
import type { Findings } from './findings';
import { Stopped, Unexpected } from './obstacles';
import { isDeletionReport } from './shapes';

const BATCH = 100;
const ROUNDS = 4;
const LOOKS = 3;

/** An id that no message reaches. */
export const NO_MESSAGE = 2 ** 31 - 2;

/** How far before its first known message it looks for one that it may have sent. */
const LOOKS_BACK = 8;

const STILL_THERE = 'says that a message is deleted, and it is still there';

/** The ids of the messages that an answer is about. */
export function idsIn(result: unknown): number[] {
	if (Array.isArray(result)) return result.flatMap(idsIn);
	const { message_id: id } = Object(result) as { message_id?: unknown };
	return typeof id === 'number' ? [id] : [];
}

/** Whether the check sent a message, or the server did because of the check. */
function isOfCheck(message: Partial<Message>, botId: number): boolean {
	if (message.from?.id !== botId) return false;
	const { new_chat_title: title, pinned_message: pinned, dice } = message;
	const words = String(message.text ?? message.caption ?? '');
	return (
		[title, pinned, dice].some((one) => one !== undefined) ||
		words.slice(0, 10).includes('Check') ||
		words.includes('c'.repeat(50))
	);
}

interface Where {
	chat_id: number | string;
	botId: number;
}

/** The messages that the check created or may have created. */
export class Messages {
	private readonly made = new Set<number>();

	/** Those that the server says are deleted, before the check has looked. */
	private readonly unseen = new Set<number>();

	/** The highest number of its messages. */
	newest = 0;

	/** After this id, there may be messages whose ids are unknown. */
	private gapBegin: number | undefined;

	/** Whether more service messages may follow. */
	private isHeld = false;

	private isSearching = false;

	/** Whether the server hides the sender of a message. */
	private doubtful = false;

	/** Whether the server tells if a message exists. */
	private canLook: boolean | undefined;

	/** The last message of each method. */
	private readonly lastOf = new Map<MethodName, number>();

	/** Whether it deletes one message at a time, because deleteMessages deletes others, too. */
	private isCareful = false;

	private readonly lies = new Set<'deleteMessage' | 'deleteMessages'>();

	constructor(
		private readonly client: Client,
		private readonly findings: Findings,
		private readonly where: Where,
	) {}

	/**
	 * Remembers the messages of an answer.
	 *
	 * @param parts how many messages were sent
	 */
	async note(answer: Answer, parts = 1): Promise<void> {
		if (!answer.ok) return;
		const told = idsIn(answer.result);
		// A false number that is too high would hide all that follow.
		const isLow = (id: number) => id <= this.newest && !this.made.has(id);
		if (told.some(isLow))
			await this.dropFalse([...this.made].filter((id) => id > Math.min(...told)));
		// Each new message has a higher number. Another one may be somebody else's, and has to stay.
		const ids = told.filter((id) => id > this.newest);
		// What the answer does not name is before or after what it names.
		const isWhole = ids.length >= parts;
		if (!isWhole) this.beginGap();
		const [begin, first] = [this.newest, Math.min(...ids)];
		const jump = begin > 0 && !this.hasGap && !this.isSearching ? first - begin : 0;
		const isOdd = jump > 1 && jump <= LOOKS_BACK;
		const [[method] = []] = [...this.lastOf].sort(([, a], [, b]) => b - a);
		if (isOdd) this.beginGap();
		for (const id of ids) this.add(id);
		if (ids.length > 0) this.lastOf.set(answer.method, ids[0]!);
		if (ids.length > 0 && this.hasGap && !this.isHeld && !this.isSearching)
			await this.search(first, false);
		if (!isWhole) this.beginGap();
		if (!isOdd || !method || ![...this.made].some((id) => id > begin && id < first)) return;
		this.doubtful = true;
		const what = `${method} or ${answer.method} posts more messages than it tells`;
		this.findings.lie(answer.method, what);
		throw new Stopped(what);
	}

	/** Remembers a message to delete it. */
	add(id: number): void {
		this.made.add(id);
		this.newest = Math.max(this.newest, id);
	}

	/** Marks that there may be messages with unknown ids from here on. */
	beginGap(): void {
		this.gapBegin ??= this.newest;
	}

	/** Until `release`, the server may add service messages, such as that the title changed. */
	hold(): void {
		this.beginGap();
		this.isHeld = true;
	}

	release(): void {
		this.isHeld = false;
	}

	get hasGap(): boolean {
		return this.gapBegin !== undefined;
	}

	/** Whether there may be messages that cannot be found. */
	get isInDoubt(): boolean {
		return this.hasGap || this.doubtful;
	}

	/** The number of known messages. */
	get count(): number {
		return this.made.size;
	}

	get unseenCount(): number {
		return this.unseen.size;
	}

	/** Remembers its own messages between the beginning of the gap and this one. */
	async search(end: number, isClearing: boolean): Promise<void> {
		const begin = this.gapBegin || end - LOOKS_BACK;
		this.gapBegin = undefined;
		this.isSearching = true;
		const last = Math.min(end, begin + BATCH);
		if (end > last) this.doubtful = true;
		let id = Math.max(1, begin + 1);
		try {
			for (; id < last; id++) if (!this.made.has(id)) await this.judge(id, isClearing);
		} catch (obstacle) {
			// The clean-up looks for the rest.
			this.gapBegin = id - 1;
			throw obstacle;
		} finally {
			this.isSearching = false;
		}
	}

	/** Deletes one message, and looks whether it is gone. */
	async remove(
		id: number,
		request: { chat_id: number | string },
		beside?: number[],
	): Promise<Answer> {
		await this.tryLooking(id);
		const answer = await this.client.call('deleteMessage', { ...request, message_id: id });
		if (!answer.ok) return answer;
		await this.mustBeGone('deleteMessage', id, beside);
		return answer;
	}

	/**
	 * Throws Unexpected if a deleted message still exists.
	 *
	 * @param beside messages that were not deleted
	 */
	async mustBeGone(
		method: 'deleteMessage' | 'deleteMessages',
		id: number,
		beside: number[] = [],
	): Promise<void> {
		for (let look = 1; (await this.isThere(id)) === true; look++) {
			if (look === LOOKS) {
				this.findings.lie(method, STILL_THERE);
				throw new Unexpected(`${method} ${STILL_THERE}`);
			}
			await this.client.wait(backOff(look));
		}
		this.made.delete(id);
		for (const one of beside) {
			if (one === id || (await this.isThere(one)) !== false) continue;
			this.findings.lie(method, 'deletes another message, too');
			this.isCareful ||= method === 'deleteMessages';
		}
	}

	/** Finds out whether the server tells if a message exists. */
	async tryLooking(id: number, options: CallOptions = {}): Promise<void> {
		if (this.canLook !== undefined) return;
		const there = await this.look(id, options);
		const gone = await this.look(NO_MESSAGE, options);
		this.canLook = !saysGone(there) && !isUnknownMethod(there) && saysGone(gone);
	}

	/** Looks whether a message of each method is there. */
	async findMissing(): Promise<void> {
		await this.dropFalse([...this.lastOf.values()].filter((id) => this.made.has(id)));
		this.lastOf.clear();
	}

	/** Forgets numbers that no message has. The messages that were sent instead are looked for. */
	private async dropFalse(ids: number[]): Promise<void> {
		const isClearing = true;
		for (const id of ids) {
			await this.tryLooking(id, { isClearing }).catch(() => undefined);
			const isThere = await this.isThere(id, { isClearing }).catch(() => undefined);
			if (isThere !== false) continue;
			const [method] = [...this.lastOf].find(([, last]) => last === id) ?? [];
			if (method) this.findings.lie(method, 'tells of a message that is not there');
			this.made.delete(id);
			this.newest = Math.max(0, ...this.made);
			this.beginGap();
		}
	}

	/** Deletes all of them. Calls `tell` with the progress. */
	async deleteAll(tell: (done: number, all: number) => void): Promise<void> {
		const all = this.made.size;
		for (let round = 1; round <= ROUNDS && this.made.size > 0; round++) {
			if (round > 1) await this.client.wait(backOff(round - 1), true);
			this.lies.clear();
			const ids = [...this.made];
			for (let from = 0; from < ids.length; from += BATCH) {
				await this.deleteBatch(ids.slice(from, from + BATCH), () =>
					tell(all - this.made.size, all),
				);
			}
		}
		for (const method of this.lies) this.findings.lie(method, STILL_THERE);
	}

	private async deleteBatch(ids: number[], tell: () => void): Promise<void> {
		const options = { isClearing: true };
		const { chat_id } = this.where;
		await this.tryLooking(ids[0]!, options).catch(() => undefined);
		const request = { chat_id, message_ids: ids, return_failed: true };
		const all = this.isCareful
			? undefined
			: await this.client.call('deleteMessages', request, options).catch(() => undefined);
		const told = all?.ok && isDeletionReport(all.result) ? all.result : undefined;
		const failed = new Set(told?.failed_message_ids.map(({ message_id: id }) => id));
		const isTold = (id: number) => told !== undefined && !failed.has(id);
		for (const id of ids) if (isTold(id)) this.unseen.add(id);
		for (const id of ids) {
			tell();
			if (await this.forgetGone(id, isTold(id))) continue;
			if (isTold(id)) this.lies.add('deleteMessages');
			const about = { chat_id, message_id: id };
			const one = await this.client.call('deleteMessage', about, options).catch(() => undefined);
			const isGone = one !== undefined && (one.ok || saysGone(one));
			if (!(await this.forgetGone(id, isGone)) && one?.ok) this.lies.add('deleteMessage');
		}
	}

	/** Takes the server's word only if it cannot show whether the message exists. */
	private async forgetGone(id: number, isSaidGone: boolean): Promise<boolean> {
		const isThere = await this.isThere(id, { isClearing: true }).catch(() => undefined);
		const isGone = isThere === undefined ? isSaidGone : !isThere;
		this.unseen.delete(id);
		if (isGone) this.made.delete(id);
		return isGone;
	}

	/** Whether a message exists; undefined if the server does not tell. */
	private async isThere(id: number, options: CallOptions = {}): Promise<boolean | undefined> {
		if (this.canLook !== true) return undefined;
		return !saysGone(await this.look(id, options));
	}

	/** Tries to remove buttons: the refusal differs if the message does not exist. */
	private async look(message_id: number, options: CallOptions): Promise<Answer> {
		const about = { chat_id: this.where.chat_id, message_id };
		return await this.client.call('editMessageReplyMarkup', about, {
			...options,
			isRepeatable: true,
		});
	}

	/**
	 * A message as a reply to it shows it, because only that shows its sender and its text without a change.
	 * `gone`: it does not exist; undefined: the server does not show it.
	 */
	async shown(id: number, isClearing = false): Promise<Partial<Message> | 'gone' | undefined> {
		for (const reply of [{ reply_parameters: { message_id: id } }, { reply_to_message_id: id }]) {
			const text = 'Check: who has written this?';
			const request = { chat_id: this.where.chat_id, text, ...reply };
			const answer = await this.client
				.call('sendMessage', request, { isClearing, unsure: () => this.beginGap() })
				.catch((obstacle: Error) => {
					if (isClearing || obstacle instanceof Unexpected) return undefined;
					throw obstacle;
				});
			if (!answer) continue;
			await this.note(answer);
			if (saysGone(answer)) return 'gone';
			const { reply_to_message: target } = Object(answer.ok && answer.result) as Message;
			const found = Object(target) as Partial<Message>;
			if (found.message_id === id) return found;
		}
		return undefined;
	}

	/** Whether the check sent it. */
	private async judge(id: number, isClearing: boolean): Promise<void> {
		const found = await this.shown(id, isClearing);
		if (found === 'gone') return;
		if (!found?.from) this.doubtful = true;
		else if (isOfCheck(found, this.where.botId)) this.made.add(id);
	}
}
