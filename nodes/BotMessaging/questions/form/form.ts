import type { IDataObject } from 'n8n-workflow';

import { newStep } from '../../callbackData/buttonData';
import { inDigits } from '../../format/characters';
import { charactersIn } from '../../moderation/limits';
import { Patterns } from '../../moderation/patterns';
import { answeredByNobody, type SentFile } from '../question';
import { WISHES, type TypedReply, checkTyped, hasRaised, plain, type ReplyType } from '../typed';
import type { Words } from './fields';

const PRESS = 'a press of a button';

/** By type: its names in JSON, what to answer with, and what its limits are about, if it has any. */
export const TYPES = {
	text: [['text', 'textarea'], 'a text', ' characters'],
	number: [['number'], WISHES.number, ''],
	integer: [['integer'], 'a whole number, for example 12', ''],
	date: [['date'], WISHES.date, ''],
	email: [['email'], WISHES.email, undefined],
	phone: [['phone'], 'a phone number, for example +49 30 123456', undefined],
	choice: [['dropdown', 'radio'], PRESS, undefined],
	choices: [['checkbox'], PRESS, ' choices'],
	yesNo: [['yesNo'], PRESS, undefined],
	photo: [['photo'], 'a photo', undefined],
	file: [['file'], 'a photo or a file', undefined],
} satisfies Record<string, [names: string[], answer: string, counted?: string]>;

export type FieldType = keyof typeof TYPES;

export interface FormAnswer {
	value: string | number | boolean | string[] | null;
	/** As people see it. */
	shown: string;
	file?: SentFile;
}

export interface FormField {
	name: string;
	label: string;
	type: FieldType;
	hint: string;
	/** Otherwise the person may skip it. */
	isRequired: boolean;
	options: string[];
	/** The value of a number or date, the length of a text, or the number of choices. */
	smallest?: number | string;
	largest?: number | string;
	/** The whole text has to fit it. */
	pattern?: string;
	/** Offered as a button. */
	initial?: FormAnswer;
}

/** What n8n stores with the execution while a form is open. It contains no secrets, and is never mutated. */
export interface Form {
	/** Characters that are in each button of this step, and in no button of another step. */
	step: string;
	/** Of the message, as the server gave them. */
	chatId: string;
	messageId: string;
	/** Of the one person who answers. */
	userIds: string[];
	title: string;
	fields: FormField[];
	/** By field index; null for a skipped field. */
	answers: Array<FormAnswer | null>;
	/** What the chat shows: a question, all answers, or which answer to change. */
	screen: 'question' | 'summary' | 'change';
	/** Index of the current field. */
	at: number;
	/** Indexes of the choices picked so far, if several are possible. */
	picks: number[];
	reading: Pick<TypedReply, 'dateFormat' | 'decimalSign'>;
	words: Words;
}

export const fieldOf = ({ fields, at }: Form): FormField => fields[at]!;

/** Whether each question has an answer: then the summary follows, whichever of them is changed. */
export const isComplete = ({ answers }: Pick<Form, 'answers'>) => answers.every(Boolean);

/** Whether people answer with a message instead of a button. */
export const isTyped = ({ type }: FormField) => !['choice', 'choices', 'yesNo'].includes(type);

export const isFile = ({ type }: FormField) => type === 'file' || type === 'photo';

/** Whether the next message of the person can be an answer. */
export const takesMessage = (form: Form) => form.screen === 'question' && isTyped(fieldOf(form));

/** The same form at another step; at a field, with what was picked there before. */
export function atStep(form: Form, change: Partial<Form>): Form {
	const next = { ...form, ...change, step: newStep() };
	const isMoved = change.at !== undefined || change.screen !== undefined;
	if (!isMoved || next.screen !== 'question') return next;
	const { type, options, initial } = fieldOf(next);
	const { value } = next.answers[next.at] ?? initial ?? {};
	const picked = type === 'choices' && Array.isArray(value) ? value : [];
	const picks = picked.map((one) => options.indexOf(one)).filter((place) => place >= 0);
	return { ...next, picks };
}

