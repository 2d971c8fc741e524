import { isDeepStrictEqual } from 'node:util';

import {
	METHODS,
	type Entity,
	type Message,
	type MethodName,
	type MethodShape,
	type ParamsOf,
	type ResultOf,
} from '../reference';
import type { Answer } from './answers';
import { backOff, type CallOptions, type Client } from './client';
import type { Findings } from './findings';
import type { Mask } from './mask';
import { idsIn, Messages } from './messages';
import { otherIn } from './mismatches';
import { Stopped, Unexpected } from './obstacles';
import type { PathForm } from './requests';
import { isUsable } from './shapes';
import { Undos, type Undo } from './undos';

export interface Place {
	chatId: number | string;
	username?: string;
	title?: string;
	shown: Entity;
	botId: number;
	/** Somebody in the group who has agreed to be muted and promoted for a moment. */
	memberId?: number | string;
	/** The address of a picture for the server to fetch. */
	picture: string;
	/** Whether to send a photo of 11 MB. */
	isLarge: boolean;
	service: string;
	/** The path forms that work. */
	pathForms: PathForm[];
	/** Why to leave the bot's webhook alone. */
	webhookHindrance?: string;
	/** The kinds of updates that the bot gets, if they were chosen. */
	allowedUpdates?: string[];
}

const LOOKS = 3;
/** It looks for messages at most so often, and at most ten minutes long. */
const CLOSINGS = 44;
const LONGEST_WAIT_SECONDS = 15;
const CLOSING_MS = 600_000;

/** How often it looks for messages whose answers got lost while others were deleted. */
const ROUNDS = 3;

const DELETE = 'Delete them in the group: most of them begin with "Check"';
const PERHAPS =
	'Perhaps one or more messages that begin with "Check", or tell of a new title: the server does not say which they are. Look for them in the group, and delete them';

/** A running check: what it created, and how to undo it. */
export class Session {
	readonly messages: Messages;

	private readonly undos: Undos;

	/** Whether the server sent a message without an id. */
	private isNumberless = false;

	/** When it stops looking for messages with unknown ids (ms). */
	private closeUntil = Infinity;

	/** What could not be cleaned up, in words. */
	readonly left: string[] = [];

	/** What stays because nothing can be done now, such as a link whose address got lost, and how often. */
	private readonly lost = new Map<string, number>();

	constructor(
		readonly client: Client,
		readonly findings: Findings,
		readonly mask: Mask,
		readonly place: Place,
	) {
		this.undos = new Undos(client, findings);
		this.messages = new Messages(client, findings, { ...this.chat, botId: place.botId });
	}

	get chat(): { chat_id: number | string } {
		return { chat_id: this.place.chatId };
	}

	/** Calls a method that returns messages, and remembers them. */
	async send<M extends MethodName>(
		method: M,
		params: Partial<ParamsOf<M>>,
		options?: CallOptions,
	): Promise<Answer<M>> {
		const request = { ...this.chat, ...params };
		const unsure = () => this.messages.beginGap();
		const sent = await this.client.call(method, request, { ...options, unsure });
		const ids = sent.ok ? idsIn(sent.result) : [];
		if (sent.ok && ids.length === 0) {
			this.isNumberless = true;
			this.messages.beginGap();
			throw new Stopped(
				`${method} does not tell the number of its message, so that more of them could not be deleted`,
			);
		}
		const { media } = request as { media?: unknown };
		await this.messages.note(sent, Array.isArray(media) ? media.length : 1);
		return sent;
	}

	/** The result of an answer. Throws Unexpected for a refusal. */
	must = <M extends MethodName>(method: M, answer: Answer<M>): ResultOf<M> => {
		const { result }: MethodShape = METHODS[method];
		if (answer.ok) {
			if (isUsable(result, answer.result)) return answer.result;
			throw new Unexpected(`${method} did not answer with what is documented`);
		}
		throw new Unexpected(`${method} was refused with ${this.words(answer)}`);
	};

	async text(text: string, more: Partial<ParamsOf<'sendMessage'>> = {}): Promise<Message> {
		return this.must('sendMessage', await this.send('sendMessage', { text, ...more }));
	}

	/** Deletes one of its messages. Throws Unexpected if it still exists. */
	async remove(id: number, params: Partial<ParamsOf<'deleteMessage'>> = {}, beside?: number[]) {
		return await this.messages.remove(id, { ...this.chat, ...params }, beside);
	}

	/** Changes something and restores it later, unless the server refuses the change. */
	async change<M extends MethodName>(
		method: M,
		what: string,
		undo: Undo,
		act: () => Promise<Answer<M>>,
	): Promise<ResultOf<M>> {
		// What is not begun needs no undo.
		this.client.goOn();
		const wasChanged = this.undos.has(what);
		this.undos.add(what, undo);
		const answer = await act();
		if (!answer.ok && !wasChanged) this.undos.forget(what);
		return this.must(method, answer);
	}

