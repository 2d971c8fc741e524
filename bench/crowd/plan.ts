import { RIGHTS } from '../../emulator/world/entities';
import { DEFAULTS } from '../../emulator/world/defaults';
import type { Seed } from '../../emulator/world/seed';

/** What a crowd does, in numbers. */
export interface CrowdOptions {
	groups: number;
	/** Updates a second, besides those of the raid. */
	perSecond: number;
	seconds: number;
	/** People who join one group in the raid. */
	joins: number;
	/** People who join are others in each turn. */
	turn: number;
}

/** What a person does. `updates`: how many of them the bot gets for it. */
export interface Step {
	act: 'message' | 'join' | 'leave';
	chat_id: number;
	user_id: number;
	text?: string;
	updates: number;
}

export const PEOPLE_IN_GROUP = 10;
/** Of this many messages, one breaks a rule. */
const MESSAGES_FOR_SPAM = 100;
/** Of this many groups, one has an administrator who writes links, with each third message of the group. */
const GROUPS_FOR_LINKS = 100;
const LINK_SHARE = 1 / 3;
/** In one step of this many, a person joins or leaves. */
const STEPS_FOR_VISIT = 100;
/** How long after joining somebody writes spam or leaves. */
const NEXT_AFTER_SECONDS = 5;
const SEEDED_AT_ONCE = 10_000;

const FIRST_GROUP = -1_001_000_000_000;
const FIRST_PERSON = 100_000_000;
const FIRST_NEWCOMER = 2_000_000_000;
const FIRST_RAIDER = 3_000_000_000;
const OWNER = 0;
const ADMINISTRATOR = 1;

const PEOPLE_IN_TURN = 1_000_000;

export const isRaider = (id: number) => id >= FIRST_RAIDER;

/** Nothing of this breaks a rule, but some of it looks like it. */
const HARMLESS = [
	'Good morning, everybody!',
	'See you at 10.30, or at 11.',
	'It costs 1.500 or 2,50, not more.',
	'On that occasion we met his casinoless cousin.',
	'The money is not free.',
	'Wait...what? That is version 2.0!',
	'Привет, как дела?',
	'你好，明天见。',
	'مرحبا بالجميع',
	'This is either/or, and C:\\temp is full.',
];

/** Each begins like this, so that the judge knows it; no rule is about these words. */
const SPAM = 'Psst: ';
const SPAMS = [
	(n: number) => `look at https://win-${n}.example.com/now`,
	(n: number) => `FREE MONEY for number ${n}`,
	(n: number) => `join t.me/+abcdef${n}`,
	(n: number) => `the best саsinо of town, ${n} winners`,
	(n: number) => `fr3e m0ney, ${n} times`,
	(n: number) => `www.cheap${n}.net`,
];

/** The rules of the workflow that moderates the crowd. */
export const RULES = {
	words: 'casino, free money',
	linksExcept: 'wikipedia.org',
	floodMessages: 5,
	floodSeconds: 10,
	messagesPerDay: 100,
	sameTextChats: 3,
	raidJoins: 20,
	raidSeconds: 60,
};

export const isSpam = (text = '') => text.startsWith(SPAM);

/** Random numbers from 0 to below 1, the same in every run (xorshift). */
function randomly(): () => number {
	let state = 2_463_534_242;
	return () => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>> 0) / 2 ** 32;
	};
}

const groupOf = (index: number) => FIRST_GROUP - index;
const personIn = (group: number, index: number) => FIRST_PERSON + group * PEOPLE_IN_GROUP + index;
const hasLinks = (group: number) => group % GROUPS_FOR_LINKS === 0;

