import type { WebhookInfo } from '../../../../reference';
import type { Call } from '../../api/client';
import { AnswerError, statusOf } from '../../api/errors';
import { KeyedQueue } from '../../api/queues';
import { settle } from '../../api/basics';
import type { WebhookMemory } from '../staticData';
import { addressOf, keyOf, markOf } from './address';

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

/** How many updates the server may push at a time: each one becomes one more push per workflow. */
const pushesAtOnce = (workflows: number) => Math.max(1, Math.floor(USUAL_PUSHES / (1 + workflows)));

const SAYS_UNKNOWN =
	/\b(?:unknown|unexpected|unrecogni[sz]ed|unsupported|not (?:allowed|known|supported|permitted|recogni[sz]ed))\b/i;
const IS_PARAMETER = /param|field|argument|propert|key/i;

/** Which of these parameters a server rejects as unknown. */
function unknownIn(error: unknown, names: string[]): string[] {
	if (!(error instanceof AnswerError) || !SAYS_UNKNOWN.test(error.description)) return [];
	const named = names.filter((name) => error.description.includes(name));
	// What the user has asked for is not left out.
	const isOther = /drop_pending|url/.test(error.description);
	return named.length > 0 || isOther || !IS_PARAMETER.test(error.description) ? named : names;
}

interface WantedWebhook {
	home: string;
	places: string[];
	kinds: string[];
	secret: string;
	/** Whether the address has a key, in case the server sends no secret. */
	hasKey: boolean;
	dropsPending?: boolean;
}

/**
 * Sets the bot's webhook (reference 3.3) without what the server does not know, and
 * remembers what it has. Throws as a call does.
 *
 * @returns the parameters that the server does not know, and whether the address has a key
 */
export async function setWebhook(
	call: Call,
	{ home, places, kinds, secret, hasKey, dropsPending }: WantedWebhook,
	memory: WebhookMemory,
): Promise<{ unknown: string[]; hasKey: boolean }> {
	const optional: Record<string, unknown> = {
		allowed_updates: kinds,
		secret_token: secret,
		...(places.length > 1 && { max_connections: pushesAtOnce(places.length) }),
	};
	const unknown: string[] = [];
	for (;;) {
		const withKey = hasKey || unknown.includes('secret_token');
		const url = addressOf(home, places, withKey ? keyOf(secret) : undefined);
		const drop = dropsPending && { drop_pending_updates: true };
		const { error } = await settle(call('setWebhook', { url, ...optional, ...drop }));
		if (error === undefined) {
			memory.mark = markOf(withKey ? keyOf(secret) : secret);
			return { unknown, hasKey: withKey };
		}
		const names = unknownIn(error, Object.keys(optional));
		if (names.length === 0) throw error as Error;
		for (const name of names) delete optional[name];
		unknown.push(...names);
	}
}

/** Removes the bot's webhook; a server without a method for that gets an empty address instead. */
export async function removeWebhook(call: Call): Promise<void> {
	const { error } = await settle(call('deleteWebhook', {}));
	if (error === undefined) return;
	if (statusOf(error) !== 404) throw error as Error;
	await call('setWebhook', { url: '' });
}

const MISSING: Record<string, string> = {
	info: 'It does not report the webhook of a bot (getWebhookInfo), so a webhook of another program is replaced without a question.',
	key: 'It may send no secret with its updates (secret_token), so the address of this webhook has a long key. Keep this address private: with it, anyone can send false updates.',
	allowed_updates:
		'It cannot be asked for kinds of update (allowed_updates), so it may leave out some of those in Trigger On.',
};

/** What the user has to know if the server lacks some of this; undefined if nothing important is missing. */
export function missingAt(lacks: string[]): string | undefined {
	const known = lacks.flatMap((name) => MISSING[name] ?? []);
	if (known.length === 0) return undefined;
	return `The server of this bot can do less with webhooks than others. ${known.join(' ')} To do without all this, use the Bot Messaging Polling Trigger.`;
}
