import { Bounded } from '../api/basics';
import { MEGABYTE } from '../api/bytes';
import { albumOf } from '../update/gathering';
import { isForwarded, linksShown, textsShown, type TextsShown } from '../update/content';
import { joinedBy, leftBy } from '../update/membership';
import {
	bringsMessage,
	kindOf,
	mediaOf,
	textOf,
	type Update,
	type UpdateParts,
} from '../update/update';
import { FileTypes, kindsAmong } from './contents';
import { MOST_FOUND, together, type Findings, type Found } from './findings';
import { capitalsIn, charactersIn, emojiIn, foreignLetters, linesIn } from './limits';
import { isInvitation, LinkList, placed } from './links';
import { Patterns } from './patterns';
import { Raids } from './raids';
import { Repeats } from './repeats';
import { checkRules, type Rules } from './ruleForm';
import { inTexts, mentionedIn, wordsIn } from './shown';
import { WordList } from './words';

/** Albums whose other parts may still come. */
const MOST_ALBUMS = 1000;
/** Lists of one kind that are kept ready; three fields may have one. */
const MOST_LISTS = 6;

/** What the rules of one trigger have seen. */
export class RuleMemory {
	readonly repeats = new Repeats();

	readonly raids = new Raids();

	/** The rules that a part of an album broke: its other parts, which have no text, go with it. */
	readonly brokenAlbums = new Bounded<string, string[]>(MOST_ALBUMS);

	private readonly lists = new Map<unknown, Bounded<string, object>>();

	/** What is made of a list. A webhook reads its form at each push: lists read lately are kept. */
	listOf<T extends object>(List: new (text: string) => T, text: string): T {
		const made = this.lists.get(List) ?? new Bounded<string, object>(MOST_LISTS);
		this.lists.set(List, made);
		if (!made.has(text)) made.set(text, new List(text));
		return made.get(text) as T;
	}
}

/** What judging a message needs besides the message. */
export interface RuleContext {
	memory: RuleMemory;
	/** The number that the chat is remembered under. */
	chatId: string;
	/** When the writer was seen to join the chat, in seconds. */
	joined?: number;
}

/** A message, or a join, while it is judged. */
class Judged {
	private knownLinks?: string[];

	private knownTexts?: TextsShown;

	constructor(
		readonly update: Update,
		/** The album that it belongs to, or itself. */
		readonly parts: Update[],
		readonly context: RuleContext,
	) {}

	get text(): string {
		return textOf(this.update) ?? '';
	}

	/** What its sender has written in it. */
	get written(): string {
		return this.shown.own.join('\n');
	}

	/** All texts that it shows, its own one first: what is found in others has no place. */
	get texts(): string[] {
		return [...this.shown.own, ...this.shown.more];
	}

	get shown(): TextsShown {
		return (this.knownTexts ??= textsShown(this.update));
	}

	get links(): string[] {
		return (this.knownLinks ??= linksShown(this.update));
	}

	listOf<T extends object>(List: new (text: string) => T, text: string): T {
		return this.context.memory.listOf(List, text);
	}
}

type Finding = Omit<Findings, 'found'> & { found?: Array<Omit<Found, 'rule'>> };

/** What a rule finds in a message that breaks it; nothing in one that does not. */
type Rule = (message: Judged) => Finding | undefined;

const FLOOD_SECONDS = 10;
const RAID_SECONDS = 60;
const OTHER_LETTERS_PERCENT = 20;

const breaks = (isBroken: boolean): Finding | undefined => (isBroken ? {} : undefined);

const finding = (found: Array<Omit<Found, 'rule'>>) => (found.length > 0 ? { found } : undefined);

/** A rule about a number that may not be larger. */
const atMost = (most: number | undefined, numberIn: (message: Judged) => number) =>
	most !== undefined && ((message: Judged) => breaks(numberIn(message) > most));

function badLinks(message: Judged, isBad: (link: string) => boolean) {
	const bad = message.links.filter(isBad).slice(0, MOST_FOUND);
	return finding(bad.map((link) => placed(link, message.update)));
}

/** Not counted if it cannot be more. */
const lengthOf = (text: string, most = 0) => (text.length > most ? charactersIn(text) : 0);

/** Whether a message says that people came or went, rather than something of theirs. */
const isNotice = (update: Update) => [...joinedBy(update), ...leftBy(update)].length > 0;

