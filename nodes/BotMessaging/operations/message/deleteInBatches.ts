import type { IDataObject } from 'n8n-workflow';

import type { Reply } from '../../api/traffic';
import type { Batch, Values } from '../../operation/define';

/** API reference, "Limits". */
const MOST_IDS = 100;

/** One request: its ids, and for each the input items that asked for it. */
interface Portion {
	chat: unknown;
	returnFailed: unknown;
	owners: Map<unknown, number[]>;
	reply?: Reply;
	error?: unknown;
}

interface Deletion {
	deleted_message_ids?: unknown[];
	failed_message_ids?: Array<{ message_id: unknown; description?: string }>;
}

/** Gathers the ids of all items into full requests, one open request per chat at a time. */
function* portions(batch: Batch): Generator<Portion> {
	const open = new Map<string, Portion>();
	for (let item = 0; item < batch.length; item++) {
		const reading = batch.read(item);
		if (!reading) continue;
		const { chat_id: chat, return_failed: returnFailed, message_ids: ids } = reading.body;
		const { combineItems = true } = reading.values.additionalFields as Values;
		const key = JSON.stringify([chat, returnFailed, combineItems ? 'all' : item]);
		for (const id of ids as Iterable<unknown>) {
			const portion = open.get(key) ?? { chat, returnFailed, owners: new Map() };
			open.set(key, portion);
			const owners = portion.owners.get(id) ?? [];
			if (owners.at(-1) !== item) owners.push(item);
			portion.owners.set(id, owners);
			if (portion.owners.size === MOST_IDS) {
				open.delete(key);
				yield portion;
			}
		}
	}
	yield* open.values();
}

async function sendPortion(batch: Batch, portion: Portion): Promise<void> {
	const { chat, returnFailed, owners } = portion;
	const body = {
		chat_id: chat,
		message_ids: [...owners.keys()],
		...(returnFailed !== undefined && { return_failed: returnFailed }),
	};
	try {
		portion.reply = await batch.send({
			method: 'deleteMessages',
			chat: String(chat),
			body: async () => body,
		});
	} catch (error) {
		portion.error = error;
	}
}

/** One item a message: `{ messageId, deleted, description? }`. */
function outcomes({ reply, owners }: Portion): Array<[id: unknown, json: IDataObject]> {
	const { failed_message_ids: failed = [] } = reply?.result as Deletion;
	const reasons = new Map(failed.map((entry) => [String(entry.message_id), entry.description]));
	return [...owners.keys()].map((id) => {
		const description = reasons.get(String(id));
		// An attempt without an answer may have deleted what the next one no longer finds.
		const gone = reply?.uncertain && description === 'message to delete not found';
		const deleted = !reasons.has(String(id)) || gone === true;
		return [
			id,
			{ messageId: id as number, deleted, ...(description !== undefined && { description }) },
		];
	});
}

function emitOutcomes(batch: Batch, portion: Portion): void {
	for (const [id, json] of outcomes(portion)) {
		for (const item of portion.owners.get(id) ?? []) batch.emit(item, { ...json });
	}
}

/**
 * Deletes the messages of all items, 100 a request, several requests at a time. A request that is
 * refused ends the items whose ids are in it; the others go on.
 */
export async function deleteInBatches(batch: Batch): Promise<void> {
	const source = portions(batch);
	const sent: Portion[] = [];
	const worker = async () => {
		for (const portion of source) {
			sent.push(portion);
			await sendPortion(batch, portion);
		}
	};
	await Promise.all(Array.from({ length: batch.parallel }, worker));

	const failed = new Set<number>();
	const done = new Set<number>();
	for (const portion of sent) {
		const items = new Set([...portion.owners.values()].flat());
		if (portion.error !== undefined) {
			for (const item of items) {
				if (!failed.has(item)) batch.fail(item, portion.error);
				failed.add(item);
			}
		} else if (portion.returnFailed) {
			emitOutcomes(batch, portion);
		} else {
			for (const item of items) done.add(item);
		}
	}
	for (const item of done) {
		if (!failed.has(item)) batch.emit(item, { deleted: true });
	}
}
