import { sleep, type IHttpRequestOptions, type IN8nHttpFullResponse } from 'n8n-workflow';

import { tryJson } from '../../../../api/json';
import { settle } from '../../../../api/settle';
import type { Carried } from '../buttonData';
import type { Envelope, VerdictKind, Verdict } from '../protocol';

/**
 * What n8n has done with an answer. `running`: it is busy with the execution. `foreign`: it does not
 * know the question, or has not signed it.
 */
export type Delivery =
	| Verdict
	| {
			botMessagingOutcome: 'running' | 'unreachable' | 'foreign';
			say?: undefined;
			next?: undefined;
			step?: undefined;
	  };

type Request = (options: IHttpRequestOptions) => Promise<unknown>;

/** One request, which makes n8n read an execution of any size. */
const TIMEOUT_MS = 30_000;

/**
 * Milliseconds between the tries. A question may be answered before n8n has written down that it
 * waits, and after a restart triggers run before n8n takes requests.
 */
const PAUSES_MS = {
	running: [100, 200, 400, 800, 1600, 3200],
	unreachable: [300, 700, 1500, 3000, 5000, 10_000, 15_000, 15_000],
};

const SLICE_MS = 100;

const KINDS: VerdictKind[] = ['taken', 'told', 'closed'];

function verdictIn(body: unknown): Verdict | undefined {
	const { botMessagingOutcome, say, next, step } = Object(body) as Verdict;
	if (!KINDS.includes(botMessagingOutcome)) return undefined;
	return {
		botMessagingOutcome,
		say: typeof say === 'string' ? say : undefined,
		next: next === true,
		step: typeof step === 'string' ? step : undefined,
	};
}

/** What an answer of n8n means; anything else comes from something between the trigger and n8n. */
function readAnswer({ statusCode, body }: IN8nHttpFullResponse): Delivery | undefined {
	const text = String(body);
	const json = Object(tryJson(text)) as { message?: unknown };
	const words = String(json.message ?? '');
	const known = statusCode === 200 ? verdictIn(json) : undefined;
	if (known) return known;
	const isClosed =
		(statusCode === 200 && text.includes('No action required')) ||
		(statusCode === 409 && /finished/i.test(words)) ||
		// The execution waits at another node.
		(statusCode === 404 && /waiting webhook/i.test(words));
	if (isClosed) return { botMessagingOutcome: 'closed' };
	const isForeign =
		(statusCode === 401 && /Invalid (Form Link|token)/i.test(text)) ||
		(statusCode === 404 && /execution|webhook/i.test(words));
	if (isForeign) return { botMessagingOutcome: 'foreign' };
	// While another answer is being taken, n8n says one or the other.
	if (statusCode === 409 || (statusCode === 500 && /executing the workflow/i.test(words))) {
		return { botMessagingOutcome: 'running' };
	}
	return undefined;
}

/** What was found out last. */
export interface Reach {
	/** The address at which n8n is to be reached from here. */
	last?: string;
}

/** How to get to n8n. */
export interface Way {
	request: Request;
	/** Addresses under which n8n may take it, the likeliest first. */
	bases: string[];
	reach: Reach;
	/** Whether the trigger has been stopped. */
	isOver: () => boolean;
	/** Whether an execution that is busy is waited for. */
	isPatient: boolean;
}

async function tryOnce(
	{ request, bases, reach }: Way,
	{ executionId, nodeId, signature }: Carried,
	body: Envelope,
): Promise<Delivery> {
	const inOrder = [...bases].sort((a, b) => Number(b === reach.last) - Number(a === reach.last));
	for (const base of inOrder) {
		const path = [executionId, nodeId].map(encodeURIComponent).join('/');
		const { value } = await settle(
			request({
				method: 'POST',
				url: `${base}/${path}?signature=${signature}`,
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
				encoding: 'text',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				timeout: TIMEOUT_MS,
			}),
		);
		const delivery = value ? readAnswer(value as IN8nHttpFullResponse) : undefined;
		if (!delivery) continue;
		if (delivery.botMessagingOutcome !== 'foreign') reach.last = base;
		return delivery;
	}
	return { botMessagingOutcome: 'unreachable' };
}

/** Waits, but no longer than until `isOver`. */
async function pause(ms: number, isOver: () => boolean): Promise<void> {
	for (let left = ms; left > 0 && !isOver(); left -= SLICE_MS)
		await sleep(Math.min(left, SLICE_MS));
}

/**
 * Brings an answer to the execution that waits for it, with some tries: n8n takes it once, however
 * often it comes.
 */
export async function deliver(way: Way, carried: Carried, body: Envelope): Promise<Delivery> {
	const { isOver, isPatient } = way;
	const tries = { running: 0, unreachable: 0 };
	for (;;) {
		const delivery = await tryOnce(way, carried, body);
		const { botMessagingOutcome: outcome } = delivery;
		if (outcome !== 'running' && outcome !== 'unreachable') return delivery;
		if (outcome === 'running' && !isPatient) return delivery;
		const ms = PAUSES_MS[outcome][tries[outcome]++];
		if (ms === undefined || isOver()) return delivery;
		await pause(ms, isOver);
	}
}
