import type { IDataObject } from 'n8n-workflow';

import { AnswerError } from '../../api/errors';
import { operation, type Batch, type Reading, type Values } from '../../engine/define';
import { chatId } from '../../fields/chat';
import { formOnly, toggle } from '../../fields/formField';
import { deletionsOf, type Deletion, MOST_IDS, Progress, notDeleted } from './deleting/deletions';
import { type WantedMessages, messageIdFields } from './deleting/messageIds';

/** The outcome of messages known to be too old, which are not requested. */
const TOO_OLD = {
	outcome: 'tooOld',
	description: 'older than 48 hours, which the service does not delete',
	errorReason: 'noRight',
} as const;

const on = { ...toggle, default: true };

const combineItems = formOnly(
	'combineItems',
	'Whether to delete the messages of all input items in as few requests as possible, which is much faster',
	on,
);

/** Reasons for messages that were not deleted, and their names in the counts. */
const REASONS = new Map<string, 'alreadyGone' | 'notAllowed' | 'chatNotFound'>([
	['messageGone', 'alreadyGone'],
	['noRight', 'notAllowed'],
	['chatNotFound', 'chatNotFound'],
]);

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

/** Portions of items whose messages are combined; the last portion can still take ids. */
interface Gathering {
	portions: Map<unknown, Portion>;
	open?: Portion;
}

function fail(batch: Batch, wish: Wish, error: unknown): void {
	if (!wish.hasFailed) batch.fail(wish.item, error);
	wish.hasFailed = true;
}

function wishOf({ item, body, values }: Reading, { portions }: Gathering): Wish {
	const { returnFailed, totalPerChat } = values.additionalFields as Values;
	const { ids, tooOld } = body.message_ids as WantedMessages;
	return {
		item,
		chat: body.chat_id,
		ids: new Set(ids),
		tooOld,
		each: returnFailed === true,
		isSummed: totalPerChat === true,
		portions,
		hasFailed: false,
	};
}

/** A key for the items to combine with this one. */
function groupOf({ item, body, values }: Reading): string {
	const { combineItems: isCombined = combineItems.default } = values.additionalFields as Values;
	return JSON.stringify([body.chat_id, isCombined ? 'all' : item]);
}

/** Adds ids that no earlier item asked for to requests. Returns the requests that are full now. */
function gather(gathering: Gathering, wish: Wish): Portion[] {
	const full: Portion[] = [];
	for (const id of wish.ids) {
		if (wish.tooOld.has(id) || gathering.portions.has(id)) continue;
		const portion = (gathering.open ??= { ids: [], first: wish });
		gathering.portions.set(id, portion);
		if (portion.ids.push(id) < MOST_IDS) continue;
		full.push(portion);
		gathering.open = undefined;
	}
	return full;
}

async function send(batch: Batch, portion: Portion, progress: Progress): Promise<void> {
	const { ids, first } = portion;
	// Without return_failed the server says `true` whatever it did (reference 5.2).
	const body = { chat_id: first.chat, message_ids: ids, return_failed: true };
	try {
		const reply = await batch.send({
			chat: String(first.chat),
			body: async () => body,
		});
		portion.outcomes = deletionsOf(ids, reply);
		const done = [...portion.outcomes.values()].filter(({ outcome }) => outcome === 'deleted');
		progress.add(ids.length, done.length);
	} catch (error) {
		portion.error = error;
		// Fail at once: if errors stop the execution, requests that have not started must not be sent.
		fail(batch, first, error);
	}
}

const knownOf = ({ tooOld, portions }: Wish, id: unknown) =>
	tooOld.has(id) ? TOO_OLD : portions.get(id)?.outcomes?.get(id);

/** The server's outcome for each message of one item. */
function itemsOf(wish: Wish): IDataObject[] {
	const chatId = wish.chat as string;
	return [...wish.ids].flatMap((id) => {
		const known = knownOf(wish, id);
		if (!known) return [];
		return [{ chatId, messageId: id as number, deleted: known.outcome === 'deleted', ...known }];
	});
}

