import type { Bot, Update } from '../world/entities';
import type { Delivery } from '../wire/webhooks';
import type { Change } from './changes';

/**
 * `waiting`: not fetched or pushed yet. `fetched`: returned by getUpdates, but not confirmed.
 * `retried`: a push failed and will be repeated. The other three are final.
 */
export type Fate = 'waiting' | 'fetched' | 'retried' | 'delivered' | 'given_up' | 'dropped';

/** An update on its way to a bot, and its fate. */
export interface Outgoing {
	bot_id: number;
	update: Update;
	/** Unix milliseconds. */
	at: number;
	fate: Fate;
	/** How often getUpdates returned it. */
	fetches: number;
	/** Pushes to the webhook. */
	attempts: Delivery[];
}

const KEPT = 500;

const outgoing = (bot_id: number, update: Update, at: number): Outgoing => ({
	bot_id,
	update,
	at,
	fate: 'waiting',
	fetches: 0,
	attempts: [],
});

/** The outbox of bots whose history is unknown: their waiting updates. */
export const waitingFor = (bots: Bot[]): Outgoing[] =>
	bots.flatMap(({ id, updates }) => updates.map((update) => outgoing(id, update, Date.now())));

function entryOf(outbox: Outgoing[], botId: number, updateId: number): Outgoing | undefined {
	return outbox.find(({ bot_id, update }) => bot_id === botId && update.update_id === updateId);
}

function push(outbox: Outgoing[], delivery: Delivery): void {
	const entry = entryOf(outbox, delivery.bot_id, delivery.update_id);
	if (!entry || entry.attempts.some(({ started_at }) => started_at === delivery.started_at)) return;
	entry.attempts.push(delivery);
	entry.fate = delivery.delivered ? 'delivered' : delivery.given_up ? 'given_up' : 'retried';
}

/** Applies a change to the outbox, which holds the newest 500 updates, newest last. */
export function follow(outbox: Outgoing[], change: Change): void {
	switch (change.type) {
		case 'update':
			if (entryOf(outbox, change.bot_id, change.update.update_id)) return;
			outbox.push(outgoing(change.bot_id, change.update, change.at));
			if (outbox.length > KEPT) outbox.shift();
			return;
		case 'delivery':
			return push(outbox, change.delivery);
		case 'fetched':
		case 'confirmed':
		case 'dropped':
			for (const id of change.update_ids) {
				const entry = entryOf(outbox, change.bot_id, id);
				if (!entry) continue;
				entry.fate = change.type === 'confirmed' ? 'delivered' : change.type;
				if (change.type === 'fetched') entry.fetches += 1;
			}
	}
}
