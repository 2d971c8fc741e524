import type { IDataObject } from 'n8n-workflow';

import { AnswerError } from '../../api/errors';
import { operation, type Batch, type Values } from '../../engine/define';
import { chatId } from '../../fields/chat';
import { formOnly, toggle } from '../../fields/formField';
import {
	deletionsOf,
	type Deletion,
	MOST_IDS,
	notDeleted,
	progressOf,
	type Progress,
} from './deleting/deletions';
import { type WantedMessages, messageIdFields } from './deleting/messageIds';

/** The outcome of messages known to be too old, which are not requested. */
const TOO_OLD = {
	outcome: 'tooOld',
	description: 'older than 48 hours, which the service does not delete',
	errorReason: 'noRight',
} as const;

/** Reasons for messages that were not deleted, and their names in the counts. */
const REASONS = new Map<string, 'alreadyGone' | 'notAllowed' | 'chatNotFound'>([
	['messageGone', 'alreadyGone'],
	['noRight', 'notAllowed'],
	['chatNotFound', 'chatNotFound'],
]);

const on = { ...toggle, default: true };

/** The request of one input item. */
interface Wish {
	item: number;
	chat: unknown;
	ids: Set<unknown>;
	tooOld: Set<unknown>;
	/** Whether each id gets an item of its own. */
	each: boolean;
	/** The portion that each id is sent in; combined items share this map. */
	portions: Map<unknown, Portion>;
	/** Whether its counts are added up with those of other items of the same chat. */
	isSummed: boolean;
	hasFailed: boolean;
}

/** One request and its result: an outcome for each id, or an error. */
interface Portion {
	ids: unknown[];
	/** The first item that asks for one of its ids. */
	first: Wish;
	outcomes?: Map<unknown, Deletion>;
	error?: unknown;
}

/** The portions of items whose messages are combined; the last one can still take ids. */
interface Gathering {
	portions: Wish['portions'];
	open?: Portion;
}

function fail(batch: Batch, wish: Wish, error: unknown): void {
	if (!wish.hasFailed) batch.fail(wish.item, error);
	wish.hasFailed = true;
}

/** Adds ids that no earlier item asked for to portions, and sends those that are full. */
async function gather(
	gathering: Gathering,
	wish: Wish,
	sendOne: (portion: Portion) => Promise<void>,
): Promise<void> {
	for (const id of wish.ids) {
		if (wish.tooOld.has(id) || gathering.portions.has(id)) continue;
		const portion = (gathering.open ??= { ids: [], first: wish });
		gathering.portions.set(id, portion);
		if (portion.ids.push(id) < MOST_IDS) continue;
		gathering.open = undefined;
		await sendOne(portion);
	}
}

async function send(batch: Batch, portion: Portion, progress: Progress): Promise<void> {
	const { ids, first } = portion;
	// Without return_failed the server says `true` whatever it did (reference 5.2).
	const body = { chat_id: first.chat, message_ids: ids, return_failed: true };
	try {
		const reply = await batch.send({ chat: String(first.chat), body: async () => body });
		portion.outcomes = deletionsOf(ids, reply);
		const done = [...portion.outcomes.values()].filter(({ outcome }) => outcome === 'deleted');
		progress(ids.length, done.length);
	} catch (error) {
		portion.error = error;
		// Fail at once: if errors stop the execution, requests that have not started must not be sent.
		fail(batch, first, error);
	}
}

/** The outcome of each message of an item: undefined if its request failed. */
const outcomesOf = ({ ids, tooOld, portions }: Wish) =>
	[...ids].map((id) => {
		const known = tooOld.has(id) ? TOO_OLD : portions.get(id)?.outcomes?.get(id);
		return [id, known] as const;
	});

/** The server's outcome for each message of one item. */
const itemsOf = (wish: Wish): IDataObject[] =>
	outcomesOf(wish).flatMap(([id, known]) => {
		if (!known) return [];
		const deleted = known.outcome === 'deleted';
		return [{ chatId: wish.chat as string, messageId: id as number, deleted, ...known }];
	});

/** The counts of some items of a chat. A message named by several items counts once. */
function countsOf(wishes: Wish[]): IDataObject {
	const counts = { deleted: 0, failed: 0, unknown: 0, tooOld: 0 };
	const reasons = { alreadyGone: 0, notAllowed: 0, chatNotFound: 0 };
	const outcomes = new Map(wishes.flatMap(outcomesOf));
	for (const known of outcomes.values()) {
		if (!known) continue;
		counts[known.outcome]++;
		const reason = known.outcome === 'failed' && REASONS.get(known.errorReason);
		if (reason) reasons[reason]++;
	}
	return { chatId: wishes[0]!.chat as string, requested: outcomes.size, ...counts, ...reasons };
}

