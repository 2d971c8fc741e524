import type { Effect } from '../api/retry';

/** What to do about an answer of the API that said no. */
export interface Hint {
	/** The status code; without it, any. */
	code?: number;
	/** A part of the API's description, in any case; without it, any. */
	description?: string;
	/** Only if the description names no chat, user or message, as a bare "Not Found". */
	namesNothing?: true;
	hint: string;
}

/** What was asked of the API, as far as the words for its failure depend on it. */
export interface Asked {
	effect: Effect;
	/** What the form calls it, e.g. `Create an invite link`. */
	action?: string;
	/** What to do if the server refuses, before what is true of every method. */
	hints: Hint[];
	/** Fields that know what to do if the server refuses their values. */
	fields?: Array<{ refusals?: Hint[] }>;
	additionalFields?: Array<{ refusals?: Hint[] }>;
}

/** Words for a request of which nothing else is known. */
export const UNKNOWN: Asked = { effect: 'once', hints: [] };

const TOO_FAST =
	'The server limits how fast a bot may write. Run the node again later, or with fewer items at a time.';
/** Names the operation if it is known. */
const NOT_OFFERED = 'This server does not offer this operation';
const NOT_KNOWN =
	'The server does not know this operation or address. If other operations work, this server does not have this one. If none works, check Base URL, Token Path and Bot Token in the credential.';
const TOO_LARGE = 'The server does not accept files of this size. Send a smaller file.';
const SERVER_TROUBLE = 'The server cannot do this at the moment. Run the node again later.';

/** What is true of every method (API reference, "Errors"). */
export const GENERAL_HINTS: Hint[] = [
	{ code: 404, description: 'method', hint: `${NOT_OFFERED}.` },
	{ description: 'MESSAGE_TOO_MUCH', hint: TOO_FAST },
	{ code: 429, hint: TOO_FAST },
	{
		code: 401,
		hint: 'The server does not accept the bot token. In the credential, paste the complete bot token again. If the token was changed, get the new one from the service’s bot assistant.',
	},
	{ code: 404, namesNothing: true, hint: NOT_KNOWN },
	{
		code: 403,
		hint: 'The bot may not write to this chat: the user blocked it, it was removed from the group, or it lacks the right.',
	},
	{ code: 413, hint: TOO_LARGE },
	{ code: 400, hint: 'Check the values of this item in the form of the node.' },
	{ code: 500, hint: SERVER_TROUBLE },
];

const FALLBACK =
	'Look up the code in the documentation of the service, or run the node again later.';

/** Words for a chat, a user or a message; not as parts of a method's name, as in sendMessage. */
const NAMED = /(?<![a-z])(chat|group|channel|user|member|participant|peer|message|msg)s?(?![a-z])/i;

/** Hints that go by the server's words, before those that go by the code alone. */
export function inOrder<T extends Hint>(hints: T[]): T[] {
	const isByWords = ({ description, namesNothing }: Hint) => Boolean(description ?? namesNothing);
	return [...hints.filter(isByWords), ...hints.filter((hint) => !isByWords(hint))];
}

/** All that may be said if the server refuses: the first row that fits is the one to show. */
export function hintsOf({ hints, fields = [], additionalFields = [] }: Asked): Hint[] {
	const ofFields = [...fields, ...additionalFields].flatMap(({ refusals = [] }) => refusals);
	return inOrder([...hints, ...ofFields, ...GENERAL_HINTS]);
}

/** The next step for an answer that said no. */
export function hintFor(asked: Asked, code: number, description: string): string {
	const words = description.toLowerCase();
	const row = hintsOf(asked).find(
		(hint) =>
			(hint.code === undefined || hint.code === (code > 500 ? 500 : code)) &&
			(!hint.description || words.includes(hint.description.toLowerCase())) &&
			(!hint.namesNothing || !NAMED.test(words)),
	);
	const { action } = asked;
	const offered = action ? `This server does not offer “${action}”` : NOT_OFFERED;
	return (row?.hint ?? FALLBACK).replace(NOT_OFFERED, offered);
}

const ODD_ANSWER =
	'The server answered in a form that this node does not know. Check the chat before you run the node again.';
const ELSEWHERE =
	'This address does not lead to the bot API. Check Base URL and Token Path in the credential.';

const PAGES: Record<number, string> = {
	401: 'A server in front of the API asks for a login. Check Base URL and Bot Token in the credential, and the proxy if n8n uses one.',
	403: 'A server in front of the API blocks n8n. Check Base URL and Bot Token in the credential, and the proxy or firewall if there is one.',
	404: NOT_KNOWN,
	407: 'The proxy between n8n and the server asks for a login. Ask the administrator of your n8n to set one.',
	413: TOO_LARGE,
};

/** The next step for an answer that is not of the API, by its HTTP status. */
export function pageHintFor(status: number | undefined): string {
	if (status !== undefined && status >= 500) return SERVER_TROUBLE;
	return status === undefined ? ODD_ANSWER : (PAGES[status] ?? ELSEWHERE);
}
