import { createHash, createHmac, randomBytes } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { tokenOf } from '../../../../credentials/BotMessagingApi.credentials';
import type { WebhookInfo } from '../../../../reference';
import { settle } from '../../api/basics';
import type { Call } from '../../api/client';
import { statusOf } from '../../api/errors';
import { KeyedQueue } from '../../api/queues';
import type { WebhookMemory } from '../../dispatch/staticData';
import { unknownIn } from '../../memory/unknownParameters';

/** The end of each webhook address of this trigger. No other node of n8n uses this path. */
export const WEBHOOK_PATH = 'bot-updates';

/** Query parameter: the triggers that share a webhook. */
export const SHARED_BY = 'to';

/** Query parameter: proves that a push comes from a server that sends no secret. */
export const KEY = 'key';

/** A webhook of n8n is a home, a place in it, and a path: `https://a.com/n8n/webhook/<id>/bot-updates`. */
const ADDRESS = /^(.+?)\/([^/?#]+\/[^/?#]+)\/([^/?#]+)(?:\?.*)?$/;

/** The triggers of an n8n that a webhook leads to. */
interface WebhookAddress {
	/** The address of n8n, e.g. `https://example.com/n8n`. */
	home: string;
	/**
	 * Where each trigger listens: `webhook/<id>`, or `webhook-test/<id>` in a test. The server pushes to the
	 * first one, which passes the updates on.
	 */
	places: [first: string, ...others: string[]];
	path: string;
}

/** Whether it is a place in n8n, and leads nowhere else. */
const isPlace = (place: string) =>
	/^[^/]+\/[^/]+$/.test(place) &&
	URL.canParse(`http://n8n/${place}`) &&
	new URL(`http://n8n/${place}`).pathname === `/${place}`;

export const placesIn = (shared: unknown): string[] =>
	typeof shared === 'string' ? shared.split(',').filter(isPlace) : [];

/** Parses the address of a webhook; undefined if it cannot belong to an n8n. */
export function parseAddress(url: string): WebhookAddress | undefined {
	const [, home = '', first = '', path = ''] = ADDRESS.exec(url) ?? [];
	if (!URL.canParse(url) || !URL.canParse(home) || !isPlace(first)) return undefined;
	const others = new Set(placesIn(new URL(url).searchParams.get(SHARED_BY)));
	others.delete(first);
	return { home, places: [first, ...others], path };
}

/** The address of a webhook that leads to these places: the inverse of `parseAddress`. */
export function addressOf(home: string, places: string[], key?: string): string {
	const shared = places.length > 1 && `${SHARED_BY}=${places.join()}`;
	const query = [shared, key && `${KEY}=${key}`].filter(Boolean).join('&');
	return `${home}/${places[0]}/${WEBHOOK_PATH}${query && `?${query}`}`;
}

/** The part that a node's live webhook and its test webhook share. */
export const idOf = (place: string): string => place.slice(place.indexOf('/') + 1);

/** Two ways to write one address are one address. */
export const isSameHome = (one: string, other: string): boolean =>
	new URL(one).href === new URL(other).href;

/** The header for the secret or the proof of a push. */
export const SECRET_HEADER = 'x-telegram-bot-api-secret-token';

const hmac = (key: string | Buffer, text: string) =>
	createHmac('sha256', key).update(text).digest('hex');

/** A bot's webhook secret, shared by its workflows; no one can guess it. 64 hexadecimal digits. */
export const secretOf = (credential?: IDataObject): string =>
	hmac(tokenOf(credential) || randomBytes(32), 'webhook');

/** The key in the address if the server sends no secret, which it does not reveal. 64 hexadecimal digits. */
export const addressKeyOf = (secret: string): string => hmac(secret, 'address');

/** Signs one update that a trigger passes on, without revealing the secret. 64 hexadecimal digits. */
export const proofOf = (secret: string, body: string): string => hmac(secret, body);

/** A fingerprint to recognize a secret or a key later. 16 hexadecimal digits. */
export const markOf = (secret: string) =>
	createHash('sha256').update(secret).digest('hex').slice(0, 16);

export class SharedWebhook {
	/** The requested kinds, by place. */
	readonly kinds = new Map<string, string[]>();

	/** Each step reads and changes the registration, so they run one at a time. */
	readonly order = new KeyedQueue();

	/** All kinds that these triggers request. One that has not started yet may request any registered kind. */
	kindsFor(places: string[], registered: string[] = []): string[] {
		const asked = places.map((place) => this.kinds.get(place) ?? registered);
		return [...new Set(asked.flat())];
	}
}

/** The bot's webhook at the server; undefined if the server lacks this method. */
export async function infoOf(call: Call): Promise<WebhookInfo | undefined> {
	const { value, error } = await settle(call('getWebhookInfo', {}));
	if (error === undefined) return value;
	// If getMe works, the address and the token are right.
	if (statusOf(error) === 404 && !(await settle(call('getMe', {}))).error) return undefined;
	throw error as Error;
}

/** How many concurrent pushes a server makes by default. */
const USUAL_PUSHES = 40;

interface WantedWebhook {
	home: string;
	places: string[];
	kinds: string[];
	secret: string;
	/** Whether the address has a key, in case the server sends no secret. */
	hasKey: boolean;
	dropsPending?: boolean;
}

/** Sets the webhook (reference 3.3). Returns which parameters the server does not know. Throws as a call does. */
export async function setWebhook(
	call: Call,
	{ home, places, kinds, secret, hasKey, dropsPending }: WantedWebhook,
	memory: WebhookMemory,
): Promise<{ unknown: string[]; hasKey: boolean }> {
	const optional: Record<string, unknown> = {
		allowed_updates: kinds,
		secret_token: secret,
	};
	// Each update becomes one more push per workflow.
	const pushes = Math.max(1, Math.floor(USUAL_PUSHES / (1 + places.length)));
	if (places.length > 1) optional.max_connections = pushes;
	const unknown: string[] = [];
	for (;;) {
		const withKey = hasKey || unknown.includes('secret_token');
		const url = addressOf(home, places, withKey ? addressKeyOf(secret) : undefined);
		const drop = dropsPending && { drop_pending_updates: true };
		const { error } = await settle(call('setWebhook', { url, ...optional, ...drop }));
		if (error === undefined) {
			memory.mark = markOf(withKey ? addressKeyOf(secret) : secret);
			return { unknown, hasKey: withKey };
		}
		const name = unknownIn(error, Object.keys(optional));
		if (name === undefined) throw error as Error;
		delete optional[name];
		unknown.push(name);
	}
}

/** Removes the bot's webhook; a server without a method for that gets an empty address instead. */
export async function removeWebhook(call: Call): Promise<void> {
	const { error } = await settle(call('deleteWebhook', {}));
	if (error === undefined) return;
	if (statusOf(error) !== 404) throw error as Error;
	await call('setWebhook', { url: '' });
}