/** What people do, one after the other, without the raid. */
export function* stepsOf({ groups, perSecond, seconds, turn }: CrowdOptions): Generator<Step> {
	const random = randomly();
	const below = (most: number) => Math.floor(random() * most);
	const later: Array<{ at: number; step: Step }> = [];
	const newcomer = () => FIRST_NEWCOMER + turn * PEOPLE_IN_TURN + newcomers++;
	let [updates, messages, spam, newcomers] = [0, 0, 0, 0];
	const message = (group: number, user_id: number, text: string): Step => {
		messages++;
		return { act: 'message', chat_id: groupOf(group), user_id, text, updates: 1 };
	};
	const spamBy = (group: number, user_id: number) => {
		const words = SPAMS[spam % SPAMS.length]!(spam++);
		return message(group, user_id, SPAM + words);
	};
	const visit = (act: 'join' | 'leave', group: number, user_id: number): Step => ({
		...{ act, chat_id: groupOf(group), user_id },
		updates: 2,
	});
	const visitBy = (person: number, group: number, then: (person: number) => Step) => {
		later.push({ at: updates + perSecond * NEXT_AFTER_SECONDS, step: then(person) });
		return visit('join', group, person);
	};
	const next = (): Step => {
		if (later[0] && later[0].at <= updates) return later.shift()!.step;
		const group = below(groups);
		if (messages >= spam * MESSAGES_FOR_SPAM) {
			if (spam % 2 === 0) return spamBy(group, personIn(group, 2 + below(PEOPLE_IN_GROUP - 2)));
			return visitBy(newcomer(), group, (person) => spamBy(group, person));
		}
		if (below(STEPS_FOR_VISIT) === 0) {
			return visitBy(newcomer(), group, (person) => visit('leave', group, person));
		}
		if (hasLinks(group) && random() < LINK_SHARE) {
			const text = `Our rules: https://rules-${group}.example.org/`;
			return message(group, personIn(group, ADMINISTRATOR), text);
		}
		const person = personIn(group, 2 + below(PEOPLE_IN_GROUP - 2));
		return message(group, person, HARMLESS[below(HARMLESS.length)]!);
	};
	while (updates < perSecond * seconds) {
		const step = next();
		updates += step.updates;
		yield step;
	}
	// Who has joined to write spam still does.
	for (const { step } of later) if (step.act === 'message') yield step;
}

/** Nothing else happens in this group. */
const raidedIn = (turn: number) => FIRST_GROUP + 1 + turn;

/** The joins of the raid. */
export const raidOf = ({ joins, turn }: CrowdOptions): Step[] =>
	Array.from({ length: joins }, (_none, index) => ({
		act: 'join' as const,
		chat_id: raidedIn(turn),
		user_id: FIRST_RAIDER + turn * PEOPLE_IN_TURN + index,
		updates: 2,
	}));

/** All groups, with the bot, their owner and those members who will write: the bot hears of nobody else. */
export function* seedsOf(options: CrowdOptions): Generator<Seed> {
	const rights = Object.fromEntries(RIGHTS.map((right) => [right, true]));
	const writers = new Map<number, Set<number>>();
	for (const { act, chat_id, user_id } of stepsOf(options)) {
		if (act !== 'message' || user_id >= FIRST_NEWCOMER) continue;
		writers.set(chat_id, (writers.get(chat_id) ?? new Set()).add(user_id));
	}
	const bot = { user_id: DEFAULTS.botId, status: 'administrator', rights };
	const group = (id: number) => ({ id, type: 'supergroup', title: `Group ${-id}` });
	const raided = raidedIn(options.turn);
	yield {
		chats: [group(raided)],
		members: [{ chat_id: raided, ...bot }],
		// The emulator mutes only people whom it knows by name.
		users: raidOf(options).map(({ user_id: id }) => ({
			...{ id, is_bot: false, first_name: `Raider ${id}` },
		})),
	};
	for (let first = 0; first < options.groups; first += SEEDED_AT_ONCE) {
		const length = Math.min(SEEDED_AT_ONCE, options.groups - first);
		const indexes = Array.from({ length }, (_none, index) => first + index);
		const members = indexes.flatMap((index) => {
			const chat_id = groupOf(index);
			const [owner, administrator] = [OWNER, ADMINISTRATOR].map((one) => personIn(index, one));
			const others = [...(writers.get(chat_id) ?? [])].filter((id) => id !== administrator);
			return [
				{ chat_id, ...bot },
				{ chat_id, user_id: owner, status: 'creator' },
				...(hasLinks(index) ? [{ chat_id, user_id: administrator, status: 'administrator' }] : []),
				...others.map((user_id) => ({ chat_id, user_id, status: 'member' })),
			];
		});
		yield { chats: indexes.map((index) => group(groupOf(index))), members };
	}
}
