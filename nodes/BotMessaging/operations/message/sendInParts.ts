import type { IDataObject } from 'n8n-workflow';

import { without } from '../../api/basics';
import { UserError } from '../../api/errors';
import type { Body } from '../../api/multipart';
import type { Field, Turn, Values, PartOutcome, Reading } from '../../engine/define';
import { chatId } from '../../fields/chat';
import { checkMost } from '../../fields/encode';
import { MOST, plainOf, sendFormatted } from '../../fields/format';
import { fileExtras, fileFields } from '../../fields/media';
import { withoutReply } from '../../fields/message';
import { split, withAddresses, type Texts } from '../../format';

/** Parameters for every part of a text; all others go with the first or the last part. */
const FOR_ALL = [
	'chat_id',
	'message_thread_id',
	'disable_notification',
	'protect_content',
	'link_preview_options',
	'business_connection_id',
];

/** One of several messages. */
export interface TextPart {
	body: Body;
	/** The same without formatting. */
	plain: Body;
	/** Without it, the operation's own. */
	method?: string;
}

/** The parameters of a message that its continuations need too. */
export const sharedOf = (body: Body): Body =>
	Object.fromEntries(FOR_ALL.flatMap((name) => (name in body ? [[name, body[name]]] : [])));

/** The message for a body, or several if its text or caption is too long for one. Throws UserError. */
export function textPartsOf(
	body: Body,
	key: keyof typeof MOST,
	label: string,
	{ longText, ifFormatRefused }: Values,
	texts: Texts,
): TextPart[] {
	if (!longText && !ifFormatRefused) return [{ body, plain: body }];
	const given = String(body[key] ?? '');
	const parsed = texts.shown(given, body.parse_mode);
	const whole: TextPart = { body, plain: plainOf(body, key, parsed) };
	const isPlain = !parsed && ifFormatRefused === 'plain';
	// If the text fits into one message, the server judges broken formatting.
	const shown = parsed ?? { text: given, spans: [] };
	if (!longText || shown.text.length <= MOST[key]) return [whole];
	if (longText === 'refuse') {
		const advice = `Shorten ${label}, or set Long Text to Split.`;
		checkMost(label, shown.text.length, MOST[key], advice);
	}
	if (body.entities !== undefined || body.caption_entities !== undefined) {
		throw new UserError(
			'The text is too long for one message, and Entities set its formatting',
			'A long text can be split only if Format sets its formatting. Remove Entities, or shorten the text.',
			'tooLong',
		);
	}
	if (!parsed && !isPlain) {
		throw new UserError(
			'The text is too long for one message, and its HTML is broken',
			'A long text can be split only if every opening tag has a closing tag. Fix the tags, or set If Formatting Is Refused to Send as Plain Text.',
			'tooLong',
		);
	}
	const pieces = split(shown, MOST[key], MOST.text);
	const { reply_markup, ...all } = body;
	const shared = sharedOf(body);
	const isFormatted = Boolean(parsed && body.parse_mode);
	const parts = pieces.map((piece, index): TextPart => {
		const name = index === 0 ? key : 'text';
		const own = without(index === 0 ? all : shared, 'parse_mode');
		const keyboard = index === pieces.length - 1 && reply_markup ? { reply_markup } : {};
		return {
			body: {
				...own,
				[name]: isFormatted ? texts.html(piece) : piece.text,
				...(isFormatted && { parse_mode: 'HTML' }),
				...keyboard,
			},
			plain: { ...own, [name]: withAddresses(piece, MOST[name]), ...keyboard },
			...(index > 0 && { method: 'sendMessage' }),
		};
	});
	return parts.length > 0 ? parts : [whole];
}

export const WITHOUT_FORMATTING =
	'The server did not accept the formatting, so the text was sent without it. These items have sentAsPlainText.';

interface SentMessages extends PartOutcome {
	message: IDataObject;
	/** More than one if the part was an album. */
	messages: IDataObject[];
	isPlain: boolean;
}

/** Sends each part; without formatting if the server refuses it and the user wants that. */
export const sendParts = async (planned: TextPart[], turn: Turn, { ifFormatRefused }: Values) =>
	await turn.parts(planned, async ({ body, plain, method }): Promise<SentMessages> => {
		const send = async (one: Body) => await turn.send(one, method);
		const { result, isPlain } = await sendFormatted(send, { body, plain }, ifFormatRefused);
		const messages = [result].flat() as IDataObject[];
		return { message: messages[0] ?? {}, messages, isPlain };
	});

const IN_PARTS =
	'The text was too long for one message and was sent in several. Their IDs are in messageIds.';

/**
 * Sends a text or a caption that may be too long for one message, or formatted in a way that the
 * server refuses. The output is the first message, with the ids of all in `messageIds` if Long Text
 * is set, and with `sentAsPlainText` if If Formatting Is Refused is.
 */
export const sendInParts =
	({ body, values, texts }: Reading) =>
	async (turn: Turn): Promise<unknown> => {
		const additional = values.additionalFields as Values;
		const [key, label] =
			'text' in body ? (['text', 'Text'] as const) : (['caption', 'Caption'] as const);
		const planned = textPartsOf(body, key, label, additional, texts);
		const sent = await sendParts(planned, turn, additional);
		const isPlain = sent.some((one) => one.isPlain);
		if (sent.length > 1) turn.notice(IN_PARTS);
		if (isPlain) turn.notice(WITHOUT_FORMATTING);
		return {
			...sent[0]?.message,
			...(additional.longText !== undefined && {
				messageIds: sent.map(({ message }) => message.message_id),
			}),
			...(additional.ifFormatRefused !== undefined && { sentAsPlainText: isPlain }),
		};
	};

/** What operations that send a file have in common. `key` is the API's parameter, `what` the file in words. */
export const fileMessage = (
	key: Parameters<typeof fileFields>[0],
	what: string,
	...more: Field[]
) => ({
	fields: [chatId, ...fileFields(key, what)],
	additionalFields: [...fileExtras, ...more],
	ifRefused: withoutReply,
	inParts: sendInParts,
});
