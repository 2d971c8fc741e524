import type { IDataObject } from 'n8n-workflow';

import type { Call } from '../../api/client';
import { withRetries } from '../../api/retry';
import { settle } from '../../api/basics';
import { dataOf, type ResumeAddress } from '../../callbackData/buttonData';
import { checkMost } from '../../fields/encode';
import { MOST } from '../../fields/format';
import { beginningOf, visible } from '../../format/characters';
import { isRefusal } from '../outcome';
import { wireId } from '../question';
import { fieldOf, howTo, isComplete, isTyped, type Form, type FormField } from './form';

export type FormAction =
	'pick' | 'edit' | 'keep' | 'back' | 'skip' | 'cancel' | 'done' | 'help' | 'send' | 'change';

/** A message has at most 4096 characters, a button says less (reference 2.4). */
const MOST_IN_SUMMARY = 3500;
const MOST_ON_BUTTON = 60;

/** A text of at most this many UTF-16 units, as the server counts them. */
const cut = (text: string, most: number) =>
	text.length <= most ? text : `${beginningOf(text, most - 1)}…`;

/** A button, and the choice or field that it is for. */
const button = (label: string, does: FormAction, place = 0) => ({ label, does, place });

type FormButton = ReturnType<typeof button>;

/** The same with a label that a person wrote. */
const given = (label: string, does: FormAction, place = 0) =>
	button(cut(visible(label), MOST_ON_BUTTON), does, place);

/** Buttons that answer: each in a row of its own, except yes and no. */
function choiceRows({ picks, words }: Form, { type, options }: FormField): FormButton[][] {
	if (type === 'yesNo') return [[given(words.yesButton, 'pick'), given(words.noButton, 'pick', 1)]];
	const mark = (place: number) => (type === 'choices' && picks.includes(place) ? '✅ ' : '');
	const rows = options.map((label, place) => [given(mark(place) + label, 'pick', place)]);
	return type === 'choices' ? [...rows, [button(words.doneButton, 'done')]] : rows;
}

/** The answer that a button keeps: the earlier one, or the initial value. */
export const keptAnswer = (form: Form) => {
	const { type, initial } = fieldOf(form);
	const answer = form.answers[form.at] ?? initial;
	const isNone = answer?.value === null && !answer.file;
	return type === 'choices' || isNone ? undefined : answer;
};

/** The buttons of a form, in rows: always the same for the same step. */
export function buttonRows(form: Form): FormButton[][] {
	const { at, screen, fields, words } = form;
	const back = button(words.backButton, 'back');
	const cancel = button(words.cancelButton, 'cancel');
	if (screen === 'change') {
		return [...fields.map(({ label }, place) => [given(label, 'edit', place)]), [back]];
	}
	if (screen === 'summary') {
		return [[button(words.sendButton, 'send'), button(words.changeButton, 'change')], [cancel]];
	}
	const field = fieldOf(form);
	const kept = keptAnswer(form);
	const help = [[button(words.helpButton, 'help')]];
	const skip = field.isRequired ? [] : [button(words.skipButton, 'skip')];
	return [
		...(isTyped(field) ? help : choiceRows(form, field)),
		...(kept ? [[button(`→ ${given(kept.shown, 'keep').label}`, 'keep')]] : []),
		[...(at > 0 || isComplete(form) ? [back] : []), ...skip, cancel],
	];
}

/** All answers, one per line. No answer can look like one to another question. */
export function linesOf({ fields, answers }: Form, most = Infinity): string {
	const lines = fields.map(({ label }, place) => {
		const shown = answers[place]?.shown ?? '–';
		const asked = cut(visible(label), most);
		return `${asked}${/[?!:？！：]$/.test(asked) ? '' : ':'} ${cut(visible(shown), most)}`;
	});
	return lines.join('\n');
}

/** The same below the title, short enough for one message. */
export function summaryOf(form: Form): string {
	const most = Math.max(8, Math.floor(MOST_IN_SUMMARY / form.fields.length / 2));
	return [cut(form.title, 400), linesOf(form, most)].filter(Boolean).join('\n');
}

