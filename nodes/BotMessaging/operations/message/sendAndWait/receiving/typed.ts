import { isUnseen } from '../../../../formatting/visible';
import { plainWays } from '../../../../moderation/spelling';
import type { Reply, ReplyType } from '../question';
import { datesIn } from './typedDate';
import { numbersIn, type Ways } from './typedNumber';

/** A typed answer as the workflow gets it; or what to tell the person about it. */
export type Typed = { value: string | number } | { wrong: string; isInDoubt?: boolean };

/** What the help below the question asks for. */
const WISHES: Record<ReplyType, string> = {
	text: 'your answer',
	number: 'a number, for example 12',
	date: 'a date, for example 2026-12-31',
	email: 'an email address',
	choice: 'one of these',
};

const asked = ({ type, list }: Reply) =>
	type === 'choice' ? `${WISHES.choice}: ${list.join(', ')}` : WISHES[type];

/** How to answer, in one sentence. */
export const howToAnswer = (reply: Reply) => `Reply to this message with ${asked(reply)}.`;

/** What keyboards and clipboards add: signs of another width, and some that nobody sees. */
export const plain = (text: string) =>
	text
		.normalize('NFKC')
		.replace(/\p{Cf}/gu, '')
		.trim();

/** Digits above or below the line: of `10²`, the plain text would be 102. */
export const hasRaised = (text: string) => /[\u00b2\u00b3\u00b9\u2070-\u208e]/.test(text);

/**
 * An address that fits in a header or a mailto link as it is: nothing in it is encoded, and no
 * sign of an address line.
 */
const EMAIL =
	/^(?=.{1,254}$)(?=[^@]{1,64}@)[a-z0-9_+'-]+(\.[a-z0-9_+'-]+)*@([\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(xn--[a-z0-9-]{1,58}[a-z0-9]|\p{L}[\p{L}\p{M}]{1,62})$/iu;

const once = <T>(values: T[]): Ways<T> =>
	values.map((value) => ({ value, written: String(value) }));

/** Whether two texts differ only in what makes no difference to people, such as capitals. */
function isSame(one: string, other: string): boolean {
	const ways = plainWays(plain(one));
	return plainWays(plain(other)).some((way) => ways.includes(way));
}

function choicesIn(text: string, list: string[]): string[] {
	const exact = list.find((entry) => plain(entry) === plain(text));
	if (exact !== undefined) return [exact];
	return [...new Set(list.filter((entry) => isSame(entry, text)))];
}

function waysIn(text: string, reply: Reply): Ways<string | number> | 'tooManyDigits' {
	switch (reply.type) {
		case 'number':
			return hasRaised(text) ? [] : numbersIn(plain(text), reply.decimalSign ?? 'ask');
		case 'date':
			return datesIn(plain(text), reply.dateFormat ?? 'ask');
		case 'email':
			return once(EMAIL.test(plain(text)) ? [plain(text)] : []);
		case 'choice':
			return once(choicesIn(text, reply.list));
		default:
			return once(isUnseen(text) ? [] : [text.trim()]);
	}
}

const TOO_MANY_DIGITS = 'This number has too many digits. Please reply to the question again.';

const wrongWords = (reply: Reply) =>
	`This does not fit. Please reply to the question again with ${asked(reply)}.`;

/** The form's own words, in whatever language, get what can be written. */
function inDoubt(text: string, ways: Ways<unknown>, notice: string | undefined): string {
	const written = ways.map((way) => way.written);
	if (notice !== undefined) return `${notice}\n\n${written.join(' / ')}`;
	return `“${text.trim()}” can be read as ${written.join(' or as ')}. Please reply to the question again with one of these.`;
}

/**
 * Checks what somebody has written. A message without text, such as a picture, is no answer; what can
 * be read in two ways is none either.
 *
 * @param notice what the form says of wrong replies
 */
export function checkTyped(text: string | undefined, reply: Reply, notice?: string): Typed {
	const ways = waysIn(text ?? '', reply);
	if (ways === 'tooManyDigits') return { wrong: notice ?? TOO_MANY_DIGITS };
	const [way, ...others] = ways;
	if (!way) return { wrong: notice ?? wrongWords(reply) };
	if (others.length === 0) return { value: way.value };
	return { wrong: inDoubt(text ?? '', ways, notice), isInDoubt: true };
}
