import type { IN8nHttpFullResponse, IWebhookFunctions } from 'n8n-workflow';

import { Bounded, settle } from '../../api/basics';
import type { Bot } from '../../memory/bot';
import { requestWith, warnWith } from '../trigger';
import { MOST_TRIES } from '../unreadableUpdate';
import { addressOf, SECRET_HEADER } from './address';

/** Servers usually wait this long for the answer to a push. */
const TIMEOUT_MS = 60_000;

const MOST_REMEMBERED = 10_000;

/** Header that shows that a trigger answered, not a proxy in between. */
export const ANSWERED_BY_TRIGGER = 'x-bot-messaging-trigger';

/**
 * A trigger's reply to an update. `taken`: it is stored, or starts nothing. `refused`: the credential there
 * has another token. `later`: not known yet. `failed`: n8n could not start the workflow. `gone` and `odd`:
 * the reply is not from the trigger.
 */
type PushOutcome = 'taken' | 'refused' | 'later' | 'failed' | 'gone' | 'odd';

/** What we know about passing updates to the triggers of a bot. */
class Deliveries {
	/** The address of n8n that worked last. */
	home?: string;
	isKnownToFail = false;
	/** Places with another token that the log already named. */
	readonly refusing = new Set<string>();
	/** How often n8n could not start a workflow, by update and place. */
	readonly failures = new Bounded<string, number>(MOST_REMEMBERED);
}

export interface SharedPush {
	bot: Bot;
	/** The first one is that of the trigger that passes it on. */
	places: string[];
	/** Addresses of n8n, the likeliest first. */
	homes: string[];
	body: string;
	/** Proves who sent the body. */
	proof: string;
	context: IWebhookFunctions;
}

function outcomeOf({ statusCode, headers }: IN8nHttpFullResponse): PushOutcome {
	if (headers[ANSWERED_BY_TRIGGER] === undefined) return statusCode === 404 ? 'gone' : 'odd';
	if (statusCode < 300) return 'taken';
	if (statusCode === 403) return 'refused';
	return statusCode === 503 ? 'later' : 'failed';
}

async function pushTo(
	home: string,
	place: string,
	push: SharedPush,
): Promise<PushOutcome | undefined> {
	const { value } = await settle(
		requestWith(push.context)({
			method: 'POST',
			url: addressOf(home, [place]),
			headers: { 'content-type': 'application/json', [SECRET_HEADER]: push.proof },
			body: push.body,
			encoding: 'text',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: TIMEOUT_MS,
		}),
	);
	return value ? outcomeOf(value as IN8nHttpFullResponse) : undefined;
}

/** Whether a place is done. A workflow that n8n cannot start must not silence others: it gets a few tries. */
function isDone(
	outcome: PushOutcome | undefined,
	place: string,
	isStored: boolean,
	push: SharedPush,
) {
	const { refusing, failures } = push.bot.part(Deliveries);
	if (outcome === 'refused' && !refusing.has(place)) {
		refusing.add(place);
		warnWith(push.context)(
			`Another workflow of this bot, with the webhook ${place}, gets no updates: its credential has another bot token.`,
		);
	}
	if (outcome !== 'failed' && outcome !== 'odd')
		return outcome !== undefined && outcome !== 'later';
	const key = `${push.proof} ${place}`;
	const count = (failures.get(key) ?? 0) + (isStored ? 1 : 0);
	failures.set(key, count);
	return count >= MOST_TRIES;
}

/**
 * Passes an update to all triggers that share the webhook, each through n8n. Does not wait for tests.
 *
 * @returns `done`: all have it. `later`: some do not have it yet; the others recognize the repetition.
 * `unreachable`: n8n cannot be reached; returned once, then `later`.
 */
export async function passOn(push: SharedPush): Promise<'done' | 'later' | 'unreachable'> {
	const { places, homes } = push;
	const deliveries = push.bot.part(Deliveries);
	const endpointOf = (place?: string) => place?.split('/', 1)[0];
	const isTest = (place: string) => endpointOf(place) !== endpointOf(places[0]);
	const lasting = places.filter((place) => !isTest(place));
	for (const home of new Set([...homes.filter((one) => one === deliveries.home), ...homes])) {
		const wasUsual = home === deliveries.home;
		// Not awaited: tests may take longer than the server's push.
		for (const place of places.filter(isTest)) void pushTo(home, place, push);
		const outcomes = await Promise.all(lasting.map((place) => pushTo(home, place, push)));
		// If no trigger has answered, this may be another n8n, or all of them are busy.
		if (outcomes.some((outcome) => outcome && !['gone', 'odd'].includes(outcome))) {
			Object.assign(deliveries, { home, isKnownToFail: false });
			const isStored = outcomes.includes('taken');
			const done = lasting.map((place, n) => isDone(outcomes[n], place, isStored, push));
			return done.includes(false) ? 'later' : 'done';
		}
		if (!wasUsual) continue;
		deliveries.home = undefined;
		return 'later';
	}
	const isNews = !deliveries.isKnownToFail;
	deliveries.isKnownToFail = true;
	return isNews ? 'unreachable' : 'later';
}
