import type { IDataObject } from 'n8n-workflow';

import { kindOf, messageOf, payloadOf, type Update } from './update';

const OUTSIDE = new Set(['left', 'kicked']);

interface Member {
	status?: string;
	/** Of a restricted person, who may be outside, too. */
	is_member?: boolean;
	user?: IDataObject;
}

/** The two sides of a change of membership; nothing for other updates. */
export function changeOf(update: Update): { before: Member; after: Member } | undefined {
	if (kindOf(update) !== 'chat_member') return undefined;
	const { old_chat_member: before, new_chat_member: after } = payloadOf(update);
	return { before: (before ?? {}) as Member, after: (after ?? {}) as Member };
}

const isOutside = ({ status = '', is_member: isMember }: Member) =>
	OUTSIDE.has(status) || (status === 'restricted' && isMember === false);

/** The people who came in: as the chat announces them, or by a change of membership. */
export function joinedBy(update: Update): IDataObject[] {
	if (kindOf(update) === 'message') {
		const { new_chat_members: members } = messageOf(update);
		return Array.isArray(members) ? members.map((member) => Object(member) as IDataObject) : [];
	}
	const { before, after } = changeOf(update) ?? {};
	return before && after && isOutside(before) && !isOutside(after) ? [after.user ?? {}] : [];
}

/** An update for each of the people who came in together: an item is about one person. */
export function byPerson(update: Update): Update[] {
	const people = kindOf(update) === 'message' ? joinedBy(update) : [];
	if (people.length < 2) return [update];
	const message = messageOf(update);
	return people.map((person) => ({
		...update,
		message: { ...message, new_chat_members: [person] },
	}));
}

/** The people who left or were removed. */
export function leftBy(update: Update): IDataObject[] {
	if (kindOf(update) === 'message') {
		const { left_chat_member: member } = messageOf(update);
		return member ? [member as IDataObject] : [];
	}
	const { before, after } = changeOf(update) ?? {};
	return before && after && !isOutside(before) && isOutside(after) ? [after.user ?? {}] : [];
}
