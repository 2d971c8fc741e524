import type { MostOf } from '../../../reference';
import { AnswerError, UserError } from '../api/errors';
import type { Body } from '../api/multipart';
import { settle, without } from '../api/basics';
import type { Encode, Values } from '../engine/define';
import { missing } from '../engine/reading';
import { isSentAsHtml, LANGUAGE_MODEL, withAddresses, type Rich, type Texts } from '../format';
import { isUnseen } from '../format/characters';
import { checkMost, choice, optionalText, text } from './encode';
import { choices, formOnly, optionsIn, sent } from './formField';

/** The formats in the order of the form, with the API's values. */
export const FORMATS = optionsIn({
	HTML: ['HTML', 'For example &lt;b&gt;bold&lt;/b&gt;'],
	telegramHtml: [
		'HTML as Telegram Reads It',
		'For texts written for Telegram, with its own tags and signs such as &amp;#39;',
	],
	Markdown: ['Markdown', 'The service’s own Markdown, for example *bold*'],
	telegramMarkdown: [
		'Markdown as Telegram Reads It',
		'For texts written for a Telegram node, whose format this is if none is chosen. A sign that formats nothing in Telegram formats nothing here. Its formatting is never broken.',
	],
	[LANGUAGE_MODEL]: [
		'Markdown From AI Models',
		'For answers of an AI. Converts headings, lists, tables, **bold**, code and links to formatting that the service can show. Its formatting is never broken.',
	],
	MarkdownV2: ['Markdown V2', 'The same as Markdown'],
	telegramMarkdownV2: [
		'Markdown V2 as Telegram Reads It',
		'For texts written for Telegram, with a backslash before each . ! and -.',
	],
	'': ['None', 'Send the text as it is'],
});

/** The format on the wire; undefined for plain text. */
export const wireFormat = (format: unknown): string | undefined =>
	isSentAsHtml(format) ? 'HTML' : String(format ?? '') || undefined;

export const parseMode = sent(
	'parseMode',
	'How to parse the text. Without this field, the text is sent as it is.',
	choice(Object.fromEntries(FORMATS.map(({ value }) => [value, () => wireFormat(value)]))),
	{ displayName: 'Format', type: 'options', options: FORMATS, default: 'HTML' },
);

/** The format that the user chose. */
const formatIn = ({ additionalFields }: Values): unknown =>
	(additionalFields as Values | undefined)?.parseMode;

/** A text as its format needs it on the wire, possibly empty. */
export const formatted: Encode = (value, label, { values, texts }) =>
	texts.onWire(optionalText(value, label), formatIn(values));

/** The same for a text that must show something. Throws UserError. */
export const formattedText: Encode = (value, label, context) => {
	if (isUnseen(text(value, label))) throw missing(label);
	const sent = formatted(value, label, context) as string;
	// The server judges broken formatting.
	const shown = context.texts.shown(sent, wireFormat(formatIn(context.values)))?.text ?? sent;
	if (!isUnseen(shown)) return sent;
	throw new UserError(
		`${label} is empty: no text is left after formatting`,
		`${label} contains only formatting signs and no text. Check its value for this item, or set Format to None to send the signs as they are.`,
	);
};

/** UTF-16 units without the formatting marks (reference 2.4). */
export const MOST: {
	text: MostOf<'sendMessage', 'text'>;
	caption: MostOf<'sendPhoto', 'caption'>;
} = { text: 4096, caption: 1024 };

/** Throws UserError if a text is too long for one message. The server judges broken formatting. */
export function checkFits(
	{ text, parse_mode: mode }: { text: string; parse_mode?: unknown },
	texts: Texts,
	label: string,
	advice = `Nothing was sent. Shorten ${label}.`,
): void {
	checkMost(label, texts.shown(text, mode)?.text.length ?? 0, MOST.text, advice);
}

/** A text that has to fit into one message. */
export function inOneMessage(encode: Encode): Encode {
	return (value, label, context) => {
		const sent = encode(value, label, context) as string;
		const parse_mode = wireFormat(formatIn(context.values));
		checkFits({ text: sent, parse_mode }, context.texts, label);
		return sent;
	};
}

export const longText = formOnly(
	'longText',
	'What to do if the text is too long for one message. The limit is 4,096 characters, or 1,024 for a caption. The rest of a caption follows as text.',
	choices('split', {
		refuse: ['Refuse', 'Send nothing, and report how long the text is'],
		split: ['Split', 'Send it in several messages, cut at paragraphs, sentences or words'],
	}),
);

export const ifFormatRefused = formOnly(
	'ifFormatRefused',
	'What to do if the server does not accept the formatting of the text. The output says in sentAsPlainText whether it was sent as plain text.',
	{
		displayName: 'If Formatting Is Refused',
		...choices('fail', {
			fail: ['Fail', 'Fail the item with an error'],
			plain: [
				'Send as Plain Text',
				'Send the text without formatting, and the addresses of links in brackets',
			],
		}),
	},
);

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
