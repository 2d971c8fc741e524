import type { Message } from '../../reference';
import { isUnknownMethod, saysGone, type Answer } from './answers';
import { backOff, type CallOptions, type Client } from './client';
import type { Findings } from './findings';
import { Unexpected } from './obstacles';
import { isDeletionReport } from './shapes';

const BATCH = 100;
const ROUNDS = 4;
const LOOKS = 3;

/** No chat has that many messages. */
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

/** Whether a message is one that the check sends, or the server's own about what the check did. */
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

/** The messages that the check has made, and perhaps made. */
export class Messages {
	private readonly made = new Set<number>();

	/** After this message there may be some whose number no answer has told. */
	private gapBegin: number | undefined;

	/** Whether more messages of the server may follow. */
	private isHeld = false;

	private isSearching = false;

	/** Whether the server does not tell of a message whose it is. */
	private doubtful = false;

	/** Whether the server tells whether a message is there. */
	private canLook: boolean | undefined;

	private readonly lies = new Set<'deleteMessage' | 'deleteMessages'>();

	constructor(
		private readonly client: Client,
		private readonly findings: Findings,
		private readonly where: Where,
	) {}

	/** Remembers the messages of an answer. */
	async note(answer: Answer): Promise<void> {
		const ids = answer.ok ? idsIn(answer.result) : [];
		const known = Math.max(0, ...this.made);
		for (const id of ids) this.made.add(id);
		const newer = ids.filter((id) => id > known);
		if (newer.length === 0 || !this.hasGap || this.isHeld || this.isSearching) return;
		await this.search(Math.min(...newer), false);
	}

	/** Remembers a message to delete it. */
	add(id: number): void {
		this.made.add(id);
	}

	/** From here on there may be messages whose number no answer tells. */
	beginGap(): void {
		this.gapBegin ??= Math.max(0, ...this.made);
	}

	/** Until `release` the server may write messages of its own, such as that the title is another. */
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

	/** How many there are, as far as it knows. */
	get count(): number {
		return this.made.size;
	}

	/** Takes note of what is its own between the beginning of the gap and this message. */
	async search(end: number, isClearing: boolean): Promise<void> {
		const begin = this.gapBegin || end - LOOKS_BACK;
		this.gapBegin = undefined;
		this.isSearching = true;
		try {
			const last = Math.min(end, begin + BATCH);
			if (end > last) this.doubtful = true;
			for (let id = Math.max(1, begin + 1); id < last; id++) {
				if (!this.made.has(id)) await this.judge(id, isClearing);
			}
		} finally {
			this.isSearching = false;
		}
	}

	/** Deletes one message, and looks whether it is gone. */
	async remove(id: number, request: { chat_id: number | string }): Promise<Answer> {
		await this.tryLooking(id);
		const answer = await this.client.call('deleteMessage', { ...request, message_id: id });
		if (!answer.ok) return answer;
		await this.mustBeGone('deleteMessage', id);
		return answer;
	}

	/** Throws Unexpected if a message that was deleted is still there. */
	async mustBeGone(method: 'deleteMessage' | 'deleteMessages', id: number): Promise<void> {
		for (let look = 1; (await this.isThere(id)) === true; look++) {
			if (look === LOOKS) {
				this.findings.lie(method, STILL_THERE);
				throw new Unexpected(`${method} ${STILL_THERE}`);
			}
			await this.client.wait(backOff(look));
		}
		this.made.delete(id);
	}

	/** Finds out whether the server tells of a message whether it is there. */
	async tryLooking(id: number, options: CallOptions = {}): Promise<void> {
		if (this.canLook !== undefined) return;
		const there = await this.look(id, options);
		const gone = await this.look(NO_MESSAGE, options);
		this.canLook = !saysGone(there) && !isUnknownMethod(there) && saysGone(gone);
	}

	/** Deletes all of them. `tell` hears how many are done. */
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
		const all = await this.client.call('deleteMessages', request, options).catch(() => undefined);
		const told = all?.ok && isDeletionReport(all.result) ? all.result : undefined;
		const failed = new Set(told?.failed_message_ids.map(({ message_id: id }) => id));
		for (const id of ids) {
			tell();
			const isTold = told !== undefined && !failed.has(id);
			if (await this.forgetGone(id, isTold)) continue;
			if (isTold) this.lies.add('deleteMessages');
			const about = { chat_id, message_id: id };
			const one = await this.client.call('deleteMessage', about, options).catch(() => undefined);
			const isGone = one !== undefined && (one.ok || saysGone(one));
			if (!(await this.forgetGone(id, isGone)) && one?.ok) this.lies.add('deleteMessage');
		}
	}

	/** What the server does not show is as it says. */
	private async forgetGone(id: number, isSaidGone: boolean): Promise<boolean> {
		const isThere = await this.isThere(id, { isClearing: true }).catch(() => undefined);
		const isGone = isThere === undefined ? isSaidGone : !isThere;
		if (isGone) this.made.delete(id);
		return isGone;
	}

	/** Nothing if the server does not tell. */
	private async isThere(id: number, options: CallOptions = {}): Promise<boolean | undefined> {
		if (this.canLook !== true) return undefined;
		return !saysGone(await this.look(id, options));
	}

	/** To take buttons away is refused in one way if the message is there, and in another if it is not. */
	private async look(message_id: number, options: CallOptions): Promise<Answer> {
		const about = { chat_id: this.where.chat_id, message_id };
		return await this.client.call('editMessageReplyMarkup', about, {
			...options,
			isRepeatable: true,
		});
	}

	/** Only a reply shows who has written a message, without changing it. */
	private async judge(id: number, isClearing: boolean): Promise<void> {
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
			if (saysGone(answer)) return;
			const { reply_to_message: target } = Object(answer.ok && answer.result) as Message;
			const found = Object(target) as Partial<Message>;
			if (found.message_id !== id || !found.from) continue;
			if (isOfCheck(found, this.where.botId)) this.made.add(id);
			return;
		}
		this.doubtful = true;
	}
}
