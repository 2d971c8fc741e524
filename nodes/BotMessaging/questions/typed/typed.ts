import { isUnseen } from '../../format/visible';
import { plainWays } from '../../moderation/spelling';
import { datesIn, type DateFormat } from './date';
import { numbersIn, type DecimalSign, type Ways } from './number';

export type ReplyType = 'text' | 'number' | 'date' | 'email' | 'choice';

/** What a typed answer must be. */
export interface TypedReply {
	type: ReplyType;
	/** What is taken, if it is one of a list. */
	list: string[];
	/** Absent: what is not clear is asked. */
	dateFormat?: DateFormat;
	decimalSign?: DecimalSign;
}

/** A typed answer as the workflow gets it; or what to tell the person about it. */
export type Typed = { value: string | number } | { wrong: string; isInDoubt?: boolean };

/** What to answer with. */
export const WISHES = {
	text: 'your answer',
	number: 'a number, for example 12',
	date: 'a date, for example 2026-12-31',
	email: 'an email address',
};

const asked = ({ type, list }: TypedReply) =>
	type === 'choice' ? `one of these: ${list.join(', ')}` : WISHES[type];

/** How to answer, in one sentence. */
export const howToAnswer = (reply: TypedReply) => `Reply to this message with ${asked(reply)}.`;

/** What keyboards and clipboards add: signs of another width, and some that nobody sees. */
export const plain = (text: string) =>
	text
		.normalize('NFKC')
		.replace(/\p{Cf}/gu, '')
		.trim();

/** Digits above or below the line: of `10²`, the plain text would be 102. */
export const hasRaised = (text: string) => /[\u00b2\u00b3\u00b9\u2070-\u208e]/.test(text);

/** An address that fits in a header or a mailto link as it is, with no sign of an address line. */
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

function waysIn(text: string, reply: TypedReply): Ways<string | number> | 'tooManyDigits' {
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

/**
 * Checks what somebody has written. A message without text, such as a picture, is no answer; what can
 * be read in two ways is none either.
 *
 * @param notice what the form says of wrong replies, in whatever language: it gets what can be written
 */
export function checkTyped(text = '', reply: TypedReply, notice?: string): Typed {
	const ways = waysIn(text, reply);
	if (ways === 'tooManyDigits') {
		const usual = 'This number has too many digits. Please reply to the question again.';
		return { wrong: notice ?? usual };
	}
	const [way, ...others] = ways;
	if (way && others.length === 0) return { value: way.value };
	const again = 'Please reply to the question again with';
	if (!way) return { wrong: notice ?? `This does not fit. ${again} ${asked(reply)}.` };
	const written = ways.map((one) => one.written);
	const usual = `“${text.trim()}” can be read as ${written.join(' or as ')}. ${again} one of these.`;
	const wrong = notice === undefined ? usual : `${notice}\n\n${written.join(' / ')}`;
	return { wrong, isInDoubt: true };
}
