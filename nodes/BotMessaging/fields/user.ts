import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../api/errors';
import type { Owner } from '../api/owner';
import type { Encode, Field } from '../engine/define';
import { Context } from '../update/context';
import { isUpdate } from '../update/update';
import { People } from '../update/people';
import { locatorOf, username, USERNAME } from './chat';
import { integer } from './encode';

const BY_ID =
	'Choose By ID in User instead: the triggers output the ID as userId, and that of a reply as replyTo.userId.';

/** The update of a trigger's item, simplified or raw, or of a message as the server sends it. */
function updateIn(given: IDataObject): Context | undefined {
	const message = { update_id: 0, message: given };
	const all = [given.update, given, ...(given.message_id === undefined ? [] : [message])];
	// In a press, the message is the bot's: its mentions are not the person's words.
	const updates = all.filter(isUpdate).map((one) => new Context(one));
	return updates.find(({ bringsMessage }) => bringsMessage);
}

/** The people that the server marked in a message. Throws UserError for an unknown name. */
function markedPeople(update: Context, answered: IDataObject, people: People, label: string) {
	const { marked, people: linked } = update.texts;
	const named = marked
		.filter(({ type }) => type === 'mention')
		.map(({ words }) => {
			const name = words.slice(1).toLowerCase();
			if (name === String(answered.username).toLowerCase()) return answered.id;
			const met = people.named(name)?.id;
			// People may mention the bot itself to call it.
			if (met !== undefined || name.endsWith('bot')) return met;
			throw new UserError(`${label}: the message names ${words}, whom the bot has not met`, BY_ID);
		});
	return [...linked.map(({ user }) => user.id), ...named];
}

/** The person that a message is about: marked by the server, or the author of the message it answers. */
function personIn(given: IDataObject, label: string, people: People): unknown {
	const { user: ofCommand } = Object(given.given) as { user?: IDataObject };
	if (ofCommand?.id !== undefined) return ofCommand.id;
	const update = updateIn(given);
	const { from, sender_chat: chat } = update?.repliedTo ?? {};
	// Then the server names a placeholder user, and the action would hit that one.
	if (chat !== undefined) {
		throw new UserError(
			`${label}: the message that was answered is in the name of a channel or a group`,
			'Nobody knows which person wrote it. For a channel, use Member > Ban Channel.',
		);
	}
	const answered = Object(from) as IDataObject;
	const marked = update ? markedPeople(update, answered, people, label) : [];
	const all = [answered.id, ...marked].filter((id) => id !== undefined).map(String);
	const [first, ...others] = new Set(all);
	if (others.length > 0) {
		throw new UserError(`${label}: the message is about several people`, BY_ID);
	}
	if (first !== undefined) return first;
	throw new UserError(`${label}: the message is not a reply and names no person`, BY_ID);
}

/** A person by a username that the bot has seen: the API cannot find people by name. */
function namedPerson(given: unknown, label: string, bot: Owner): unknown {
	const name = username(given, label);
	const person = bot.part(People).named(name.slice(1));
	if (person) return person.id;
	throw new UserError(
		`${label}: the bot has not met ${name} since n8n was started`,
		`A trigger of this n8n must have seen a message of this person. In queue mode, names cannot be used. ${BY_ID}`,
	);
}

const isByName = (mode: unknown, value: unknown): value is string =>
	mode === USERNAME || (mode !== 'id' && typeof value === 'string' && /^\s*@/.test(value));

/** The lowercase usernames in a locator that has nothing else. They may belong to others by now. */
export function rememberedNames(given: unknown): string[] {
	const { mode, value } = locatorOf(given);
	if (isByName(mode, value)) return [username(value, 'User').slice(1).toLowerCase()];
	const item = Object(value) as IDataObject;
	const update = mode === 'id' || item.given ? undefined : updateIn(item);
	const { marked = [], people = [] } = update?.texts ?? {};
	if (update?.repliedTo ?? people[0]) return [];
	const mentions = marked.filter(({ type }) => type === 'mention');
	return mentions.map(({ words }) => words.slice(1).toLowerCase());
}

/** A person from their locator, as the editor saves it, or from a bare value. */
export function userIn(given: unknown, label: string, bot: Owner): number | string {
	const { mode, value } = locatorOf(given);
	if (isByName(mode, value)) return integer(namedPerson(value, label, bot), label);
	if (typeof value === 'object' && value !== null && mode !== 'id') {
		return integer(personIn(value as IDataObject, label, bot.part(People)), label);
	}
	return integer(value, label);
}

export const locatedUser: Encode = (given, label, { bot }) => userIn(given, label, bot);

/**
 * No action has a default person. n8n shows only nine letters of a mode's label. For another person
 * parameter, spread this and give it its own names.
 */
export const userId: Field = {
	displayName: 'User',
	name: 'userId',
	type: 'resourceLocator',
	default: { mode: 'id', value: '' },
	required: true,
	modes: [
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 123456789' },
		{
			displayName: 'By Name',
			name: USERNAME,
			type: 'string',
			placeholder: 'e.g. @mia',
			hint: 'Finds only people whose messages a trigger of this n8n has seen. Before a ban, a mute or a promotion, the server must confirm the name.',
		},
		{
			displayName: 'By Reply',
			name: 'reply',
			type: 'string',
			hint: 'The person whose message was answered, or who is named in a command',
			placeholder: 'e.g. {{ $json }}',
		},
	],
	description:
		'The person to use. The triggers output the ID as userId. By Reply takes the whole output of a trigger that brings a message, and finds the person whom that message answers or names.',
	wire: { encode: locatedUser },
};
