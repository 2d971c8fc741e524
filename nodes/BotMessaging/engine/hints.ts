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

/** What a refusal means for the user. */
export interface Meaning {
	reason: ErrorReason;
	/** What to do about it; empty if nobody knows. */
	hint: string;
}

/** The parts of a form field that a hint uses. */
interface Labelled {
	name: string;
	displayName: string;
	wire: string | { key?: string };
}

/** The context of a failed request, as far as its error message depends on it. */
export interface Asked {
	effect: Effect;
	/** Empty if the form chooses the method. */
	method?: string;
	/** Its fields, for the labels in a hint. */
	fields?: Labelled[];
	additionalFields?: Labelled[];
	/** The chat of the request, if known. */
	chat?: unknown;
	/** The workflow's time zone, for times in messages. */
	timezone?: string;
}

/** For a request that we know nothing about. */
export const UNKNOWN: Asked = { effect: 'once' };

/** The labels of an operation's fields by parameter name; the first field counts. */
export function labelsOf({ fields = [], additionalFields = [] }: Asked): Map<string, string> {
	const labels = [...fields, ...additionalFields].map(({ name, displayName, wire }) => {
		const key = typeof wire === 'object' ? wire.key : undefined;
		return [key ?? snakeCase(name), displayName] as const;
	});
	return new Map(labels.reverse());
}

/** The fields to check, such as `Check Chat and User.`; empty if the operation has none of them. */
function checkOf({ check = [] }: Refusal, labels: Map<string, string>): string {
	const names = check.flatMap(
		(parameters) => parameters.split('|').find((name) => labels.has(name)) ?? [],
	);
	const found = names.map((name) => labels.get(name)!);
	return found.length > 0 ? `Check ${found.join(', ').replace(/, ([^,]*)$/, ' and $1')}.` : '';
}

/** The advice for a refusal, in the words of the form; undefined if the row does not apply. */
export function hintFor(row: Refusal, asked: Asked): string | undefined {
	const labels = labelsOf(asked);
	if (row.only !== undefined && !labels.has(row.only)) return undefined;
	const { method } = asked;
	if (row.method && !row.method.test(method ?? '')) return undefined;
	// A private chat has the ID of its person, which is positive.
	if (row.toPerson && !(Number(asked.chat) > 0)) return undefined;
	const words = new Map([...labels, ['right', rightFor(method)]]);
	// Any Method has a field of this name.
	words.delete('method');
	if (method) words.set('method', method);
	let isComplete = true;
	const hint = row.hint.replace(/\{(\w+)\}/g, (_placeholder, name: string) => {
		isComplete &&= words.has(name);
		return words.get(name) ?? '';
	});
	return isComplete ? [hint, checkOf(row, labels)].filter(Boolean).join(' ') : undefined;
}

/** The meaning of an API error, and the next step. */
export function meaningOf(asked: Asked, code: number, description: string): Meaning {
	for (const row of REFUSALS) {
		const hint = fits(row, code, description) ? hintFor(row, asked) : undefined;
		if (hint !== undefined) return { reason: row.reason, hint };
	}
	return { reason: 'refused', hint: '' };
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

/** The meaning of a non-API answer, and the next step, by HTTP status. */
export function meaningOfPage(status: number | undefined): Meaning {
	if (status === 413) return { reason: 'badFile', hint: TOO_LARGE };
	const inTrouble = status !== undefined && status >= 500;
	const hint = status === undefined ? ODD_ANSWER : (PAGES[status] ?? ELSEWHERE);
	return { reason: 'unreachable', hint: inTrouble ? SERVER_TROUBLE : hint };
}
