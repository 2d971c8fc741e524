import { Bounded, isObject } from '../api/basics';
import { BOUNDS, GivenUp } from '../api/bounds';
import { MEGABYTE } from '../api/bytes';
import { UserError } from '../api/errors';
import type { Context, UpdateParts } from '../update/context';
import { MOST_FOUND, together, type Findings, type Found } from './findings';
import { capitalsIn, charactersIn, emojiIn, foreignLetters, linesIn } from './limits';
import {
	isInvitation,
	LinkList,
	FileTypes,
	inTexts,
	kindsAmong,
	mentionedIn,
	placed,
	wordsIn,
} from './shown';
import { Patterns } from './patterns';
import { REACTION, Repeats } from './counts';
import type { Learned } from './learned';
import { Raids } from './raids';
import { SEPARATORS } from './spelling';
import { WordList } from './words';

/** The Rules of a form by field name; an absent rule forbids nothing. */
export interface Rules {
	/** Domains that links may lead to; the empty text allows no link. */
	linksExcept?: string;
	linksTo?: string;
	/** The same for invite links. */
	inviteLinksExcept?: string;
	words?: string;
	ignoreAccents?: boolean;
	patterns?: string;
	locked?: string[];
	forwarded?: boolean;
	fileTypes?: string;
	largerThanMb?: number;
	scripts?: string[];
	otherLettersPercent?: number;
	moreCapitalsThan?: number;
	moreEmojiThan?: number;
	moreLinesThan?: number;
	moreMentionsThan?: number;
	longerThan?: number;
	floodMessages?: number;
	floodSeconds?: number;
	floodReactions?: boolean;
	slowSeconds?: number;
	messagesPerDay?: number;
	sameTextChats?: number;
	newcomerMessages?: number;
	raidJoins?: number;
	raidSeconds?: number;
	logOnly?: boolean;
	/** What was learned from the rows of Looks Like Spam. */
	learned?: Learned;
}

/** Rules that need a list, by the names of their fields. */
const LISTS = {
	fileTypes: 'Forbidden File Types',
	linksTo: 'Forbidden Links',
	locked: 'Locked Kinds',
	patterns: 'Forbidden Patterns',
	scripts: 'Allowed Scripts',
	words: 'Forbidden Words',
} as const;

/** Fields that only refine the rule of another field. */
const MORE: Array<[field: keyof Rules, label: string, of: keyof Rules, wanted: string]> = [
	['floodReactions', 'Flood: Count Reactions', 'floodMessages', 'Flood: Maximum Messages'],
	['floodSeconds', 'Flood: Within (Seconds)', 'floodMessages', 'Flood: Maximum Messages'],
	['ignoreAccents', 'Ignore Accents', 'words', 'Forbidden Words'],
	['otherLettersPercent', 'Other Letters (Percent)', 'scripts', 'Allowed Scripts'],
	['raidSeconds', 'Raid: Within (Seconds)', 'raidJoins', 'Raid: Maximum Joins'],
];

/** Not only blanks and separators. */
const IS_FILLED = new RegExp(`[^\\s${SEPARATORS}]`);

/** An empty rule would let every message start a workflow that punishes. Throws UserError for one. */
function checkRules(rules: Rules): void {
	for (const [name, label] of Object.entries(LISTS)) {
		const list = rules[name as keyof typeof LISTS];
		if (list === undefined || (Array.isArray(list) ? list.length > 0 : IS_FILLED.test(list)))
			continue;
		throw new UserError(`${label} is empty`, `Under Rules, fill in ${label}, or remove this rule.`);
	}
	for (const [name, label, of, wanted] of MORE) {
		if (!rules[name] || rules[of] !== undefined) continue;
		throw new UserError(`${label} is set without ${wanted}`, `Under Rules, add ${wanted}.`);
	}
	if (rules.logOnly && Object.keys(rules).length === 1) {
		throw new UserError('Log Only is on, but there is no rule', 'Under Rules, add a rule to try.');
	}
}

export class RuleMemory {
	readonly repeats: Repeats;

	readonly raids: Raids;

	/** @param givenUp notes what cannot be counted */
	constructor(givenUp = new GivenUp()) {
		this.repeats = new Repeats(givenUp);
		this.raids = new Raids(givenUp);
	}

	/** The rules that a part of an album broke: they also apply to its other parts, which have no text. */
	readonly brokenAlbums = new Bounded<string, string[]>(BOUNDS.brokenAlbums);

	private readonly lists = new Map<unknown, Bounded<string, object>>();

