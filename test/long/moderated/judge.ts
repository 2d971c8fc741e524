import type { Attempt } from './attempts';
import { CHANNEL_TITLE, FRIDA, group } from './members';
import type { Hit, Look } from './observer';

/** The allowed effects of each command on its target. */
const DOES: Record<string, string[]> = {
	'/ban': ['banChatMember'],
	'/tban': ['banChatMember'],
	'/mute': ['restrictChatMember'],
	'/unmute': ['restrictChatMember'],
	'/unban': ['unbanChatMember'],
	'/kick': ['banChatMember', 'unbanChatMember'],
	'/warn': ['warned', 'restrictChatMember', 'banChatMember'],
	'/unwarn': ['took back a warning of'],
	// What was there before can be an earlier ban.
	undo: ['unbanChatMember', 'restrictChatMember', 'banChatMember'],
};

const TIMED = ['/ban', '/tban', '/mute'];
/** Tolerance for the end of a measure: clock differences and the node's margin. */
const TOLERANCE_SECONDS = 90;

const DONE = /^([^\n]*) was (banned|muted|unmuted|unbanned|removed|warned)\b/u;

/** Words of servers, which nobody in a group should read. */
const OF_SERVERS =
	/Bad Request|\bForbidden: |not enough rights|Too Many Requests|is an administrator of the chat/;

/** Frida asks for the rules all the time. */
const isNoRules = ({ text = '' }: { text?: string }) => !text.startsWith('1. Be kind');

export interface Seen {
	hits: Hit[];
	faults: string[];
	/** Whether a clear command had no effect. */
	isMissed: boolean;
}

function faultsOfTime({ command, time, text }: Attempt, { untilDate, isDone }: Hit, { at }: Look) {
	if (!TIMED.includes(command) || !isDone) return [];
	const isEndless = untilDate === undefined;
	if (!time || time.seconds === Infinity) {
		return isEndless ? [] : [`${text}: ends although no time was said`];
	}
	if (isEndless) return [`${text}: has no end`];
	const length = untilDate - at;
	const isRight = Math.abs(length - time.seconds) < TOLERANCE_SECONDS;
	return isRight ? [] : [`${text}: lasts ${length} s, not ${time.seconds}`];
}

/** Checks which messages were deleted: by a command, or by the group's rules. */
function faultsOfDeleting(attempt: Attempt, before: Look, after: Look, messageId?: number) {
	const { command, replyTo = Infinity, text } = attempt;
	const known = Math.max(
		...before.messages.filter(({ chat_id }) => chat_id === group).map((one) => one.message_id),
	);
	const isMeant = (id: number) =>
		id > known ||
		(command === '/del' && id === replyTo) ||
		(command === '/purge' && id >= replyTo && id <= (messageId ?? 0));
	return after
		.deletedSince(before)
		.filter((id) => !isMeant(id))
		.map((id) => `${text}: message ${id} was deleted`);
}

const isAdministrator = (look: Look, id: number) =>
	['creator', 'administrator'].includes(look.members.get(id)?.status ?? '');

const isPresent = (look: Look, id: number) =>
	['member', 'restricted'].includes(look.members.get(id)?.status ?? '');

/** Whether the command can have a visible effect on this person at all. */
function isPossible({ command, may = 0 }: Attempt, before: Look, after: Look): boolean {
	if (isAdministrator(before, may)) return false;
	if (command === '/unwarn' || command === '/warns') return false;
	// Otherwise the bot says that they are not muted, or not banned.
	const { status } = before.members.get(may) ?? {};
	if (command === '/unmute') return status === 'restricted';
	if (command === '/unban') return status === 'kicked';
	if (['/mute', '/kick'].includes(command)) return isPresent(before, may) && isPresent(after, may);
	return true;
}

/** Forbidden effects since an attempt. */
export function faultsIn(
	attempt: Attempt,
	before: Look,
	after: Look,
	breakers: Set<number>,
	messageId?: number,
): Seen {
	const { text, may, command } = attempt;
	const all = after.hitsSince(before);
	// A member's own command can have a forbidden word in it.
	if (!isAdministrator(before, attempt.by.user_id)) breakers.add(attempt.by.user_id);
	const isByRules = ({ id }: Hit) => breakers.has(id) && id !== may;
	// The server protects administrators, and the bot reports that.
	const isRefused = ({ id, isDone }: Hit) => !isDone && isAdministrator(before, id);
	const hits = all.filter((hit) => !isByRules(hit) && !isRefused(hit));
	const faults: string[] = [];
	for (const hit of hits) {
		const isMeant = hit.id === may && (DOES[command]?.includes(hit.what) || breakers.has(hit.id));
		if (!isMeant) faults.push(`${text}: ${hit.what} of ${hit.id}, meant was ${may ?? 'nobody'}`);
		else if (!breakers.has(hit.id)) faults.push(...faultsOfTime(attempt, hit, after));
	}
	for (const id of after.changedSince(before)) {
		if (id === may || breakers.has(id)) continue;
		faults.push(`${text}: ${id} has changed, meant was ${may ?? 'nobody'}`);
	}
	faults.push(...faultsOfDeleting(attempt, before, after, messageId));
	const answers = after
		.writtenSince(before, group)
		// A channel is nobody's: what is done to it hits nobody.
		.filter(({ text: said = '' }) => DONE.test(said) && !said.startsWith(`${CHANNEL_TITLE} was `));
	const done = hits.filter(({ isDone }) => isDone);
	const written = after.writtenSince(before, group).filter(isNoRules);
	const isDeleted = ['/del', '/purge'].includes(command) && after.deletedSince(before).length > 0;
	if (attempt.isAnswered && messageId && written.length === 0 && !isDeleted) {
		faults.push(`${text}: an administrator got no answer`);
	}
	for (const { text: said = '' } of written) {
		if (OF_SERVERS.test(said)) faults.push(`${text}: the answer has a server's words: ${said}`);
	}
	for (const { text: said } of answers) {
		if (all.length === 0) faults.push(`${text}: nothing was done, but the answer is ${said}`);
	}
	if (messageId && command !== '/unwarn' && done.length > 0 && answers.length === 0) {
		faults.push(`${text}: ${JSON.stringify(done)} without an answer`);
	}
	if (hits.some(({ id }) => id === FRIDA)) faults.push(`${text}: hits Frida`);
	const isMissed =
		may !== undefined &&
		attempt.isPlain &&
		messageId !== undefined &&
		done.length === 0 &&
		isPossible(attempt, before, after);
	return { hits: done, faults, isMissed };
}
