import {
	METHODS,
	type Message,
	type MethodName,
	type MethodShape,
	type ParamsOf,
	type ResultOf,
} from '../../reference';
import type { Answer, CallOptions, Client } from './client';
import type { Findings } from './findings';
import type { Mask } from './mask';
import { isDeletionReport, SHAPES } from './shapes';

/** Something that a probe needs did not work: what it would have told is not tested. */
export class Unexpected extends Error {}

export interface Place {
	chatId: number | string;
	username?: string;
	title?: string;
	botId: number;
	/** Somebody in the group who has agreed to be muted and promoted for a moment. */
	memberId?: number | string;
	/** The address of a picture that a server may fetch. */
	picture: string;
	/** Whether a photo of 11 MB is sent. */
	isLarge: boolean;
	service: string;
	/** Why the bot's webhook is not touched. */
	webhookHindrance?: string;
}

type Undo = () => Promise<Answer>;

const BATCH = 100;
const GONE = /not found|wasn't found|can't be found|message_id_invalid/i;

/** The ids of the messages that an answer is about. */
function idsIn(result: unknown): number[] {
	if (Array.isArray(result)) return result.flatMap(idsIn);
	const { message_id: id } = Object(result) as { message_id?: unknown };
	return typeof id === 'number' ? [id] : [];
}

/** A check under way: what it has made, and how that is undone. */
export class Session {
	private readonly made = new Set<number>();

	private readonly undos = new Map<string, Undo>();

	/** The message after which the server may have written some of its own. */
	private spanBegin: number | undefined;

	/** What could not be cleared away, in words. */
	readonly left: string[] = [];

	constructor(
		readonly client: Client,
		readonly findings: Findings,
		readonly mask: Mask,
		readonly place: Place,
	) {}

	get chat(): { chat_id: number | string } {
		return { chat_id: this.place.chatId };
	}

	/** Calls a method whose result is messages, and remembers them. */
	async send<M extends MethodName>(
		method: M,
		params: Partial<ParamsOf<M>>,
		options?: CallOptions,
	): Promise<Answer<M>> {
		const sent = await this.client.call(method, { ...this.chat, ...params }, options);
		if (sent.ok) for (const id of idsIn(sent.result)) this.made.add(id);
		return sent;
	}

	/** The result of an answer. Throws Unexpected for a refusal. */
	must = <M extends MethodName>(method: M, answer: Answer<M>): ResultOf<M> => {
		const { result }: MethodShape = METHODS[method];
		if (answer.ok) {
			if (SHAPES[result](answer.result)) return answer.result;
			throw new Unexpected(`${method} did not answer with what is documented`);
		}
		const words = this.mask.quote(answer.description);
		throw new Unexpected(`${method} was refused with ${answer.code} ${words}`);
	};

	async text(text: string, more: Partial<ParamsOf<'sendMessage'>> = {}) {
		return this.must('sendMessage', await this.send('sendMessage', { text, ...more }));
	}

	/** Deletes one message that it has made. */
	async remove(id: number, params: Partial<ParamsOf<'deleteMessage'>> = {}) {
		const request = { ...this.chat, message_id: id, ...params };
		const answer = await this.client.call('deleteMessage', request);
		if (answer.ok) this.made.delete(id);
		return answer;
	}

	/** Changes something that is put back later, unless the server refuses to change it. */
	async change<M extends MethodName>(
		method: M,
		what: string,
		undo: Undo,
		act: () => Promise<Answer<M>>,
	): Promise<ResultOf<M>> {
		this.undos.set(what, undo);
		const answer = await act();
		if (!answer.ok) this.forget(what);
		return this.must(method, answer);
	}

	canUndo(what: string): boolean {
		return this.undos.has(what);
	}

	/** There is nothing to put back any more. */
	forget(what: string): void {
		this.undos.delete(what);
	}

	async undo(what: string): Promise<void> {
		const undo = this.undos.get(what);
		if (!undo) return;
		const answer = await undo();
		if (answer.ok) this.undos.delete(what);
		else throw new Unexpected(`${what} could not be put back: ${this.words(answer)}`);
	}

	/** From here on the server may write messages of its own, such as that the title is another. */
	async beginSpan(): Promise<void> {
		this.spanBegin = (await this.text('Check: the title and a pin follow.')).message_id;
	}

	/** Takes note of what the server has written since `beginSpan`, to delete it. */
	async endSpan(isClearing = false): Promise<void> {
		const begin = this.spanBegin;
		if (begin === undefined) return;
		this.spanBegin = undefined;
		const last = await this.send('sendMessage', { text: 'Check: that was it.' }, { isClearing });
		const { message_id: end } = this.must('sendMessage', last);
		for (let id = begin + 1; id < Math.min(end, begin + BATCH); id++) {
			if (!this.made.has(id) && (await this.isNotice(id, isClearing))) this.made.add(id);
		}
	}

	/** Deletes and puts back all that it has made. What cannot be is in `left`. */
	async clear(): Promise<void> {
		for (const [what, undo] of [...this.undos].reverse()) {
			const answer = await undo().catch((obstacle: Error) => obstacle);
			if (answer instanceof Error) this.left.push(`${what}: ${answer.message}`);
			else if (!answer.ok) this.left.push(`${what}: ${this.words(answer)}`);
		}
		this.undos.clear();
		await this.endSpan(true).catch(() => this.left.push('notices that the server has written'));
		const count = await this.deleteAll().catch(() => this.made.size);
		if (count > 0) this.left.push(`${count} messages`);
	}

	private words(answer: Answer): string {
		return answer.ok ? '' : `${answer.code} ${this.mask.quote(answer.description)}`;
	}

	/**
	 * Whether a message is the server's own about what this bot did. A person's can be forwarded, and the
	 * forward has content or is from somebody else.
	 */
	private async isNotice(id: number, isClearing: boolean): Promise<boolean> {
		const from = { from_chat_id: this.place.chatId, message_id: id };
		const options = { isClearing };
		const forward = await this.send('forwardMessage', from, options);
		if (!forward.ok) {
			if (GONE.test(forward.description) || forward.code === 404) return false;
			return true;
		}
		const {
			forward_origin: origin,
			text,
			caption,
			forward_from: sender,
		} = Object(forward.result) as Partial<Message>;
		const { sender_user: user } = Object(origin) as { sender_user?: { id?: number } };
		const by = user?.id ?? (Object(sender) as { id?: number }).id;
		return by === this.place.botId && text === undefined && caption === undefined;
	}

	private async deleteAll(): Promise<number> {
		const ids = [...this.made];
		let left = 0;
		for (let from = 0; from < ids.length; from += BATCH) {
			left += await this.deleteBatch(ids.slice(from, from + BATCH));
		}
		return left;
	}

	/** Deletes messages; returns how many could not be. A server that only says true is asked about each. */
	private async deleteBatch(ids: number[]): Promise<number> {
		const options = { isClearing: true };
		const request = { ...this.chat, message_ids: ids, return_failed: true };
		const answer = await this.client.call('deleteMessages', request, options);
		const told = answer.ok && isDeletionReport(answer.result) ? answer.result : undefined;
		const unsure = told ? told.failed_message_ids.map(({ message_id: id }) => id) : ids;
		let left = 0;
		for (const message_id of unsure) {
			const one = await this.client.call('deleteMessage', { ...this.chat, message_id }, options);
			if (!one.ok && !GONE.test(one.description)) left++;
		}
		return left;
	}
}
