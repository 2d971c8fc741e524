import type { IDataObject } from 'n8n-workflow';

import type { Batch, Field, Values } from '../../engine/define';
import { outcomesOf, type Outcome } from './deleteAnswer';

/** API reference, "Limits". */
const MOST_IDS = 100;

export const combineItems: Field = {
	displayName: 'Combine Items',
	name: 'combineItems',
	type: 'boolean',
	default: true,
	description:
		'Whether to delete the messages of all input items in as few requests as possible. This is much faster.',
	wire: 'formOnly',
};

/** What one input item asks for. */
interface Wish {
	item: number;
	chat: unknown;
	ids: Set<unknown>;
	/** Whether each id becomes an item of its own. */
	each: boolean;
	/** Where each id goes out; shared by all items that are combined. */
	portions: Map<unknown, Portion>;
	hasFailed: boolean;
}

/** One request, and what came of it: an outcome an id, or an error. */
interface Portion {
	ids: unknown[];
	/** The first item that asks for one of its ids. */
	first: Wish;
	outcomes?: Map<unknown, Outcome>;
	error?: unknown;
}

/** The portions of the items whose messages go out together; the last one may still take ids. */
interface Gathering {
	portions: Map<unknown, Portion>;
	open?: Portion;
}

function fail(batch: Batch, wish: Wish, error: unknown): void {
	if (!wish.hasFailed) batch.fail(wish.item, error);
	wish.hasFailed = true;
}

/** Puts the ids of one item that no item before it has asked for into requests; yields the full ones. */
function* gather(gathering: Gathering, wish: Wish): Generator<Portion> {
	for (const id of wish.ids) {
		if (gathering.portions.has(id)) continue;
		const portion = (gathering.open ??= { ids: [], first: wish });
		gathering.portions.set(id, portion);
		portion.ids.push(id);
		if (portion.ids.length < MOST_IDS) continue;
		gathering.open = undefined;
		yield portion;
	}
}

/** Reads what all items ask for, and makes as few requests of it as there can be. */
async function* portions(batch: Batch, wishes: Wish[]): AsyncGenerator<Portion> {
	const gatherings = new Map<string, Gathering>();
	for (let item = 0; item < batch.length && !batch.isStopped; item++) {
		await batch.room();
		const reading = batch.read(item);
		if (!reading) continue;
		const { chat_id: chat, message_ids: ids } = reading.body;
		const { combineItems: isCombined = combineItems.default, returnFailed } = reading.values
			.additionalFields as Values;
		const key = JSON.stringify([chat, isCombined ? 'all' : item]);
		const gathering = gatherings.get(key) ?? { portions: new Map<unknown, Portion>() };
		gatherings.set(key, gathering);
		const wish: Wish = {
			item,
			chat,
			ids: new Set(ids as unknown[]),
			each: returnFailed === true,
			portions: gathering.portions,
			hasFailed: false,
		};
		wishes.push(wish);
		yield* gather(gathering, wish);
	}
	for (const { open } of gatherings.values()) if (open) yield open;
}

async function send(batch: Batch, portion: Portion): Promise<void> {
	const { ids, first } = portion;
	// Without return_failed the server says `true` whatever it did (API reference, rule 4).
	const body = { chat_id: first.chat, message_ids: ids, return_failed: true };
	try {
		const reply = await batch.send({
			chat: String(first.chat),
			body: async () => body,
		});
		portion.outcomes = outcomesOf(ids, reply);
	} catch (error) {
		portion.error = error;
		// At once, because what has not begun is not sent any more where errors end the execution.
		fail(batch, first, error);
	}
}

/** What the server has said about the messages of one item: an item an id, or one of counts. */
function itemsOf({ chat, ids, each, portions, hasFailed }: Wish): IDataObject[] {
	const chatId = chat as string;
	const counts = { deleted: 0, failed: 0, unknown: 0 };
	const items: IDataObject[] = [];
	for (const id of ids) {
		const known = portions.get(id)?.outcomes?.get(id);
		if (!known) continue;
		counts[known.outcome]++;
		const deleted = known.outcome === 'deleted';
		if (each) items.push({ chatId, messageId: id as number, deleted, ...known });
	}
	if (each) return items;
	return hasFailed ? [] : [{ chatId, requested: ids.size, ...counts }];
}

function putOut(batch: Batch, wish: Wish): void {
	for (const id of wish.ids) {
		const error = wish.portions.get(id)?.error;
		if (error !== undefined) fail(batch, wish, error);
	}
	// An item that was stopped halfway is not done: n8n may run the node again for it.
	if (wish.hasFailed && batch.isStopped) return;
	for (const json of itemsOf(wish)) batch.emit(wish.item, json);
}

/**
 * Deletes the messages of all items, 100 a request, several requests at a time, each message once.
 * Puts out what the server has confirmed: counts an item, or an item an id. A request that is
 * refused ends the items whose ids are in it; the others go on.
 */
export async function deleteInBatches(batch: Batch): Promise<void> {
	const wishes: Wish[] = [];
	const sending: Array<Promise<void>> = [];
	for await (const portion of portions(batch, wishes)) {
		await batch.room();
		sending.push(send(batch, portion));
	}
	await Promise.all(sending);
	for (const wish of wishes) {
		await batch.room();
		putOut(batch, wish);
	}
}
