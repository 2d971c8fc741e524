import { DEFAULTS } from '../../support/emulator';
import type { Random } from '../../emulator/fuzz/random';
import { alike, CHANNEL, DELLA, group, type Member, RITA } from './members';
import { ODD_TIMES, REASONS, type Time, TIMES } from './times';

const { botId, users } = DEFAULTS;

/** A moderator's message, and its allowed effects. */
export interface Attempt {
	by: { user_id: number; sender_chat_id?: number };
	command: string;
	text: string;
	replyTo?: number;
	more?: object;
	/** The person who may be hit; without it, nobody may. */
	may?: number;
	/** Whether the person must be hit, unless that is impossible, for example because they left. */
	isPlain: boolean;
	time?: Time;
	/** Whether its writer is an administrator who expects an answer. */
	isAnswered: boolean;
	/** Its form, for the final table. */
	form: string;
}

/** A message that can be answered. */
export interface Written {
	message_id: number;
	/** The person that a reply to it acts on; nobody if its author is unknown. */
	authorId?: number;
}

/** The current state of the group. */
export interface Now {
	members: Member[];
	written: Written[];
	/** The first message of a topic, by a member. */
	topic: Written;
	/** Banned and muted people. */
	held: Array<{ id: number; isBanned: boolean }>;
}

/** Commands that hit a person, and those of them that know a time and a reason. */
const TIMED = ['/ban', '/tban', '/mute'];
const REASONED = [...TIMED, '/kick', '/warn'];
const ALL = [...REASONED, ...TIMED, ...TIMED, '/unmute', '/unban', '/unwarn', '/warns'];

interface Meant {
	/** Text after the command, before the time and the reason. */
	head: string;
	/** Text after the time and the reason. */
	tail?: string;
	replyTo?: number;
	may?: number;
	isPlain?: boolean;
	/** The part of head or tail that the app marks as this person. */
	marks?: Member;
	/** The person named after the time and the reason. */
	named?: number;
	more?: object;
}

type Form = (random: Random, now: Now) => Meant;

const named = (random: Random, { members }: Now) =>
	random.pick(members.filter(({ username }) => username)) as Member & { username: string };
const anybody = (random: Random, { members }: Now) => random.pick(members);
const inCase = (random: Random, name: string) => (random.isHit(0.3) ? name.toUpperCase() : name);
const answered = (random: Random, { written }: Now) =>
	random.pick(written.filter(({ authorId }) => authorId !== undefined).slice(-40));
const meantBy = ({ id, isMet }: Member) => ({ may: id, isPlain: isMet });
const answering = ({ message_id, authorId }: Written) => ({
	replyTo: message_id,
	may: authorId,
	isPlain: true,
});

/** A reply that also names somebody: clear if it is the writer of the message. */
const aboutBoth = ({ message_id, authorId }: Written, id: number) => ({
	replyTo: message_id,
	may: authorId === id ? id : undefined,
});

/** A username that nobody would read as a reason. */
const NAME_LIKE = /^(?=.{5})(?:mia|ivan|ana|lilei|amit|mohamed|zoe|olga|milan|anh|not_noah|demo)/;

/** A first name that looks like an id or a username counts as one, if the app has not marked it. */
function takenFor(firstName: string, { members }: Now): number | undefined {
	if (/^\d+$/.test(firstName)) return Number(firstName);
	return members.find(({ username }) => firstName === `@${username}`)?.id;
}

