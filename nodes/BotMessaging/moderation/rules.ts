import { UserError } from '../api/errors';
import { albumOf } from '../update/albums';
import { isForwarded, mentionsOf } from '../update/content';
import { noteFindings, type Findings } from './findings';
import { Bounded } from '../api/bounded';
import { bringsMessage, textOf, type Update } from '../update/update';
import { linksElsewhere } from './links';
import { findFlood, findSameText, type Memory } from './repeats';
import { entriesOf, wordListOf } from './words';

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

/**
 * What a rule finds in a message that breaks it; nothing in one that does not. `parts` is the album that
 * the message belongs to, or the message alone.
 */
type Rule = (update: Update, memory: Memory, parts: Update[]) => Findings | undefined;

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
				((update, memory) => {
					const found = findFlood(memory, update, floodMessages, floodSeconds);
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
				((_update, _memory, parts) => breaks(mentionedIn(parts).size > moreMentionsThan)),
		],
		[
			'sameText',
			sameTextChats !== undefined &&
				((update, memory) => {
					const found = findSameText(memory, update, sameTextChats);
					return found.sameText && found;
				}),
		],
		[
			'words',
			words !== undefined &&
				((update) => {
					const found = wordListOf(words).findIn(textOf(update) ?? '', ignoreAccents);
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

/** Albums of which a part broke rules, by trigger: their other parts, which have no text, go with it. */
const brokenAlbums = new Bounded<string, true>(1000);

/**
 * Makes one test of all rules: whether a message, or a part of an album, breaks at least one of them.
 * What was found goes to its item. Updates that bring no message are not held back.
 * Throws UserError for a rule that says nothing.
 */
export function compileRules(given: Rules): (parts: Update[], memory: Memory) => boolean {
	checkRules(given);
	const rules = rulesOf(given);

	function isBroken(update: Update, memory: Memory, parts: Update[]): boolean {
		const broken = rules.flatMap(([name, rule]) => {
			const findings = rule(update, memory, parts);
			return findings ? [{ name, findings }] : [];
		});
		const brokenRules = broken.map(({ name }) => name);
		const all = broken.reduce((sum, { findings }) => ({ ...sum, ...findings }), { brokenRules });
		noteFindings(update, all);
		return broken.length > 0;
	}

	return (parts, memory) => {
		const [update] = parts;
		if (rules.length === 0 || !bringsMessage(update)) return true;
		// Each part is judged: one that breaks nothing may count towards a flood.
		const isAnyBroken = parts.map((part) => isBroken(part, memory, parts)).includes(true);
		const album = albumOf(update) && `${memory.trigger}:${albumOf(update)}`;
		if (album && isAnyBroken) brokenAlbums.set(album, true);
		return isAnyBroken || (album !== undefined && brokenAlbums.has(album));
	};
}
