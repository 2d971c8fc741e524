import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { numberOfBot } from '../../../../api/secrets';
import { settle } from '../../../../api/settle';
import { bring, type Messenger } from './bring';
import { conclude, learn } from './conclude';
import { Desk } from './desk';
import { find, type Finder, type Found } from './find';
import { NextAnswers } from '../nextAnswers';
import { nameOf } from './tell';

/** Resolves with whether one of these was an answer. */
async function pass(messenger: Messenger, desk: Desk, candidates: Found[]): Promise<boolean> {
	for (const found of candidates) {
		const line = desk.lineOf(nameOf(found));
		const delivery = await line.join(
			async (isPatient) => await bring(messenger, desk, found, isPatient),
		);
		learn(messenger, desk, found, delivery);
		const isOver = ['closed', 'foreign'].includes(delivery.botMessagingOutcome);
		if (found.isPlain && isOver) continue;
		await conclude(messenger, desk, found, delivery);
		return true;
	}
	return false;
}

function finderOf(desk: Desk, next: NextAnswers, number: string | undefined): Finder {
	return {
		number,
		isQuestion: (chatId, messageId) => desk.knows(`${chatId}:${messageId}`),
		correctedBy: (chatId, messageId) => desk.corrections.get(`${chatId}:${messageId}`),
		expected: (chatId, userId) =>
			next
				.of(chatId, userId)
				.filter(({ messageId }) => !desk.hasWrittenEnough(`${chatId}:${messageId}`, userId)),
	};
}

/** Learns from an update that a group has got another number (service methods, "Message"). */
function noteMove(next: NextAnswers, update: IDataObject): void {
	const message = Object(update.message) as IDataObject;
	const { migrate_to_chat_id: to, migrate_from_chat_id: from } = message;
	const { id } = Object(message.chat) as IDataObject;
	if (to !== undefined) next.move(String(id), String(to));
	if (from !== undefined) next.move(String(from), String(id));
}

/** The same for the same update, however often it comes. */
const keyOf = (update: IDataObject) =>
	createHash('sha256').update(JSON.stringify(update)).digest('base64');

/**
 * Brings a press, a reply or a next message that belongs to a question of Send and Wait for Answer to the execution
 * that waits for it, and tells the person what has become of it. Resolves with whether the update
 * was one: it starts no workflow then. Rejects if the trigger is stopped meanwhile.
 */
export async function passToQuestion(update: IDataObject, messenger: Messenger): Promise<boolean> {
	const desk = messenger.bot.part(Desk);
	const next = messenger.bot.part(NextAnswers);
	noteMove(next, update);
	const key = keyOf(update);
	const before = desk.passed.get(key);
	const candidates = before
		? []
		: find(update, finderOf(desk, next, numberOfBot(messenger.credential)));
	if (!before && candidates.length === 0) return false;
	const passing = before ?? pass(messenger, desk, candidates);
	desk.passed.set(key, passing);
	const { error } = await settle(passing);
	// The server sends it again.
	if (error !== undefined) desk.passed.delete(key);
	return await passing;
}
