import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { Bounded } from '../../api/bounded';
import { settle } from '../../api/settle';
import type { Bot } from '../../bots/bot';
import { MOST_TRIES } from '../unreadableUpdate';
import { addressOf } from './receivers';
import { SECRET_HEADER } from './secret';

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
type Outcome = 'taken' | 'refused' | 'later' | 'failed' | 'gone' | 'odd';

const OF_TRIGGER: Array<Outcome | undefined> = ['taken', 'refused', 'later', 'failed'];

/** What was found out about the ways from here to the triggers of a bot. */
class Ways {
	/** The address of n8n that worked last. */
	home?: string;
	isKnownToFail = false;
	/** Those with another token that were named in the log. */
	readonly refusing = new Set<string>();
	/** How often n8n could not start a workflow, by update and place. */
	readonly failures = new Bounded<string, number>(MOST_REMEMBERED);
}

/** An update on its way to the triggers that share a webhook. */
export interface SharedPush {
	bot: Bot;
	/** The first one is that of the trigger that passes it on. */
	places: string[];
	/** Addresses at which n8n may be reached, the likeliest first. */
	homes: string[];
	body: string;
	/** Shows whom the body comes from. */
	proof: string;
	request: (options: IHttpRequestOptions) => Promise<unknown>;
	warn: (words: string) => void;
}

function outcomeOf({ statusCode, headers }: IN8nHttpFullResponse): Outcome {
	if (headers[ANSWERED_BY_TRIGGER] === undefined) return statusCode === 404 ? 'gone' : 'odd';
	if (statusCode < 300) return 'taken';
	if (statusCode === 403) return 'refused';
	return statusCode === 503 ? 'later' : 'failed';
}

/** Nothing if no answer comes. */
async function pushTo(home: string, place: string, push: SharedPush): Promise<Outcome | undefined> {
	const { value } = await settle(
		push.request({
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
 * Whether nothing more is to be done for a place. A workflow that n8n cannot start must not silence
 * the others: it is tried a few times, and n8n shows each time as a failed execution.
 */
function isDone(
	outcome: Outcome | undefined,
	place: string,
	{ ways, push, isStored }: { ways: Ways; push: SharedPush; isStored: boolean },
): boolean {
	if (outcome === 'refused' && !ways.refusing.has(place)) {
		ways.refusing.add(place);
		push.warn(
			`Another workflow of this bot, with the webhook ${place}, gets no updates: its credential has another bot token.`,
		);
	}
	if (outcome !== 'failed' && outcome !== 'odd')
		return outcome !== undefined && outcome !== 'later';
	const key = `${push.proof} ${place}`;
	const failures = (ways.failures.get(key) ?? 0) + (isStored ? 1 : 0);
	ways.failures.set(key, failures);
	return failures >= MOST_TRIES;
}

/**
 * Brings an update to all triggers that share the webhook, each through n8n, as if the server had
 * pushed it there. Nobody waits for tests.
 *
 * @returns `done`: all have it. `later`: not yet; who has it already takes it for a repetition.
 * `unreachable`: there is no way to n8n, and that is news.
 */
export async function passOn(push: SharedPush): Promise<'done' | 'later' | 'unreachable'> {
	const { places, homes } = push;
	const ways = push.bot.part(Ways);
	const endpointOf = (place?: string) => place?.split('/', 1)[0];
	const isTest = (place: string) => endpointOf(place) !== endpointOf(places[0]);
	const lasting = places.filter((place) => !isTest(place));
	const isUsual = (home: string) => home === ways.home;
	for (const home of [...homes.filter(isUsual), ...homes.filter((one) => !isUsual(one))]) {
		const wasUsual = isUsual(home);
		// It may go on when the server has its answer.
		for (const place of places.filter(isTest)) void pushTo(home, place, push);
		const outcomes = await Promise.all(lasting.map((place) => pushTo(home, place, push)));
		// If no trigger has answered, this may be another n8n, or all of them are busy.
		if (outcomes.some((outcome) => OF_TRIGGER.includes(outcome))) {
			ways.home = home;
			ways.isKnownToFail = false;
			const isStored = outcomes.includes('taken');
			const done = lasting.map((place, n) => isDone(outcomes[n], place, { ways, push, isStored }));
			return done.includes(false) ? 'later' : 'done';
		}
		if (!wasUsual) continue;
		ways.home = undefined;
		return 'later';
	}
	const isNews = !ways.isKnownToFail;
	ways.isKnownToFail = true;
	return isNews ? 'unreachable' : 'later';
}