/** In each form, `may` is the person whom a reader would understand. */
const FORMS: Record<string, Form> = {
	'a reply': (random, now) => ({ head: '', ...answering(answered(random, now)) }),
	'a reply in a topic': (random, now) => ({
		head: '',
		...answering(answered(random, now)),
		more: { is_topic_message: true, message_thread_id: now.topic.message_id },
	}),
	'no reply, in a topic': (_random, { topic }) => ({
		head: '',
		replyTo: topic.message_id,
		more: { is_topic_message: true, message_thread_id: topic.message_id },
	}),
	'a name': (random, now) => {
		const member = named(random, now);
		return { head: inCase(random, `@${member.username}`), ...meantBy(member) };
	},
	'a name and a mark': (random, now) => {
		const member = named(random, now);
		return { head: `@${member.username}${random.pick([',', ':', '.', '!'])}`, ...meantBy(member) };
	},
	'a number': (random, now) => {
		const { id } = anybody(random, now);
		return { head: String(id), may: id, isPlain: true };
	},
	'a mention': (random, now) => {
		const member = anybody(random, now);
		return { head: member.firstName, marks: member, may: member.id, isPlain: true };
	},
	'a mention, as a reply to another': (random, now) => {
		const member = anybody(random, now);
		const { message_id: replyTo } = answered(random, now);
		// The bot asks whom they mean.
		return { head: member.firstName, marks: member, replyTo, may: member.id };
	},
	'a name, as a reply to another': (random, now) => {
		const member = named(random, now);
		const { message_id: replyTo } = answered(random, now);
		return { head: `@${member.username}`, replyTo, may: member.id };
	},
	'a reply that names another behind it': (random, now) => {
		const { username, id } = named(random, now);
		const tail =
			random.pick(['', 'like ', 'not ', 'and ', '(', 'c/o ', 'tell ', '\n']) + `@${username}`;
		return { head: '', tail, named: id, ...aboutBoth(answered(random, now), id) };
	},
	'a reply that mentions another behind it': (random, now) => {
		const member = anybody(random, now);
		const about = aboutBoth(answered(random, now), member.id);
		return { head: '', tail: member.firstName, marks: member, named: member.id, ...about };
	},
	'a reply with a number behind it': (random, now) => ({
		head: '',
		tail: `id ${123456 + anybody(random, now).id}`,
		replyTo: answered(random, now).message_id,
	}),
	'a reply with a number of the log': (random, now) => ({
		head: String(anybody(random, now).id),
		replyTo: answered(random, now).message_id,
	}),
	'a reply with a username without its @': (random, now) => {
		const isKnown = ({ username = '', isMet }: Member) => isMet && NAME_LIKE.test(username);
		const names = now.members.filter(isKnown);
		if (names.length === 0) return { head: '' };
		const { username = '', id } = random.pick(names);
		const written = answered(random, now);
		return {
			head: inCase(random, username),
			replyTo: written.message_id,
			may: written.authorId === id ? id : undefined,
		};
	},
	'a reply with a name that looks alike': (random, now) => ({
		head: `@${alike(named(random, now).username)}`,
		replyTo: answered(random, now).message_id,
	}),
	'a name that looks alike': (random, now) => ({
		head: `@${alike(named(random, now).username)}`,
	}),
	'a reply with an address': (random, now) => ({
		head: `${random.pick(['t.me/', 'https://t.me/'])}${named(random, now).username}`,
		replyTo: answered(random, now).message_id,
	}),
	'a name that nobody has': () => ({ head: '@nobody_has_this' }),
	'a reply with a name that nobody has': (random, now) => ({
		head: '@nobody_has_this',
		replyTo: answered(random, now).message_id,
	}),
	'a number that nobody has': () => ({ head: '987654321', may: 987_654_321 }),
	'two names': (random, now) => {
		const member = named(random, now);
		return { head: `@${member.username} @${named(random, now).username}`, may: member.id };
	},
	'whose name': (random, now) => {
		const member = named(random, now);
		return { head: `@${member.username}'s`, may: member.id };
	},
	'a first name': (random, now) => {
		const head = anybody(random, now).firstName;
		return { head, may: takenFor(head, now) };
	},
	nothing: () => ({ head: '' }),
	'a reply to a channel': (_random, { written }) => ({
		head: '',
		replyTo: written.filter(({ authorId }) => authorId === undefined).at(-1)?.message_id,
	}),
	// The server refuses everything that would harm them.
	'a name of a moderator': (random) => {
		const [head, may] = random.pick(Object.entries({ '@olga': 1001, '@rita': RITA, '1002': 1002 }));
		return { head, may };
	},
	everybody: (random) => ({
		head: random.pick(['@all', 'all', '*', '@everyone_here', 'everybody']),
	}),
};
/** The forms that real moderators use most are more frequent. */
const COMMON = ['a reply', 'a name', 'a number', 'a mention', 'a reply in a topic'];
const NAMES_OF_FORMS = [...Object.keys(FORMS), ...COMMON, ...COMMON];

