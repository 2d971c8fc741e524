import { createHash } from 'crypto';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { UserError } from '../../../../api/errors';
import { numberOfBot } from '../../../../api/secrets';
import type { Owner } from '../../../../api/owner';
import { settle } from '../../../../api/settle';
import type { Carried } from '../buttonData';
import { deliver, type Delivery } from './deliver';
import { Desk } from './desk';
import { NextAnswers } from '../nextAnswers';
import { find, type Finder, type Found } from './find';
import type { Envelope } from '../protocol';
import { hidden, proofOf } from '../proof';
import { nameOf, removeButtons, tell, type Voice } from './tell';

/** What a trigger lends for this. */
export interface Messenger extends Voice {
	bot: Owner;
	/** The decrypted credential. */
	credential: IDataObject | undefined;
	request: (options: IHttpRequestOptions) => Promise<unknown>;
	/** Where n8n may be reached, the likeliest first. */
	bases: string[];
	warn: (words: string) => void;
	/** Whether the trigger has been stopped: what is not done then comes again. */
	isOver: () => boolean;
}

const UNREACHABLE =
	'An answer to a question could not be delivered, because this trigger cannot reach n8n. Fill in Instance Address in its Options, for example http://localhost:5678.';

const foreignWords = ({ answering: { chatId, messageId } }: Found) =>
	`An answer to message ${messageId} in chat ${chatId} is ignored, because this n8n does not know the question. Another n8n asked it, it used another encryption key, or its execution was deleted.`;

/** Brings an answer to n8n. Rejects if the trigger is stopped meanwhile. */
async function bring(
	messenger: Messenger,
	desk: Desk,
	{ carried, answering }: Found,
	isPatient: boolean,
): Promise<Delivery> {
	if (!carried) return { botMessagingOutcome: 'closed' };
	const { credential, bases, isOver } = messenger;
	const { step, kind } = carried;
	const signature = kind === 'form' ? hidden(credential, carried) : carried.signature;
	const payload = JSON.stringify({ ...answering, ...(step !== undefined && { step }) });
	const body: Envelope = { payload, proof: proofOf(credential, signature, payload) };
	const request = async (options: IHttpRequestOptions) =>
		await desk.requests.run(async () => await messenger.request(options));
	const delivery = await deliver(
		{ request, bases, reach: desk.reach, isOver, isPatient },
		{ ...carried, signature },
		body,
	);
	const isOpen = ['running', 'unreachable'].includes(delivery.botMessagingOutcome);
	if (isOpen && isOver()) throw new UserError('The trigger was stopped');
	return delivery;
}

/** Tells the person and the log what has become of an answer. */
async function conclude(
	messenger: Messenger,
	desk: Desk,
	found: Found,
	delivery: Delivery,
): Promise<void> {
	const { call, warn } = messenger;
	const { botMessagingOutcome: outcome } = delivery;
	if (outcome === 'unreachable') warn(UNREACHABLE);
	if (outcome === 'foreign' && desk.isFirstForeign(nameOf(found))) warn(foreignWords(found));
	await desk.notices.run(async () => await tell(messenger, desk, found, delivery));
	if (outcome === 'closed') await removeButtons(call, found);
}

/** Whose next message is an answer, by what n8n says of this one. */
function learn(messenger: Messenger, desk: Desk, found: Found, delivery: Delivery): void {
	const { carried, answering } = found;
	const next = messenger.bot.part(NextAnswers);
	const { botMessagingOutcome: outcome } = delivery;
	const { chatId, messageId, user } = answering;
	if (['taken', 'closed', 'foreign'].includes(outcome)) next.forget(chatId, messageId);
	if (outcome === 'taken') desk.forgive(nameOf(found), String(user.id));
	if (!delivery.next || !carried) return;
	const userId = String(user.id);
	const userIds = userId === chatId ? undefined : [userId];
	const { step = carried.step } = delivery;
	const typed: Carried = { ...carried, kind: carried.kind === 'form' ? 'form' : 'reply', step };
	next.expect(chatId, { carried: typed, messageId, userIds, until: Infinity });
}

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