/** The counts of one item, or of the items of a chat. A message named by several items counts once. */
function countsOf(wishes: [Wish, ...Wish[]]): IDataObject {
	const counts = { deleted: 0, failed: 0, unknown: 0, tooOld: 0 };
	const reasons = { alreadyGone: 0, notAllowed: 0, chatNotFound: 0 };
	const outcomes = new Map<unknown, ReturnType<typeof knownOf>>();
	for (const wish of wishes) {
		for (const id of wish.ids) outcomes.set(id, knownOf(wish, id));
	}
	for (const known of outcomes.values()) {
		if (!known) continue;
		counts[known.outcome]++;
		const reason = known.outcome === 'failed' && REASONS.get(known.errorReason);
		if (reason) reasons[reason]++;
	}
	return { chatId: wishes[0].chat as string, requested: outcomes.size, ...counts, ...reasons };
}

function byChat(wishes: Wish[]): Array<[Wish, ...Wish[]]> {
	const chats = new Map<string, [Wish, ...Wish[]]>();
	for (const wish of wishes) {
		const ofChat = chats.get(String(wish.chat));
		if (ofChat) ofChat.push(wish);
		else chats.set(String(wish.chat), [wish]);
	}
	return [...chats.values()];
}

/** Why nothing in a chat could be deleted, in the server's words; nothing if everything was already gone. */
function refusalOf(wishes: Wish[]): string | undefined {
	const all = wishes.flatMap((wish) => [...wish.ids].map((id) => knownOf(wish, id)));
	if (all.some((known) => known?.outcome === 'deleted' || known?.outcome === 'unknown')) {
		return undefined;
	}
	const isRefused = (known?: (typeof all)[number]) =>
		known?.outcome === 'failed' && known.errorReason !== 'messageGone';
	return all.find(isRefused)?.description;
}

/** Fails the items of chats in which nothing could be deleted, except items that report each message. */
function failRefused(batch: Batch, wishes: Wish[]): void {
	for (const ofChat of byChat(wishes)) {
		const words = refusalOf(ofChat);
		if (words === undefined) continue;
		const error = new AnswerError(400, words || 'The server gave no reason');
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
	for (const ofChat of byChat(summed)) batch.emit(ofChat[0].item, countsOf(ofChat));
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
	const sending: Array<Promise<void>> = [];
	const progress = new Progress(batch);
	const sendAll = async (portions: Portion[]) => {
		for (const portion of portions) {
			await batch.room();
			sending.push(send(batch, portion, progress));
		}
	};
	for await (const reading of batch.readings()) {
		const group = groupOf(reading);
		const gathering: Gathering = gatherings.get(group) ?? { portions: new Map() };
		gatherings.set(group, gathering);
		const wish = wishOf(reading, gathering);
		wishes.push(wish);
		await sendAll(gather(gathering, wish));
	}
	await sendAll([...gatherings.values()].flatMap(({ open }) => open ?? []));
	await Promise.all(sending);
	failRefused(batch, wishes);
	for (const wish of wishes) {
		await batch.room();
		putOut(batch, wish);
	}
	putOutTotals(batch, wishes);
	const answered = [...gatherings.values()].flatMap(({ portions }) => [
		...new Set(portions.values()),
	]);
	const outcomes = answered.flatMap((portion) => [...(portion.outcomes?.values() ?? [])]);
	for (const notice of notDeleted(outcomes)) batch.warn(notice);
}

/** Reference 5.2: at most 100 ids a request, over all items of a chat. */
export const deleteMessages = operation('message', 'deleteMessages', {
	effect: 'repeatable',
	ordered: false,
	name: 'Delete Messages',
	action: 'Delete messages',
	description: 'Delete any number of messages of a chat',
	fields: [chatId, ...messageIdFields],
	additionalFields: [
		combineItems,
		formOnly(
			'returnFailed',
			'Whether to return one item per message, with the reason if it was not deleted. Otherwise, each input item returns one item with the counts.',
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
