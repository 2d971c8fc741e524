import { randomBytes } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../api/errors';
import type { Body } from '../api/multipart';
import type { Batch, Reading, Values } from '../engine/define';
import { without } from '../api/basics';
import {
	buttonsFor,
	dataOf,
	resumeAddressOf,
	MOST_BUTTONS,
	type CallbackData,
} from '../callbackData/buttonData';
import { checkMost } from '../fields/encode';
import { checkFits, plainOf, sendFormatted } from '../fields/format';
import { escapeHtml, Texts } from '../format';
import { visible } from '../format/characters';
import { objectOf, topicOf } from '../update/update';
import { unanswered, type Question } from './question';
import { pause, resumeUrl } from './pause';
import { QuestionState } from './state';

/** Throws UserError if there are several input items. */
export function checkIsOne({ context }: Batch): void {
	const { length } = context.getInputData();
	if (length === 1) return;
	throw new UserError(
		`The node asks one question at a time, but there are ${length} input items`,
		'Nothing was sent. Put a Loop Over Items node with a Batch Size of 1 before this node, so that the questions are asked one after the other.',
	);
}

/** JavaScript's text for an object. */
const OBJECT = '[object Object]';

/** One line for each name and value; neither can add another line. */
function inLines(data: object): string {
	const lines = Object.entries(data).map(([name, value]: [string, unknown]) => {
		// Quotes unusual names: they could look like a name and its value.
		const shown = /^[\p{L}\p{N}_-]+$/u.test(name) ? name : JSON.stringify(name);
		return visible(`${shown}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
	});
	return lines.join('\n');
}

/**
 * A body whose text shows what an AI agent wants to pass to a tool, if the question is a review. n8n's
 * default text has an expression that n8n turns into `[object Object]`. What the agent passes is untrusted:
 * it cannot hide or format itself.
 */
export function withReviewed(body: Body, reviewed?: object, texts = new Texts()): Body {
	const text = String(body.text);
	if (!reviewed || !text.includes(OBJECT)) return body;
	const lines = inLines(reviewed);
	if (!body.parse_mode) return { ...body, text: text.replaceAll(OBJECT, () => lines) };
	const shown = body.parse_mode === 'HTML' ? undefined : texts.shown(text, body.parse_mode);
	const html = (shown ? texts.html(shown) : text).replaceAll(OBJECT, () => escapeHtml(lines));
	return { ...body, text: html, parse_mode: 'HTML' };
}

/**
 * Sends a question or a form, and tells the triggers of this process about it and about whose next message
 * answers it. Throws as a send does.
 *
 * @param to where the answers go; undefined if no trigger delivers them
 * @param next who may answer with their next message, and until when; in a private chat it is the person
 * there
 */
export async function sendAsked(
	batch: Batch,
	sent: Body,
	to?: CallbackData,
	next?: { userIds: string[]; until: Date },
): Promise<{ chatId: string; messageId: string }> {
	const { result } = await batch.send({ chat: String(sent.chat_id), body: async () => sent });
	const shown = objectOf(result);
	const { message_id: id, chat } = shown;
	const { id: chatId = sent.chat_id, type } = objectOf(chat);
	const message = { chatId: String(chatId), messageId: String(id) };
	if (!to) return message;
	const state = batch.bot.part(QuestionState);
	const asked = { callbackData: to, messageId: message.messageId };
	state.noteQuestion(message.chatId, asked);
	const userIds = type === 'private' ? [message.chatId] : (next?.userIds ?? []);
	if (next && userIds.length > 0) {
		// Not every server says that a message is in a topic.
		const isInTopic = sent.message_thread_id !== undefined || shown.is_topic_message === true;
		const topic = topicOf({ ...shown, is_topic_message: isInTopic });
		state.expect(message.chatId, { ...asked, userIds, until: next.until.getTime(), topic });
	}
	return message;
}

const SHOW_LESS =
	'Nothing was sent, and the tool did not run. Shorten Message, or have it show single values of the input, for example {{ $tool.parameters.text }}.';

/** A question as set up in the form. */
export interface Asking extends Omit<Question, 'chatId' | 'messageId' | 'sent' | 'ref'> {
	/** The number of buttons in each row. */
	rows: number[];
	/** The label of the button that explains how to answer, if there is one. */
	help: string;
	until: Date;
}

/** Arranges buttons in rows; buttons that are left over share one more row. */
function inRows<T>(buttons: T[], lengths: number[]): T[][] {
	const rows = lengths.map((length) => buttons.splice(0, length));
	return [...rows, buttons].filter((row) => row.length > 0);
}

/** The buttons of a question. Those that answer come first, in the order of its choices. */
function keyboardOf(
	{ by, choices, rows, help }: Asking,
	batch: Batch,
	ref: string,
	to: CallbackData,
) {
	const labels = by === 'reply' ? [help] : choices.map(({ label }) => label);
	if (by === 'links') {
		const buttons = labels.map((text, place) => ({
			text,
			url: resumeUrl(batch.context, { answer: String(place), question: ref }),
		}));
		return inRows(buttons, rows);
	}
	const count = Math.max(labels.length, buttonsFor(to));
	const advice = 'Remove some of the buttons, or ask for a Typed Reply.';
	checkMost('Buttons', count, MOST_BUTTONS, advice, 'buttons');
	const data = dataOf(to, to.kind, count);
	const buttons = data.map((callback_data, place) => ({
		text: labels[place] ?? '?',
		callback_data,
	}));
	return inRows(buttons, rows);
}

/** Sends the question of the one item, and has n8n wait for its answer. Throws as a send does. */
export async function ask(batch: Batch, reading: Reading, asking: Asking): Promise<void> {
	const { item, body, values, reviewed, texts } = reading;
	const { until, ...kept } = without(asking, 'rows', 'help');
	const ref = randomBytes(16).toString('hex');
	const kind = asking.by === 'reply' ? 'reply' : 'press';
	const to = { ...resumeAddressOf(resumeUrl(batch.context)), kind } as const;
	const reply_markup = { inline_keyboard: keyboardOf(asking, batch, ref, to) };
	const sent: Body = { ...withReviewed(body, reviewed?.parameters, texts), reply_markup };
	const { text, parse_mode, link_preview_options } = sent as unknown as Question['sent'];
	const { message_thread_id: topic } = sent as IDataObject;
	// In a review, n8n has a field of its own for the question.
	if (reviewed) checkFits({ text, parse_mode }, texts, 'Message', SHOW_LESS);
	else checkFits({ text, parse_mode }, texts, 'Question');
	const shown = texts.shown(text, parse_mode);
	const plain = plainOf(sent, 'text', shown);
	const next = kind === 'reply' ? { userIds: asking.userIds, until } : undefined;
	const { ifFormatRefused = 'plain' } = values.additionalFields as Values;
	const { result: message, isPlain } = await sendFormatted(
		async (one) => await sendAsked(batch, one, asking.by === 'links' ? undefined : to, next),
		{ body: sent, plain },
		ifFormatRefused,
	);
	if (isPlain) {
		batch.warn('The server did not accept the formatting, so the question was sent without it.');
	}
	// The outcome is added below in HTML, so the text is stored as HTML, too.
	const html = parse_mode !== 'HTML' && shown ? texts.html(shown) : text;
	const isFormatted = parse_mode && !isPlain;
	const question: Question = {
		...kept,
		...((kept.several ?? kept.reminder) && { keyboard: reply_markup }),
		...(kept.reminder && { reminder: { ...kept.reminder, topic } }),
		ref,
		...message,
		sent: {
			...(isFormatted ? { text: html, parse_mode: 'HTML' } : { text: String(plain.text) }),
			...(link_preview_options && { link_preview_options }),
		},
	};
	await pause(batch, item, { question }, until, unanswered(question));
}