/** The node's output if nobody sends the form in time. */
export const unanswered = (form: Form): IDataObject => ({
	outcome: 'noAnswer',
	answers: {},
	summary: '',
	...answeredByNobody(form),
});

/** An accepted answer, or what to tell the person about it. */
type Checked = { answer: FormAnswer } | { wrong: string };

/** The digits of a phone number: the most (E.164), and the fewest that real numbers have. */
const DIGITS = { fewest: 5, most: 15 };

/** How to answer a question, in one sentence. */
export function howTo({ type, smallest, largest }: FormField, start = 'Answer with'): string {
	const [, answer, counted] = TYPES[type];
	const limits =
		smallest !== undefined && largest !== undefined
			? `from ${smallest} to ${largest}`
			: smallest !== undefined
				? `at least ${smallest}`
				: largest !== undefined && `at most ${largest}`;
	const isLimited = limits && counted !== undefined;
	return `${start} ${answer}${isLimited ? `: ${limits}${counted}` : ''}.`;
}

export const fitsLimits = (
	{ smallest = -Infinity, largest = Infinity }: FormField,
	value: number | string,
) => !(value < smallest) && !(value > largest);

const FULL_WIDTH = /[\uff01-\uff5e]/g;

/** The text in a way of writing that fits a pattern: pasted text may have invisible characters. */
function fitting(pattern: string, text: string): string | undefined {
	const patterns = new Patterns(pattern);
	const clean = text.replace(/\p{Cf}/gu, '').normalize();
	const narrow = inDigits(clean.replace(FULL_WIDTH, (sign) => sign.normalize('NFKC')));
	return [text, clean, narrow].find((way) => patterns.covers(way));
}

/** After a country code, some callers have to dial this zero and others must not. */
const DOUBTFUL_ZERO = /^(?:\+|00).*\(0\)/;

/** A phone number without separators; undefined if the text is not one. */
function phoneIn(text: string, pattern?: string): string | undefined {
	const given = inDigits(plain(text));
	const written = given.replace(/[\s()./\p{Pd}]/gu, '');
	const { length } = written.replace('+', '');
	const isPhone = /^\+?\d+$/.test(written) && length >= DIGITS.fewest && length <= DIGITS.most;
	const isClear = !DOUBTFUL_ZERO.test(given) && !hasRaised(text);
	const isFitting = !pattern || fitting(pattern, written) || fitting(pattern, given);
	return isPhone && isClear && isFitting ? written : undefined;
}

/** Checks the text written for a field. */
export function checkWritten(
	field: FormField,
	text: string | undefined,
	reading: Pick<TypedReply, 'dateFormat' | 'decimalSign'>,
	notice?: string,
): Checked {
	const wrong = { wrong: notice ?? howTo(field) };
	const { type, pattern } = field;
	if (text === undefined) return wrong;
	if (type === 'phone') {
		const phone = phoneIn(text, pattern);
		return phone === undefined ? wrong : { answer: { value: phone, shown: phone } };
	}
	// The other written types are those of a typed reply.
	const replyType = type === 'integer' ? 'number' : (type as ReplyType);
	const reply = { type: replyType, list: [], ...reading };
	const typed = checkTyped(text, reply, notice);
	// If it can be read in two ways, the person chooses one.
	if ('wrong' in typed) return typed.isInDoubt ? typed : wrong;
	const { value } = typed;
	if (type === 'integer' && !Number.isInteger(value)) return wrong;
	const shown = String(value);
	const isLimited = fitsLimits(field, type === 'text' ? charactersIn(shown) : value);
	const fit = pattern ? fitting(pattern, shown) : shown;
	if (!isLimited || fit === undefined) return wrong;
	return { answer: { value: typeof value === 'string' ? fit : value, shown: fit } };
}
