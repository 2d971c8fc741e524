import { inDigits } from '../../../../formatting/digits';
import { charactersIn } from '../../../../moderation/limits';
import { Patterns } from '../../../../moderation/patterns';
import type { SentFile } from '../protocol';
import type { Reply } from '../question';
import { checkTyped, hasRaised, plain } from '../receiving/typed';
import type { FieldType, FormAnswer, FormField } from './form';

/** An answer as it counts; or what to tell the person about it. */
export type Checked = { answer: FormAnswer } | { wrong: string };

/** What is checked as in Send and Wait for Answer. */
const AS_TYPED = { text: 'text', number: 'number', date: 'date', email: 'email' } as const;

/** Digits of a phone number (E.164), and those of the shortest that people have. */
const DIGITS = { fewest: 5, most: 15 };

const WISHES: Record<FieldType, string> = {
	text: 'a text',
	number: 'a number, for example 12',
	date: 'a date, for example 2026-12-31',
	email: 'an email address',
	phone: 'a phone number, for example +49 30 123456',
	choice: 'a press of a button',
	choices: 'a press of a button',
	yesNo: 'a press of a button',
	file: 'a photo or a file',
};

/** What the limits of a field are about. Other types have none. */
const COUNTED: Partial<Record<FieldType, string>> = {
	number: '',
	date: '',
	text: ' characters',
	choices: ' choices',
};

function limitsOf({ type, smallest, largest }: FormField): string {
	const counted = COUNTED[type];
	if (counted === undefined || (smallest === undefined && largest === undefined)) return '';
	if (largest === undefined) return `at least ${smallest}${counted}`;
	if (smallest === undefined) return `at most ${largest}${counted}`;
	return `from ${smallest} to ${largest}${counted}`;
}

/** How to answer a question, in one sentence. */
export function howTo(field: FormField): string {
	const limits = limitsOf(field);
	return `Answer with ${WISHES[field.type]}${limits && `: ${limits}`}.`;
}

/** Whether a value is within the limits of its field. */
export function isWithin({ smallest, largest }: FormField, value: number | string): boolean {
	return (
		!(smallest !== undefined && value < smallest) && !(largest !== undefined && value > largest)
	);
}

/** What is pasted may have signs that nobody sees, and people write digits of their own script. */
function fits(pattern: string, text: string): boolean {
	const patterns = new Patterns(pattern);
	const ways = [text, text.replace(/\p{Cf}/gu, ''), inDigits(plain(text))];
	return ways.some((way) => patterns.findIn(way).some((part) => part.text === way));
}

/** Behind the code of a country, some people have to dial it and others not. */
const DOUBTFUL_ZERO = /^(?:\+|00).*\(0\)/;

function checkPhone({ pattern }: FormField, text: string): Checked | undefined {
	const given = inDigits(plain(text));
	const written = given.replace(/[\s().\/\p{Pd}]/gu, '');
	const { length } = written.replace('+', '');
	const isPhone = /^\+?\d+$/.test(written) && length >= DIGITS.fewest && length <= DIGITS.most;
	const isClear = !DOUBTFUL_ZERO.test(given) && !hasRaised(text);
	const isFitting = !pattern || fits(pattern, written) || fits(pattern, given);
	return isPhone && isClear && isFitting
		? { answer: { value: written, shown: written } }
		: undefined;
}

/** Checks what was written to a field that takes text. */
export function checkWritten(
	field: FormField,
	text: string | undefined,
	reading: Pick<Reply, 'dateFormat' | 'decimalSign'>,
	notice?: string,
): Checked {
	const wrong = { wrong: notice ?? howTo(field) };
	const { type, pattern } = field;
	if (text === undefined || type === 'file') return wrong;
	if (type === 'phone') return checkPhone(field, text) ?? wrong;
	const typed = checkTyped(
		text,
		{ type: AS_TYPED[type as keyof typeof AS_TYPED], list: [], ...reading },
		notice,
	);
	// What can be read in two ways is asked with both of them.
	if ('wrong' in typed) return { wrong: typed.isInDoubt ? typed.wrong : wrong.wrong };
	const { value } = typed;
	const limited = type === 'text' ? charactersIn(String(value)) : value;
	const isFine = isWithin(field, limited) && (!pattern || fits(pattern, String(value)));
	return isFine ? { answer: { value, shown: String(value) } } : wrong;
}

/** Checks a file that was sent. */
export function checkFile(field: FormField, file: SentFile | undefined, notice?: string): Checked {
	if (!file) return { wrong: notice ?? howTo(field) };
	return { answer: { value: null, shown: file.name ?? file.kind, file } };
}
