import { inDigits } from '../../format/characters';
import { charactersIn } from '../../moderation/limits';
import { Patterns } from '../../moderation/patterns';
import { checkTyped, hasRaised, plain, type TypedReply, type ReplyType } from '../typed';
import { TYPES, type FormAnswer, type FormField } from './form';

/** An accepted answer, or what to tell the person about it. */
export type Checked = { answer: FormAnswer } | { wrong: string };

/** The digits of a phone number: the most (E.164), and the fewest that real numbers have. */
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

/** Pasted text may have invisible characters, and people write digits in their own script. */
function fits(pattern: string, text: string): boolean {
	const patterns = new Patterns(pattern);
	const ways = [text, text.replace(/\p{Cf}/gu, ''), inDigits(plain(text))];
	return ways.some((way) => patterns.findIn(way).some((part) => part.text === way));
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
	const isFitting = !pattern || fits(pattern, written) || fits(pattern, given);
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
	const isLimited = isWithin(field, type === 'text' ? charactersIn(shown) : value);
	return isLimited && (!pattern || fits(pattern, shown)) ? { answer: { value, shown } } : wrong;
}
