import { randomInt } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { STEP_LENGTH } from '../buttonData';
import type { SentFile } from '../protocol';
import type { Reply } from '../question';
import type { Words } from './words';

/** What n8n looks for in an operation of its own name only, so a form is known by this one. */
export const FORM_OPERATION = 'askForm';

export type FieldType =
	'text' | 'number' | 'date' | 'email' | 'phone' | 'choice' | 'choices' | 'yesNo' | 'file';

/** What was answered to one field. */
export interface FormAnswer {
	/** What the workflow gets; of a file, what it is called and where it is. */
	value: string | number | boolean | string[] | IDataObject | null;
	/** As people see it. */
	shown: string;
	file?: SentFile;
}

/** One question of a form. */
export interface FormField {
	name: string;
	label: string;
	type: FieldType;
	hint: string;
	/** Otherwise it may be skipped. */
	isRequired: boolean;
	/** What there is to choose from. */
	options: string[];
	/** Of a number or a date its value, of a text its characters, of several choices how many. */
	smallest?: number | string;
	largest?: number | string;
	/** The whole text has to fit it. */
	pattern?: string;
	/** Offered as a button. */
	initial?: FormAnswer;
}

/** What the chat shows of a form: a question, all answers, or which answer to change. */
export type Screen = 'question' | 'summary' | 'change';

/**
 * What n8n keeps with the execution while a form is open. Nothing secret is in it. It is never changed,
 * but replaced by the next one.
 */
export interface Form {
	/** Signs that are in each button of this step, and in no button of any other step. */
	step: string;
	/** Of the message, as the server gave them. */
	chatId: string;
	messageId: string;
	/** Who answers; absent in a private chat: there it is the one person. */
	personId?: string;
	title: string;
	fields: FormField[];
	/** By place; a skipped field has the value null. */
	answers: Array<FormAnswer | null>;
	screen: Screen;
	/** Which field is asked. */
	at: number;
	/** The places of the choices that are picked so far, if there can be several. */
	picks: number[];
	/** Whether the summary comes next, as it has been there already. */
	isChanging: boolean;
	/** ISO 8601. */
	until: string;
	reading: Pick<Reply, 'dateFormat' | 'decimalSign'>;
	words: Words;
	/** In which execution its buttons work. */
	executionId: string;
	/** Whether n8n runs the node only to wait for the next answer. */
	isResumed: boolean;
}

/** Printable signs of one byte each, without the blank. */
const FIRST_SIGN = 0x21;
const SIGNS = 94;

/** A new mark of a step. */
export const newStep = () =>
	Array.from({ length: STEP_LENGTH }, () =>
		String.fromCharCode(FIRST_SIGN + randomInt(SIGNS)),
	).join('');

/** The field that is asked. */
export function fieldOf({ fields, at }: Form): FormField {
	const field = fields[at];
	if (field) return field;
	throw new Error(`The form has no field ${at + 1}`);
}

/** Whether people write the answer, or send it, instead of pressing a button. */
export const isTyped = ({ type }: FormField) => !['choice', 'choices', 'yesNo'].includes(type);

/** Whether the next message of the person can be an answer. */
export const takesMessage = (form: Form) => form.screen === 'question' && isTyped(fieldOf(form));

const picksOf = ({ type, options }: FormField, answer?: FormAnswer | null): number[] => {
	const { value } = answer ?? {};
	if (type !== 'choices' || !Array.isArray(value)) return [];
	return value.map((one) => options.indexOf(one)).filter((place) => place >= 0);
};

/** The same form at another step; at a field, with what was picked there before. */
export function atStep(form: Form, change: Partial<Form>): Form {
	const next = { ...form, ...change, step: newStep() };
	const isMoved = change.at !== undefined || change.screen !== undefined;
	if (!isMoved || next.screen !== 'question') return next;
	const field = fieldOf(next);
	return { ...next, picks: picksOf(field, next.answers[next.at] ?? field.initial) };
}
