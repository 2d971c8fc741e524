import type { ErrorReason } from '../api/errors';
import type { Effect } from '../api/retry';
import {
	fits,
	NOT_KNOWN,
	REFUSALS,
	rightFor,
	SERVER_TROUBLE,
	TOO_LARGE,
	type Refusal,
} from '../refusals';
import { snakeCase } from '../api/basics';

/** What an answer that said no means for the user. */
export interface Meaning {
	reason: ErrorReason;
	/** What to do about it; empty if nobody knows. */
	hint: string;
}

/** A field of the form, as far as a hint names it. */
interface Labelled {
	name: string;
	displayName: string;
	wire: string | { key?: string };
}

/** What was asked of the API, as far as the words for its failure depend on it. */
export interface Asked {
	effect: Effect;
	/** What the form calls it, e.g. `Create an invite link`. */
	action?: string;
	/** Empty if the form names it. */
	method?: string;
	/** Its fields, whose labels a hint names. */
	fields?: Labelled[];
	additionalFields?: Labelled[];
	/** The chat that the request is about, if it is known. */
	chat?: unknown;
	/** The workflow's time zone, for the times in the words. */
	timezone?: string;
}

/** Words for a request of which nothing else is known. */
export const UNKNOWN: Asked = { effect: 'once' };

/** No row of the table: the server's words are all that is known. */
const NOT_IN_TABLE: Meaning = { reason: 'refused', hint: '' };

/** The labels of an operation's fields by the names of its parameters; the first of several. */
export function labelsOf({ fields = [], additionalFields = [] }: Asked): Map<string, string> {
	const labels = [...fields, ...additionalFields].map(({ name, displayName, wire }) => {
		const key = typeof wire === 'object' ? wire.key : undefined;
		return [key ?? snakeCase(name), displayName] as const;
	});
	return new Map(labels.reverse());
}

/** The fields to check, such as `Check Chat and User.`; nothing if the operation has none of them. */
function checkOf({ check = [] }: Refusal, labels: Map<string, string>): string {
	const names = check.flatMap(
		(parameters) => parameters.split('|').find((name) => labels.has(name)) ?? [],
	);
	const found = names.map((name) => labels.get(name)!);
	return found.length > 0 ? `Check ${found.join(', ').replace(/, ([^,]*)$/, ' and $1')}.` : '';
}

/** What to do about a refusal, in the words of an operation's form; nothing if the row is not for it. */
export function hintFor(row: Refusal, asked: Asked): string | undefined {
	const labels = labelsOf(asked);
	if (row.only !== undefined && !labels.has(row.only)) return undefined;
	const { action, method } = asked;
	if (row.method !== undefined && row.method !== method) return undefined;
	// A person's private chat has their number, which is above 0.
	if (row.toPerson && !(Number(asked.chat) > 0)) return undefined;
	const words = new Map([
		...labels,
		['right', rightFor(method)],
		['action', action ? `“${action}”` : 'this operation'],
	]);
	let isComplete = true;
	const hint = row.hint.replace(/\{(\w+)\}/g, (_placeholder, name: string) => {
		isComplete &&= words.has(name);
		return words.get(name) ?? '';
	});
	return isComplete ? [hint, checkOf(row, labels)].filter(Boolean).join(' ') : undefined;
}

/** What an answer that said no means, and the next step. */
export function meaningOf(asked: Asked, code: number, description: string): Meaning {
	for (const row of REFUSALS) {
		const hint = fits(row, code, description) ? hintFor(row, asked) : undefined;
		if (hint !== undefined) return { reason: row.reason, hint };
	}
	return NOT_IN_TABLE;
}

const ODD_ANSWER =
	'The server answered in a form that this node does not know. Check the chat before you run the node again.';
const ELSEWHERE =
	'This address does not lead to the bot API. Check Base URL and Token Path in the credential.';

const PAGES: Record<number, string> = {
	401: 'A server in front of the API asks for a login. Check Base URL and Bot Token in the credential, and the proxy if n8n uses one.',
	403: 'A server in front of the API blocks n8n. Check Base URL and Bot Token in the credential, and the proxy or firewall if there is one.',
	404: NOT_KNOWN,
	407: 'The proxy between n8n and the server asks for a login. Enter it in Proxy URL of the credential, for example http://user:password@proxy.example.com:3128, or ask the administrator of your n8n.',
};

/** What an answer that is not of the API means, and the next step, by its HTTP status. */
export function meaningOfPage(status: number | undefined): Meaning {
	if (status === 413) return { reason: 'badFile', hint: TOO_LARGE };
	const inTrouble = status !== undefined && status >= 500;
	const hint = status === undefined ? ODD_ANSWER : (PAGES[status] ?? ELSEWHERE);
	return { reason: 'unreachable', hint: inTrouble ? SERVER_TROUBLE : hint };
}