/** Each rule by its name in `brokenRules`, made of the fields that it goes by; nothing without them. */
const RULES: Record<string, (rules: Rules) => Rule | false> = {
	capitals: ({ moreCapitalsThan }) =>
		atMost(moreCapitalsThan, ({ written }) => capitalsIn(written)),
	daily: ({ messagesPerDay }) =>
		messagesPerDay !== undefined &&
		// What is brought as one counts as one.
		(({ parts: [first], update, context: { memory, chatId } }) => {
			if (isNotice(update)) return undefined;
			const found = memory.repeats.findDaily(first ?? update, chatId, messagesPerDay);
			return found.daily && found;
		}),
	emoji: ({ moreEmojiThan }) => atMost(moreEmojiThan, ({ written }) => emojiIn(written)),
	fileSize: ({ largerThanMb }) =>
		atMost(largerThanMb, ({ update }) => (mediaOf(update)?.size ?? 0) / MEGABYTE),
	fileType: ({ fileTypes }) =>
		fileTypes !== undefined &&
		((message) => {
			const file = message.listOf(FileTypes, fileTypes).fileIn(message.update);
			return file === undefined ? undefined : { found: [{ text: file }] };
		}),
	flood: ({ floodMessages, floodSeconds = FLOOD_SECONDS }) =>
		floodMessages !== undefined &&
		(({ update, context: { memory, chatId } }) => {
			const found = memory.repeats.findFlood(update, chatId, floodMessages, floodSeconds);
			return found.flood && found;
		}),
	forwarded: ({ forwarded }) => forwarded === true && (({ update }) => breaks(isForwarded(update))),
	inviteLink: ({ inviteLinksExcept: allowed }) =>
		allowed !== undefined &&
		((message) => {
			const own = message.listOf(LinkList, allowed);
			return badLinks(message, (link) => isInvitation(link) && !own.has(link));
		}),
	lines: ({ moreLinesThan }) => atMost(moreLinesThan, ({ text }) => linesIn(text)),
	link: ({ linksExcept: allowed, linksTo: forbidden = '' }) =>
		(allowed !== undefined || forbidden !== '') &&
		((message) => {
			const fine = allowed === undefined ? undefined : message.listOf(LinkList, allowed);
			const bad = message.listOf(LinkList, forbidden);
			return badLinks(message, (link) => fine?.has(link) === false || bad.has(link));
		}),
	locked: ({ locked }) =>
		locked !== undefined &&
		(({ update }) => finding(kindsAmong(update, locked).map((text) => ({ text })))),
	long: ({ longerThan }) => atMost(longerThan, ({ text }) => lengthOf(text, longerThan)),
	mentions: ({ moreMentionsThan }) =>
		atMost(moreMentionsThan, ({ parts }) => mentionedIn(parts).size),
	newcomer: ({ newcomerMessages, linksExcept = '' }) =>
		newcomerMessages !== undefined &&
		((message) => {
			const { update, context } = message;
			const { memory, chatId, joined } = context;
			if (joined === undefined || isNotice(update)) return undefined;
			if (!memory.repeats.isOfNewcomer(update, chatId, joined, newcomerMessages)) return undefined;
			const fine = message.listOf(LinkList, linksExcept);
			const links = badLinks(message, (link) => !fine.has(link));
			return links ?? breaks(isForwarded(update));
		}),
	pattern: ({ patterns }) =>
		patterns !== undefined &&
		((message) => {
			const known = message.listOf(Patterns, patterns);
			return finding(inTexts(message.texts, (text) => known.findIn(text)).slice(0, MOST_FOUND));
		}),
	raid: ({ raidJoins, raidSeconds = RAID_SECONDS }) =>
		raidJoins !== undefined &&
		(({ update, context: { memory, chatId } }) => {
			if (joinedBy(update).length === 0) return undefined;
			const found = memory.raids.find(update, chatId, raidJoins, raidSeconds);
			return found.raid && found;
		}),
	sameText: ({ sameTextChats }) =>
		sameTextChats !== undefined &&
		(({ update, written, context: { memory } }) => {
			const found = memory.repeats.findSameText(update, written, sameTextChats);
			return found.sameText && found;
		}),
	script: ({ scripts, otherLettersPercent = OTHER_LETTERS_PERCENT }) => {
		if (scripts === undefined) return false;
		const findIn = foreignLetters(scripts, otherLettersPercent);
		return ({ shown: { own } }) => {
			const found = inTexts(own, (text) => [findIn(text)].filter((one) => one !== undefined));
			return finding(found.slice(0, 1));
		};
	},
	slowMode: ({ slowSeconds }) =>
		slowSeconds !== undefined &&
		(({ update, context: { memory, chatId } }) => {
			if (isNotice(update)) return undefined;
			const found = memory.repeats.findHaste(update, chatId, slowSeconds);
			return found.slowMode && found;
		}),
	words: ({ words, ignoreAccents }) =>
		words !== undefined &&
		((message) => wordsIn(message.texts, message.listOf(WordList, words), ignoreAccents)),
};

/** Judges an album as a whole, or a single message: what was found; nothing if it breaks no rule. */
export type RuleJudge = (parts: UpdateParts, context: RuleContext) => Findings | undefined;

/**
 * Makes one judge of all rules: a message, or an album, has to break at least one of them. So has a
 * change of members, if joins are counted. Other updates are not held back.
 * Throws UserError for a rule that says nothing.
 */
export function compileRules(given: Rules, memory = new RuleMemory()): RuleJudge {
	checkRules(given);
	if (given.patterns !== undefined) memory.listOf(Patterns, given.patterns);
	const rules = Object.entries(RULES).flatMap(([name, make]): Array<[string, Rule]> => {
		const rule = make(given);
		return rule ? [[name, rule]] : [];
	});
	const isJudged = (update: Update) =>
		bringsMessage(update) || (given.raidJoins !== undefined && kindOf(update) === 'chat_member');

	const findingsOf = (message: Judged): Findings => {
		const broken = rules.flatMap(([name, rule]): Findings[] => {
			const finding = rule(message);
			if (!finding) return [];
			const found = finding.found?.map((one) => ({ rule: name, ...one }));
			return [{ ...finding, found, brokenRules: [name] }];
		});
		return together(broken);
	};

	return (parts, context) => {
		const [update] = parts;
		if (rules.length === 0 || !isJudged(update)) return {};
		// Each part is judged: one that breaks nothing may count towards a flood.
		const all = parts.map((part) => findingsOf(new Judged(part, parts, context)));
		const [first = {}, ...others] = all;
		const findings = others.length === 0 ? first : together(all);
		const { brokenAlbums } = context.memory;
		const album = albumOf(update);
		const brokenRules = findings.brokenRules ?? brokenAlbums.get(album ?? '');
		if (album !== undefined && brokenRules) brokenAlbums.set(album, brokenRules);
		return brokenRules && { ...findings, brokenRules };
	};
}
