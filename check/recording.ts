/** What a server answered in one run, without the token, names, numbers and texts. */
import type { Dialect } from '../emulator/dialects';
import type { Answer, NoAnswer } from './answers';
import type { Row } from './findings';
import type { Mask } from './mask';

/** A request and its answer. */
export interface Exchange {
	method: string;
	params: unknown;
	/** The code of a refusal, and its words. */
	code?: number;
	says?: string;
	/** Why there was no clear answer. */
	why?: string;
	result?: unknown;
}

export interface Recording {
	server: string;
	date: string;
	/** The options of the run that change what is asked. */
	options: string[];
	/** What was found, as choices of the emulator. */
	dialect: Partial<Dialect>;
	assumptions: Row[];
	exchanges: Exchange[];
}

/** Texts in these fields are the server's own words, if they look like its words. */
export const SHOWN = /^(type|status|emoji|mime_type|parse_mode)$/;
const WORD = /^(?:[a-z][a-z\d_/.+-]{0,40}|\p{Extended_Pictographic}\p{M}?)$/u;
const PARSE_MODE = /^(?:html|markdown(?:v2)?)$/i;

/** Names of fields in the API. A server may use a number or a name of a person as one. */
const FIELD = /^[a-z][a-z\d_]{0,40}$/;

/** Larger numbers may be of people, chats or moments. */
const MOST_SHOWN = 1000;

/** A value without what is private in it: of a text, its length remains, and of a number its sign. */
function blank(value: unknown, name = ''): unknown {
	if (typeof value === 'string') {
		return SHOWN.test(name) && (WORD.test(value) || PARSE_MODE.test(value))
			? value
			: `${value.length} characters`;
	}
	if (value instanceof File) return `a file of ${value.size} bytes`;
	if (Array.isArray(value)) return value.map((one) => blank(one, name));
	if (typeof value === 'number') {
		const isPrivate = /(^|_)(ids?|date|offset|value)$/.test(name) || Math.abs(value) > MOST_SHOWN;
		return isPrivate ? Math.sign(value) : value;
	}
	if (typeof value !== 'object' || value === null) return value;
	const fields = Object.entries(value).map(([key, one]) => [
		FIELD.test(key) ? key : '…',
		blank(one, key),
	]);
	return Object.fromEntries(fields) as object;
}

/** @param mask hides private data in the words of a refusal */
export function exchangeOf(
	method: string,
	params: Record<string, unknown>,
	answer: Answer | NoAnswer,
	mask: Mask,
): Exchange {
	const asked = { method, params: blank(params) };
	if ('why' in answer) return { ...asked, why: answer.why };
	if (answer.ok) return { ...asked, result: blank(answer.result) };
	return { ...asked, code: answer.code, says: mask.quote(answer.description) };
}

/** As JSON, with a line for each exchange. */
export function recordingText({ exchanges, assumptions, ...about }: Recording): string {
	const lines = (all: unknown[]) => all.map((one) => `\t\t${JSON.stringify(one)}`).join(',\n');
	const head = Object.entries(about).map(
		([name, value]) => `\t${JSON.stringify(name)}: ${JSON.stringify(value)}`,
	);
	const lists = Object.entries({ assumptions, exchanges }).map(
		([name, all]) => `\t"${name}": [\n${lines(all)}\n\t]`,
	);
	return `{\n${[...head, ...lists].join(',\n')}\n}\n`;
}