function byChat(wishes: Wish[]): Wish[][] {
	const chats = new Map(wishes.map(({ chat }) => [String(chat), [] as Wish[]]));
	for (const wish of wishes) chats.get(String(wish.chat))!.push(wish);
	return [...chats.values()];
}

/**
 * Fails the items of chats in which nothing could be deleted, with the server's words, except items that report
 * each message. It is no failure if everything was already gone.
 */
function failRefused(batch: Batch, wishes: Wish[]): void {
	for (const ofChat of byChat(wishes)) {
		const all = ofChat.flatMap(outcomesOf).flatMap(([, known]) => known ?? []);
		const refused = all.find(
			({ outcome, errorReason }) => outcome === 'failed' && errorReason !== 'messageGone',
		);
		const isDone = all.some(({ outcome }) => outcome === 'deleted' || outcome === 'unknown');
		if (!refused || isDone) continue;
		const error = new AnswerError(400, refused.description || 'The server gave no reason');
		for (const wish of ofChat.filter(({ each }) => !each)) fail(batch, wish, error);
	}
}

function putOut(batch: Batch, wish: Wish): void {
	for (const id of wish.ids) {
		const error = wish.portions.get(id)?.error;
		if (error !== undefined) fail(batch, wish, error);
	}
	// An item that was stopped halfway is not done: n8n may run the node again for it.
	if (wish.hasFailed && batch.isStopped) return;
	if (wish.each) for (const json of itemsOf(wish)) batch.emit(wish.item, json);
	else if (!wish.isSummed && !wish.hasFailed) batch.emit(wish.item, countsOf([wish]));
}

/** Outputs one item for each chat, paired with its first input item that did not fail. */
function putOutTotals(batch: Batch, wishes: Wish[]): void {
	const summed = wishes.filter((wish) => !wish.each && wish.isSummed && !wish.hasFailed);
	for (const ofChat of byChat(summed)) batch.emit(ofChat[0]!.item, countsOf(ofChat));
}

/**
 * Deletes the messages of all items, each once, with 100 in a request and several requests at a time.
 * Outputs what the server confirmed: counts for each item or chat, or an item for each id. If a request is
 * refused, the items with ids in it fail. So do the items of a chat in which nothing could be deleted, unless
 * everything was already gone. The other items continue.
 */
async function deleteInBatches(batch: Batch): Promise<void> {
	const gatherings = new Map<string, Gathering>();
	const wishes: Wish[] = [];
	const sent: Portion[] = [];
	const sending: Array<Promise<void>> = [];
	const progress = progressOf(batch);
	const sendOne = async (portion: Portion) => {
		await batch.room();
		sent.push(portion);
		sending.push(send(batch, portion, progress));
	};
	for await (const { item, body, values } of batch.readings()) {
		const { ids, tooOld = new Set() } = body.message_ids as WantedMessages;
		const { combineItems = true, returnFailed, totalPerChat } = values.additionalFields as Values;
		const group = JSON.stringify([body.chat_id, combineItems ? 'all' : item]);
		const gathering: Gathering = gatherings.get(group) ?? { portions: new Map() };
		gatherings.set(group, gathering);
		const wish: Wish = {
			item,
			chat: body.chat_id,
			ids: new Set(ids),
			tooOld,
			each: returnFailed === true,
			isSummed: totalPerChat === true,
			portions: gathering.portions,
			hasFailed: false,
		};
		wishes.push(wish);
		await gather(gathering, wish, sendOne);
	}
	for (const { open } of gatherings.values()) if (open) await sendOne(open);
	await Promise.all(sending);
	failRefused(batch, wishes);
	for (const wish of wishes) {
		await batch.room();
		putOut(batch, wish);
	}
	putOutTotals(batch, wishes);
	const outcomes = sent.flatMap((portion) => [...(portion.outcomes?.values() ?? [])]);
	for (const notice of notDeleted(outcomes)) batch.warn(notice);
}

/** Reference 5.2: at most 100 ids a request, over all items of a chat. */
export const deleteMessages = operation('message', 'deleteMessages', {
	effect: 'repeatable',
	ordered: false,
	name: 'Delete Messages',
	action: 'Delete messages',
	description: 'Delete many messages of a chat',
	fields: [chatId, ...messageIdFields],
	additionalFields: [
		formOnly(
			'combineItems',
			'Whether to delete the messages of all input items of a chat in as few requests as possible. Without this field, too: add it and turn it off to have requests for each input item.',
			on,
		),
		formOnly(
			'returnFailed',
			'Whether to return one item per message, with the reason if it was not deleted, instead of counts',
			{ displayName: 'Report Each Message', ...on },
		),
		formOnly(
			'totalPerChat',
			'Whether to return one item per chat with the counts of all its input items, instead of one per input item. Report Each Message comes before this.',
			{ displayName: 'One Total per Chat', ...on },
		),
	],
	run: deleteInBatches,
});
