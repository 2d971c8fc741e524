import type { IDataObject } from 'n8n-workflow';

import type { Int } from '../../../reference';
import { settle } from '../api/basics';
import { UserError } from '../api/errors';
import { inDigits } from '../format/characters';
import type { Server } from '../memory/server';
import type { Context } from '../update/context';
import { personOf, type People, type Person } from '../update/people';
import { durationIn, isMeantAsTime, Rest, type CommandFields } from './commandText';
import { Doubt, namingWord, personIn, Wrong } from './namedPerson';

interface Argument {
	name: string;
	isOptional: boolean;
	/** Takes the rest of the text. */
	isRest: boolean;
}

const ARGUMENT = /^\{([\p{L}_][\p{L}\p{M}\p{N}_]*)(…|\.\.\.)?(\?)?\}$/u;

const wrongPattern = (label: string, what: string) =>
	new UserError(
		`${label}: ${what}`,
		'Write each argument in braces, for example {user} {duration} {reason…}. A ? makes one optional: {duration?}. With … the last one takes the rest of the message.',
	);

/** Reads a pattern such as `{user} {duration?} {reason…?}`. Throws UserError. */
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

/** The channel in whose name the replied-to message was written, but not the one that belongs to the group. */
function answeredChannel({ repliedTo = {} }: Context): IDataObject | undefined {
	const { id, type, title } = Object(repliedTo.sender_chat) as IDataObject;
	const isOther = type === 'channel' && repliedTo.is_automatic_forward !== true;
	return isOther ? { id, title } : undefined;
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
	if (name === 'channel') return answeredChannel(update);
	if (name !== 'number') return rest.match('\\S+');
	const digits = rest.match('[+-]?\\p{Nd}{1,15}');
	return digits && Number(inDigits(digits));
}

/**
 * Reads the arguments of a command, each under its name. `user` is a person, `duration` also gives `seconds`
 * (null if endless), `number` is a whole number, all others are text. If the message does not fit the pattern:
 * what is wrong. If all fits, but several people could be meant: only who they are.
 */
export function readArguments(
	pattern: Argument[],
	update: Context,
	people: People,
	ownId?: string,
): CommandFields | Doubt | Wrong {
	const text = (update.text ?? '').trimEnd();
	const rest = new Rest(text, (update.command?.arguments ?? '').length);
	const given: CommandFields = {};
	let doubt: Doubt | undefined;
	for (const argument of pattern) {
		const { name, isOptional, isRest } = argument;
		const isTime = name === 'duration' && !isRest;
		const value = isTime ? durationIn(rest) : valueOf(argument, rest, update, people, ownId);
		const word = namingWord(rest.left);
		if (value === null) return new Wrong(word ? 'named' : undefined, word);
		const isMissing = value === undefined && !isOptional;
		if (isTime && value === undefined && (isMissing || isMeantAsTime(rest))) {
			// The name is what is unclear, as in `/mute @mia-k 2h`.
			if (doubt && word) return new Wrong('named', word);
			return new Wrong(rest.left.trim() ? 'time' : undefined, rest.left.trim());
		}
		if (isMissing) return new Wrong();
		if (value instanceof Doubt) doubt = value;
		if (value !== undefined) Object.assign(given, isTime ? value : { [name]: value });
	}
	return rest.left.trim() === '' ? (doubt ?? given) : new Wrong();
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
): Promise<CommandFields | Doubt | Wrong> {
	const given = readArguments(pattern, update, people, ownId);
	if (given instanceof Doubt || given instanceof Wrong) return given;
	const { user } = given as { user?: Person };
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
	return new Wrong();
}
