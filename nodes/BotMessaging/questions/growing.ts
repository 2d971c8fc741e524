import { randomBytes } from 'crypto';

import type { Int } from '../../../reference';
import { settle, ticks } from '../api/basics';
import type { Call } from '../api/client';
import { AnswerError } from '../api/errors';
import { patient } from '../api/retry';
import type { Context } from '../update/context';
import { isAdministrator } from './outcome';
import { wireId } from './question';
import { mayAnswer, type WhoMayAnswer } from './who';

/** Milliseconds between two changes of messages that grow in one chat. */
export const BETWEEN_EDITS_MS = 1000;

/** Below an answer that is not whole; a sign, because the answer may be in any language. */
export const CUT_OFF = '⚠️';

/** A message that grows, as a trigger keeps it for the next start of n8n. */
export interface GrowingMessage {
	chat_id: Int;
	message_id: Int;
	hasButton: boolean;
}

/** An answer that grows in a chat, and that a press of its button ends. */
export interface GrowingAnswer {
	/** The data of its Stop button. */
	readonly data: string;
	/** The person who asked, and so may stop it; administrators may, too. */
	readonly userId?: string;
	readonly hasButton: boolean;
	/** Its last message, as soon as it has one. */
	message?: GrowingMessage;
	stop(): void;
}

/** The answers of a bot that grow in this process. */
export class GrowingAnswers {
	/** Whether a trigger of this process sees presses. In queue mode, answers grow in other processes. */
	areStopsHeard = false;

	/** What saves the messages, by trigger. Returns false if it cannot. */
	readonly keepers = new Map<string, () => boolean>();

	/** The triggers whose list of an earlier start was read. */
	private readonly read = new Set<string>();

	readonly byData = new Map<string, GrowingAnswer>();

	/** When those ended that have lost their button by themselves (ticks), by its data. */
	readonly ended = new Map<string, number>();

	/** Servers without “typing”, such as SafeW, are asked for it once. */
	hasTyping = true;

	/** When the next change in a chat may begin (ticks). */
	private readonly next = new Map<string, number>();

	add(answer: Omit<GrowingAnswer, 'data'>): GrowingAnswer {
		const data = `!${randomBytes(12).toString('hex')}`;
		const added = { ...answer, data };
		this.byData.set(data, added);
		return added;
	}

	/** Notes the last message of an answer, for the next start of n8n. */
	note(answer: GrowingAnswer, chat_id: Int, message_id: Int): void {
		if (answer.message?.message_id === message_id) return;
		answer.message = { chat_id, message_id, hasButton: answer.hasButton };
		this.keep();
	}

	remove({ data, message }: GrowingAnswer): void {
		this.byData.delete(data);
		if (message) this.keep();
		for (const [chat, at] of this.next) if (at <= ticks()) this.next.delete(chat);
		// Nobody presses a button minutes after it has gone.
		for (const [one, at] of this.ended) if (at < ticks() - 600_000) this.ended.delete(one);
	}

	get messages(): GrowingMessage[] {
		return [...this.byData.values()].flatMap(({ message }) => message ?? []);
	}

	/** One trigger keeps them; those of the same bot need not. */
	private keep(): void {
		for (const keep of this.keepers.values()) if (keep()) return;
	}

	/** A trigger leaves: another one of the bot keeps what grows now. */
	leave(trigger: string): void {
		if (this.keepers.delete(trigger) && this.messages.length > 0) this.keep();
	}

	/** Of the messages that a trigger has kept, those that an earlier start of n8n left. */
	leftBefore(trigger: string, kept: GrowingMessage[]): GrowingMessage[] {
		const isFirst = !this.read.has(trigger);
		this.read.add(trigger);
		return isFirst ? kept : [];
	}

	/** Takes a turn to change a message in a chat. Returns how many milliseconds to wait for it. */
	waitIn(chat: string): number {
		const now = ticks();
		const at = Math.max(now, this.next.get(chat) ?? now);
		this.next.set(chat, at + BETWEEN_EDITS_MS);
		return at - now;
	}
}

/** A press ends an answer. Returns what to tell the person; `undefined` if it is no press of Stop. */
export async function stopByPress(
	{ isPress, payload, chatId, message, doer }: Context,
	growing: GrowingAnswers,
	call: Call,
): Promise<string | undefined> {
	growing.areStopsHeard = true;
	const data = String(payload.data);
	if (!isPress || !/^![0-9a-f]{24}$/.test(data)) return undefined;
	const answer = growing.byData.get(data);
	if (!answer) {
		// n8n was killed while it grew. If it has ended, other buttons may be there by now.
		const about = { chat_id: wireId(chatId), message_id: message.message_id as Int };
		if (!growing.ended.has(data)) await settle(call('editMessageReplyMarkup', about));
		return 'This answer no longer grows.';
	}
	const who: WhoMayAnswer = { answerers: 'administrators', userIds: [] };
	const ask = async (id: string) => await isAdministrator(call, chatId, id);
	const isAsker = String(doer.id) === answer.userId;
	if (!isAsker && !(await mayAnswer(who, { chatId, user: doer }, ask))) {
		return 'Only who asked, and administrators, can stop this answer.';
	}
	answer.stop();
	return '';
}

/**
 * n8n was killed while answers grew: their buttons go, and a reply has the mark. An answer whose button had gone
 * was whole. `forget` comes between the two, so that nothing is sent twice.
 */
export async function endInterrupted(
	messages: GrowingMessage[],
	call: Call,
	forget: () => Promise<boolean>,
): Promise<void> {
	const cutOff: GrowingMessage[] = [];
	for (const message of messages) {
		const { chat_id, message_id, hasButton } = message;
		const remove = async () =>
			hasButton && (await patient(call)('editMessageReplyMarkup', { chat_id, message_id }));
		if (!((await settle(remove())).error instanceof AnswerError)) cutOff.push(message);
	}
	if (!(await forget())) return;
	for (const { chat_id, message_id } of cutOff) {
		const mark = { chat_id, text: CUT_OFF, reply_to_message_id: message_id };
		await settle(call('sendMessage', mark));
	}
}
