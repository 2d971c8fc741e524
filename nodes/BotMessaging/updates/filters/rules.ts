import { UserError } from '../../api/errors';
import { albumOf } from '../albums';
import { isForwarded, mentionsOf } from '../content';
import { noteFindings, type Findings } from '../findings';
import { putLast } from '../recent';
import { bringsMessage, textOf, type Update } from '../update';
import { linksElsewhere } from './links';
import { findFlood, findSameText } from './repeats';
import { wordListOf } from './words';

/** The Rules of a trigger's form; one that is absent forbids nothing. */
export interface Rules {
	/** Domains that links may lead to; the empty text allows no link. */
	linksExcept?: string;
	words?: string;
	forwarded?: boolean;
	moreMentionsThan?: number;
	longerThan?: number;
	floodMessages?: number;
	floodSeconds?: number;
	sameTextChats?: number;
}

/** What a rule finds in a message that breaks it; nothing in one that does not. */
type Rule = (update: Update, trigger: string) => Findings | undefined;

const FLOOD_SECONDS = 10;

const breaks = (isBroken: boolean): Findings | undefined => (isBroken ? {} : undefined);

/** An emoji is one character to whoever writes it. */
const isLonger = (text: string, most: number) => text.length > most && [...text].length > most;

function rulesOf(rules: Rules): Array<[name: string, rule: Rule]> {
	const { linksExcept, words, forwarded, moreMentionsThan, longerThan } = rules;
	const { floodMessages, floodSeconds = FLOOD_SECONDS, sameTextChats } = rules;
	const made: Array<[string, Rule | false | undefined]> = [
		[
			'flood',
			floodMessages !== undefined &&
				((update, trigger) => {
					const found = findFlood(trigger, update, floodMessages, floodSeconds);
					return found.flood && found;
				}),
		],
		['forwarded', forwarded === true && ((update) => breaks(isForwarded(update)))],
		[
			'link',
			linksExcept !== undefined &&
				((update) => breaks(linksElsewhere(update, linksExcept.split(/[\s,;]+/)).length > 0)),
		],
		[
			'long',
			longerThan !== undefined && ((update) => breaks(isLonger(textOf(update) ?? '', longerThan))),
		],
		[
			'mentions',
			moreMentionsThan !== undefined &&
				((update) => breaks(mentionsOf(update).length > moreMentionsThan)),
		],
		[
			'sameText',
			sameTextChats !== undefined &&
				((update, trigger) => {
					const found = findSameText(trigger, update, sameTextChats);
					return found.sameText && found;
				}),
		],
		[
			'words',
			words !== undefined &&
				((update) => {
					const found = wordListOf(words).findIn(textOf(update) ?? '');
					return found.length > 0 ? { words: found } : undefined;
				}),
		],
	];
	return made.filter((entry): entry is [string, Rule] => !!entry[1]);
}

/** A rule that says nothing would let every message start a workflow that is made to punish. */
function checkRules({ words, floodMessages, floodSeconds }: Rules): void {
	if (words !== undefined && !/[\p{L}\p{N}]/u.test(words)) {
		throw new UserError(
			'No Words Of is empty',
			'Under Rules, list some words, or remove this rule.',
		);
	}
	if (floodSeconds !== undefined && floodMessages === undefined) {
		throw new UserError(
			'Flood: Within (Seconds) is given without a number of messages',
			'Under Rules, add Flood: More Messages Than.',
		);
	}
}

/** Albums of which a part broke rules, by trigger: their other parts, which have no text, go with it. */
const brokenAlbums = new Map<string, true>();
const MOST_ALBUMS = 1000;

/**
 * Makes one test of all rules: whether a message breaks at least one of them. What was found goes to
 * the message's item. Updates that bring no message are not held back.
 * Throws UserError for a rule that says nothing.
 */
export function compileRules(given: Rules): (update: Update, trigger: string) => boolean {
	checkRules(given);
	const rules = rulesOf(given);
	return (update, trigger) => {
		if (rules.length === 0 || !bringsMessage(update)) return true;
		const broken = rules.flatMap(([name, rule]) => {
			const findings = rule(update, trigger);
			return findings ? [{ name, findings }] : [];
		});
		const brokenRules = broken.map(({ name }) => name);
		const all = broken.reduce((sum, { findings }) => ({ ...sum, ...findings }), { brokenRules });
		noteFindings(update, all);
		const album = albumOf(update) && `${trigger}:${albumOf(update)}`;
		if (album && broken.length > 0) putLast(brokenAlbums, album, true, MOST_ALBUMS);
		return broken.length > 0 || (album !== undefined && brokenAlbums.has(album));
	};
}
