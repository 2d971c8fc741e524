import { UserError } from '../api/errors';
import { SEPARATORS } from './spelling';

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
	slowSeconds?: number;
	messagesPerDay?: number;
	sameTextChats?: number;
	newcomerMessages?: number;
	raidJoins?: number;
	raidSeconds?: number;
	logOnly?: boolean;
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
	['floodSeconds', 'Flood: Within (Seconds)', 'floodMessages', 'Flood: Maximum Messages'],
	['ignoreAccents', 'Ignore Accents', 'words', 'Forbidden Words'],
	['otherLettersPercent', 'Other Letters (Percent)', 'scripts', 'Allowed Scripts'],
	['raidSeconds', 'Raid: Within (Seconds)', 'raidJoins', 'Raid: Maximum Joins'],
];

/** Not only blanks and separators. */
const IS_FILLED = new RegExp(`[^\\s${SEPARATORS}]`);

/** An empty rule would let every message start a workflow that punishes. Throws UserError for one. */
export function checkRules(rules: Rules): void {
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
