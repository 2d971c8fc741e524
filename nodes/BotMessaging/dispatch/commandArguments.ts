import type { IDataObject } from 'n8n-workflow';

import type { Int } from '../../../reference';
import { nameInAddress } from '../api/chatNames';
import { UserError } from '../api/errors';
import { settle } from '../api/basics';
import { personOf, type People, type Person } from '../update/people';
import { isAboutTime, mentionsTime, saysWhen, secondsInWords } from '../fields/duration';
import { inDigits } from '../format/characters';
import { plain } from '../moderation/spelling';
import type { Context } from '../update/context';
import { authorOf } from '../update/update';
import type { Server } from '../memory/server';

export type CommandFields = Record<string, unknown>;

interface Argument {
	name: string;
	isOptional: boolean;
	/** Takes the rest of the text. */
	isRest: boolean;
}

/** No duration that people write is longer. */
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

/** The unread rest of a message that begins with a command. */
class Rest {
	private at: number;

	constructor(
		private readonly text: string,
		length: number,
	) {
		this.at = text.length - length;
	}

	/** Moves to the next word. Returns its offset. */
	next(): number {
		return (this.at += /^\s*/.exec(this.left)![0].length);
	}

	get left(): string {
		return this.text.slice(this.at);
	}

	/** Takes a match at the beginning that ends where a word ends. */
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

/** Chinese often has only a comma between two words; Arabic has its own comma. */
const MARKS = '，、；：。،؛';

const WORD = `[^\\s${MARKS}]+`;

/** What is between two words; some languages write nothing between a word and a number. */
const BETWEEN = new RegExp(
	`[\\s${MARKS}]+|(?<=[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}])(?=\\p{N})`,
	'u',
);

/** The first words of a text and the marks after them: longest first. */
const FIRST_WORDS = Array.from({ length: MOST_WORDS }, (_none, fewer) => {
	const about = `(?:[\\s${MARKS}]+${WORD}){${MOST_WORDS - 1 - fewer}}`;
	return new RegExp(`^\\s*(${WORD}${about})([${MARKS}]*)`);
});

/** Takes the longest duration at the beginning: `2 weeks`, `1d 12h`, `half an hour, spam`. */
function durationIn(rest: Rest): CommandFields | undefined {
	for (const pattern of FIRST_WORDS) {
		const [whole, found = '', marks] = pattern.exec(rest.left) ?? [];
		if (whole === undefined) continue;
		const text = marks ? found : found.replace(/[,;:]$/, '');
		const seconds = secondsInWords(text);
		if (seconds === undefined) continue;
		if (!/^\d/.test(text) && saysWhen(rest.left.slice(whole.length))) return undefined;
		rest.take(whole.length);
		return { duration: text, seconds: seconds === Infinity ? null : seconds };
	}
	return undefined;
}

/**
 * Whether the text looks like a duration that we cannot read: it begins with a number (`2 gi`) or a unit
 * (`час`), or mentions a time (`for two days, please`). Read as a reason, it would mute forever.
 */
function isMeantAsTime({ left }: Rest): boolean {
	if (/^\s*[+-]?\p{N}/u.test(left) || mentionsTime(left)) return true;
	return left.trim().split(BETWEEN).slice(0, 3).some(isAboutTime);
}

/** The author of the message that this one answers; of a join or leave message, the one person. */
function answeredPerson(update: Context): Person | undefined {
	const answered = update.repliedTo ?? {};
	const { new_chat_members: joined, left_chat_member: left } = answered;
	const about = Array.isArray(joined) ? joined : [left ?? authorOf(answered)];
	const { id } = Object(about[0]) as IDataObject;
	return about.length !== 1 || id === undefined ? undefined : personOf(about[0] as IDataObject);
}

/** The person in a text mention at this place; the name can be several words. */
function markedPerson(rest: Rest, update: Context): Person | undefined {
	const start = rest.next();
	const mention = update.texts.marked.find(
		({ type, offset }) => type === 'text_mention' && offset === start,
	);
	if (mention?.user?.id === undefined) return undefined;
	rest.take(mention.length);
	return personOf(mention.user);
}

/** A name, or a number that is no duration. In an answer, a short number could be a duration. */
const NAMED = /^@\w+$|^\d{5,15}$/;
const NAMED_ALONE = /^@\w+$|^\d{3,15}$/;

/** Whether a number is a person's ID, not a duration: nobody writes 2013 hours. */
function isNumberOfPerson(text: string): boolean {
	const [, number] = /^\s*(\d{4,})\s/.exec(text) ?? [];
	const { seconds } = durationIn(new Rest(text, text.length)) ?? {};
	return number !== undefined && typeof seconds === 'number' && seconds >= Number(number) * 3600;
}

/** Whether the text names a person anywhere: by a mention, a name, an address or a number, in any script. */
function namesAnybody({ left }: Rest, update: Context): boolean {
	const text = plain(left);
	const isAddressed = text.split(/\s+/).some((word) => nameInAddress(word) !== undefined);
	return /@|\d{5}|^\s*\d{3}/.test(text) || isAddressed || update.texts.mentions.length > 0;
}

/**
 * The named person; null if we cannot tell who it is (an unknown name, or a name in another place). Without a
 * name: the author of the message that this one answers.
 */
function personIn(rest: Rest, update: Context, people: People): Person | null | undefined {
	const marked = markedPerson(rest, update);
	if (marked) return marked;
	const answered = answeredPerson(update);
	const [word = '', name = ''] = /^\s*(.*?)[,.:;!]?(?=\s|$)/u.exec(rest.left) ?? [];
	const behind = new Rest(rest.left, rest.left.length);
	const isTime = durationIn(behind) !== undefined && !isNumberOfPerson(rest.left);
	if (isTime || !(answered ? NAMED : NAMED_ALONE).test(name)) {
		// A username without its @. Shorter words are mostly reasons, such as `spam`.
		const known = isTime || name.length < 5 ? undefined : people.named(name);
		if (answered && known && known.id !== answered.id) return null;
		return namesAnybody(isTime ? behind : rest, update) ? null : answered;
	}
	rest.take(word.length);
	return name.startsWith('@') ? (people.named(name.slice(1)) ?? null) : { id: Number(name) };
}

/** Reads one argument. `undefined` if it is missing, null if it cannot be used. */
function valueOf({ name, isRest }: Argument, rest: Rest, update: Context, people: People): unknown {
	if (isRest) return rest.take(rest.left.length);
	if (name === 'user') return personIn(rest, update, people);
	if (name !== 'number') return rest.match('\\S+');
	const digits = rest.match('[+-]?\\p{Nd}{1,15}');
	return digits && Number(inDigits(digits));
}

/**
 * Reads the arguments of a command, each under its name. `user` is a person, `duration` also gives `seconds`
 * (null if endless), `number` is a whole number, all others are text. `undefined` if the message does not fit
 * the pattern.
 */
export function readArguments(
	pattern: Argument[],
	update: Context,
	people: People,
): CommandFields | undefined {
	const text = (update.text ?? '').trimEnd();
	const rest = new Rest(text, (update.command?.arguments ?? '').length);
	const given: CommandFields = {};
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

/**
 * Like `readArguments`, but asks the server about the person. A remembered name must still be theirs, because
 * usernames change hands. A person given by number gets a name, so that a wrong number shows.
 */
export async function readCommand(
	pattern: Argument[],
	update: Context,
	people: People,
	{ call, warn }: Server,
): Promise<CommandFields | undefined> {
	const given = readArguments(pattern, update, people);
	const { user } = (given ?? {}) as { user?: Person };
	if (!user) return given;
	const { id, username } = user;
	const isByNumber = Object.keys(user).join() === 'id';
	const isByName = username !== undefined && people.named(username) === user;
	if (!isByNumber && !isByName) return given;
	const asked = { chat_id: update.chat.id as Int, user_id: id };
	const { value, error } = await settle(call('getChatMember', asked));
	const { user: found } = Object(value) as { user?: IDataObject };
	const now = found?.id === undefined ? undefined : personOf(found);
	if (isByNumber) return String(now?.id) === String(id) ? { ...given, user: now } : given;
	if (now) people.meet(now);
	if (now && people.named(username!) === now) return { ...given, user: now };
	const reason = error ? `: ${(error as Error).message}` : '';
	warn(`The server does not confirm that @${username} is ${id}: nothing was done${reason}`);
	return undefined;
}
