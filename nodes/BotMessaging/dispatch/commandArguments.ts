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

/** Two people that a command could be about: its writer has to say which. */
export class Doubt {
	constructor(readonly people: [Person, Person]) {}
}

const isSame = (one: Person, other: Person) => String(one.id) === String(other.id);

/** The person in a text mention at this place; the name can be several words. */
function markedPerson(rest: Rest, update: Context): Person | undefined {
	const start = rest.next();
	const mark = update.texts.people.find(({ offset }) => offset === start);
	if (!mark) return undefined;
	rest.take(mark.length);
	return personOf(mark.user);
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

/** The people in the rest of a text whom the bot knows, each once. */
function knownIn(rest: Rest, update: Context, people: People): Person[] {
	const start = rest.next();
	const words = plain(rest.left).split(/[^\w@:/.]+/);
	const names = words.map((word) => nameInAddress(word) ?? /@(\w+)/.exec(word)?.[1] ?? '');
	const marked = update.texts.people.filter(({ offset }) => offset >= start);
	const known = [
		...marked.map(({ user }) => personOf(user)),
		...names.flatMap((name) => people.named(name) ?? []),
	];
	return known.filter((one, place) => known.findIndex((other) => isSame(one, other)) === place);
}

/** A name after another one, as in `@one @two` or `@one and @two`. */
const ANOTHER = new RegExp(
	`^[\\s${MARKS},&+]*(?:(?:and|und|et|y|e|и|та|і|và|와|과|ve|dan|和|与|및)\\s+)?(?:@\\w|\\d{5,15}(?!\\S))`,
	'iu',
);

/** Whether a second person is named behind the first one: nobody is punished with that name as the reason. */
function namesAnother(rest: Rest, update: Context): boolean {
	const behind = new Rest(rest.left, rest.left.length);
	durationIn(behind);
	const start = rest.next();
	return ANOTHER.test(behind.left) || update.texts.people.some(({ offset }) => offset === start);
}

/** The one of several people who is meant; null if more than two are named. */
function oneOf(all: Person[], { meant }: Context): Person | Doubt | null {
	const [one, ...others] = all;
	const other = others.find((person) => !isSame(person, one!));
	const isClear = others.every((person) => isSame(person, one!) || isSame(person, other!));
	if (!isClear) return null;
	const chosen = meant && all.find((person) => isSame(person, meant));
	if (meant) return chosen ?? null;
	return other ? new Doubt([one!, other]) : one!;
}

/** The person who is named first; null for an unknown name. Without a name, nothing is taken of the text. */
function firstIn(
	rest: Rest,
	update: Context,
	people: People,
	pattern: RegExp,
): Person | null | undefined {
	const marked = markedPerson(rest, update);
	if (marked) return marked;
	const [word = '', name = ''] = /^\s*(.*?)[,.:;!]?(?=\s|$)/u.exec(rest.left) ?? [];
	const isTime = durationIn(new Rest(rest.left, rest.left.length)) !== undefined;
	if ((isTime && !isNumberOfPerson(rest.left)) || !pattern.test(name)) return undefined;
	rest.take(word.length);
	return name.startsWith('@') ? (people.named(name.slice(1)) ?? null) : { id: Number(name) };
}

/**
 * The named person; null if we cannot tell who it is (an unknown name, or a name in another place). Without a
 * name: the author of the message that this one answers. In doubt if two people are named, or one is named
 * and another one answered.
 *
 * @param ownId the bot: who answers its message means somebody else
 */
function personIn(
	rest: Rest,
	update: Context,
	people: People,
	ownId?: string,
): Person | Doubt | null | undefined {
	const answered = answeredPerson(update);
	const other = answered && String(answered.id) !== ownId ? [answered] : [];
	const first = firstIn(rest, update, people, answered ? NAMED : NAMED_ALONE);
	if (first === null) return null;
	if (first) {
		if (namesAnother(rest, update)) return null;
		return oneOf([...other, first, ...knownIn(rest, update, people)], update);
	}
	const [word = ''] = /^\s*\S*/u.exec(rest.left) ?? [];
	const behind = new Rest(rest.left, rest.left.length);
	const isTime = durationIn(behind) !== undefined && !isNumberOfPerson(rest.left);
	// A username without its @. Shorter words are mostly reasons, such as `spam`.
	const bare = word.replace(/[,.:;!]$/, '').trim();
	const known = isTime || bare.length < 5 ? undefined : people.named(bare);
	const isNamed = namesAnybody(isTime ? behind : rest, update);
	if (!answered || (!isNamed && (!known || isSame(known, answered)))) {
		const isOtherMeant = update.meant && !(answered && isSame(update.meant, answered));
		return isNamed || isOtherMeant ? null : answered;
	}
	const named = [...(known ? [known] : []), ...knownIn(rest, update, people)];
	const isOther = named.some((person) => !isSame(person, answered));
	return isOther ? oneOf([...other, ...named], update) : null;
}

/** Reads one argument. `undefined` if it is missing, null if it cannot be used. */
function valueOf(
	{ name, isRest }: Argument,
	rest: Rest,
	update: Context,
	people: People,
	ownId?: string,
): unknown {
	if (isRest) return rest.take(rest.left.length);
	if (name === 'user') return personIn(rest, update, people, ownId);
	if (name !== 'number') return rest.match('\\S+');
	const digits = rest.match('[+-]?\\p{Nd}{1,15}');
	return digits && Number(inDigits(digits));
}

/**
 * Reads the arguments of a command, each under its name. `user` is a person, `duration` also gives `seconds`
 * (null if endless), `number` is a whole number, all others are text. `undefined` if the message does not fit
 * the pattern. If all fits, but two people could be meant: only who they are.
 */
export function readArguments(
	pattern: Argument[],
	update: Context,
	people: People,
	ownId?: string,
): CommandFields | Doubt | undefined {
	const text = (update.text ?? '').trimEnd();
	const rest = new Rest(text, (update.command?.arguments ?? '').length);
	const given: CommandFields = {};
	let doubt: Doubt | undefined;
	for (const argument of pattern) {
		const { name, isOptional, isRest } = argument;
		const isTime = name === 'duration' && !isRest;
		const value = isTime ? durationIn(rest) : valueOf(argument, rest, update, people, ownId);
		if (isTime && value === undefined && isMeantAsTime(rest)) return undefined;
		if (value === null || (value === undefined && !isOptional)) return undefined;
		if (value instanceof Doubt) doubt = value;
		if (value !== undefined) Object.assign(given, isTime ? value : { [name]: value });
	}
	return rest.left.trim() === '' ? (doubt ?? given) : undefined;
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
	ownId?: string,
): Promise<CommandFields | Doubt | undefined> {
	const given = readArguments(pattern, update, people, ownId);
	if (given instanceof Doubt) return given;
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
