import type { MostOf } from '../../../reference';
import { AnswerError, UserError } from '../api/errors';
import type { Body } from '../api/multipart';
import { settle, without } from '../api/basics';
import type { Encode, Field, Values } from '../engine/define';
import { missing } from '../engine/reading';
import { isSentAsHtml, LANGUAGE_MODEL, withAddresses, type Rich, type Texts } from '../format';
import { isUnseen } from '../format/characters';
import { choice } from './encode';

/** The formats in the order of the form, with the API's values. */
export const FORMATS = [
	{ name: 'HTML', value: 'HTML', description: 'For example &lt;b&gt;bold&lt;/b&gt;' },
	{
		name: 'HTML as Telegram Reads It',
		value: 'telegramHtml',
		description: 'For texts written for Telegram, with its own tags and signs such as &amp;#39;',
	},
	{
		name: 'Markdown',
		value: 'Markdown',
		description: 'The service’s own Markdown, for example *bold*',
	},
	{
		name: 'Markdown as Telegram Reads It',
		value: 'telegramMarkdown',
		description:
			'For texts written for a Telegram node, whose format this is if none is chosen. A sign that formats nothing in Telegram formats nothing here. The server never refuses it.',
	},
	{
		name: 'Markdown From AI Models',
		value: LANGUAGE_MODEL,
		description:
			'For answers of an AI. Converts headings, lists, tables, **bold**, code and links to formatting that the service can show. The server never refuses it.',
	},
	{ name: 'Markdown V2', value: 'MarkdownV2', description: 'The same as Markdown' },
	{
		name: 'Markdown V2 as Telegram Reads It',
		value: 'telegramMarkdownV2',
		description: 'For texts written for Telegram, with a backslash before each . ! and -.',
	},
	{ name: 'None', value: '', description: 'Send the text as it is' },
];

/** The format on the wire; undefined for plain text. */
export const wireFormat = (format: unknown): string | undefined =>
	isSentAsHtml(format) ? 'HTML' : String(format ?? '') || undefined;

export const parseMode: Field = {
	displayName: 'Format',
	name: 'parseMode',
	type: 'options',
	options: FORMATS,
	default: 'HTML',
	description: 'How to parse the text. Without this field, the text is sent as it is.',
	wire: {
		encode: choice(
			Object.fromEntries(FORMATS.map(({ value }) => [value, () => wireFormat(value)])),
		),
	},
};

/** A text as its format needs it on the wire, possibly empty; `encode` checks it first. */
export function formatted(encode: (value: unknown, label: string) => string): Encode {
	return (value, label, { values, texts }) => {
		const { parseMode: format } = (values.additionalFields ?? {}) as Values;
		return texts.onWire(encode(value, label), format);
	};
}

/** The same for a text that must show something. Throws UserError. */
export function formattedText(encode: (value: unknown, label: string) => string): Encode {
	return (value, label, context) => {
		if (isUnseen(encode(value, label))) throw missing(label);
		const sent = formatted(encode)(value, label, context) as string;
		const { parseMode: format } = (context.values.additionalFields ?? {}) as Values;
		// The server judges broken formatting.
		const shown = context.texts.shown(sent, wireFormat(format))?.text ?? sent;
		if (!isUnseen(shown)) return sent;
		throw new UserError(
			`${label} is empty: no text is left after formatting`,
			`${label} contains only formatting signs and no text. Check its value for this item, or set Format to None to send the signs as they are.`,
		);
	};
}

/** UTF-16 units without the formatting marks (reference 2.4). */
export const MOST: {
	text: MostOf<'sendMessage', 'text'>;
	caption: MostOf<'sendPhoto', 'caption'>;
} = { text: 4096, caption: 1024 };

/** The error for a text that is too long for one message. */
export function tooLong(label: string, length: number, most: number, advice: string): UserError {
	const count = (number: number) => number.toLocaleString('en-US');
	return new UserError(
		`${label} has ${count(length)} characters, but the limit is ${count(most)}`,
		advice,
		'tooLong',
	);
}

/** Throws UserError if a text is too long for one message. The server judges broken formatting. */
export function checkFits(
	{ text, parse_mode: mode }: { text: string; parse_mode?: unknown },
	texts: Texts,
	label: string,
	advice = `Nothing was sent. Shorten ${label}.`,
): void {
	const length = texts.shown(text, mode)?.text.length ?? 0;
	if (length > MOST.text) throw tooLong(label, length, MOST.text, advice);
}

/** A text that has to fit into one message. */
export function inOneMessage(encode: Encode): Encode {
	return (value, label, context) => {
		const sent = encode(value, label, context) as string;
		const { parseMode: format } = (context.values.additionalFields ?? {}) as Values;
		checkFits({ text: sent, parse_mode: wireFormat(format) }, context.texts, label);
		return sent;
	};
}

export const longText: Field = {
	displayName: 'Long Text',
	name: 'longText',
	type: 'options',
	options: [
		{
			name: 'Refuse',
			value: 'refuse',
			description: 'Send nothing, and report how long the text is',
		},
		{
			name: 'Split',
			value: 'split',
			description: 'Send it in several messages, cut at paragraphs, sentences or words',
		},
	],
	default: 'split',
	description:
		'What to do if the text is too long for one message. The limit is 4,096 characters, or 1,024 for a caption. The rest of a caption follows as a message.',
	wire: 'formOnly',
};

export const ifFormatRefused: Field = {
	displayName: 'If Formatting Is Refused',
	name: 'ifFormatRefused',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail', description: 'Fail the item with an error' },
		{
			name: 'Send as Plain Text',
			value: 'plain',
			description: 'Send the text without formatting, and the addresses of links in brackets',
		},
	],
	default: 'fail',
	description:
		'What to do if the server does not accept the formatting of the text. The output says in sentAsPlainText whether it was sent as plain text.',
	wire: 'formOnly',
};

/** A body without formatting: with its text as people see it, or as written if that cannot be parsed. */
export function plainOf(body: Body, key: keyof typeof MOST, shown: Rich | undefined): Body {
	return {
		...without(body, 'parse_mode'),
		[key]: shown ? withAddresses(shown, MOST[key]) : body[key],
	};
}

const isFormatRefusal = (error: unknown) =>
	error instanceof AnswerError && error.code === 400 && /parse entit/i.test(error.description);

/** Sends a body; if the server refuses its formatting and the user wants that, sends it without. */
export async function sendFormatted<Result>(
	send: (body: Body) => Promise<Result>,
	{ body, plain }: { body: Body; plain: Body },
	ifRefused: unknown,
): Promise<{ result: Result; isPlain: boolean }> {
	const { value, error } = await settle(send(body));
	if (error === undefined) return { result: value as Result, isPlain: false };
	if (ifRefused !== 'plain' || !isFormatRefusal(error)) throw error;
	return { result: await send(plain), isPlain: true };
}
