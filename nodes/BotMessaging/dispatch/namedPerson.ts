import type { IDataObject } from 'n8n-workflow';

import { nameInAddress } from '../api/chatNames';
import { plain } from '../moderation/spelling';
import type { Context } from '../update/context';
import { personOf, type People, type Person } from '../update/people';
import { authorOf } from '../update/update';
import { durationIn, MARKS, Rest } from './commandText';

/** The author of the message that this one answers; of a join or leave message, the one person. */
function answeredPerson(update: Context): Person | undefined {
	const answered = update.repliedTo ?? {};
	const { new_chat_members: joined, left_chat_member: left } = answered;
	const about = Array.isArray(joined) ? joined : [left ?? authorOf(answered)];
	const { id } = Object(about[0]) as IDataObject;
	return about.length !== 1 || id === undefined ? undefined : personOf(about[0] as IDataObject);
}

/** One or several people that a command could be about: its writer has to say who. */
export class Doubt {
	constructor(readonly people: Person[]) {}
}

/** What is wrong with a command. Without a reason, its usage says enough. */
export class Wrong {
	constructor(
		readonly why?: 'time' | 'named' | 'unknown' | 'chat' | 'self' | 'right' | 'anonymous' | 'near',
		/** What the answer quotes: a text of the person, a right or a command. */
		readonly text = '',
	) {}
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

/** Whether a word could name a person, in any script. */
const couldName = (word: string) => /@|\d{5}/.test(word) || nameInAddress(word) !== undefined;

/** Whether the text names a person anywhere: by a mention, a name, an address or a number. */
function namesAnybody({ left }: Rest, update: Context): boolean {
	const text = plain(left);
	const isNamed = text.split(/\s+/).some(couldName);
	return isNamed || /^\s*\d{3}/.test(text) || update.texts.mentions.length > 0;
}

/** The last word of a text that could name a person. */
export const namingWord = (text: string): string =>
	text
		.split(/\s+/)
		.filter((word) => couldName(plain(word)))
		.at(-1) ?? '';

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

/** The first words of a text that are a person's name: how many characters, or 0. */
export function nameAtStart(text: string, { firstName = '' }: Person): number {
	const words = firstName.trim().split(/\s+/);
	const [whole = ''] = new RegExp(`^\\s*(?:\\S+\\s+){${words.length - 1}}\\S+`).exec(text) ?? [];
	const [name, start] = [words.join(' '), whole.trim().split(/\s+/).join(' ')].map((one) =>
		one.normalize('NFKC').toLowerCase(),
	);
	return name !== '' && start!.replace(/[,.:;!]$/, '') === name ? whole.length : 0;
}

/**
 * The one person who is named, and named at the end, as in `/mute 2h @mia`. In doubt if more than a time is
 * before the name: in `/ban insulted @mia` it could be part of the reason.
 */
function lastIn(rest: Rest, update: Context, people: People): Person | Doubt | null | undefined {
	const start = rest.next();
	const end = (update.text ?? '').trimEnd().length;
	const mark = update.texts.people.find(
		({ offset, length }) => offset >= start && offset + length === end,
	);
	const [word = ''] = mark ? [] : (/@\w+$/.exec(rest.left) ?? []);
	const length = mark ? mark.length : word.length;
	if (length === 0 || !/(?:^|\s)$/.test(rest.left.slice(0, -length))) return undefined;
	const before = new Rest(rest.left, rest.left.length);
	before.drop(length);
	const others = update.texts.people.filter((one) => one !== mark);
	if (others.length > 0 || before.left.split(/\s+/).some((one) => couldName(plain(one))))
		return null;
	const person = mark ? personOf(mark.user) : people.named(word.slice(1));
	if (!person) return null;
	durationIn(before);
	const isClear = before.left.trim() === '' || (update.meant && isSame(update.meant, person));
	if (!isClear) return update.meant ? null : new Doubt([person]);
	rest.drop(length);
	return person;
}

/**
 * The named person; null if we cannot tell who it is (an unknown name, or a name in another place). Without a
 * name: the author of the message that this one answers. In doubt if two people are named, or one is named
 * and another one answered.
 *
 * @param ownId the bot: who answers its message means somebody else
 */
export function personIn(
	rest: Rest,
	update: Context,
	people: People,
	ownId?: string,
): Person | Doubt | null | undefined {
	const answered = answeredPerson(update);
	const chosen = answered || !update.meant ? 0 : nameAtStart(rest.left, update.meant);
	if (chosen > 0) {
		rest.take(chosen);
		return update.meant;
	}
	const other = answered && String(answered.id) !== ownId ? [answered] : [];
	const first = firstIn(rest, update, people, answered ? NAMED : NAMED_ALONE);
	if (first === null) return null;
	if (first) {
		if (namesAnother(rest, update)) return null;
		return oneOf([...other, first, ...knownIn(rest, update, people)], update);
	}
	const last = answered ? undefined : lastIn(rest, update, people);
	if (last !== undefined) return last;
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
	if (isOther) return oneOf([...other, ...named], update);
	if (named.length === 0 || update.texts.mentions.length !== 1) return null;
	// The name is that of the author: both say the same.
	rest.drop(/(?:^|\s)@\w+$/.exec(rest.left)?.[0].length ?? 0);
	return answered;
}
