import { UserError } from '../api/errors';
import { albumOf } from '../update/albums';
import { isForwarded, mentionsOf } from '../update/content';
import { together, type Findings } from './findings';
import { Bounded } from '../api/bounded';
import { bringsMessage, textOf, type Update } from '../update/update';
import { linksElsewhere } from './links';
import { Repeats } from './repeats';
import { entriesOf, WordList } from './words';

/** The Rules of a trigger's form; one that is absent forbids nothing. */
export interface Rules {
	/** Domains that links may lead to; the empty text allows no link. */
	linksExcept?: string;
	words?: string;
	ignoreAccents?: boolean;
	forwarded?: boolean;
	moreMentionsThan?: number;
	longerThan?: number;
	floodMessages?: number;
	floodSeconds?: number;
	sameTextChats?: number;
}

/** Albums whose other parts may still come. */
const MOST_ALBUMS = 1000;

/** What the rules of one trigger have seen. */
export class RuleMemory {
	readonly repeats = new Repeats();

	/** Albums of which a part broke rules: their other parts, which have no text, go with it. */
	readonly brokenAlbums = new Bounded<string, true>(MOST_ALBUMS);

	private list?: { text: string; words: WordList };

	/** A webhook reads its form at each push: the list read last is kept. */
	wordsOf(text: string): WordList {
		if (this.list?.text !== text) this.list = { text, words: new WordList(text) };
		return this.list.words;
	}
}

/** What judging a message needs besides the message. */
export interface RuleContext {
	memory: RuleMemory;
	/** The number that the chat is remembered under. */
	chatId: string;
}

/**
 * What a rule finds in a message that breaks it; nothing in one that does not. `parts` is the album that
 * the message belongs to, or the message alone.
 */
type Rule = (update: Update, context: RuleContext, parts: Update[]) => Findings | undefined;

const FLOOD_SECONDS = 10;

const breaks = (isBroken: boolean): Findings | undefined => (isBroken ? {} : undefined);

/** An emoji is one character for its writer. */
const isLonger = (text: string, most: number) => text.length > most && [...text].length > most;

/** A name is the same name in capitals. */
const mentionedIn = (parts: Update[]) =>
	new Set(parts.flatMap(mentionsOf).map((name) => name.toLowerCase()));

function rulesOf(rules: Rules): Array<[name: string, rule: Rule]> {
	const { linksExcept, words, ignoreAccents, forwarded, moreMentionsThan, longerThan } = rules;
	const { floodMessages, floodSeconds = FLOOD_SECONDS, sameTextChats } = rules;
	const made: Array<[string, Rule | false | undefined]> = [
		[
			'flood',
			floodMessages !== undefined &&
				((update, { memory, chatId }) => {
					const found = memory.repeats.findFlood(update, chatId, floodMessages, floodSeconds);
					return found.flood && found;
				}),
		],
		['forwarded', forwarded === true && ((update) => breaks(isForwarded(update)))],
		[
			'link',
			linksExcept !== undefined &&
				((update) => breaks(linksElsewhere(update, linksExcept.split(/[\s,;，；、]+/)).length > 0)),
		],
		[
			'long',
			longerThan !== undefined && ((update) => breaks(isLonger(textOf(update) ?? '', longerThan))),
		],
		[
			'mentions',
			moreMentionsThan !== undefined &&
				((_update, _context, parts) => breaks(mentionedIn(parts).size > moreMentionsThan)),
		],
		[
			'sameText',
			sameTextChats !== undefined &&
				((update, { memory }) => {
					const found = memory.repeats.findSameText(update, sameTextChats);
					return found.sameText && found;
				}),
		],
		[
			'words',
			words !== undefined &&
				((update, { memory }) => {
					const found = memory.wordsOf(words).findIn(textOf(update) ?? '', ignoreAccents);
					return found.length > 0 ? { words: found } : undefined;
				}),
		],
	];
	return made.filter((entry): entry is [string, Rule] => !!entry[1]);
}

/** A rule that says nothing would let every message start a workflow that is made to punish. */
function checkRules({ words, ignoreAccents, floodMessages, floodSeconds }: Rules): void {
	if (words !== undefined && entriesOf(words).length === 0) {
		throw new UserError(
			'Forbidden Words is empty',
			'Under Rules, list some words, or remove this rule.',
		);
	}
	if (ignoreAccents && words === undefined) {
		throw new UserError(
			'Ignore Accents is on, but there is no list of words',
			'Under Rules, add Forbidden Words.',
		);
	}
	if (floodSeconds !== undefined && floodMessages === undefined) {
		throw new UserError(
			'Flood: Within (Seconds) is set without a number of messages',
			'Under Rules, add Flood: Maximum Messages.',
		);
	}
}

/** Judges an album as a whole, or a single message: what was found; nothing if it breaks no rule. */
export type RuleJudge = (parts: Update[], context: RuleContext) => Findings | undefined;

/**
 * Makes one judge of all rules: a message, or an album, has to break at least one of them. Updates that
 * bring no message are not held back.
 * Throws UserError for a rule that says nothing.
 */
export function compileRules(given: Rules): RuleJudge {
	checkRules(given);
	const rules = rulesOf(given);

	const findingsOf = (update: Update, context: RuleContext, parts: Update[]): Findings => {
		const broken = rules.flatMap(([name, rule]) => {
			const findings = rule(update, context, parts);
			return findings ? [{ ...findings, brokenRules: [name] }] : [];
		});
		return together(broken);
	};

	return (parts, context) => {
		const [update] = parts;
		if (rules.length === 0 || !bringsMessage(update)) return {};
		// Each part is judged: one that breaks nothing may count towards a flood.
		const findings = together(parts.map((part) => findingsOf(part, context, parts)));
		const { brokenAlbums } = context.memory;
		const album = albumOf(update);
		if (album !== undefined && findings.brokenRules) brokenAlbums.set(album, true);
		const isBroken = findings.brokenRules !== undefined;
		return isBroken || (album !== undefined && brokenAlbums.has(album)) ? findings : undefined;
	};
}
