import type { ErrorReason } from '../api/reasons';
import type { Effect } from '../api/retry';

/** What an answer that said no means for the user. */
export interface Meaning {
	reason: ErrorReason;
	/** What to do about it. */
	hint: string;
}

/** What an answer of the API that said no means. */
export interface Hint extends Meaning {
	/** The status code; without it, any. */
	code?: number;
	/** A part of the API's description, in any case; without it, any. */
	description?: string;
	/** Only if the description names no chat, user or message, as a bare "Not Found". */
	namesNothing?: true;
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
const LACKS_RIGHT = 'Make the bot an administrator of the chat with the right to do this.';
const TOO_LONG = 'A text of this item is too long for the server. Shorten it.';
const TOO_LARGE = 'The server does not accept files of this size. Send a smaller file.';
const SERVER_TROUBLE = 'The server cannot do this at the moment. Run the node again later.';

/** What is true of every method (API reference, "Errors"). */
export const GENERAL_HINTS: Hint[] = [
	{ code: 404, description: 'method', reason: 'other', hint: `${NOT_OFFERED}.` },
	{ description: 'MESSAGE_TOO_MUCH', reason: 'tooFast', hint: TOO_FAST },
	{ code: 429, reason: 'tooFast', hint: TOO_FAST },
	{
		description: 'blocked by the user',
		reason: 'blocked',
		hint: 'This person blocked the bot, and only they can unblock it. Filter them out with an If node.',
	},
	{
		description: "can't initiate conversation",
		reason: 'blocked',
		hint: 'This person has never written to the bot. They must open the chat with the bot and write first.',
	},
	{
		description: 'user is deactivated',
		reason: 'blocked',
		hint: 'This account was deleted. Filter this person out with an If node.',
	},
	{
		description: 'was kicked from',
		reason: 'notMember',
		hint: 'The bot was removed from this chat. Add it to the chat again.',
	},
	{
		description: 'not a member of the',
		reason: 'notMember',
		hint: 'The bot is not in this chat. Add it to the chat first.',
	},
	{
		description: 'PARTICIPANT',
		reason: 'notMember',
		hint: 'The person is not in this chat. Check Chat and User.',
	},
	{ code: 400, description: 'not enough rights', reason: 'noRight', hint: LACKS_RIGHT },
	{ code: 400, description: 'CHAT_ADMIN_REQUIRED', reason: 'noRight', hint: LACKS_RIGHT },
	{ description: 'too long', reason: 'tooLong', hint: TOO_LONG },
	{ description: 'TOO_LONG', reason: 'tooLong', hint: TOO_LONG },
	{
		code: 401,
		reason: 'token',
		hint: 'The server does not accept the bot token. In the credential, paste the complete bot token again. If the token was changed, get the new one from the service’s bot assistant.',
	},
	{ code: 404, namesNothing: true, reason: 'other', hint: NOT_KNOWN },
	{
		code: 403,
		reason: 'noRight',
		hint: 'The bot may not write to this chat: the user blocked it, it was removed from the group, or it lacks the right.',
	},
	{ code: 413, reason: 'badFile', hint: TOO_LARGE },
	{ code: 400, reason: 'badValue', hint: 'Check the values of this item in the form of the node.' },
	{ code: 500, reason: 'unreachable', hint: SERVER_TROUBLE },
];

const FALLBACK: Meaning = {
	reason: 'other',
	hint: 'Look up the code in the documentation of the service, or run the node again later.',
};

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

/** What an answer that said no means, and the next step. */
export function meaningOf(asked: Asked, code: number, description: string): Meaning {
	const words = description.toLowerCase();
	const found = hintsOf(asked).find(
		(hint) =>
			(hint.code === undefined || hint.code === (code > 500 ? 500 : code)) &&
			(!hint.description || words.includes(hint.description.toLowerCase())) &&
			(!hint.namesNothing || !NAMED.test(words)),
	);
	const { action } = asked;
	const offered = action ? `This server does not offer “${action}”` : NOT_OFFERED;
	const { reason, hint } = found ?? FALLBACK;
	return { reason, hint: hint.replace(NOT_OFFERED, offered) };
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
