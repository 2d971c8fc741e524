import type { IN8nHttpFullResponse, IWebhookFunctions } from 'n8n-workflow';

import { Bounded, settle } from '../../api/basics';
import type { Bot } from '../../memory/bot';
import { requestWith, warnWith } from '../trigger';
import { MOST_TRIES } from '../unreadableUpdate';
import { addressOf, SECRET_HEADER } from './address';

/** As long as servers usually wait for the answer to a push. */
const TIMEOUT_MS = 60_000;

const MOST_REMEMBERED = 10_000;

/** The header by which one trigger knows that another one has answered, and nothing between them. */
export const ANSWERED_BY_TRIGGER = 'x-bot-messaging-trigger';

/**
 * What a trigger has said to an update. `taken`: it is stored, or starts nothing. `refused`: the
 * credential there has another token. `later`: nobody knows yet. `failed`: n8n could not start the
 * workflow. `gone` and `odd`: the answer is not the trigger's.
 */
type PushOutcome = 'taken' | 'refused' | 'later' | 'failed' | 'gone' | 'odd';

/** What was found out about bringing updates to the triggers of a bot. */
class Deliveries {
	/** The address of n8n that worked last. */
	home?: string;
	isKnownToFail = false;
	/** Those with another token that were named in the log. */
	readonly refusing = new Set<string>();
	/** How often n8n could not start a workflow, by update and place. */
	readonly failures = new Bounded<string, number>(MOST_REMEMBERED);
}

export interface SharedPush {
	bot: Bot;
	/** The first one is that of the trigger that passes it on. */
	places: string[];
	/** Addresses at which n8n may be reached, the likeliest first. */
	homes: string[];
	body: string;
	/** Shows whom the body comes from. */
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

/**
 * Whether nothing more is to be done for a place. A workflow that n8n cannot start must not silence the
 * others: it is tried a few times.
 */
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
 * Brings an update to all triggers that share the webhook, each through n8n. Nobody waits for tests.
 *
 * @returns `done`: all have it. `later`: not yet; who has it already takes it for a repetition.
 * `unreachable`: there is no way to n8n, and that is news.
 */
export async function passOn(push: SharedPush): Promise<'done' | 'later' | 'unreachable'> {
	const { places, homes } = push;
	const deliveries = push.bot.part(Deliveries);
	const endpointOf = (place?: string) => place?.split('/', 1)[0];
	const isTest = (place: string) => endpointOf(place) !== endpointOf(places[0]);
	const lasting = places.filter((place) => !isTest(place));
	for (const home of new Set([...homes.filter((one) => one === deliveries.home), ...homes])) {
		const wasUsual = home === deliveries.home;
		// It may go on when the server has its answer.
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
