import type { Member } from '../../world/entities';
import { duration } from './times';

/** The status of a member in a chat, in words. */

export const isPresent = (member: Member | undefined): boolean =>
	member !== undefined && member.status !== 'left' && member.status !== 'kicked';

export const isHeld = (member: Member | undefined): boolean =>
	member?.status === 'restricted' || member?.status === 'kicked';

/** A membership at a time in Unix seconds: an expired ban or restriction no longer counts. */
export function memberNow(member: Member, now: number): Member {
	if (!isHeld(member) || member.until_date === undefined || member.until_date > now) return member;
	const { chat_id, user_id, status } = member;
	return { chat_id, user_id, status: status === 'kicked' ? 'left' : 'member' };
}

function restriction({ permissions = {} }: Member): string {
	if (!permissions.can_send_messages) return 'muted';
	return permissions.can_send_media_messages ? 'restricted' : 'text only';
}

export function standing(member: Member | undefined): string {
	switch (member?.status) {
		case 'creator':
			return 'owner';
		case 'administrator':
			return member.custom_title ?? 'moderator';
		case 'member':
			return 'member';
		case 'restricted':
			return restriction(member);
		case 'kicked':
			return 'banned';
		default:
			return 'not in this chat';
	}
}

/** How long a ban or restriction still lasts. */
export const timeLeft = ({ until_date }: Member, now: number): string =>
	until_date === undefined ? 'for good' : `${duration(until_date - now)} left`;

/**
 * Describes a membership change, to follow the member's name; undefined if a message in the chat says
 * it already, as when somebody joins or leaves.
 */
export function noticeOf(
	before: Member | undefined,
	after: Member,
	isPrivate: boolean,
	now: number,
): string | undefined {
	if (isPrivate) return after.status === 'kicked' ? 'was blocked' : 'was unblocked';
	if (isHeld(after)) {
		const { until_date } = after;
		const span = until_date === undefined ? 'for good' : `for ${duration(until_date - now)}`;
		const what = { 'text only': 'may only write text' }[standing(after)];
		return `${what ?? `was ${standing(after)}`} ${span}`;
	}
	const wasModerator = before?.status === 'administrator';
	if (after.status === 'administrator') {
		if (!wasModerator) return 'is a moderator now';
		return after.custom_title && after.custom_title !== before.custom_title
			? `is called “${after.custom_title}” now`
			: undefined;
	}
	if (after.status === 'left' && before?.status === 'kicked') return 'is not banned any more';
	if (after.status !== 'member') return undefined;
	if (wasModerator) return 'is no moderator any more';
	return before?.status === 'restricted' ? 'may write again' : undefined;
}
