import { nameInAddress } from '../api/chatNames';
import { UserError } from '../api/errors';
import { personOf, type People, type Person } from '../update/people';
import { isAboutTime, secondsInWords } from '../fields/duration';
import { inDigits } from '../formatting/digits';
import { plain } from '../moderation/spelling';
import { markedIn, repliedTo } from '../update/content';
import { authorOf, commandOf, textOf, type Update } from '../update/update';

/** What a command was given, by the names of its arguments. */
export type Given = Record<string, unknown>;

/** One argument of a command, as its pattern names it. */
export interface Argument {
	name: string;
	isOptional: boolean;
	/** It takes all that is left. */
	isRest: boolean;
}

/** No time that people write has more. */
const MOST_WORDS = 8;

const ARGUMENT = /^\{([\p{L}_][\p{L}\p{M}\p{N}_]*)(…|\.\.\.)?(\?)?\}$/u;

const wrongPattern = (label: string, what: string) =>
	new UserError(
		`${label}: ${what}`,
		'Write each argument in braces, for example {user} {duration} {reason…}. A ? makes one optional: {duration?}. With … the last one takes the rest of the message.',
	);

/** Reads a pattern such as `{user} {duration?} {reason…}`. Throws UserError. */
export function patternOf(pattern: string, label: string): Argument[] {
	const parts = pattern.trim().split(/\s+/).filter(Boolean);
	const read = parts.map((part) => {
		const [, name, rest, optional] = ARGUMENT.exec(part) ?? [];
		if (name === undefined) throw wrongPattern(label, `"${part}" is not an argument`);
		return { name, isOptional: optional !== undefined, isRest: rest !== undefined };
	});
	const names = read.map(({ name }) => name);
	const twice = names.find((name, index) => names.indexOf(name) < index);
	if (twice !== undefined) throw wrongPattern(label, `{${twice}} is there twice`);
	const early = read.slice(0, -1).find(({ isRest }) => isRest);
	if (early) throw wrongPattern(label, `{${early.name}…} must be the last one`);
	return read;
}

/** How to use a command, for people: `/mute <user> [duration] <reason>`. */
export const usageOf = (command: string, pattern: Argument[]): string =>
	[
		command.startsWith('/') ? command : `/${command}`,
		...pattern.map(({ name, isOptional }) => (isOptional ? `[${name}]` : `<${name}>`)),
	].join(' ');

/** What is left to read of a message that begins with a command. */
class Rest {
	private at: number;

	constructor(
		private readonly text: string,
		length: number,
	) {
		this.at = text.length - length;
	}

	/** Goes to the next word. Returns where that begins. */
	next(): number {
		return (this.at += /^\s*/.exec(this.left)![0].length);
	}

	get left(): string {
		return this.text.slice(this.at);
	}

	/** Takes what a pattern finds at the beginning, up to the end of a word. */
	match(pattern: string): string | undefined {
		const [found] = new RegExp(`^\\s*(?:${pattern})(?=\\s|$)`, 'u').exec(this.left) ?? [];
		return found && this.take(found.length);
	}

	take(length: number): string | undefined {
		const taken = this.left.slice(0, length).trim();
		this.at += length;
		return taken || undefined;
	}
}

/** In Chinese, a comma alone is often between two words; the comma of Arabic is behind one. */
const MARKS = '，、；：。،؛';

/** Behind a time in words, these say when something was: `hai ngày trước` is two days ago. */
const IS_NOT_HOW_LONG = /^\s+(?:ago|old|in a row|trước|nay|qua|liền|liên)(?![\p{L}\p{M}])/u;

const WORD = `[^\\s${MARKS}]+`;

/** What is between two words; some languages write nothing between a word and a number. */
const BETWEEN = new RegExp(
	`[\\s${MARKS}]+|(?<=[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}])(?=\\p{N})`,
	'u',
);

/** The first words of a text with the marks behind them: from the most words to one. */
const FIRST_WORDS = Array.from({ length: MOST_WORDS }, (_none, fewer) => {
	const others = `(?:[\\s${MARKS}]+${WORD}){${MOST_WORDS - 1 - fewer}}`;
	return new RegExp(`^\\s*(${WORD}${others})([${MARKS}]*)`);
});

