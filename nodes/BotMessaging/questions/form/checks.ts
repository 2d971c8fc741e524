import { inDigits } from '../../format/digits';
import { charactersIn } from '../../moderation/limits';
import { Patterns } from '../../moderation/patterns';
import { checkTyped, hasRaised, plain, type TypedReply, type ReplyType } from '../typed';
import { TYPES, type FormAnswer, type FormField } from './form';

/** An answer as it counts; or what to tell the person about it. */
export type Checked = { answer: FormAnswer } | { wrong: string };

/** Digits of a phone number (E.164), and those of the shortest that people have. */
const DIGITS = { fewest: 5, most: 15 };

/** How to answer a question, in one sentence. */
export function howTo({ type, smallest, largest }: FormField): string {
	const [, answer, counted] = TYPES[type];
	const limits =
		smallest !== undefined && largest !== undefined
			? `from ${smallest} to ${largest}`
			: smallest !== undefined
				? `at least ${smallest}`
				: largest !== undefined && `at most ${largest}`;
	const isLimited = limits && counted !== undefined;
	return `Answer with ${answer}${isLimited ? `: ${limits}${counted}` : ''}.`;
}

export const isWithin = (
	{ smallest = -Infinity, largest = Infinity }: FormField,
	value: number | string,
) => !(value < smallest) && !(value > largest);

/** What is pasted may have signs that nobody sees, and people write digits of their own script. */
function fits(pattern: string, text: string): boolean {
	const patterns = new Patterns(pattern);
	const ways = [text, text.replace(/\p{Cf}/gu, ''), inDigits(plain(text))];
	return ways.some((way) => patterns.findIn(way).some((part) => part.text === way));
}

/** Behind the code of a country, some people have to dial it and others not. */
const DOUBTFUL_ZERO = /^(?:\+|00).*\(0\)/;

/** A phone number without what people put between its digits; nothing for a text that is none. */
function phoneIn(text: string, pattern?: string): string | undefined {
	const given = inDigits(plain(text));
	const written = given.replace(/[\s()./\p{Pd}]/gu, '');
	const { length } = written.replace('+', '');
	const isPhone = /^\+?\d+$/.test(written) && length >= DIGITS.fewest && length <= DIGITS.most;
	const isClear = !DOUBTFUL_ZERO.test(given) && !hasRaised(text);
	const isFitting = !pattern || fits(pattern, written) || fits(pattern, given);
	return isPhone && isClear && isFitting ? written : undefined;
}

/** Checks what was written to a field that takes text. */
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
	// The other types that are written are those of a typed reply.
	const replyType = type === 'integer' ? 'number' : (type as ReplyType);
	const reply = { type: replyType, list: [], ...reading };
	const typed = checkTyped(text, reply, notice);
	// What can be read in two ways is asked with both of them.
	if ('wrong' in typed) return typed.isInDoubt ? typed : wrong;
	const { value } = typed;
	if (type === 'integer' && !Number.isInteger(value)) return wrong;
	const shown = String(value);
	const isLimited = isWithin(field, type === 'text' ? charactersIn(shown) : value);
	return isLimited && (!pattern || fits(pattern, shown)) ? { answer: { value, shown } } : wrong;
}