	/** Throws Unexpected if the server confirms a change but does not show it. */
	async effect(method: MethodName, isSeen: () => Promise<boolean>): Promise<void> {
		for (let look = 1; !(await isSeen()); look++) {
			if (look === LOOKS) {
				this.findings.lie(method, 'says that it is done, and the server shows nothing of it');
				throw new Unexpected(`${method} has no effect that the server shows`);
			}
			await this.client.wait(backOff(look));
		}
	}

	/** Records the first permission or right that the server shows otherwise than it was asked for. */
	compare(method: MethodName, names: string[], shown: Entity, asked: Entity): void {
		const told = names.filter((name) => typeof shown[name] === 'boolean');
		const other = otherIn(told, shown, asked);
		if (other) this.findings.lie(method, `\`${other}\` is not what was asked for`);
	}

	canUndo(what: string): boolean {
		return this.undos.has(what);
	}

	/** Forgets what the server shows as it was. */
	async lookAgain(): Promise<void> {
		await this.undos.lookAgain();
	}

	/** Nothing is left to restore. */
	forget(what: string): void {
		this.undos.forget(what);
	}

	/** Restores something if it was changed. If that fails, it is tried again at the end. */
	async undo(what: string): Promise<void> {
		if (!(await this.undos.settle(what))) throw new Unexpected(`${what} could not be put back`);
	}

	/** Records what will be left behind in any case. */
	lose(what: string): void {
		this.lost.set(what, (this.lost.get(what) ?? 0) + 1);
	}

	/** From here on, the server may add service messages. Throws Unexpected if they could not be found. */
	async beginSpan(): Promise<void> {
		const { message_id } = await this.text('Check: the title and a pin follow.');
		if (!(await this.messages.shown(message_id)))
			throw new Unexpected(
				'a reply does not show its message, so that messages about a new title could not be found',
			);
		this.messages.hold();
	}

	/** Remembers service messages since `beginSpan`, to delete them. */
	async endSpan(): Promise<void> {
		this.messages.release();
		if (this.messages.hasGap) await this.text('Check: that was it.');
	}

	/** Deletes and restores all that it created or changed. Failures are in `left`. */
	async clear(tell: (what: string, requests: number) => void): Promise<void> {
		tell('what was changed is put back', this.messages.count);
		this.closeUntil = Date.now() + CLOSING_MS;
		await this.undos.settleAll();
		await this.messages.findMissing();
		for (let round = 1; round <= ROUNDS; round++) {
			tell('messages are looked for, for at most ten minutes', this.messages.count);
			await this.closeGap();
			await this.messages.deleteAll((done, all) =>
				tell(`${done} of ${all} messages are deleted`, all - done),
			);
			// An answer that got lost meanwhile may stand for another message.
			if (!this.messages.hasGap) break;
		}
		// The server may have done what its answers did not say.
		await this.lookAgain();
		this.left.push(...this.pending(), ...(await this.others()));
	}

	/** What getChat shows otherwise than before, besides what is put back. */
	private async others(): Promise<string[]> {
		const request = this.client.call('getChat', this.chat, { isClearing: true });
		const chat = await request.catch(() => undefined);
		if (!chat?.ok) return [];
		const [before, now] = [this.place.shown, Object(chat.result) as Entity];
		return Object.keys({ ...before, ...now })
			.filter(
				(name) =>
					!/^(title|permissions)$/.test(name) && !isDeepStrictEqual(now[name], before[name]),
			)
			.map((name) => `\`${name}\` in getChat is another than before. Look at the group's settings`);
	}

	/** What would be left behind if the clean-up ended now. */
	pending(): string[] {
		const lost = [...this.lost].map(([what, count]) =>
			count > 1 ? `${count} times: ${what}` : what,
		);
		return [...this.undos.pending(), ...lost, ...this.messagesLeft()];
	}

	/** Finds messages with unknown ids, which lie between two known ones. Each try may make another message. */
	private async closeGap(): Promise<void> {
		this.messages.release();
		const mayClose = () =>
			this.messages.hasGap && !this.isNumberless && Date.now() < this.closeUntil;
		for (let tried = 1; tried <= CLOSINGS && mayClose(); tried++) {
			if (tried > 1)
				await this.client.wait(Math.min(backOff(tried - 1), LONGEST_WAIT_SECONDS), true);
			const request = { ...this.chat, text: 'Check: that was it.' };
			const last = await this.client
				.call('sendMessage', request, { isClearing: true })
				.catch(() => undefined);
			const [end] = last?.ok ? idsIn(last.result) : [];
			if (end === undefined) continue;
			this.messages.add(end);
			await this.messages.search(end, true);
		}
	}

	private messagesLeft(): string[] {
		const { count, unseenCount, isInDoubt } = this.messages;
		const many = (number: number, more = '') =>
			number > 0
				? [`${number} ${number === 1 ? 'message' : 'messages'} of the bot${more}. ${DELETE}`]
				: [];
		return [
			...many(count - unseenCount),
			...many(unseenCount, ', unless the server has deleted them, as it says'),
			...(isInDoubt ? [PERHAPS] : []),
		];
	}

	private words(answer: Answer): string {
		return answer.ok ? '' : `${answer.code} ${this.mask.quote(answer.description)}`;
	}
}
