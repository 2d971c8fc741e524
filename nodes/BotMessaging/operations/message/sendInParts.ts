import type { IDataObject } from 'n8n-workflow';

import { AnswerError, UserError } from '../../api/errors';
import type { Body } from '../../api/multipart';
import { settle } from '../../api/settle';
import type { Reading, Turn, Values } from '../../engine/define';
import { shownText, split, toHtml, type Rich } from '../../formatting';

/** UTF-16 units, counted without the marks (service methods, section 1). */
const MOST = { text: 4096, caption: 1024 } as const;

/** What holds for every part of a text; the rest belongs to the first or the last one. */
const FOR_ALL = [
	'chat_id',
	'message_thread_id',
	'disable_notification',
	'protect_content',
	'link_preview_options',
	'business_connection_id',
];

interface Part {
	body: Body;
	/** The same without formatting. */
	plain: Body;
	/** Absent: the operation's own. */
	method?: string;
}

type Key = keyof typeof MOST;

/** Without formatting: as it is read, or as it is written where that cannot be read. */
function plainOf(body: Body, key: Key, shown: Rich | undefined): Body {
	const { parse_mode: _none, ...plain } = body;
	return { ...plain, [key]: shown?.text ?? body[key] };
}

function tooLong(key: Key, length: number): UserError {
	const label = { text: 'Text', caption: 'Caption' }[key];
	const count = (number: number) => number.toLocaleString('en-US');
	return new UserError(
		`${label} has ${count(length)} characters, but the limit is ${count(MOST[key])}`,
		`Shorten ${label}, or set Long Text to Split.`,
	);
}

function partsOf(body: Body, key: Key, { longText, ifFormatRefused }: Values): Part[] {
	if (!longText && !ifFormatRefused) return [{ body, plain: body }];
	const given = String(body[key] ?? '');
	const parsed = shownText(given, body.parse_mode);
	const whole: Part = { body, plain: plainOf(body, key, parsed) };
	const isPlain = !parsed && ifFormatRefused === 'plain';
	// Broken formatting is for the server to judge, as long as all of it fits into one message.
	const shown = parsed ?? { text: given, spans: [] };
	if (!longText || shown.text.length <= MOST[key]) return [whole];
	if (longText === 'refuse') throw tooLong(key, shown.text.length);
	if (body.entities !== undefined || body.caption_entities !== undefined) {
		throw new UserError(
			'The text is too long for one message, and Entities say where it is formatted',
			'A long text can be split only where Format says how it is written. Remove Entities, or shorten the text.',
		);
	}
	if (!parsed && !isPlain) {
		throw new UserError(
			'The text is too long for one message, and its HTML is broken',
			'A long text can be split only where every tag that begins also ends. Fix the tags, or set If Formatting Is Refused to Send as Plain Text.',
		);
	}
	const pieces = split(shown, MOST[key], MOST.text);
	if (pieces.length === 0) return [whole];
	const { reply_markup, ...first } = body;
	const shared = Object.fromEntries(
		FOR_ALL.flatMap((name) => (name in body ? [[name, body[name]]] : [])),
	);
	return pieces.map((piece, index) => {
		const name = index === 0 ? key : 'text';
		const isFormatted = Boolean(parsed && body.parse_mode);
		const { parse_mode: _mode, ...own } = index === 0 ? first : shared;
		const keyboard = index === pieces.length - 1 && reply_markup ? { reply_markup } : {};
		return {
			body: {
				...own,
				[name]: isFormatted ? toHtml(piece) : piece.text,
				...(isFormatted && { parse_mode: 'HTML' }),
				...keyboard,
			},
			plain: { ...own, [name]: piece.text, ...keyboard },
			...(index > 0 && { method: 'sendMessage' }),
		};
	});
}

const isFormatRefusal = (error: unknown) =>
	error instanceof AnswerError && error.code === 400 && /parse entit/i.test(error.description);

/** Sends one part; without formatting where the server refuses it and the user wants that. */
async function sendPart({ body, plain, method }: Part, turn: Turn, values: Values) {
	const { value, error } = await settle(turn.send(body, method));
	if (error === undefined) return { message: value as IDataObject, isPlain: false };
	if (values.ifFormatRefused !== 'plain' || !isFormatRefusal(error)) throw error;
	return { message: (await turn.send(plain, method)) as IDataObject, isPlain: true };
}

/**
 * Sends a text or a caption that may be too long for one message, or formatted in a way that the
 * server refuses. The first message is put out, with the ids of all in `messageIds` where Long Text
 * is set, and with `sentAsPlainText` where If Formatting Is Refused is.
 */
export async function sendInParts({ body, values }: Reading, turn: Turn): Promise<unknown> {
	const additional = values.additionalFields as Values;
	const parts = partsOf(body, 'text' in body ? 'text' : 'caption', additional);
	const sent: Array<Awaited<ReturnType<typeof sendPart>>> = [];
	for (const part of parts) {
		sent.push(await turn.part(async () => await sendPart(part, turn, additional)));
	}
	return {
		...sent[0].message,
		...(additional.longText !== undefined && {
			messageIds: sent.map(({ message }) => message.message_id),
		}),
		...(additional.ifFormatRefused !== undefined && {
			sentAsPlainText: sent.some(({ isPlain }) => isPlain),
		}),
	};
}