const MODERATORS = [users.olga, users.milan, RITA];

/** Commands from people without the right have no effect. */
function writer(random: Random) {
	const moderator = { user_id: random.pick(MODERATORS) };
	if (random.isHit(0.85)) return { by: moderator, isEntitled: true, isAnswered: true };
	const others = [
		{ user_id: DELLA },
		{ user_id: users.mia },
		{ user_id: users.olga, sender_chat_id: group },
		{ user_id: 3004, sender_chat_id: CHANNEL },
	];
	const by: Attempt['by'] = random.pick(others);
	const isAnswered = by.user_id === DELLA || by.sender_chat_id === group;
	return { by, isEntitled: false, isAnswered };
}

/** The command as typed, and whether it is for this bot. */
function typed(random: Random, command: string): { word: string; isOurs: boolean } {
	const word = random.pick([
		...[command, command, command, command, command, command],
		command.toUpperCase(),
		`/${command[1].toUpperCase()}${command.slice(2)}`,
		`${command}@demo_bot`,
		`${command}@Demo_Bot`,
	]);
	if (random.isHit(0.95)) return { word, isOurs: true };
	const wrong = [
		`${command}@other_bot`,
		`${command}him`,
		command.slice(1),
		`/${command}`,
		`!${command}`,
	];
	return { word: random.pick(wrong), isOurs: false };
}

function timeFor(random: Random, command: string): Time | undefined {
	if (!TIMED.includes(command) || random.isHit(0.25)) return undefined;
	return random.pick(random.isHit(0.6) ? TIMES : ODD_TIMES);
}

/** Frees somebody, or in the end nobody would be left. */
function releaseIn({ held }: Now, random: Random): Attempt {
	const { id, isBanned } = random.pick(held);
	const command = isBanned ? '/unban' : '/unmute';
	const by = { user_id: random.pick(MODERATORS) };
	return {
		by,
		command,
		text: `${command} ${id}`,
		may: id,
		isPlain: true,
		isAnswered: true,
		form: 'a number',
	};
}

/** One more command from somebody in the group. */
export function attemptIn(now: Now, random: Random): Attempt {
	if (now.held.length > 12 && random.isHit(0.5)) return releaseIn(now, random);
	const command = random.pick(ALL);
	const { by, isEntitled, isAnswered } = writer(random);
	const { word, isOurs } = typed(random, command);
	const form = random.pick(NAMES_OF_FORMS);
	const meant = FORMS[form](random, now);
	const { head, tail = '', replyTo, isPlain = false, marks, more } = meant;
	const time = timeFor(random, command);
	const isReasoned = REASONED.includes(command);
	const reason = isReasoned && random.isHit(0.5) ? random.pick(REASONS) : '';
	const isTimeLate = time !== undefined && reason !== '' && random.isHit(0.15);
	const order = isTimeLate ? [reason, time.text] : [time?.text ?? '', reason];
	// With nothing before it, the name is in its proper place.
	const isFirst = head === '' && order.every((part) => part === '');
	const may = isFirst && meant.named !== undefined ? meant.named : meant.may;
	const parts = [word, head, ...order, tail].filter(Boolean);
	const text = parts.join(random.isHit(0.05) ? '\n' : ' ');
	const offset = marks && (head ? word.length + 1 : text.length - tail.length);
	const mark = marks && {
		type: 'text_mention',
		offset,
		length: marks.firstName.length,
		user: { id: marks.id, is_bot: false, first_name: marks.firstName },
	};
	// A reason that begins with a number could be a time.
	const isWhole = !isTimeLate && !(TIMED.includes(command) && !time && /^\d/.test(reason));
	return {
		by,
		command,
		text,
		replyTo,
		more: mark ? { ...more, entities: [mark] } : more,
		may: isEntitled && isOurs && may !== botId ? may : undefined,
		isPlain: isPlain && isWhole && time?.isPlain !== false && (command !== '/tban' || !!time),
		isAnswered: isOurs && isAnswered,
		time,
		form,
	};
}