	/** What was judged, and copies of it `elsewhere`, do not count: the rules do not judge their writer. */
	takeBack(parts: UpdateParts, findings: Findings, elsewhere: unknown[] = []): void {
		const [{ album }] = parts;
		if (album !== undefined) this.brokenAlbums.delete(album);
		for (const part of parts) {
			this.repeats.takeBack(part, writtenIn(part), elsewhere);
			this.raids.takeBack(part, findings.raid);
		}
	}

	/** Compiles a list. A webhook reads its form at each push, so recent lists are cached. */
	listOf<T extends object>(List: new (text: string) => T, text: string): T {
		const made = this.lists.get(List) ?? new Bounded<string, object>(BOUNDS.compiledLists);
		this.lists.set(List, made);
		if (!made.has(text)) made.set(text, new List(text));
		return made.get(text) as T;
	}
}

type Finding = Omit<Findings, 'found'> & { found?: Array<Omit<Found, 'rule'>> };

/** What a rule finds in a message; undefined if the message does not break it. */
type Rule = (update: Context, memory: RuleMemory, parts: UpdateParts) => Finding | undefined;

const FLOOD_SECONDS = 10;
const RAID_SECONDS = 60;
const OTHER_LETTERS_PERCENT = 20;
const SIGNS_SHOWN = 5;

const breaks = (isBroken: boolean): Finding | undefined => (isBroken ? {} : undefined);

const finding = (found: Array<Omit<Found, 'rule'>>) => (found.length > 0 ? { found } : undefined);

const atMost = (most: number | undefined, numberIn: (update: Context) => number) =>
	most !== undefined && ((update: Context) => breaks(numberIn(update) > most));

export const writtenIn = ({ texts }: Context) => texts.shown.own.join('\n');

/** All texts of a message, its own text first: findings in others have no place. */
const textsIn = ({ texts: { shown } }: Context) => [...shown.own, ...shown.more];

function badLinks(update: Context, isBad: (link: string) => boolean) {
	const bad = update.texts.linksShown.filter(isBad).slice(0, MOST_FOUND);
	return finding(bad.map((link) => placed(link, update)));
}

/** Skips the slow count if the text cannot be too long. */
const lengthOf = (text: string, most = 0) => (text.length > most ? charactersIn(text) : 0);

/** Whether a message reports joins or leaves instead of content. */
const isNotice = ({ joined, left }: Context) => joined.length + left.length > 0;

/** Each rule by its name in `brokenRules`, built from its form fields; false without them. */
const RULES: Record<string, (rules: Rules) => Rule | false> = {
	capitals: ({ moreCapitalsThan }) =>
		atMost(moreCapitalsThan, (update) => capitalsIn(writtenIn(update))),
	daily: ({ messagesPerDay }) =>
		messagesPerDay !== undefined &&
		// A group of parts counts as one message.
		((update, { repeats }, [first]) =>
			isNotice(update) ? undefined : repeats.findDaily(first, messagesPerDay)),
	emoji: ({ moreEmojiThan }) => atMost(moreEmojiThan, (update) => emojiIn(writtenIn(update))),
	fileSize: ({ largerThanMb }) =>
		atMost(largerThanMb, ({ media }) => (media?.size ?? 0) / MEGABYTE),
	fileType: ({ fileTypes }) =>
		fileTypes !== undefined &&
		((update, memory) => {
			const file = memory.listOf(FileTypes, fileTypes).fileIn(update);
			return file === undefined ? undefined : { found: [{ text: file }] };
		}),
	flood: ({ floodMessages, floodSeconds = FLOOD_SECONDS }) =>
		floodMessages !== undefined &&
		((update, { repeats }) =>
			isNotice(update) ? undefined : repeats.findFlood(update, floodMessages, floodSeconds)),
	forwarded: ({ forwarded }) => forwarded === true && (({ isForwarded }) => breaks(isForwarded)),
	inviteLink: ({ inviteLinksExcept: allowed }) =>
		allowed !== undefined &&
		((update, memory) => {
			const own = memory.listOf(LinkList, allowed);
			return badLinks(update, (link) => isInvitation(link) && !own.has(link));
		}),
	lines: ({ moreLinesThan }) => atMost(moreLinesThan, ({ text = '' }) => linesIn(text)),
	link: ({ linksExcept: allowed, linksTo: forbidden = '' }) =>
		(allowed !== undefined || forbidden !== '') &&
		((update, memory) => {
			const fine = allowed === undefined ? undefined : memory.listOf(LinkList, allowed);
			const bad = memory.listOf(LinkList, forbidden);
			return badLinks(update, (link) => fine?.has(link) === false || bad.has(link));
		}),
	locked: ({ locked }) =>
		locked !== undefined &&
		((update) => finding(kindsAmong(update, locked).map((text) => ({ text })))),
	long: ({ longerThan }) => atMost(longerThan, ({ text = '' }) => lengthOf(text, longerThan)),
	mentions: ({ moreMentionsThan: most }) =>
		most !== undefined && ((_update, _memory, parts) => breaks(mentionedIn(parts).size > most)),
	newcomer: ({ newcomerMessages, linksExcept = '' }) =>
		newcomerMessages !== undefined &&
		((update, memory) => {
			if (isNotice(update) || !memory.repeats.isOfNewcomer(update, newcomerMessages))
				return undefined;
			const fine = memory.listOf(LinkList, linksExcept);
			return badLinks(update, (link) => !fine.has(link)) ?? breaks(update.isForwarded);
		}),
	pattern: ({ patterns }) =>
		patterns !== undefined &&
		((update, memory) => {
			const known = memory.listOf(Patterns, patterns);
			const found = inTexts(textsIn(update), (text) => known.findIn(text));
			return finding(found.slice(0, MOST_FOUND));
		}),
	raid: ({ raidJoins, raidSeconds = RAID_SECONDS }) =>
		raidJoins !== undefined && ((update, { raids }) => raids.find(update, raidJoins, raidSeconds)),
	sameText: ({ sameTextChats }) =>
		sameTextChats !== undefined &&
		((update, { repeats }) => repeats.findSameText(update, writtenIn(update), sameTextChats)),
	script: ({ scripts, otherLettersPercent = OTHER_LETTERS_PERCENT }) => {
		if (scripts === undefined) return false;
		const findIn = foreignLetters(scripts, otherLettersPercent);
		return ({ texts }) => {
			const found = inTexts(texts.shown.own, (text) =>
				[findIn(text)].filter((one) => one !== undefined),
			);
			return finding(found.slice(0, 1));
		};
	},
	slowMode: ({ slowSeconds }) =>
		slowSeconds !== undefined &&
		((update, { repeats }) =>
			isNotice(update) ? undefined : repeats.findHaste(update, slowSeconds)),
	spam: ({ learned }) =>
		learned !== undefined &&
		((update) => {
			const text = writtenIn(update);
			if (!(learned.scoreOf(text) > 0.5)) return undefined;
			return { found: learned.signsIn(text, SIGNS_SHOWN).map((word) => ({ text: word })) };
		}),
	words: ({ words, ignoreAccents }) =>
		words !== undefined &&
		((update, memory) => wordsIn(textsIn(update), memory.listOf(WordList, words), ignoreAccents)),
};

