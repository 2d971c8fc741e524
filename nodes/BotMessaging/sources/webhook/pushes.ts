import type { IWebhookFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import { Bounded, ticks, settle } from '../../api/basics';
import { BOUNDS } from '../../api/bounds';
import type { Bot } from '../../memory/registry';
import { InstanceReach } from '../../questions/triggerOptions';
import { requestWith, warnWith } from '../../dispatch/botAccess';
import { addressOf, SECRET_HEADER } from './server';

/** An execution may never report its end. After this time its update counts as dealt with. */
const LONGEST_MS = 5 * 60_000;

type WebhookResponse = ReturnType<IWebhookFunctions['getResponseObject']>;

/** The state of a pushed update; `open`: its push has not been answered. */
export type PushState = 'new' | 'open' | 'done';

interface Push {
	/** In ticks. */
	at: number;
	/** Removed once the server has it, to save memory. */
	answer?: WebhookResponse;
	/** Whether an answer of 5xx says that the workflow was not started. */
	failsBeforeStart: boolean;
}

/** The updates that were pushed to a node for one bot since n8n started, by `identityOf`; tests have their own. */
export class Pushes {
	private readonly pushes = new Bounded<string, Push>(BOUNDS.pushes);
	private readonly skipped = new Bounded<string, true>(BOUNDS.pushes);

	/** The pushes with a wrong secret since the last log line about them, and its time in ticks. */
	readonly refused = { count: 0, saidAt: -Infinity };

	/** A new secret that is on its way to the server. */
	renewal?: Promise<void>;

	/** The first update that the form accepted: a test run waits for this one. */
	private first?: { key: string; together?: string };

	/** Whether a test run takes this update. It takes one event, or all parts of one group. */
	isForTest(key: string, together?: string): boolean {
		this.first ??= { key, together };
		return key === this.first.key || (together !== undefined && together === this.first.together);
	}

	stateOf(key: string): PushState {
		const push = this.pushes.get(key);
		if (!push) return 'new';
		const { at, answer, failsBeforeStart } = push;
		if (!answer) return 'done';
		if (!answer.writableEnded) return ticks() - at < LONGEST_MS ? 'open' : 'done';
		return failsBeforeStart && answer.statusCode >= 500 ? 'new' : 'done';
	}

	/** Notes that an update is being handled, and later that its push was answered. */
	take(key: string, answer: WebhookResponse, failsBeforeStart: boolean): void {
		// The pushes of a whole group wait for it.
		answer.setMaxListeners(0);
		const push: Push = { at: ticks(), answer, failsBeforeStart };
		this.pushes.set(key, push);
		answer.once('close', () => {
			if (this.stateOf(key) === 'done') push.answer = undefined;
		});
	}

	/** An update that cannot be read counts as done when the server pushes it again. */
	skip(key: string): void {
		this.forget(key);
		this.skipped.set(key, true);
	}

	isSkipped(key: string): boolean {
		return this.skipped.has(key);
	}

	forget(key: string): void {
		this.pushes.delete(key);
	}

	/** Resolves when the push of an update has been answered, or its connection has ended. */
	async waitForAnswer(key: string): Promise<void> {
		const answer = this.pushes.get(key)?.answer;
		if (!answer || answer.destroyed) return;
		await new Promise<void>((resolve) => answer.once('close', resolve));
	}
}

/** How often n8n may fail to start one workflow before the update is dropped there. */
const MOST_TRIES = 3;

/** Servers usually wait this long for the answer to a push. */
const TIMEOUT_MS = 60_000;

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
	/** Places with another token that the log already named. */
	readonly refusing = new Set<string>();
	/** How often n8n could not start a workflow, by update and place. */
	readonly failures = new Bounded<string, number>(BOUNDS.pushes);
}

interface SharedPush {
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
	if (outcome === undefined || outcome === 'later') return false;
	if (outcome !== 'failed' && outcome !== 'odd') return true;
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
	const reach = push.bot.part(InstanceReach);
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
			deliveries.home = home;
			reach.isLost = false;
			const isStored = outcomes.includes('taken');
			const done = lasting.map((place, n) => isDone(outcomes[n], place, isStored, push));
			return done.includes(false) ? 'later' : 'done';
		}
		if (!wasUsual) continue;
		deliveries.home = undefined;
		return 'later';
	}
	const isNews = !reach.isLost;
	reach.isLost = true;
	return isNews ? 'unreachable' : 'later';
}