/** As many words as make a time: `2 weeks`, `1d 12h`, `half an hour, spam`. */
function durationIn(rest: Rest): Given | undefined {
	for (const pattern of FIRST_WORDS) {
		const [whole, found = '', marks] = pattern.exec(rest.left) ?? [];
		if (whole === undefined) continue;
		const text = marks ? found : found.replace(/[,;:]$/, '');
		const seconds = secondsInWords(text);
		if (seconds === undefined) continue;
		const after = rest.left.slice(whole.length).normalize();
		if (!/^\d/.test(text) && IS_NOT_HOW_LONG.test(after)) return undefined;
		rest.take(whole.length);
		return { duration: text, seconds: seconds === Infinity ? null : seconds };
	}
	return undefined;
}

/**
 * Whether something is meant as a time and is not read as one: it begins with a number, such as `2 gi`, or
 * with a unit, such as `час`, or has its time at the end, such as `spam 2h` or `刷屏2小时`. Taken for a
 * reason, it would mute without an end.
 */
function isMeantAsTime({ left }: Rest): boolean {
	if (/^\s*[+-]?\p{N}/u.test(left)) return true;
	const words = left.trim().split(BETWEEN);
	if (words.slice(0, 2).some(isAboutTime)) return true;
	const last = words.slice(-MOST_WORDS);
	const ends = last.map((_word, index) => last.slice(index).join(' '));
	return ends.some((end) => /^\p{N}/u.test(end) && secondsInWords(end) !== undefined);
}

function answeredPerson(update: Update): Person | undefined {
	const author = authorOf(repliedTo(update) ?? {});
	return author.id === undefined ? undefined : personOf(author);
}

/** The person whose name the server has marked here, which may be several words. */
function markedPerson(rest: Rest, update: Update): Person | undefined {
	const start = rest.next();
	const mention = markedIn(update).find(
		({ type, offset }) => type === 'text_mention' && offset === start,
	);
	if (mention?.user?.id === undefined) return undefined;
	rest.take(mention.length);
	return personOf(mention.user);
}

/** Whether the next word is meant as a person: as a name, its address or a number, in whatever signs. */
function isMeantAsPerson({ left }: Rest): boolean {
	const [word = ''] = plain(left).trim().split(/\s/, 1);
	return /^(?:@|\d{5})/.test(word) || nameInAddress(word) !== undefined;
}

/** Who is named, or null for a name that nobody is known by; else the writer of the message that this one answers. */
function personIn(rest: Rest, update: Update, people: People): Person | null | undefined {
	const marked = markedPerson(rest, update);
	if (marked) return marked;
	const named = rest.match('(?:@\\w+|\\d{5,15})[,.:;!]?')?.replace(/[,.:;!]$/, '');
	// A name that cannot be read is none of who is answered.
	if (named === undefined) return isMeantAsPerson(rest) ? null : answeredPerson(update);
	return named.startsWith('@') ? (people.named(named.slice(1)) ?? null) : { id: Number(named) };
}

/** Reads one argument. `undefined` if it is not there, null if it is there and cannot be used. */
function valueOf({ name, isRest }: Argument, rest: Rest, update: Update, people: People): unknown {
	if (isRest) return rest.take(rest.left.length);
	if (name === 'user') return personIn(rest, update, people);
	if (name !== 'number') return rest.match('\\S+');
	const digits = rest.match('[+-]?\\p{Nd}{1,15}');
	return digits && Number(inDigits(digits));
}

/**
 * Reads the arguments of a command by its pattern: each under its name. `user` is a person, `duration`
 * also gives `seconds` (null without an end), `number` is a whole number, any other is a text.
 * `undefined` if the message does not fit.
 */
export function readArguments(
	pattern: Argument[],
	update: Update,
	people: People,
): Given | undefined {
	const text = (textOf(update) ?? '').trimEnd();
	const rest = new Rest(text, (commandOf(update)?.arguments ?? '').length);
	const given: Given = {};
	for (const argument of pattern) {
		const { name, isOptional, isRest } = argument;
		const isTime = name === 'duration' && !isRest;
		const value = isTime ? durationIn(rest) : valueOf(argument, rest, update, people);
		if (isTime && value === undefined && isMeantAsTime(rest)) return undefined;
		if (value === null || (value === undefined && !isOptional)) return undefined;
		if (value !== undefined) Object.assign(given, isTime ? value : { [name]: value });
	}
	return rest.left.trim() === '' ? given : undefined;
}