/** The rules that these fields ask for, by name. */
export const rulesOf = (given: Rules): Array<[name: string, rule: Rule]> =>
	Object.entries(RULES).flatMap(([name, make]): Array<[string, Rule]> => {
		const rule = make(given);
		return rule ? [[name, rule]] : [];
	});

/** Judges an album or a single message. Returns the findings; undefined if no rule is broken. */
type RuleJudge = (parts: UpdateParts, memory: RuleMemory) => Findings | undefined;

/**
 * Combines all rules into one judge: a message or an album must break at least one. So must a change of
 * members, if joins are counted. Other updates pass. Throws UserError for an empty rule.
 */
export function compileRules(given: Rules, lists = new RuleMemory()): RuleJudge {
	checkRules(given);
	if (given.patterns !== undefined) lists.listOf(Patterns, given.patterns);
	const rules = rulesOf(given);
	const isJudged = ({ bringsMessage, kind }: Context) =>
		bringsMessage ||
		(given.raidJoins !== undefined && kind === 'chat_member') ||
		(given.floodReactions === true && kind === REACTION);
	/** Only a reaction that a person adds counts, and only for the flood. */
	const isFor = ({ kind, payload: { user, new_reaction: added } }: Context, name: string) =>
		kind !== REACTION ||
		(name === 'flood' && isObject(user) && Array.isArray(added) && added.length > 0);

	return (parts, memory) => {
		const [{ album }] = parts;
		if (rules.length === 0 || !isJudged(parts[0])) return {};
		// All parts are judged, because one that breaks nothing may count towards a flood.
		const broken = parts.flatMap((part) =>
			rules.flatMap(([name, rule]): Findings[] => {
				const finding = isFor(part, name) ? rule(part, memory, parts) : undefined;
				if (!finding) return [];
				const found = finding.found?.map((one) => ({ rule: name, ...one }));
				return [{ ...finding, found, brokenRules: [name] }];
			}),
		);
		const findings = together(broken);
		const { brokenAlbums } = memory;
		const brokenRules = findings.brokenRules ?? brokenAlbums.get(album ?? '');
		if (album !== undefined && brokenRules) brokenAlbums.set(album, brokenRules);
		return brokenRules && { ...findings, brokenRules };
	};
}