/** The answers with a line below them, in one message. */
export function endOf(form: Form, line: string): string {
	const most = MOST.text - line.length - '\n\n'.length;
	return [most > 0 && cut(summaryOf(form), most), line].filter(Boolean).join('\n\n');
}

/** The line below a question that people answer by a message. */
function replyLineOf({ chatId, words }: Form, field: FormField): string {
	const { type, smallest, largest } = field;
	if (!isTyped(field)) return '';
	if (words.replyLine !== undefined) return words.replyLine;
	// A private chat has the number of its person. There, the next message is enough.
	const isPrivate = Number(chatId) > 0;
	if (type === 'text' && smallest === undefined && largest === undefined)
		return isPrivate
			? 'Write your answer, or reply to this message.'
			: 'Reply to this message with your answer.';
	return howTo(field, isPrivate ? undefined : 'Reply to this message with');
}

/** The text of the message at this step, or after it: plain text without formatting. */
function textOf(form: Form, isAnswered = false): string {
	const { title, fields, at, screen } = form;
	if (screen !== 'question') return summaryOf(form);
	const field = fieldOf(form);
	const place = fields.length > 1 ? ` (${at + 1}/${fields.length})` : '';
	const reply = isAnswered ? '' : replyLineOf(form, field);
	return [title, field.label + place, field.hint, reply].filter(Boolean).join('\n\n');
}

/** Throws UserError for the first question that does not fit into one message. */
export function checkQuestions(form: Form): void {
	const { title, fields } = form;
	for (const [at, field] of fields.entries()) {
		const { length } = textOf({ ...form, at, screen: 'question' });
		if (length <= MOST.text) continue;
		const parts: Array<[label: string, text: string]> = [
			['Title', title],
			[`Fields ${at + 1}: Label`, field.label],
			[`Fields ${at + 1}: Hint`, field.hint],
			['Reply Line', replyLineOf(form, field)],
		];
		const [label] = parts.reduce((one, other) => (other[1].length > one[1].length ? other : one));
		const advice = `Nothing was sent. ${label} is its longest part: shorten it.`;
		checkMost(`Question ${at + 1}`, length, MOST.text, advice);
	}
}

/** Retries, because nobody repeats it by hand. */
const PATIENCE = { retries: 3, longestWaitMs: 30_000 };

interface FormMessage {
	text: string;
	reply_markup: { inline_keyboard: IDataObject[][] };
}

export const NO_BUTTONS = { reply_markup: { inline_keyboard: [] } };

/** The message of a form at this step: text and buttons. */
export function messageOf(form: Form, resumeAddress: ResumeAddress): FormMessage {
	const rows = buttonRows(form);
	const data = dataOf(resumeAddress, 'form', rows.flat().length, form.step);
	const inline_keyboard = rows.map((row) =>
		row.map(({ label: text }) => ({ text, callback_data: data.shift()! })),
	);
	return { text: textOf(form), reply_markup: { inline_keyboard } };
}

/** Changes the message of a form. Resolves with the error if that fails. */
async function edit(call: Call, { chatId, messageId }: Form, message: FormMessage) {
	const body = { chat_id: wireId(chatId), message_id: wireId(messageId), ...message };
	const request = async () => await call('editMessageText', body);
	return (await settle(withRetries('repeatable', request, PATIENCE))).error;
}

/** Removes the question from an earlier message, as the form is now in a new one below it. */
export async function leave(call: Call, before: Form): Promise<void> {
	await edit(call, before, { text: textOf(before, true), ...NO_BUTTONS });
}

/**
 * Shows the current step of a form in the chat: in its message, or in a new one if that is deleted or cannot
 * be changed. It is only for the eyes: after each press, an earlier message shows the form again.
 */
export async function show(call: Call, form: Form, message: FormMessage): Promise<void> {
	const error = await edit(call, form, message);
	if (!isRefusal(error) || /not modified/i.test(error.description)) return;
	const body = { chat_id: wireId(form.chatId), ...message };
	const send = async () => await call('sendMessage', body);
	await settle(withRetries('once', send, PATIENCE));
}
